"""Rows of the three forms that `sheet_reading` reads: tours, full, and Minuta's own."""

from collections.abc import Iterator

from firmware_host.evening.answers import Answer
from firmware_host.evening.places import Team
from firmware_host.exchange import marks
from firmware_host.exchange.cells import Cell, clean, number_or_text
from firmware_host.exchange.grid_file import Entrant, GridFile
from firmware_host.exchange.sheet_reading import REMOVED_ROW, TOUR_ROW
from firmware_host.exchange.states import sayable

HEADER = ("Team ID", "Название", "Город")
CONTESTED = "спорный"
"""What is written in a contested cell of which no text is known."""


def tour_rows(file: GridFile) -> list[list[Cell]]:
    """Return the sheet "tournament-tours" of what `states.sayable` leaves (RULES C.1).

    Row 1 is blank; each tour has its header, its rows, and a blank row before the next one.
    """
    said, _ = sayable(file)
    rows: list[list[Cell]] = [[]]
    first = 1
    for nth, length in enumerate(file.grid.tours, 1):
        questions = range(first, first + length)
        first += length
        rows += [[]] if nth > 1 else []
        rows.append([*HEADER, "Тур", *questions])
        rows += [[*_named(one), nth, *_foreign(said, one.team, questions)] for one in said.entrants]
    return rows


def full_rows(file: GridFile) -> list[list[Cell]]:
    """Return the full sheet of what `states.sayable` leaves: all questions in one row."""
    said, _ = sayable(file)
    questions = file.grid.questions
    rows = [[*_named(one), *_foreign(said, one.team, questions)] for one in said.entrants]
    return [[*HEADER, *questions], *rows]


def own_rows(file: GridFile) -> list[list[Cell]]:
    """Return Minuta's own form: every entry, every ground, what is removed and credited."""
    grid = file.grid
    tours: list[Cell] = [nth for nth, length in enumerate(grid.tours, 1) for _ in range(length)]
    rows: list[list[Cell]] = [[*HEADER, *grid.questions], [TOUR_ROW, None, None, *tours]]
    if grid.removed:
        crosses: list[Cell] = ["X" if one in grid.removed else None for one in grid.questions]
        rows.append([REMOVED_ROW, None, None, *crosses])
    for one in file.entrants:
        id_, name, town = _named(one)
        starred = isinstance(id_, str) and id_.startswith("*")
        cells = [_exact(file, one.team, question) for question in grid.questions]
        rows.append([f"*{id_}" if starred else id_, name, town, *cells])
    return rows


def _named(one: Entrant) -> tuple[Cell, Cell, Cell]:
    return number_or_text(clean(one.id)), clean(one.name) or None, clean(one.town) or None


def _foreign(said: GridFile, team: Team, questions: range) -> Iterator[Cell]:
    for question in questions:
        answer = said.grid.answers.get((team, question))
        if answer is None:
            yield None
        elif answer.state == "contested":
            yield _contested(said.texts.get((team, question), ""))
        else:
            yield 1 if answer.state == "taken" else 0


def _contested(text: str) -> str:
    """Return a contested answer's text, unless a reader would take it for something else."""
    plain = clean(text)
    return plain if marks.lenient(plain) == marks.CONTESTED else CONTESTED


def _exact(file: GridFile, team: Team, question: int) -> Cell:
    key = (team, question)
    answer: Answer | None = file.grid.answers.get(key)
    text = marks.written(answer, clean(file.texts.get(key, "")), key in file.grid.credited)
    return int(text) if text in ("0", "1") else text or None
