"""Build `.venv` from a hash-locked file, once: `build_venv.py run|dev`.

* It says what it will download before it does, compiles nothing, and needs no rights.
* A stamp in `.venv` names the locks it was built from. While they are the same, nothing is
  touched and no network is asked. The stamp is written last, so half a `.venv` is built anew.
* `dev` is `run` with more: the locks agree in every version that they share.
* The folder may be moved or renamed: the packages stay, only the link to them is made anew.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import locks

VENV = locks.ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "minuta-stamp.json"
LOCKS = {"run": locks.RUNTIME, "dev": locks.DEVELOPMENT}


class BuildFailed(RuntimeError):
    """A step failed; the message is one sentence for the person at the keyboard."""


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read_stamp() -> dict[str, str]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _write_stamp(stamp: dict[str, str]) -> None:
    STAMP.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")


def _link_digest() -> str:
    """Return what the link from `.venv` to this folder depends on."""
    return f"{_digest(locks.ROOT / 'pyproject.toml')} {locks.ROOT}"


def _environment() -> dict[str, str]:
    """Return the environment for pip: nothing of the caller's may move the packages elsewhere."""
    kept = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "PYTHONHOME"}}
    return kept | {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0", "PIP_TARGET": ""}


def _call(what_failed: str, *command: str | Path) -> None:
    done = subprocess.run([str(part) for part in command], env=_environment(), cwd=locks.ROOT)
    if done.returncode:
        raise BuildFailed(what_failed)


def _pip(what_failed: str, *arguments: str | Path) -> None:
    _call(
        what_failed,
        *(PYTHON, "-m", "pip", "install", "-qq", "--no-input"),
        *("--disable-pip-version-check", *arguments),
    )


def _starts() -> bool:
    """Tell whether `.venv` still has a working Python (a system upgrade may take it away)."""
    try:
        done = subprocess.run([str(PYTHON), "-c", "import pip"], capture_output=True)
    except OSError:
        return False
    return done.returncode == 0


def _usable(stamp: dict[str, str], wanted: str) -> bool:
    """Tell whether the packages in `.venv` are those of the lock for `wanted`."""
    named = os.environ.get("PYTHON") and stamp.get("python") != sys.base_prefix
    return stamp.get(wanted) == _digest(LOCKS[wanted]) and not named and _starts()


def _announce(wanted: str) -> None:
    text = LOCKS[wanted].read_text(encoding="utf-8")
    target = f"cp{sys.version_info[0]}{sys.version_info[1]}-{platform.machine()}"
    size = locks.download_mb(text, target)
    what = "the packages Minuta runs on" if wanted == "run" else "Minuta's packages and test tools"
    print(
        f"Building .venv with Python {platform.python_version()}: {what}, "
        f"{len(locks.pinned(text))} of them, about {size} MB to download, once.",
        flush=True,
    )


def _install_packages(wanted: str, stamp: dict[str, str]) -> dict[str, str]:
    _announce(wanted)
    if wanted == "dev" and _usable(stamp, "run"):
        STAMP.unlink()
    else:
        stamp = {}
        _call("The folder .venv could not be made.", sys.executable, "-m", "venv", "--clear", VENV)
    _pip(
        "The packages could not be installed (pip says why above); "
        "when that is mended, the same command goes on.",
        *("--require-hashes", "--only-binary", ":all:", "-r", LOCKS[wanted]),
    )
    kinds = ["run", "dev"] if wanted == "dev" else ["run"]
    return {kind: _digest(LOCKS[kind]) for kind in kinds} | {"python": sys.base_prefix}


def _link() -> None:
    """Make `.venv/bin/minuta` and the imports lead to this folder; asks no network."""
    arguments = ("--no-index", "--no-deps", "--no-build-isolation", "--force-reinstall")
    _pip("Minuta itself could not be put into .venv.", *arguments, "-e", locks.ROOT)
    # Python 3.11 under LC_ALL=C does not start at all when a .pth file holds a Cyrillic path.
    for link in VENV.glob("lib/python3*/site-packages/_editable_impl_minuta.pth"):
        link.write_text(os.path.relpath(locks.ROOT, link.parent) + "\n", encoding="ascii")


def build(wanted: str) -> None:
    """Bring `.venv` to what `wanted` needs, or leave it alone if it is."""
    stamp = _read_stamp()
    fresh = not _usable(stamp, wanted)
    if fresh:
        stamp = _install_packages(wanted, stamp)
    if fresh or stamp.get("link") != _link_digest():
        _link()
        _write_stamp(stamp | {"link": _link_digest()})


def main() -> int:
    """Build under a lock, so that two `make` at once do not build into each other."""
    with (locks.ROOT / "pyproject.toml").open("rb") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        try:
            build(sys.argv[1])
        except BuildFailed as failure:
            print(failure, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
