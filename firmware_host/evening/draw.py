"""Draws: who sits where (000), who goes when, which ticket. Each names its seed and its result.

Seating (RULES A.1): teams are relabelled by the seed, table i seats teams i, i+1, i+3; the order
at a table is the slot in which a pair explains, so each team has one pair in each slot (A.7). No
two teams meet twice from 7 teams on; with 6 that is impossible, and three pairs do.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from firmware_host.errors import HostError
from firmware_host.evening.chance import drawn_one, shuffled
from firmware_host.evening.places import Team

T = TypeVar("T")

PAIRS = 3
BYE: Team = ""
"""An empty seat: it scores nothing (0-k)."""

Tables = tuple[tuple[Team, ...], ...]


class Nothing(HostError, ValueError):
    """There is nothing left to draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sits at which table, in the order of the slots; no seed when seated by hand."""

    tables: Tables
    seed: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What a seating comes to. Pairs of numbers are (least, most).

    Attributes:
        tables_a_team: At how many tables a team sits.
        teams_a_table: How many teams sit at a table.
        meetings: How many pairs of teams meet.
        most: How often the same two teams meet at most.
        twice: How many pairs of teams meet exactly twice.
        faults: (table, team) where a team sits against itself, which 000 l.12 forbids.
    """

    tables_a_team: tuple[int, int]
    teams_a_table: tuple[int, int]
    meetings: int
    most: int
    twice: int
    faults: tuple[tuple[int, Team], ...]


def seating(teams: Sequence[Team], seed: int) -> Seating:
    """Return the seats drawn for any number of teams; fewer than three leave byes.

    Raises:
        Nothing: There are no teams.
        ValueError: A team is named twice.
    """
    if not teams:
        raise Nothing("no teams to seat")
    twice = sorted({team for team in teams if list(teams).count(team) > 1})
    if twice:
        raise ValueError(f"named twice: {', '.join(twice)}")
    byes = (BYE,) * max(0, PAIRS - len(teams))
    order = shuffled([*sorted(teams), *byes], seed)
    steps = (0, 1, 3) if len(order) > PAIRS else (0, 1, 2)
    tables = tuple(
        tuple(order[(table + step) % len(order)] for step in steps) for table in range(len(order))
    )
    return Seating(tables=tables, seed=seed)


def hand_seating(tables: Sequence[Sequence[Team]]) -> Seating:
    """Return seats given by a person; `counts` shows what they break, nothing is refused (A.7)."""
    return Seating(tables=tuple(tuple(table) for table in tables), seed=None)


def counts(tables: Tables) -> Counts:
    """Return the counts of a seating; byes are nobody."""
    seated = [[team for team in table if team != BYE] for table in tables]
    a_team = Counter(team for table in seated for team in set(table))
    met = Counter(pair for table in seated for pair in combinations(sorted(set(table)), 2))
    sizes = [len(set(table)) for table in seated]
    return Counts(
        tables_a_team=_span(list(a_team.values())),
        teams_a_table=_span(sizes),
        meetings=len(met),
        most=max(met.values(), default=0),
        twice=sum(1 for often in met.values() if often == 2),
        faults=tuple(
            (number, team)
            for number, table in enumerate(seated, 1)
            for team in sorted(set(table))
            if table.count(team) > 1
        ),
    )


def _span(found: Collection[int]) -> tuple[int, int]:
    return min(found, default=0), max(found, default=0)


def seats_of(drawn: Seating, team: Team) -> tuple[tuple[int, int], ...]:
    """Return (table, slot) of a team's pairs, from 1, in the order of the slots."""
    seats = [
        (number, slot)
        for number, table in enumerate(drawn.tables, 1)
        for slot, seated in enumerate(table, 1)
        if seated == team
    ]
    return tuple(sorted(seats, key=lambda seat: (seat[1], seat[0])))


def drawn_order(teams: Sequence[Team], seed: int) -> tuple[Team, ...]:
    """Return an order by lot; who entered first does not matter."""
    return shuffled(sorted(teams), seed)


def order_of_circle(teams: Sequence[Team], circle: int) -> tuple[Team, ...]:
    """Return a rotating order: circle 1 as given, each next one begins a team later."""
    first = (circle - 1) % len(teams) if teams else 0
    return (*teams[first:], *teams[:first])


def ticket(pool: Sequence[T], taken: Collection[T], seed: int) -> T:
    """Return a ticket that this event has not had («экзаменационный билет», A.7 of 001).

    Raises:
        Nothing: All have been drawn.
    """
    free = [item for item in pool if item not in taken]
    if not free:
        raise Nothing("every ticket has been drawn")
    return drawn_one(free, seed)


def typed_refusal(number: T, pool: Collection[T], taken: Collection[T]) -> str | None:
    """Return why a ticket that was drawn by hand is refused: "unknown", "drawn", or None."""
    if number not in pool:
        return "unknown"
    return "drawn" if number in taken else None
