"""`minuta standings`: numbers typed from ACCEPTANCE S4-S7, and journals written by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cli_tests.called import Written, said

Played = Callable[[str], Path]
NS = 1_000_000_000


def _rows(*words: str | Path) -> list[list[str]]:
    result = said("standings", *words)
    assert result.exit_code == 0, result.output
    return [line.split() for line in result.stdout.splitlines()]


def test_s4(played: Played) -> None:
    """A 12, B −3, one attempt each."""
    assert _rows(played("s04"))[1:] == [["1", "A", "12", "1", "12"], ["2", "B", "−3", "1", "−3"]]


def test_s5_with_the_hint_booked_to_the_team_that_gave_it(played: Played) -> None:
    """A 50, B 45, C 15, D 5, E −30."""
    rows = _rows(played("s05"))[1:]

    assert [row[:3] for row in rows] == [
        ["1", "A", "50"], ["2", "B", "45"], ["3", "C", "15"], ["4", "D", "5"], ["5", "E", "−30"],
    ]  # fmt: skip


@pytest.mark.slow
def test_s6_is_decided_by_the_second_stage(played: Played) -> None:
    """206.5, 206.5, 191.5: B by 100 > 85 in the drawing; without the rule both share 1-2."""
    assert _rows(played("s06"), "--tiebreak", "drawing") == [
        ["place", "team", "total", "attempts", "hat", "drawing", "crocodile"],
        ["1", "B", "206.5", "9", "16.5", "100", "90"],
        ["2", "A", "206.5", "9", "31.5", "85", "90"],
        ["3", "C", "191.5", "9", "31.5", "60", "100"],
    ]
    assert [row[0] for row in _rows(played("s06"))[1:]] == ["1-2", "1-2", "3"]


def test_s7_where_less_is_better(played: Played) -> None:
    """D 59.9, B 60.0, A 67.3, C 100.0, as times."""
    found = json.loads(said("standings", played("s07"), "--json").stdout)

    assert [(row["place"], row["team"], row["total"]) for row in found["teams"]] == [
        ("1", "D", "0:59.9"), ("2", "B", "1:00.0"), ("3", "A", "1:07.3"), ("4", "C", "1:40.0"),
    ]  # fmt: skip
    assert (found["unit"], found["preliminary"]) == ("ns", False)


def test_an_event_of_three_journals_is_added_up(tmp_path: Path) -> None:
    """S6 in three files: the same totals, places and stages."""
    days = {"hat": (63, 33, 63), "drawing": (170, 200, 120), "crocodile": (180, 180, 200)}
    paths = []
    for stage, scores in days.items():
        day = Written(tmp_path / stage, "ABC")
        for team, half in zip("ABC", scores, strict=True):
            day.turn(team, stage, half)
        paths.append(day.path)

    assert _rows(*paths, "--tiebreak", "drawing")[1:] == [
        ["1", "B", "206.5", "3", "16.5", "100", "90"],
        ["2", "A", "206.5", "3", "31.5", "85", "90"],
        ["3", "C", "191.5", "3", "31.5", "60", "100"],
    ]


def test_a_game_of_times_between_two_turns_of_a_plan_of_points_counts_for_nobody(
    played: Played,
) -> None:
    """Nor do points and times meet then."""
    assert [row[:4] for row in _rows(played("../back-to-the-plan"))[1:]] == [
        ["1", "C", "9", "1"], ["2-3", "A", "3", "1"], ["2-3", "B", "3", "1"],
    ]  # fmt: skip


def test_ten_minutes_and_twenty_seconds(tmp_path: Path) -> None:
    """620.2 s read 10:20.2; hundredths are shown where they were written."""
    coarse, fine = Written(tmp_path / "a", "A"), Written(tmp_path / "b", "A")
    coarse.turn("A", "r1", 620_200_000_000, unit="ns")
    fine.turn("A", "r1", 620_250_000_000, unit="ns")

    assert _rows(coarse.path)[1][2] == "10:20.2"
    assert _rows(fine.path)[1][2] == "10:20.25"


def test_a_rehearsal_never_counts(tmp_path: Path) -> None:
    """B's 50 points were won before the match."""
    day = Written(tmp_path / "day", "AB")
    day.turn("B", "s", 100, mode="rehearsal", others={"A": -60})
    day.turn("A", "s", 21)

    assert _rows(day.path)[1:3] == [["1", "A", "10.5", "1", "10.5"], ["2", "B", "0", "0", "–"]]


def test_a_hint_stands_when_the_turn_is_annulled_and_replayed(tmp_path: Path) -> None:
    """2-g: E prompted, the turn of C was annulled and played again."""
    day = Written(tmp_path / "day", "CE")
    day.turn("C", "s", None, outcome="annulled", others={"E": -60})
    day.turn("C", "s", 30)

    assert _rows(day.path)[1:3] == [["1", "C", "15", "1", "15"], ["2", "E", "−30", "0", "−30"]]


