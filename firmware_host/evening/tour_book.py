"""Who plays a tour and where: totals brought in, seats, who is away, who went on.

Entries: given, draw, seats, away, back, owed (000 l.10-13; RULES A.1, A.7). Where a plan has both
categories and tables, each category is a competition of its own under one clock: it has its own
tables, numbered on through the categories, and its own cut.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from firmware_host.evening.book import Book, number_of, word_of
from firmware_host.evening.draw import Seating, hand_seating, seating
from firmware_host.evening.event import Entry, Event, EventStage
from firmware_host.evening.places import Team

_NUMBER = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,9})?")
MOST_SEED = (1 << 63) - 1


def totals_of(book: Book, stage_id: str) -> dict[Team, int | None]:
    """Return the totals of a stage, those brought in among them, for all teams that are in it."""
    found: dict[Team, int | None] = dict.fromkeys(teams_in(book, stage_id))
    found |= book.totals.get(stage_id, {})
    for entry in book.of("given"):
        if entry.args.get("stage") != stage_id:
            continue
        for team, half in cast(Mapping[Team, int], entry.args["totals"]).items():
            found[team] = (found.get(team) or 0) + half
    return found


def teams_in(book: Book, stage_id: str) -> tuple[Team, ...]:
    """Return the teams that play a stage: after a cut those that went on."""
    teams = tuple(book.event.teams)
    for stage in book.event.stages:
        if stage.id == stage_id:
            teams = tuple(team for team in teams if not stage.teams or team in stage.teams)
            break
        went_on = inside(book, stage.id)
        if went_on is not None:
            teams = tuple(team for team in teams if team in went_on)
    return teams


def reached(book: Book) -> dict[Team, int]:
    """Return how many cuts each team has passed."""
    passed = dict.fromkeys(book.event.teams, 0)
    for stage in book.event.stages:
        for team in inside(book, stage.id) or ():
            passed[team] = passed.get(team, 0) + 1
    return passed


def inside(book: Book, stage_id: str) -> tuple[Team, ...] | None:
    """Return who went on from a stage that the desk has closed with a cut; None: none was made.

    It stands in the entry: what changes afterwards does not change who plays the next tour.
    """
    for entry in book.of("advance"):
        if entry.args.get("stage") == stage_id and "inside" in entry.args:
            return tuple(cast(list[Team], entry.args["inside"]))
    return None


def seats_in(book: Book, stage_id: str) -> Seating | None:
    """Return who sits where in a stage: the latest draw or hand seating in force, or None."""
    for entry in reversed(book.of("draw", "seats")):
        if entry.args.get("stage") != stage_id:
            continue
        if entry.what == "seats":
            return hand_seating(cast(list[list[Team]], entry.args["tables"]))
        return _drawn(book, entry)
    return None


def _drawn(book: Book, entry: Entry) -> Seating | None:
    """Return the seats of a draw: each category has its own, all of one seed."""
    drawn, seed = set(cast(list[Team], entry.args["teams"])), cast(int, entry.args["seed"])
    tables = [
        table
        for _, teams in groups(book)
        if (here := [team for team in teams if team in drawn])
        for table in seating(here, seed).tables
    ]
    return Seating(tables=tuple(tables), seed=seed) if tables else None


def groups(book: Book) -> tuple[tuple[str, tuple[Team, ...]], ...]:
    """Return the competitions under one clock: (category, its teams); "" are all the others."""
    event = book.event
    if not any(stage.keep is not None for stage in event.stages):
        return (("", tuple(event.teams)),)  # standings over the same play, not competitions (4-i)
    named = {team for teams in event.categories.values() for team in teams}
    rest = tuple(team for team in event.teams if team not in named)
    return (*event.categories.items(), *((("", rest),) if rest else ()))


def seatings(book: Book) -> dict[str, Seating]:
    """Return the seats of each stage in which pairs sit at tables and somebody was seated."""
    found = {one.id: seats_in(book, one.id) for one in book.event.stages if one.tables}
    return {stage: seated for stage, seated in found.items() if seated is not None}


def seat_team(event: Event, drawn: Seating, stage_id: str, place: int, key: str) -> Team:
    """Return whose pair explains at a table in a turn of a stage; "": nobody's.

    Args:
        place: Which of the stage's turns it is, from 0.
    """
    stage = event.stage(stage_id)
    table = key.removeprefix("table")
    if stage is None or not table.isdecimal():
        return ""
    slot = place % stage.slots
    if not 0 < int(table) <= len(drawn.tables):
        return ""
    row = drawn.tables[int(table) - 1]
    return row[slot] if slot < len(row) else ""


def away_of(book: Book) -> frozenset[Team]:
    """Return the teams that are not there."""
    away: set[Team] = set()
    for entry in book.of("away", "back"):
        (away.add if entry.what == "away" else away.discard)(str(entry.args["team"]))
    return frozenset(away)


def whole_total(text: object, stage: EventStage) -> int:
    """Read a total as people write it: "10.5" points are 21 halves, "67.3" seconds nanoseconds.

    Raises:
        ValueError: It is none.
    """
    if not _NUMBER.fullmatch(str(text)):
        raise ValueError(f"{text!r} is not a total: write 61, 10.5 or 67.3")
    value = Fraction(str(text)) * (1_000_000_000 if stage.fail_ns else 2)
    if value.denominator != 1:
        raise ValueError(f"{text!r}: points go by halves")
    return int(value)


def check_given(book: Book, entry: Entry) -> str | None:
    """Totals brought in: {"stage": id, "totals": {team: "10.5"}}, points or seconds; the box makes
    halves or nanoseconds of them."""
    word_of(entry, "stage", {one.id: one for one in book.event.stages})
    totals = entry.args.get("totals")
    if not isinstance(totals, Mapping) or not totals:
        raise ValueError("given takes totals, {team: half-points}")
    for team, half in totals.items():
        if team not in book.event.teams or not isinstance(half, int):
            raise ValueError(f"totals: {team!r}: {half!r} is not a total of a team of this event")
    return None


def check_draw(book: Book, entry: Entry) -> str | None:
    """Seats by lot: {"stage": id, "seed": n}."""
    word_of(entry, "stage", {one.id: one for one in book.event.stages})
    number_of(entry, "seed", 0, MOST_SEED)
    return begun(book, entry)


def check_seats(book: Book, entry: Entry) -> str | None:
    """Seats by hand: {"stage": id, "tables": [[team of slot 1, …], …]}."""
    word_of(entry, "stage", {one.id: one for one in book.event.stages})
    tables = entry.args.get("tables")
    if not isinstance(tables, list | tuple) or not tables:
        raise ValueError("seats takes tables, a list of teams for each table")
    for row in tables:
        for team in row if isinstance(row, list | tuple) else [None]:
            if team != "" and team not in book.event.teams:
                raise ValueError(f"tables: no such team {team!r}")
    return begun(book, entry)


def begun(book: Book, entry: Entry) -> str | None:
    """Nobody changes seats once words of the stage are counted."""
    return "over" if book.totals.get(str(entry.args["stage"])) else None


def check_team(book: Book, entry: Entry) -> str | None:
    """A team that is away, or back: {"team": id}."""
    team = word_of(entry, "team", book.event.teams)
    return "moot" if (team in away_of(book)) == (entry.what == "away") else None


def check_owed(book: Book, entry: Entry) -> str | None:
    """A team plays now what it owes: {"team": id}. The running order knows whether it owes."""
    team = word_of(entry, "team", book.event.teams)
    return "not-your-turn" if team in away_of(book) else None
