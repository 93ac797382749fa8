"""Write THIRD_PARTY.md from the locks and the metadata of what is installed.

Run by `make lock` in the development `.venv`; `--check` only says whether the file is true.
"""

from __future__ import annotations

import sys
from importlib import metadata

import locks

TARGET = locks.ROOT / "THIRD_PARTY.md"

_HEAD = """\
# Third-party packages

Made by `make lock` from the lock files and from each package's own metadata; not edited by hand.
Minuta itself is under the MIT licence (LICENSE). Sounds have their licences beside them, in
`sounds/*/pack.toml`; files of others in `web_admin/static` say theirs in their first lines.
"""
_RUNTIME_HEAD = """
## What Minuta runs on

Installed by `make run` and `make install` (`requirements.lock`).
"""
_DEVELOPMENT_HEAD = """
## What its tests and checks need besides

Installed by `make test` only (`requirements-dev.lock`); never on the box of an evening.
"""


def licence(name: str) -> str:
    """Return a package's licence in its own words: expression, classifier, or free text."""
    info = metadata.metadata(name)
    expression = info.get("License-Expression")
    if expression:
        return str(expression)
    classified = [
        value.rsplit(" :: ", 1)[-1]
        for value in info.get_all("Classifier") or []
        if value.startswith("License :: ") and value.count(" :: ") > 1
    ]
    if classified:
        return ", ".join(classified)
    words = (info.get("License") or "").strip().splitlines()
    return words[0] if words else "not stated"


def _table(packages: dict[str, str]) -> str:
    rows = [f"| {name} | {version} | {licence(name)} |" for name, version in packages.items()]
    return "\n".join(["", "| package | version | licence |", "|---|---|---|", *rows, ""])


def rows(text: str) -> dict[str, str]:
    """Return name -> version of a written THIRD_PARTY.md."""
    cells = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {c[0].lstrip("| "): c[1] for c in cells if c[0] != "| package"}


def render() -> str:
    """Return the whole file."""
    runtime = locks.pinned(locks.RUNTIME.read_text(encoding="utf-8"))
    development = locks.pinned(locks.DEVELOPMENT.read_text(encoding="utf-8"))
    besides = {name: v for name, v in development.items() if name not in runtime}
    parts = (_HEAD, _RUNTIME_HEAD, _table(runtime), _DEVELOPMENT_HEAD, _table(besides))
    return "".join(parts)


def main() -> int:
    """Write the file, or compare it."""
    if "--check" not in sys.argv:
        TARGET.write_text(render(), encoding="utf-8")
        return 0
    if TARGET.read_text(encoding="utf-8") == render():
        return 0
    print("THIRD_PARTY.md is older than the locks: make lock", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
