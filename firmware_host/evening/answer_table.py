"""What the answers in the books come to, reckoned once: sums, rating, categories, series."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from firmware_host.evening.answer_book import tours_of
from firmware_host.evening.answers import missing
from firmware_host.evening.appeal_book import grid_of
from firmware_host.evening.book import Book
from firmware_host.evening.places import Decision, Place, Team
from firmware_host.evening.results import taken_by, tour_totals
from firmware_host.evening.series_book import category_places, keys_of, series_decisions


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTable:
    """Everything that standings add of answers; empty where an event has none.

    Attributes:
        stages: Team -> stage -> half-points, two for a question; no team without any answer.
        tours: Team -> questions taken in each tour.
        rating: Team -> question rating, where it parts equal teams (C.1).
        categories: Standing over the same answers -> team -> place, after its series (4-i).
        decisions: What the series have decided, each in its own standing.
        missing: How many answers are not yet entered.
    """

    stages: Mapping[Team, Mapping[str, int]] = field(default_factory=dict)
    tours: Mapping[Team, tuple[int, ...]] = field(default_factory=dict)
    rating: Mapping[Team, int] = field(default_factory=dict)
    categories: Mapping[str, Mapping[Team, Place]] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    missing: int = 0


def has_answers(book: Book) -> bool:
    """Tell whether answers of teams are entered in this event."""
    return bool(tours_of(book.event)) and any(stage.answers for stage in book.event.stages)


def answer_table(book: Book) -> AnswerTable:
    """Return what the answers come to."""
    if not has_answers(book):
        return AnswerTable()
    grid = grid_of(book)
    keys, taken = keys_of(book, grid), taken_by(grid)
    return AnswerTable(
        stages={
            team: dict(_stages(book, taken[team]))
            for team, row in keys.items()
            if row[0] is not None
        },
        tours={team: tour_totals(grid, team) for team in grid.teams},
        rating={team: row[1] or 0 for team, row in keys.items()},
        categories={one: category_places(book, keys, one) for one in book.event.categories},
        decisions=tuple(series_decisions(book, keys)),
        missing=len(missing(grid)),
    )


def _stages(book: Book, taken: frozenset[int]) -> Iterator[tuple[str, int]]:
    """Yield each stage of answers with the half-points of these questions that are in it.

    Questions are numbered through these stages alone; past the last one they go on in it.
    """
    stages = [stage for stage in book.event.stages if stage.answers]
    left, end = set(taken), 1
    for stage in stages:
        end += stage.turns
        mine = {one for one in left if one < end or stage is stages[-1]}
        left -= mine
        yield stage.id, 2 * len(mine)