def test_who_has_no_time_yet_is_not_the_fastest(tmp_path: Path) -> None:
    """C49: no value is no zero; the standing says that it is preliminary."""
    day = Written(tmp_path / "day", "ABC")
    day.turn("B", "r1", 60 * NS, unit="ns")
    rows = _rows(day.path)

    assert rows[1:4] == [
        ["1", "B", "1:00.0", "1", "1:00.0"],
        ["2-3", "A", "–", "0", "–"],
        ["2-3", "C", "–", "0", "–"],
    ]
    assert rows[4][0] == "preliminary:"
    lines = said("standings", day.path, "--csv").stdout.splitlines()
    assert lines[2:] == ["2–3,A,,0,", "2–3,C,,0,"]


def test_csv_is_for_spreadsheets(tmp_path: Path) -> None:
    """A BOM, formula cells as text, numbers that add up, no place that reads as a date."""
    day = Written(tmp_path / "day")
    for team, half in (("=1+1", -6), ("@A", -6), ("Ы, «Я»", 21)):
        day.turn(team, "+s", half)
    result = said("standings", day.path, "--csv")

    assert result.stdout_bytes.startswith(b"\xef\xbb\xbfplace,team,")
    assert result.stdout.lstrip("\ufeff").splitlines() == [
        "place,team,total,attempts,'+s",
        '1,"Ы, «Я»",10.5,1,10.5',
        "2–3,'=1+1,-3,1,-3",
        "2–3,'@A,-3,1,-3",
    ]


def test_tables_are_counted_for_the_teams_that_sit_there(tmp_path: Path) -> None:
    """000: in the second turn another team sits at table 1."""
    day = Written(tmp_path / "day", "AB")
    day.turn("", "s", 10, actors={"table1": 10})
    day.turn("", "s", 4, actors={"table1": 4})
    result = said("standings", day.path, "--seat", "table1=A", "--seat", "2:table1=B")

    assert [line.split()[:3] for line in result.stdout.splitlines()[1:3]] == [
        ["1", "A", "5"], ["2", "B", "2"],
    ]  # fmt: skip
    assert "--seat" in said("standings", day.path).stderr


def test_what_cannot_be_counted_is_said(played: Played, tmp_path: Path) -> None:
    """Points with times, a journal twice, no such stage, no journal, an empty one."""
    empty = tmp_path / "journal.jsonl"
    empty.touch()
    for words, part in (
        ((played("s04"), played("s07")), "points and times cannot be added"),
        ((played("s04"), played("s04") / "journal.jsonl"), "leave one out"),
        ((played("s04"), "--tiebreak", "haat"), "write one of hat"),
        ((tmp_path / "none",), "there is no journal"),
        ((empty,), "no record can be read"),
        ((played("s04"), "--seat", "table1"), "write table1=TEAM"),
    ):
        result = said("standings", *words)
        assert part in str(result.exception), words
        assert result.stdout == ""


def _space(folder: Path, teams: str, circles: int) -> Path:
    space = Written(folder, teams)
    for _ in range(circles):
        for nth, team in enumerate(teams, 1):
            space.turn(team, "hat", 2 * nth)
    return space.path


def test_spaces_share_a_ranking_where_attempts_are_equal(tmp_path: Path) -> None:
    """2-i: two spaces, two circles in both: one table, D and B first with 4 points each."""
    paths = _space(tmp_path / "one", "AB", 2), _space(tmp_path / "two", "CD", 2)
    assert [row[:3] for row in _rows(*paths)[1:]] == [
        ["1-2", "B", "4"], ["1-2", "D", "4"], ["3-4", "A", "2"], ["3-4", "C", "2"],
    ]  # fmt: skip


def test_spaces_with_other_attempts_are_ranked_apart(tmp_path: Path) -> None:
    """2-i: three circles in the second space would win by playing more."""
    paths = _space(tmp_path / "one", "AB", 2), _space(tmp_path / "two", "CD", 3)
    result = said("standings", *paths)
    assert "each is ranked by itself" in result.stderr
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [row[:3] for row in rows if row[0] in ("1", "2")] == [
        ["1", "B", "4"], ["2", "A", "2"], ["1", "D", "6"], ["2", "C", "3"],
    ]  # fmt: skip


def test_days_of_the_same_teams_are_no_spaces(tmp_path: Path) -> None:
    """The control: a team in both journals makes them days of one event."""
    paths = _space(tmp_path / "one", "AB", 2), _space(tmp_path / "two", "BC", 3)
    assert [row[:3] for row in _rows(*paths)[1:-1]] == [
        ["1", "B", "7"], ["2", "C", "6"], ["3", "A", "2"]
    ]  # fmt: skip
