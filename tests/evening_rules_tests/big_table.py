"""A synthetic table of 24 teams and 75 questions, whose totals and ratings are known by hand.

The questions are a ladder: a team with the total n takes the rungs 1 to n. Where totals are equal,
some teams take another rung, from 70 on, in the place of their last one. A seeded shuffle says
which question is which rung, and what stands where a question was not taken.
"""

import random

from firmware_host.evening.answers import Answer, Grid

TOURS = (15, 15, 15, 15, 15)
TOTALS = {
    "T01": 52, "T02": 45, "T03": 58, "T04": 48, "T05": 36, "T06": 45, "T07": 61, "T08": 52,
    "T09": 41, "T10": 33, "T11": 45, "T12": 55, "T13": 38, "T14": 10, "T15": 50, "T16": 29,
    "T17": 45, "T18": 22, "T19": 58, "T20": 43, "T21": 0, "T22": 52, "T23": 45, "T24": 36,
}  # fmt: skip
"""How many questions each team takes."""

INSTEAD = {"T03": 70, "T01": 71, "T08": 72, "T02": 73, "T06": 73, "T11": 74}
"""Teams whose last rung is this one: 73 is taken by two, the others by one."""

NOT_TAKEN = (
    Answer("not-taken"), Answer("not-taken"), Answer("contested"), Answer("void", "late"),
)  # fmt: skip


def question_of(rung: int, seed: int = 75) -> int:
    """Return which question is a rung of the ladder."""
    questions = list(range(1, sum(TOURS) + 1))
    random.Random(seed).shuffle(questions)
    return questions[rung - 1]


def rungs(team: str) -> set[int]:
    """Return the rungs that a team takes."""
    taken = set(range(1, TOTALS[team] + 1))
    if team in INSTEAD:
        taken = taken - {TOTALS[team]} | {INSTEAD[team]}
    return taken


def big_table(seed: int = 75) -> Grid:
    """Return the table: every answer of every team is entered."""
    chance = random.Random(seed + 1)
    answers = {}
    for team in TOTALS:
        taken = {question_of(rung, seed) for rung in rungs(team)}
        for question in range(1, sum(TOURS) + 1):
            other = chance.choice(NOT_TAKEN)
            answers[team, question] = Answer("taken") if question in taken else other
    teams = list(TOTALS)
    chance.shuffle(teams)
    return Grid(teams=tuple(teams), tours=TOURS, answers=answers)
