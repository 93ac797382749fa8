"""What an answer grid comes to: totals of tours, standings over the same answers (003, 004)."""

from collections.abc import Collection, Mapping
from itertools import chain

from firmware_host.evening.answers import MARKS, Grid, mask
from firmware_host.evening.places import Keys, Place, Team, places
from firmware_host.evening.tiebreak import question_rating


def tour_totals(grid: Grid, team: Team) -> tuple[int, ...]:
    """Return how many questions a team took in each tour."""
    sums, marks = [], mask(grid, team)
    for length in grid.tours:
        sums.append(marks[:length].count(MARKS["taken"]))
        marks = marks[length:]
    return tuple(sums)


def total(grid: Grid, team: Team) -> int | None:
    """Return how many questions a team took; None if nothing has been entered for it."""
    seen = any(name == team for name, _ in chain(grid.answers, grid.credited))
    return sum(tour_totals(grid, team)) if seen else None


def taken_by(grid: Grid) -> dict[Team, frozenset[int]]:
    """Return the questions that each team took."""
    return {
        team: frozenset(n for n, mark in enumerate(mask(grid, team), 1) if mark == MARKS["taken"])
        for team in grid.teams
    }


def standing(
    grid: Grid, teams: Collection[Team] | None = None, rating: bool = False
) -> dict[Team, Place]:
    """Return the places of all teams, or of some: most answers first, equal ones share (l.38).

    Args:
        rating: Part equal teams by question rating, reckoned over the whole grid (C.1).
    """
    rated = question_rating(taken_by(grid)) if rating else {}
    rows: dict[Team, Keys] = {
        team: (total(grid, team), rated.get(team, 0))
        for team in grid.teams
        if teams is None or team in teams
    }
    return places(rows)


def standings(
    grid: Grid, categories: Mapping[str, Collection[Team]], rating: bool = False
) -> dict[str, dict[Team, Place]]:
    """Return a standing for each category over the same answers (4-i)."""
    return {word: standing(grid, teams, rating) for word, teams in categories.items()}
