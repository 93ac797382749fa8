"""Golden scenarios: every number in them was typed from the documents before it was played."""

from pathlib import Path

import pytest

from firmware_host.scenario.case import Case
from firmware_host.scenario.language import parse
from firmware_host.scenario.play import play_file, play_text

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = sorted(GOLDEN.glob("*.scenario"))
LONG = (
    *("s05", "s06", "s09", "prices-002", "evening-001", "evening-002", "evening-004", "limits-001"),
    *("settings-001", "settings-002", "ties-001", "passes-000", "answers-003", "answers-004"),
    *("hat-tournament", "order", "annul-one-table"),
)
"""Whole evenings that take from five seconds to a quarter of a minute each."""
PLAYED = [
    pytest.param(path, marks=[pytest.mark.slow] if path.stem in LONG else [])
    for path in [*FILES, *sorted((GOLDEN / "acceptance").glob("*.scenario"))]
]


def _cases(path: Path) -> list[Case]:
    return parse(path.read_text(encoding="utf-8"), str(path))


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_every_case_comes_out_as_the_documents_say(path):
    """All expectations hold; the journal that each case leaves is sound and replays equally."""
    failed = {played.name: played.failures for played in play_file(path) if played.failures}

    assert failed == {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_case_asks_something_and_says_its_rule(path):
    """A file begins with a comment that names its rule; no case passes for want of a question."""
    text = path.read_text(encoding="utf-8")

    assert text.startswith("# ")
    assert all(any(line.verb == "expect" for line in case.lines) for case in _cases(path))


def _with_one_number_changed(text: str) -> list[tuple[int, str]]:
    """Return (line, text) for each list of signals, its last instant a nanosecond later."""
    lines = text.split("\n")
    changed = []
    for at, line in enumerate(lines):
        if line.startswith("expect signals ") and "@" in line:
            cue, _, instant = line.split("#")[0].rstrip().rpartition("@")
            whole, _, part = instant.partition(".")
            wrong = f"{cue}@{whole}.{int(f'{part:0<9}') + 1:09d}"
            changed.append((at + 1, "\n".join([*lines[:at], wrong, *lines[at + 1 :]])))
    return changed


def test_one_number_changed_makes_a_scenario_fail():
    """The control: each list of signals of two files, moved by a nanosecond, is found wrong."""
    for name in ("two-keys", "start-in-done"):
        text = (GOLDEN / f"{name}.scenario").read_text(encoding="utf-8")
        controls = _with_one_number_changed(text)
        assert controls
        for line, wrong in controls:
            failures = [one for played in play_text(wrong, name) for one in played.failures]
            assert len(failures) == 1
            assert failures[0].startswith(f"line {line}: expect signals ")
