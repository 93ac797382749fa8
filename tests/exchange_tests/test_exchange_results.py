"""Results as tables: numbers worked out by hand, places that are no dates."""

from __future__ import annotations

from firmware_host.evening.answers import Answer, Grid, remove
from firmware_host.exchange.grid_file import Entrant, GridFile, of_grid
from firmware_host.exchange.results import answer_rows, of_standings, place_cell, result_rows
from firmware_host.exchange.results import of_grid as grid_results
from firmware_host.standings import Standing, Standings

T, N = Answer("taken"), Answer("not-taken")
GRID = Grid(
    teams=("1", "2", "3", "4"), tours=(2, 1),
    answers={("1", 1): T, ("1", 2): N, ("1", 3): N, ("2", 1): N, ("2", 2): T, ("2", 3): T,
             ("3", 1): T, ("3", 2): N, ("3", 3): Answer("contested")},
)  # fmt: skip


def _points(**totals: dict[str, int]) -> Standings:
    teams = {team: Standing(team, stages, len(stages)) for team, stages in totals.items()}
    return Standings(teams)


def test_places_are_no_dates():
    """A shared place has a dash, a single one is a number."""
    assert [place_cell(place) for place in ((4, 4), (2, 3), (10, 12))] == [4, "2–3", "10–12"]


def test_points_are_numbers():
    """Half-points 63, −6, −6: 31.5, −3, −3; the two last share."""
    found = of_standings(_points(A={"hat": 63}, B={"hat": -6}, C={"hat": 14, "x": -20}))

    assert result_rows(found, 1, answers=True) == [
        ["Place", "Team", "Total", "Attempts", "hat", "x"],
        [1, "A", 31.5, 1, 31.5, None],
        ["2–3", "B", -3, 1, -3, None],
        ["2–3", "C", -3, 2, 7, -10],
    ]


def test_a_tie_break_decides_the_first_place():
    """002 l.43: more in the drawing."""
    table = _points(A={"hat": 4, "drawing": 2}, B={"hat": 2, "drawing": 4})

    assert [row[:3] for row in result_rows(of_standings(table, ["drawing"]), 0, False)] == [
        ["Место", "Команда", "Итог"], [1, "B", 3], [2, "A", 3],
    ]  # fmt: skip


def test_times_are_texts_with_seconds_beside_them():
    """620.2 s read 10:20.2; who has no time has no zero (C49)."""
    table = Standings(
        {"A": Standing("A", {"r1": 620_200_000_000}, 1), "B": Standing("B")}, unit="ns"
    )

    assert result_rows(of_standings(table), 1, False) == [
        ["Place", "Team", "Total", "Total, s", "Attempts", "r1"],
        [1, "A", "10:20.2", 620.2, 1, "10:20.2"],
        [2, "B", None, None, 0, None],
    ]


def test_a_stage_without_a_name_has_a_dash():
    """A single format is played in the stage ""."""
    assert result_rows(of_standings(_points(A={"": 2})), 1, False)[0][-1] == "–"


def test_a_grid():
    """2 has 2; 1 and 3 have 1; of 4 nothing was entered: no zero, the last place."""
    names = (Entrant("1", "1", "=1+1", "Пермь"), Entrant("2", "2", "2-3"), Entrant("3", "3"),
             Entrant("4", "4"))  # fmt: skip
    rows = result_rows(grid_results(GridFile(entrants=names, grid=GRID)), 0, answers=True)

    assert rows == [
        ["Место", "Команда", "Название", "Город", "Итог", "Тур 1", "Тур 2", 1, 2, 3],
        [1, "2", "2-3", None, 2, 1, 1, 0, 1, 1],
        ["2–3", "1", "=1+1", "Пермь", 1, 1, 0, 1, 0, 0],
        ["2–3", "3", None, None, 1, 1, 0, 1, 0, "?"],
        [4, "4", None, None, None, None, None, "", "", ""],
    ]


def test_question_rating():
    """4 teams: question 1 was taken by 2 (worth 3), questions 2 and 3 by 1 (worth 4 each)."""
    rows = result_rows(grid_results(of_grid(GRID), rating=True), 1, answers=False)

    assert rows[0] == ["Place", "Team", "Total", "Rating", "Tour 1", "Tour 2"]
    assert [row[:4] for row in rows[1:]] == [
        [1, "2", 2, 8], ["2–3", "1", 1, 3], ["2–3", "3", 1, 3], [4, "4", None, 0],
    ]  # fmt: skip


def test_a_removed_question_is_x_for_everybody():
    """Out of all sums, and seen to be."""
    found = grid_results(of_grid(remove(GRID, 2)))

    assert answer_rows(found, 1) == [
        ["Team", "Name", 1, 2, 3],
        ["1", None, 1, "X", 0], ["2", None, 0, "X", 1], ["3", None, 1, "X", "?"],
        ["4", None, "", "X", ""],
    ]  # fmt: skip
    assert [row.total for row in found.rows] == [1, 1, 1, None]
