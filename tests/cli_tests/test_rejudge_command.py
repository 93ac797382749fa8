"""`minuta journal rejudge`: numbers typed from ACCEPTANCE S4-S7; nothing is changed."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli_tests.called import said
from firmware_host.cli import main

Played = Callable[[str], Path]


def _json(*words: str | Path) -> dict[str, Any]:
    result = said("journal", "rejudge", *words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def _hashes(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


@pytest.mark.slow
def test_s5_read_literally_shares_the_first_place(played: Played) -> None:
    """A 50 -> 45 and C 15 -> 10: A and B share 1-2; D and E stay as they were."""
    found = _json(played("s05"), "--set", "threshold_mode=literal")

    assert found["comparable"] is True
    assert [
        (row["team"], row["was"]["value"], row["now"]["value"]) for row in found["results"]
    ] == [
        ("A", "50", "45"),
        ("C", "15", "10"),
    ]
    assert found["places"] == [
        {"team": "A", "was": {"place": "1", "total": "50"}, "now": {"place": "1-2", "total": "45"}},
        {"team": "B", "was": {"place": "2", "total": "45"}, "now": {"place": "1-2", "total": "45"}},
        {"team": "C", "was": {"place": "3", "total": "15"}, "now": {"place": "3", "total": "10"}},
    ]


def test_s5_ends_before_the_last_instant(played: Played) -> None:
    """D's press at −0:05 sharp was accepted; with the end left out it is late."""
    result = said("journal", "rejudge", played("s05"), "--set", "end_inclusive=before")

    assert result.exit_code == 0
    assert "accepted -> late" in result.stdout
    assert "turn 4 (D, drawing, circle 1): solved 5 -> failed 0" in result.stdout


def test_s4_with_a_floor(played: Played) -> None:
    """B's −3 becomes 0."""
    result = said("journal", "rejudge", played("s04"), "--set", "floor=zero")

    assert "turn 2 (B, hat, circle 1): words −3 -> words 0" in result.stdout.splitlines()
    assert "B: place 2 -> 2, total −3 -> 0" in result.stdout.splitlines()


def test_s7_with_half_the_penalty(played: Played) -> None:
    """A 47.3 + 2 × 5 = 57.3 comes first; C 90 + 5 = 95.0."""
    found = _json(played("s07"), "--set", "violation=5s")

    assert found["comparable"] is True
    assert [(row["team"], row["now"]) for row in found["places"]] == [
        ("A", {"place": "1", "total": "0:57.3"}),
        ("D", {"place": "2", "total": "0:59.9"}),
        ("B", {"place": "3", "total": "1:00.0"}),
        ("C", {"place": "4", "total": "1:35.0"}),
    ]


def test_s7_under_another_limit_is_not_comparable_where_the_end_sounded(played: Played) -> None:
    """With 50 s the end would have come at 50 in turns 2, 3 and 4; A was confirmed at 49."""
    found = _json(played("s07"), "--set", "limit=50s")
    lines = said("journal", "rejudge", played("s07"), "--set", "limit=50s").stdout.splitlines()

    assert found["not_comparable"] == [2, 3, 4]
    assert found["comparable"] is False
    assert all(row["turn"] != 1 for row in found["results"])
    assert "turn 2: not comparable: the hall would have heard something else" in lines
    assert not any(line.startswith("turn 1: not comparable") for line in lines)


@pytest.mark.slow
def test_s6_without_skips(played: Played) -> None:
    """Hat 36, 21, 36: totals 211, 196, 211 … and B's 211 loses no tie: 100 > 85."""
    found = _json(played("s06"), "--set", "skip=0", "--tiebreak", "drawing")

    assert [(row["team"], row["now"]) for row in found["places"]] == [
        ("B", {"place": "1", "total": "211"}),
        ("A", {"place": "2", "total": "211"}),
        ("C", {"place": "3", "total": "196"}),
    ]


def test_the_same_settings_change_nothing(played: Played) -> None:
    """A setting as it was: one line says so."""
    result = said("journal", "rejudge", played("s05"), "--set", "play=300s")

    assert result.exit_code == 0
    assert result.stdout.splitlines()[1:] == ["nothing would have changed"]


def test_the_journal_stays_as_it_is(played: Played) -> None:
    """No byte of any file of the folder differs afterwards, and none is added."""
    folder = played("s05")
    before = _hashes(folder)

    assert said("journal", "rejudge", folder, "--set", "threshold_mode=literal").exit_code == 0
    assert said("journal", "rejudge", folder, "--set", "nonsense=1").exit_code == 1
    assert _hashes(folder) == before


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (
            ["--set", "treshold_mode=literal"],
            ["set.treshold_mode", "mean 'threshold_mode'"],
        ),
        (["--set", "threshold_mode=exact"], ["set.threshold_mode", "display, literal"]),
        (["--set", "play=long", "--set", "x=1"], ["set.play", "set.x"]),
        (["--set", "limit=50s"], ["set.limit", "none of these formats"]),
        (["--set", "play"], ["--set", "write KEY=VALUE"]),
        (["--set", "play="], ["--set", "write KEY=VALUE"]),
        (["--set", "play=1:00", "--set", "play=2:00"], ["stands twice"]),
        (["--set", "table=[1]"], ["set.table", "write rows"]),
    ],
)
def test_a_wrong_setting_is_said(played: Played, words: list[str], parts: list[str]) -> None:
    """All faults at once, each with its remedy."""
    result = said("journal", "rejudge", played("s05"), *words)

    assert all(part in str(result.exception) for part in parts)
    assert result.stdout == ""


@pytest.mark.parametrize("text", [b"", b"schema = 1\n", b"\x00\xff" * 300, b"{}\n"])
def test_what_is_no_journal_is_said(tmp_path: Path, text: bytes) -> None:
    """Empty, a text, bytes, JSON of another kind; a folder without one; nothing at all."""
    path = tmp_path / "journal.jsonl"
    path.write_bytes(text)

    assert "no record can be read" in str(
        said("journal", "rejudge", path, "--set", "a=1").exception
    )
    empty = said("journal", "rejudge", tmp_path / "none", "--set", "a=1")
    assert "there is no journal" in str(empty.exception)


def test_a_fault_is_exit_code_2(
    played: Played, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As every command: in words, on standard error."""
    words = ["minuta", "journal", "rejudge", str(played("s05")), "--set", "play=x"]
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert "set.play: 'x'" in capsys.readouterr().err


def test_a_record_that_cannot_be_taken_is_named_and_the_rest_is_judged(
    copied: Callable[[str], Path],
) -> None:
    """A line is lost: the command says what does not replay, and still answers."""
    path = copied("s05") / "journal.jsonl"
    lines = path.read_bytes().split(b"\n")
    nth = next(i for i, line in enumerate(lines) if b'"k":"verdict"' in line)
    path.write_bytes(b"\n".join([*lines[:nth], b"x" + lines[nth], *lines[nth + 1 :]]))

    result = said("journal", "rejudge", path, "--set", "threshold_mode=literal")
    assert result.exit_code == 0
    assert "does not replay" in result.stderr
    assert "turn 1 (A, drawing, circle 1): solved 50 -> solved 45" in result.stdout
