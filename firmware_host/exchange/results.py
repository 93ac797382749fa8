"""Results as a table: place, team, total, attempts, stages, answers; from journals or a grid.

A shared place is written with a dash (2–3): a spreadsheet makes a date of a hyphen. Points are
numbers; times are texts, as people read them, with the total in seconds beside them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from firmware_host.evening.answers import mask
from firmware_host.evening.places import Place, Team, place_text
from firmware_host.evening.results import standing, taken_by, total, tour_totals
from firmware_host.evening.tiebreak import question_rating
from firmware_host.evening.totals import NOTHING
from firmware_host.exchange.cells import Cell
from firmware_host.exchange.grid_file import GridFile
from firmware_host.standings import Standings

Unit = Literal["half", "ns", "answers"]

HEADS: Mapping[str, tuple[str, str]] = {
    "place": ("Место", "Place"),
    "team": ("Команда", "Team"),
    "name": ("Название", "Name"),
    "town": ("Город", "Town"),
    "total": ("Итог", "Total"),
    "seconds": ("Итог, с", "Total, s"),
    "rating": ("Рейтинг", "Rating"),
    "attempts": ("Попытки", "Attempts"),
    "tour": ("Тур", "Tour"),
    "results": ("Результаты", "Results"),
    "answers": ("Ответы", "Answers"),
}
"""Heads of columns and names of sheets, in Russian and English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """A team's row; a value that is not there is None, which is no zero (C48)."""

    place: Place
    team: Team
    name: str = ""
    town: str = ""
    total: Cell
    seconds: Cell = None
    rating: int | None = None
    attempts: int | None = None
    stages: tuple[Cell, ...] = ()
    mask: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """A whole result, best first.

    Attributes:
        unit: "half" points, "ns" of time, or "answers" taken.
        stages: Names of the stages, or nothing for a grid: its tours have numbers.
        questions: Of a grid; 0 without one.
    """

    unit: Unit
    stages: tuple[str, ...]
    rows: tuple[ResultRow, ...]
    questions: int = 0


def of_standings(table: Standings, tiebreak: Sequence[str] = ()) -> Results:
    """Return the result of an event's journals."""
    stages = tuple(dict.fromkeys(name for one in table.teams.values() for name in one.stages))
    places = table.places(tiebreak)
    timed = table.unit == "ns"

    def shown(value: int | None) -> Cell:
        if value is None:
            return None
        return table.text(value) if timed else table.shown(value)

    rows = []
    for team in sorted(places, key=lambda team: (places[team], team)):
        one = table.teams[team]
        value = one.total if one.stages or not timed else None
        rows.append(
            ResultRow(
                place=places[team],
                team=team,
                total=shown(value),
                seconds=table.shown(value) if timed and value is not None else None,
                attempts=one.attempts,
                stages=tuple(shown(one.stages.get(stage)) for stage in stages),
            )
        )
    return Results(unit="ns" if timed else "half", stages=stages, rows=tuple(rows))


def of_grid(file: GridFile, rating: bool = False) -> Results:
    """Return the result of an answer grid.

    Args:
        rating: Part equal teams by question rating, and show it (C.1).
    """
    grid = file.grid
    places = standing(grid, rating=rating)
    rated = question_rating(taken_by(grid)) if rating else {}
    named = {one.team: one for one in file.entrants}
    rows = tuple(
        ResultRow(
            place=places[team],
            team=team,
            name=named[team].name,
            town=named[team].town,
            total=total(grid, team),
            rating=rated.get(team),
            stages=tour_totals(grid, team) if total(grid, team) is not None else (),
            mask=mask(grid, team),
        )
        for team in places
    )
    return Results(
        unit="answers",
        stages=tuple("" for _ in grid.tours),
        rows=rows,
        questions=len(grid.questions),
    )


def result_rows(found: Results, lang: int, answers: bool) -> list[list[Cell]]:
    """Return the table, its head first.

    Args:
        lang: Which of `HEADS`: 0 Russian, 1 English.
        answers: Put the marks of the answers behind, a column a question.
    """
    words = {key: texts[lang] for key, texts in HEADS.items()}
    columns = [
        word
        for word in ("place", "team", "name", "town", "total", "seconds", "rating", "attempts")
        if word in ("place", "team", "total") or any(_value(row, word) for row in found.rows)
    ]
    tours = [f"{words['tour']} {nth}" for nth in range(1, len(found.stages) + 1)]
    stages = tours if found.unit == "answers" else [name or NOTHING for name in found.stages]
    head: list[Cell] = [*(words[word] for word in columns), *stages]
    questions = range(1, found.questions + 1) if answers else range(0)
    rows: list[list[Cell]] = [[*head, *questions]]
    for row in found.rows:
        values = [_value(row, word) for word in columns]
        blank: list[Cell] = [None] * (len(found.stages) - len(row.stages))
        rows.append([*values, *row.stages, *blank, *(_marks(row) if answers else ())])
    return rows


def answer_rows(found: Results, lang: int) -> list[list[Cell]]:
    """Return the answers alone: team, name, a column a question (`evening.answers.MARKS`)."""
    head: list[Cell] = [HEADS["team"][lang], HEADS["name"][lang]]
    rows: list[list[Cell]] = [[*head, *range(1, found.questions + 1)]]
    return rows + [[row.team, row.name or None, *_marks(row)] for row in found.rows]


def _value(row: ResultRow, word: str) -> Cell:
    if word == "place":
        return place_cell(row.place)
    value: Cell = getattr(row, word)
    return None if value == "" else value


def place_cell(place: Place) -> Cell:
    """Return a place for a spreadsheet: 4, or "2–3" with a dash, which is no date."""
    return place[0] if place[0] == place[1] else place_text(place).replace("-", "–")


def _marks(row: ResultRow) -> list[Cell]:
    return [int(mark) if mark in "01" else "" if mark == "·" else mark for mark in row.mask]
