"""`minuta standings` where answers are entered: tours, categories, two days, what was announced."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cli_tests.called import said
from firmware_host.scenario.acts import act
from firmware_host.scenario.expects import ask
from firmware_host.scenario.language import parse
from firmware_host.scenario.runner import Run

PLAN = """schema = 1
tours = [2, 1]
first_day = 1
{begin}
[teams]
A = "Team A"
B = "Team B"
C = "Team C"
[categories]
junior = ["B", "C"]
[[stage]]
id = "hall"
formats = ["chgk-004"]
slots = 3
"""
DAY_1 = """plan plan.toml
at 10 tap start
at 85 answer 1 taken A C others not-taken
at 90 tap start
at 165 answer 2 taken A B others not-taken
at 170 hold next for 2.1s
at 200 appeal B 1 credit deposit 300
at 210 end
"""
DAY_2 = """plan plan.toml
at 5  expect question 3
at 5  expect tour 2.1
at 6  verdict B 1 2:1 as V
at 7  verdict C 2 2:1 as NOT-TOLD
at 10 tap start
at 85 answer 3 taken C others not-taken
at 170 hold next for 2.1s
at 180 end
expect ruling V taken
"""


def _played(folder: Path, text: str, begin: str = "", plan: str = PLAN) -> Path:
    """Return the journal that a scenario leaves."""
    folder.mkdir(exist_ok=True)
    (folder / "plan.toml").write_text(plan.replace("{begin}", begin), encoding="utf-8")
    run = Run(parse(text, "day")[0], str(folder / "day.scenario"), folder, ask, act)
    run.play()
    assert run.failures == []
    return run.folder / "evening"


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A first day of two questions, a second of one, with the verdict on the first day's appeal."""
    folder = tmp_path_factory.mktemp("event")
    return [
        _played(folder / "day1", DAY_1),
        _played(folder / "day2", DAY_2, "begin = 3"),
    ]


DAY_2_AFTER_DAY_1 = """plan plan.toml
at 5  expect answers A 11·, B 01·, C 10·
at 5  expect published A 2 1, B 1 2-3, C 1 2-3
at 6  verdict B 1 2:1 as V
at 7  verdict C 2 2:1 as NOT-FILED
at 8  kill
at 9  start
at 9.5 expect answers A 11·, B 11·, C 10·
at 10 tap start
at 85 answer 3 taken C others not-taken
at 90 undo V
at 91 expect answers B 010
at 92 verdict B 1 2:1 as LATE
at 93 verdict B 1 2:1 even-so as W
at 170 hold next for 2.1s
at 180 end
expect ruling V taken
expect ruling NOT-FILED refused moot
expect ruling LATE refused late
expect ruling W taken
expect standing A 2 1-3, B 2 1-3, C 2 1-3
"""


def test_the_second_day_begins_with_what_the_first_came_to(
    days: list[Path], tmp_path: Path
) -> None:
    """On the box itself: the evening beside it, of the same event; each entry once, after a kill
    as well. Together with day 1's own journal nothing counts twice."""
    folder = tmp_path / "event"
    shutil.copytree(days[0], folder / "2018-09-15")
    second = _played(folder, DAY_2_AFTER_DAY_1, "begin = 3")
    all_three = [
        ["1-3", "A", "2", "0", "2", "2", "0"],
        ["1-3", "B", "2", "0", "2", "2", "0", "1-2"],
        ["1-3", "C", "2", "0", "2", "1", "1", "1-2"],
    ]

    assert _lines(second)[1:] == all_three
    assert _lines(days[0], second)[1:] == all_three
    rows = json.loads(said("journal", "export", second).stdout)["entries"]
    assert [row["what"] for row in rows][:4] == ["answer", "answer", "announce", "appeal"]


def test_a_first_day_brings_nothing_over(days: list[Path], tmp_path: Path) -> None:
    """Its plan begins with 1: an evening beside it is another one, whatever its teams."""
    folder = tmp_path / "event"
    shutil.copytree(days[0], folder / "2018-09-15")
    again = _played(folder, "plan plan.toml\nat 10 tap start\nat 11 expect missing 9\n")

    assert _lines(again)[-1][:2] == ["preliminary:", "9"]


def _lines(*words: str | Path) -> list[list[str]]:
    result = said("standings", *words)
    assert result.exit_code == 0, result.output
    return [line.split() for line in result.stdout.splitlines()]


