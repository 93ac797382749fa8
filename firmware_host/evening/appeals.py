"""Appeals of 004 (l.33-36): who may file what until when, who decides, what follows from it.

Instants are given in, all on one clock; an event of two days brings its own to one (A.7).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from firmware_host.evening.answers import Grid, credit, remove
from firmware_host.evening.places import Team

MINUTE_NS = 60_000_000_000
WINDOW_NS = 15 * MINUTE_NS
LAST_WORD_NS = 30 * MINUTE_NS
"""From the end of taking appeals on the last tour to the last decision (l.36)."""

DEPOSIT_RUB = 300
KINDS = frozenset({"credit", "removal"})
"""зачёт, снятие."""

FIRST_DAY = frozenset({1, 2})
"""Tours of day 1 (4-d)."""

LAST_TOUR = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """One written appeal of one team on one question."""

    id: int
    team: Team
    question: int
    kind: str
    filed_ns: int
    deposit_rub: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Votes:
    """How the Appeal Jury voted; `chair` is the chair's word on a tie, None while not given."""

    ayes: int
    noes: int
    chair: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision on an appeal. `also` are the teams whose answer was the same (A.7)."""

    appeal: Appeal
    votes: Votes
    also: tuple[Team, ...] = ()


def window_ns(announced_ns: int) -> tuple[int, int]:
    """Return from when until when appeals on a tour are taken, both ends in (4-e)."""
    return announced_ns, announced_ns + WINDOW_NS


def left_ns(announced_ns: int, at_ns: int) -> int:
    """Return what is left of the window, not under nothing: the 15:00 that counts down."""
    return max(0, window_ns(announced_ns)[1] - at_ns)


def refusal(
    appeal: Appeal,
    announced_ns: int | None,
    filed: Sequence[Appeal] = (),
    deposit_rub: int = DEPOSIT_RUB,
) -> str | None:
    """Return why an appeal is not taken, or None.

    Args:
        announced_ns: When the results of its tour were announced; None before.
        filed: Appeals taken so far.

    Returns:
        "not-announced", "closed", "type", "deposit", or "repeated": one for a question and team,
        whatever its type. Each team files its own, so an appeal names one team (l.33).
    """
    if announced_ns is None or appeal.filed_ns < announced_ns:
        return "not-announced"
    if appeal.filed_ns > window_ns(announced_ns)[1]:
        return "closed"
    if appeal.kind not in KINDS:
        return "type"
    if appeal.deposit_rub < deposit_rub:
        return "deposit"
    same = any((a.team, a.question) == (appeal.team, appeal.question) for a in filed)
    return "repeated" if same else None


def verdict(votes: Votes) -> str | None:
    """Return "upheld" or "rejected"; None while a tie waits for the chair (l.36)."""
    if votes.ayes != votes.noes:
        return "upheld" if votes.ayes > votes.noes else "rejected"
    if votes.chair is None:
        return None
    return "upheld" if votes.chair else "rejected"


def deposit(word: str | None) -> str:
    """Return where the deposit is: "held" until the verdict, then "returned" or "kept" (l.35)."""
    return {"upheld": "returned", "rejected": "kept"}.get(word or "", "held")


def deadline_ns(
    tour: int,
    announced: Mapping[int, int],
    third_tour_ns: int | None,
    last_tour: int = LAST_TOUR,
    first_day: Collection[int] = FIRST_DAY,
) -> int | None:
    """Return until when appeals on a tour must be decided; None while that is not known.

    Day 1: not later than the start of tour 3. Others: not later than 30 min after the end of
    taking appeals on the last tour, which is its announcement + 45 min (l.36).

    Args:
        announced: Tour -> instant of its announcement.
        third_tour_ns: When tour 3 starts: the first one of day 2.
        first_day: The tours of day 1 (4-d).
    """
    if tour in first_day:
        return third_tour_ns
    told_ns = announced.get(last_tour)
    return None if told_ns is None else window_ns(told_ns)[1] + LAST_WORD_NS


def in_time(at_ns: int, until_ns: int | None) -> bool:
    """Tell whether an instant is not later than a deadline; an unknown one is not missed."""
    return until_ns is None or at_ns <= until_ns


def applied(grid: Grid, rulings: Iterable[Ruling]) -> Grid:
    """Return the grid after the upheld appeals; a ruling left out has never been."""
    for ruling in rulings:
        if verdict(ruling.votes) != "upheld":
            continue
        if ruling.appeal.kind == "removal":
            grid = remove(grid, ruling.appeal.question)
        else:
            grid = credit(grid, ruling.appeal.question, (ruling.appeal.team, *ruling.also))
    return grid
