"""All standings of 24 teams and 75 questions, beside a bare sum and sort of the same table.

A page and the box reckon them anew after every answer that is entered.
"""

import random
import time
from collections.abc import Callable

from table import Row, extremes, topic

from firmware_host.evening.answers import Answer, Grid
from firmware_host.evening.results import standing, standings

TEAMS = tuple(f"T{number:02}" for number in range(1, 25))
TOURS = (15, 15, 15, 15, 15)
CATEGORIES = {f"every {step}th": TEAMS[::step] for step in (2, 3, 4)}
AIM_MS = 50.0


def table_of(seed: int = 75) -> Grid:
    """Return a table in which every answer is entered, and more than a third is taken."""
    chance = random.Random(seed)
    states = [Answer("taken"), Answer("taken"), Answer("not-taken"), Answer("contested"),
              Answer("void", "late")]  # fmt: skip
    questions = range(1, sum(TOURS) + 1)
    answers = {(team, one): chance.choice(states) for team in TEAMS for one in questions}
    return Grid(teams=TEAMS, tours=TOURS, answers=answers)


def all_standings(grid: Grid) -> None:
    """Reckon the main standing and those of three categories, each without and with the rating."""
    for rating in (False, True):
        standing(grid, rating=rating)
        standings(grid, CATEGORIES, rating=rating)


def bare(rows: dict[str, list[int]]) -> list[tuple[int, str]]:
    """Sum and sort the same table, which stands there as ones and zeros."""
    return sorted(((sum(row), team) for team, row in rows.items()), reverse=True)


def cpu_ms(work: Callable[[], object], count: int) -> list[float]:
    """Return the milliseconds of this thread's CPU, each time."""
    found = []
    for _ in range(count):
        before_ns = time.thread_time_ns()
        work()
        found.append((time.thread_time_ns() - before_ns) / 1e6)
    return sorted(found)


def measure(quick: bool) -> list[Row]:
    """Return a row for one standing, and one for all."""
    count, grid = 20 if quick else 200, table_of()
    rows = {
        team: [int(grid.answers[team, one].state == "taken") for one in grid.questions]
        for team in TEAMS
    }
    base = cpu_ms(lambda: bare(rows), count)
    found = []
    for name, work, aim in (
        ("one standing of 24 teams x 75 questions", lambda: standing(grid), ""),
        ("all 8 of them: main and 3 categories, without and with the rating",
         lambda: all_standings(grid), f"< {AIM_MS:g} ms"),
    ):  # fmt: skip
        times = cpu_ms(work, count)
        value = times[len(times) // 2]
        found.append(
            Row(
                topic="standings", name=name, value=value, unit="ms", count=count,
                spread=extremes(times), baseline=base[len(base) // 2],
                baseline_of="a bare sum and sort of the same table, once",
                aim=aim, met=value < AIM_MS if aim else None,
            )
        )  # fmt: skip
    return found


if __name__ == "__main__":
    topic(__doc__, measure)
