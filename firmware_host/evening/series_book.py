"""Series in the books: who plays for a prize place, and what their answers decide.

Entry: series (003 l.23-24, 004 l.38; 3-c, 3-d, 3-f, 4-f, 4-i). Its answers are a table of their
own, never added to the totals. Each entry keeps who was asked: if a later credit changes a tie,
what others answered before decides nothing in it.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from firmware_host.evening import cut_book
from firmware_host.evening.answers import Grid
from firmware_host.evening.appeal_book import grid_of
from firmware_host.evening.book import Book, number_of, teams_of, word_of
from firmware_host.evening.event import Entry
from firmware_host.evening.places import Decision, Keys, Place, Team, places, settle
from firmware_host.evening.results import taken_by, total
from firmware_host.evening.series import Group, Round, groups, series
from firmware_host.evening.tiebreak import question_rating

MOST = 1000
MAIN = ""


def rounds_of(book: Book, where: str = MAIN) -> list[Round]:
    """Return the questions of a standing's series, up to the first that is missing."""
    found: dict[int, Round] = {}
    for entry in book.of("series"):
        if entry.args.get("where", MAIN) == where:
            taken = cast(Sequence[Team], entry.args["taken"])
            asked = cast(Sequence[Team], entry.args["teams"])
            removed = entry.args.get("removed") is True
            answers = {} if removed else {team: team in taken for team in asked}
            found[cast(int, entry.args["question"])] = answers
    rounds: list[Round] = []
    while len(rounds) + 1 in found:
        rounds.append(found[len(rounds) + 1])
    return rounds


def keys_of(book: Book, grid: Grid) -> dict[Team, Keys]:
    """Return what ranks each team: questions taken, None without any answer; question rating."""
    rated = question_rating(taken_by(grid)) if book.event.rating else {}
    return {team: (total(grid, team), rated.get(team, 0)) for team in grid.teams}


def _played(
    book: Book, keys: Mapping[Team, Keys], where: str
) -> tuple[list[Decision], list[Group], dict[Team, Place]]:
    inside = frozenset(book.event.categories[where] if where else keys)
    shown = places({team: row for team, row in keys.items() if team in inside})
    orders: list[Decision] = []
    still: list[Group] = []
    for group in groups(shown, book.event.prizes):
        if any(keys[team][0] is None for team in group.teams):
            continue  # who has no answers yet is not tied with anybody
        rounds = rounds_of(book, where)
        while rounds and not group.teams <= rounds[0].keys():
            del rounds[0]
        decided, left = series(
            [group], rounds, first_block=book.event.series, prizes=book.event.prizes, where=where
        )
        orders += decided
        still += left
    return orders, still, shown


def series_decisions(book: Book, keys: Mapping[Team, Keys]) -> list[Decision]:
    """Return what the series have decided, in the main standing and in each category."""
    return [
        one for where in (MAIN, *book.event.categories) for one in _played(book, keys, where)[0]
    ]


def category_places(book: Book, keys: Mapping[Team, Keys], where: str) -> dict[Team, Place]:
    """Return the places of a category after its own series (4-i)."""
    orders, _, shown = _played(book, keys, where)
    return settle(shown, orders, where)


def playing(book: Book, where: str = MAIN) -> tuple[Group, ...]:
    """Return who plays the next question of a series, group by group; (): nobody has to."""
    return tuple(_played(book, keys_of(book, grid_of(book)), where)[1])


def asked(book: Book, entry: Entry) -> list[Team]:
    """Return whom a question of a series is asked: those entered for it before, or who plays."""
    where = entry.args.get("where", MAIN)
    if where != MAIN and where not in book.event.categories:
        return []
    for old in reversed(book.of("series")):
        if (old.args.get("where", MAIN), old.args["question"]) == (
            where, entry.args.get("question"),
        ):  # fmt: skip
            return list(cast(Sequence[Team], old.args["teams"]))
    return sorted(team for group in playing(book, str(where)) for team in group.teams)


def check_series(book: Book, entry: Entry) -> str | None:
    """A question of a series.

    {"question": its number in the series, "taken": [teams], "teams": [who was asked], "where":
    category, "removed": true where it counts for nobody}
    """
    where = word_of(entry, "where", book.event.categories) if entry.args.get("where") else MAIN
    taken = teams_of(entry, "taken", book.event)
    teams = teams_of(entry, "teams", book.event)
    number_of(entry, "question", 1, len(rounds_of(book, where)) + 1)
    if entry.args.get("removed") is True and taken:
        raise ValueError("a removed question was taken by nobody")
    if not teams:
        return "moot"
    return None if set(taken) <= set(teams) else "not-your-turn"


def check_extra(book: Book, entry: Entry) -> str | None:
    """An extra turn: a question for who plays a series, or an explanation at a cut (0-e).

    {"stage": id, "seats": {key: team}; {} for a question}
    """
    stage = book.event.stage(str(entry.args.get("stage")))
    if stage is None or not stage.answers:
        return cut_book.check_extra(book, entry)
    if entry.args.get("seats") != {}:
        raise ValueError("all teams that play answer the question: leave seats empty")
    if not stage.extra:
        return "no-extra"
    return None if any(playing(book, one) for one in (MAIN, *book.event.categories)) else "moot"
