"""The answer grid of 003 and 004: what is entered, and what is laid over it.

Entries are what the sheets say. Removed questions and credited answers lie over them as sets, so
that taking one back gives the very grid that was there before (A.7, 4-g). *Not yet entered* is
the absence of an entry, and is not *not taken* (C48).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from firmware_host.evening.places import Team

MINOR = frozenset({"number", "form", "late"})
"""Grounds of a technical void that the Game Jury may lift (004 l.14-18): wrong or missing number,
home-made form, lateness."""

AUTOMATIC = frozenset({"roster", "exchange", "references"})
"""Grounds that may not be lifted as minor (l.19-21, 4-h)."""

MARKS: Mapping[str, str] = {
    "taken": "1",
    "not-taken": "0",
    "void": "V",
    "contested": "?",
    "removed": "X",
    "not-entered": "·",
}
"""State of a question for a team -> its mark. Only the first is worth a point."""

_ENTERED = frozenset({"taken", "not-taken", "void", "contested"})


@dataclass(frozen=True, slots=True)
class Answer:
    """An entry: "taken", "not-taken", "contested", or "void" with its ground."""

    state: str
    ground: str = ""

    def __post_init__(self) -> None:
        if self.state not in _ENTERED:
            raise ValueError(f"state {self.state!r}: choose from {', '.join(sorted(_ENTERED))}")
        grounds = MINOR | AUTOMATIC if self.state == "void" else frozenset({""})
        if self.ground not in grounds:
            raise ValueError(f"{self.state} has no ground {self.ground!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Teams x questions.

    Attributes:
        tours: Questions in each tour; numbers go on through the tours, from 1.
        answers: (team, question) -> entry.
        removed: Questions that nobody has; the entries under them stay.
        credited: (team, question) taken by a decision, whatever was entered.
    """

    teams: tuple[Team, ...]
    tours: tuple[int, ...]
    answers: Mapping[tuple[Team, int], Answer]
    removed: frozenset[int] = frozenset()
    credited: frozenset[tuple[Team, int]] = frozenset()

    @property
    def questions(self) -> range:
        """All question numbers."""
        return range(1, sum(self.tours) + 1)


def _known(grid: Grid, team: Team | None, question: int) -> None:
    if team is not None and team not in grid.teams:
        raise KeyError(team)
    if question not in grid.questions:
        raise KeyError(question)


def enter(grid: Grid, team: Team, question: int, answer: Answer | None) -> Grid:
    """Return the grid with one entry put in, or taken out again (None).

    Raises:
        KeyError: The grid has no such team or question.
    """
    _known(grid, team, question)
    answers = {key: kept for key, kept in grid.answers.items() if key != (team, question)}
    if answer is not None:
        answers[team, question] = answer
    return replace(grid, answers=answers)


def remove(grid: Grid, question: int, back: bool = False) -> Grid:
    """Return the grid without a question for everyone, or with it back (снятие, 4-g)."""
    _known(grid, None, question)
    one = frozenset({question})
    return replace(grid, removed=grid.removed - one if back else grid.removed | one)


def credit(grid: Grid, question: int, teams: Iterable[Team], back: bool = False) -> Grid:
    """Return the grid with an answer credited to these teams, or no longer credited (A.7).

    Where two decisions credit the same answer, one is taken back by `appeals.applied` without it.
    """
    these = frozenset((team, question) for team in teams)
    for team, _ in these:
        _known(grid, team, question)
    return replace(grid, credited=grid.credited - these if back else grid.credited | these)


def lift_refusal(answer: Answer) -> str | None:
    """Return why the jury cannot lift this void: "not-void", "automatic", or None (4-h)."""
    if answer.state != "void":
        return "not-void"
    return "automatic" if answer.ground in AUTOMATIC else None


def question_state(grid: Grid, team: Team, question: int) -> str:
    """Return the state that counts: a word of `MARKS`.

    Removed goes before everything. A credit says that the answer is right; it lifts no technical
    void, which is a matter of conduct and has its own remedy (l.14-18 and l.33).
    """
    if question in grid.removed:
        return "removed"
    entry = grid.answers.get((team, question))
    if (team, question) in grid.credited and (entry is None or entry.state != "void"):
        return "taken"
    return entry.state if entry else "not-entered"


def mask(grid: Grid, team: Team) -> str:
    """Return a team's answers as one mark a question."""
    return "".join(MARKS[question_state(grid, team, question)] for question in grid.questions)


def missing(grid: Grid) -> tuple[tuple[Team, int], ...]:
    """Return what is not yet entered, question by question; removed ones are not missed."""
    return tuple(
        (team, question)
        for question in grid.questions
        for team in grid.teams
        if question_state(grid, team, question) == "not-entered"
    )


def tour_of(grid: Grid, question: int) -> int:
    """Return the tour of a question, from 1.

    Raises:
        KeyError: There is no such question.
    """
    _known(grid, None, question)
    last = 0
    for tour, length in enumerate(grid.tours, 1):
        last += length
        if question <= last:
            return tour
    raise AssertionError("a known question is in a tour")


def differences(first: Grid, second: Grid) -> tuple[tuple[Team, int, Answer, Answer], ...]:
    """Return where two independent entries differ: (team, question, first's, second's).

    What only one of them has yet is missing there, not different.
    """
    both = sorted(first.answers.keys() & second.answers.keys(), key=lambda key: (key[1], key[0]))
    return tuple(
        (team, question, first.answers[team, question], second.answers[team, question])
        for team, question in both
        if first.answers[team, question] != second.answers[team, question]
    )
