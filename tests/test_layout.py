"""The house rules hold in every file, and each rule can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

import layout_rules as rules
import locks
import third_party
from tracked import tracked

ROOT = locks.ROOT
PACKAGES = ("firmware_host", "hardware", "web_admin")
TOP = {
    *PACKAGES,
    *("sounds", "systemd", "tests", "README.md", "pyproject.toml", "Makefile", "CHANGELOG.md"),
    *("DECISIONS.md", "CONTRIBUTING.md", "LICENSE", "THIRD_PARTY.md", ".ci", ".gitignore"),
    ".editorconfig",
}
# Pages and styles count as files of a package; translations and other people's scripts do not.
COUNTED = {".py", ".html", ".css", ".js", ".toml"}


def _strays(names: list[str]) -> set[str]:
    tops = {name.split("/", 1)[0] for name in names}
    return {top for top in tops - TOP if not top.endswith(".lock")}


def _text(name: str) -> str | None:
    """Return a file's text; None of a sound or a picture."""
    try:
        return (ROOT / name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def _package_files(*suffixes: str) -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*"))
        if path.suffix in suffixes and "vendor" not in path.parts
    }


def _assert_none(rule: rules.Rule, sources: dict[str, str]) -> None:
    faults = [fault for path, source in sources.items() for fault in rule(path, source)]
    assert not faults, "\n".join([str(rule.__doc__), *faults])


LOOP, EDGES, ANY = "firmware_host/loop.py", "hardware/edges.py", "hardware/a.py"
LOG, LIVE, PAGE = "web_admin/log.py", "web_admin/live.py", "web_admin/templates/a.html"
ENGINE, EVENING = "firmware_host/engine/a.py", "firmware_host/evening/a.py"
HOST = "from firmware_host"
# Rule, where the source would stand, a source that breaks the rule, one that keeps it.
CONTROLS = [
    (rules.one_clock, LOOP, "import time\nx = time.time()", "x = now_ns()"),
    (rules.one_clock, LOOP, "import time as t\nf = t.monotonic_ns", "t = 1"),
    (rules.one_clock, EDGES, "from time import monotonic_ns", "from time import sleep"),
    (rules.one_clock, LOG, "datetime.now(UTC)", "datetime.fromisoformat(w)"),
    (rules.one_clock, LOG, "datetime.datetime.utcnow()", "now(UTC)"),
    (rules.no_print, LOOP, "print('x')", "log.info('x')"),
    (rules.units_in_names, ANY, "timeout = 5", "timeout_s = 5"),
    (rules.units_in_names, ANY, "def f(start_delay): ...", "def f(delay_ns): ..."),
    (rules.units_in_names, ANY, "self.elapsed = 1", "self.elapsed_ns = 1"),
    (rules.units_in_names, ANY, "ours(timeout=3)", "queue.get(timeout=3)"),
    (rules.units_in_names, ANY, "class A:\n    delay: int", "class A:\n    delay_ms: int"),
    (rules.whole_nanoseconds, ANY, "at_ns = 0.5", "at_ns = 5"),
    (rules.whole_nanoseconds, ANY, "at_ns = s * 1e9", "at_ns = round(s * 1e9)"),
    (rules.whole_nanoseconds, ANY, "f(at_ns=total / 2)", "f(at_ns=total // 2)"),
    (rules.whole_nanoseconds, ANY, "at_ns: float", "at_ns: int"),
    (rules.pure, ENGINE, "import time", "import math"),
    (rules.pure, ENGINE, "import pydantic", "from enum import Enum"),
    (rules.pure, ENGINE, f"{HOST} import journal", "import re"),
    (rules.pure, EVENING, "from hardware.edges import Edge", f"{HOST}.engine.words import Pressed"),
    (rules.web_doors, LIVE, f"{HOST}.journal.writer import A", f"{HOST}.journal.reader import A"),
    (rules.web_doors, LIVE, f"{HOST} import daemon", f"{HOST}.control import client"),
    (rules.short, ANY, "x = 1\n" * 301, "x = 1\n" * 300),
    (rules.escaped, PAGE, "{{ name | safe }}", "{{ name }} is safe"),
    (rules.escaped, PAGE, "{% autoescape false %}", "{{ name|e }}"),
    (rules.no_registry, "README.md", "https://py" + "pi.org/simple", "the package index"),
]


@pytest.mark.parametrize(("rule", "path", "bad", "good"), CONTROLS)
def test_a_rule_can_fail(rule: rules.Rule, path: str, bad: str, good: str) -> None:
    """Each rule finds its fault in a bad source, and none in its mended twin."""
    assert len(rule(path, bad)) == 1
    assert rule(path, good) == []