def test_one_day(days: list[Path]) -> None:
    """A took 2, B and C one each; the second day is not yet entered: 3 answers of 3 teams."""
    assert _lines(days[0]) == [
        ["place", "team", "total", "attempts", "hall", "tour", "1", "tour", "2", "junior"],
        ["1", "A", "2", "0", "2", "2", "0"],
        ["2-3", "B", "1", "0", "1", "1", "0", "1-2"],
        ["2-3", "C", "1", "0", "1", "1", "0", "1-2"],
        ["preliminary:", "3", "answers", "are", "not", "yet", "entered"],
    ]


def test_two_days_are_one_event(days: list[Path]) -> None:
    """The appeal of day 1, upheld on day 2, gives B question 1; both number from 1."""
    assert _lines(*days)[1:] == [
        ["1-3", "A", "2", "0", "2", "2", "0"],
        ["1-3", "B", "2", "0", "2", "2", "0", "1-2"],
        ["1-3", "C", "2", "0", "2", "1", "1", "1-2"],
    ]


def test_as_announced(days: list[Path]) -> None:
    """Day 1's key announced A 2, B 1, C 1; day 2's announced all."""
    assert _lines(days[0], "--published") == _lines(days[0])
    assert _lines(*days, "--published") == _lines(*days)


def test_nothing_announced_is_said(tmp_path: Path) -> None:
    """No table of zeroes."""
    day = _played(tmp_path / "day", "plan plan.toml\nat 10 tap start\nat 20 answer 1 A taken\n")

    result = said("standings", day, "--published")
    assert "no results have been announced" in str(result.exception)
    assert result.stdout == ""


def test_json_and_csv(days: list[Path]) -> None:
    """Tours are numbers, places in a category are texts that no spreadsheet takes for a date."""
    found = json.loads(said("standings", days[0], "--json").stdout)
    assert found["preliminary"]
    assert found["teams"][1] == {
        "team": "B", "place": "2-3", "total": "1", "attempts": 0, "stages": {"hall": "1"},
        "tours": [1, 0], "categories": {"junior": "1-2"},
    }  # fmt: skip

    lines = said("standings", days[0], "--csv").stdout.lstrip("\ufeff").splitlines()
    assert lines == [
        "place,team,total,attempts,hall,tour 1,tour 2,junior",
        "1,A,2,0,2,2,0,",
        "2–3,B,1,0,1,1,0,1–2",
        "2–3,C,1,0,1,1,0,1–2",
    ]


def test_other_tours_are_another_event(days: list[Path], tmp_path: Path) -> None:
    """Question 3 of one plan is not question 3 of another."""
    text = PLAN.replace("[2, 1]", "[1, 2]")
    other = _played(tmp_path / "day", DAY_1.replace("B 1 credit", "B 2 credit"), plan=text)

    assert "other tours" in str(said("standings", days[0], other).exception)


def test_a_day_that_cannot_be_read_stops_no_evening(
    days: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said; today's questions are played."""
    folder = tmp_path / "event"
    shutil.copytree(days[0], folder / "2018-09-15")

    def unreadable(_folder: Path) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("firmware_host.daemon.days.read_evening", unreadable)
    text = "plan plan.toml\nat 10 tap start\nat 90 end\nexpect alarm journal-damage\n"
    assert _played(folder, text, "begin = 3").is_dir()


HAT = """schema = 1
[teams]
A = "Team A"
B = "Team B"
C = "Team C"
[categories]
junior = ["B", "C"]
late = ["A", "C"]
[[stage]]
id = "hat"
formats = ["evening-002-hat"]
"""


def test_categories_without_answers(tmp_path: Path) -> None:
    """A 9, B 6, C 6: B and C share their category's first place; C is second of A and C (4-i)."""
    day = _played(tmp_path / "day", "plan plan.toml\ngiven A 9, B 6, C 6\nat 1 end\n", plan=HAT)

    assert _lines(day) == [
        ["place", "team", "total", "attempts", "hat", "junior", "late"],
        ["1", "A", "9", "0", "9", "1"],
        ["2-3", "B", "6", "0", "6", "1-2"],
        ["2-3", "C", "6", "0", "6", "1-2", "2"],
    ]
    rows = json.loads(said("standings", day, "--json").stdout)["teams"]
    assert [row["categories"] for row in rows] == [
        {"late": "1"}, {"junior": "1-2"}, {"junior": "1-2", "late": "2"},
    ]  # fmt: skip
    assert "tours" not in rows[0]
    assert said("standings", day, "--csv").stdout.lstrip("\ufeff").splitlines() == [
        "place,team,total,attempts,hat,junior,late",
        "1,A,9,0,9,,1",
        "2–3,B,6,0,6,1–2,",
        "2–3,C,6,0,6,1–2,2",
    ]
