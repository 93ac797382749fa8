"""Tie-breaks that a document states or that may be set; where none is, the place is shared."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from firmware_host.evening.places import Keys, Place, Team, places

Totals = Mapping[Team, int | None]


def winner_places(totals: Totals, stage_2: Totals, tiebreak_all: bool = False) -> dict[Team, Place]:
    """Return the places of 002: most points; the winner of a tie has more in stage 2 (l.43).

    The document breaks ties "of the winners" only: other equal totals share their place, unless
    `tiebreak_all`. Equal in stage 2 as well: shared (2-k).
    """
    best = max((total for total in totals.values() if total is not None), default=None)
    rows: dict[Team, Keys] = {}
    for team, total in totals.items():
        breaks = tiebreak_all or total == best
        rows[team] = (total, stage_2.get(team) if breaks else 0)
    return places(rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    """What may break equal times in 001 (1-i).

    Attributes:
        violations: How many; fewer is better.
        solved: Rounds solved; more is better.
        final_ns: The time written in the final; less is better, None without one.
    """

    violations: int = 0
    solved: int = 0
    final_ns: int | None = None


TIMED_KEYS: Mapping[str, tuple[Callable[[Rounds], int | None], bool]] = {
    "violations": (lambda rounds: rounds.violations, True),
    "solved": (lambda rounds: rounds.solved, False),
    "final": (lambda rounds: rounds.final_ns, True),
}
"""Word of a key -> its value, and whether less is better."""


def timed_places(
    totals: Totals, keys: Sequence[str] = (), rounds: Mapping[Team, Rounds] | None = None
) -> dict[Team, Place]:
    """Return the places of 001: least time, a sum of written values; equal times share (1-i).

    Args:
        totals: Sums of written values, nanoseconds (1-d).
        keys: Optional tie-breaks in force, in this order: words of `TIMED_KEYS`.
        rounds: What the keys look at.

    Raises:
        ValueError: A key is unknown.
    """
    unknown = [key for key in keys if key not in TIMED_KEYS]
    if unknown:
        raise ValueError(f"tie-break {unknown[0]!r}: choose from {', '.join(TIMED_KEYS)}")
    known = rounds or {}
    rows: dict[Team, Keys] = {
        team: (total, *(TIMED_KEYS[key][0](known.get(team, Rounds())) for key in keys))
        for team, total in totals.items()
    }
    return places(rows, smaller=(True, *(TIMED_KEYS[key][1] for key in keys)))


def question_rating(taken: Mapping[Team, Collection[int]]) -> dict[Team, int]:
    """Return the usual rating of 003 and 004 (C.1): a question few took is worth more.

    Σ over the taken questions of (teams - teams that took it + 1).

    Args:
        taken: Every team of the event with the questions that it took, removed ones left out.
    """
    took = Counter(question for questions in taken.values() for question in set(questions))
    return {
        team: sum(len(taken) - took[question] + 1 for question in set(questions))
        for team, questions in taken.items()
    }