@pytest.mark.parametrize("rule", rules.PYTHON_RULES, ids=lambda rule: rule.__name__)
def test_packages_keep_the_rule(rule: rules.Rule) -> None:
    """No file of the three packages breaks it."""
    sources = _package_files(".py")

    assert sources
    _assert_none(rule, sources)


def test_places_that_may_print_and_read_clocks_are_exempt() -> None:
    """The exemptions are by place, not by accident."""
    assert rules.no_print("firmware_host/cli/demo.py", "print(1)") == []
    assert rules.no_print("hardware/displays/console.py", "print(1)") == []
    assert rules.one_clock("hardware/clock.py", "import time\ntime.monotonic_ns()") == []


def test_no_file_of_the_packages_is_too_long() -> None:
    """A file past 300 lines is asking to be two."""
    _assert_none(rules.short, _package_files(*COUNTED))


def test_no_template_switches_escaping_off() -> None:
    """A team's name is text on every page."""
    _assert_none(rules.escaped, _package_files(".html"))


def test_no_tracked_file_names_a_registry() -> None:
    """Where packages come from is the machine's business, not the project's."""
    texts = {name: text for name in tracked() if (text := _text(name)) is not None}

    assert texts
    _assert_none(rules.no_registry, texts)


def test_top_level_is_as_agreed() -> None:
    """No folder or file stands at the top beyond the agreed ones."""
    assert _strays(tracked()) == set()


def test_a_stray_at_the_top_is_seen() -> None:
    """The rule of the top level can fail."""
    assert _strays(["docs/a.md", "setup.cfg", "a.lock", "tests/x/y.py"]) == {"docs", "setup.cfg"}


def test_a_driver_library_is_imported_in_one_file() -> None:
    """A library may be replaced by replacing one file."""
    found = rules.importers(_package_files(".py"))

    assert {library: files for library, files in found.items() if len(files) > 1} == {}


def test_two_importers_of_a_driver_library_are_seen() -> None:
    """The rule of the one file can fail, submodules and late imports included."""
    sources = {
        "a.py": "import gpiozero.pins.mock",
        "b.py": "def f():\n    from gpiozero import LED",
    }

    assert rules.importers(sources)["gpiozero"] == ["a.py", "b.py"]


def test_no_folder_hides_a_package() -> None:
    """`systemd` and `tests` are no packages, and no folder of tests is named like one."""
    inits = [*(ROOT / "systemd").rglob("__init__.py"), *(ROOT / "tests").rglob("__init__.py")]
    named_alike = [ROOT / "tests" / package for package in PACKAGES]

    assert inits == []
    assert [folder for folder in named_alike if folder.exists()] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_are_typed_for_others(package: str) -> None:
    """mypy reads our annotations from elsewhere too."""
    assert (ROOT / package / "py.typed").is_file()


def _versions(lock: Path) -> dict[str, str]:
    return locks.pinned(lock.read_text(encoding="utf-8"))


def test_both_locks_agree() -> None:
    """What is tested is what runs: the development lock holds the runtime lock's versions."""
    runtime = _versions(locks.RUNTIME)

    assert len(runtime) > 20
    assert runtime.items() <= _versions(locks.DEVELOPMENT).items()


@pytest.mark.parametrize("lock", [locks.RUNTIME, locks.DEVELOPMENT], ids=lambda lock: lock.name)
def test_lock_is_hashed_and_names_no_index(lock: Path) -> None:
    """A lock has a hash for each package, measured sizes, and no index, link or host."""
    text = lock.read_text(encoding="utf-8")
    options = [line for line in text.splitlines() if line.startswith("-") or "://" in line]

    assert options == []
    assert all(f"{name}=={v} " in text for name, v in _versions(lock).items())
    assert text.count("==") <= text.count("--hash=sha256:")
    assert len(locks.download_bytes(text)) == 4


def test_third_party_list_is_of_these_locks() -> None:
    """THIRD_PARTY.md lists what the locks pin, no more and no less, with a licence each."""
    text = third_party.TARGET.read_text(encoding="utf-8")

    assert third_party.rows(text) == _versions(locks.DEVELOPMENT)
    assert "not stated" not in text


def test_an_old_third_party_list_is_seen() -> None:
    """The comparison can fail: a row is read as name and version."""
    assert third_party.rows("| package | version | licence |\n| flask | 1.0 | BSD |\n") == {
        "flask": "1.0"
    }
