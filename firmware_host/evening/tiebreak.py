"""Tie-breaks that a document states or that may be set; where none is, the place is shared."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Protocol, TypeVar

from firmware_host.evening.places import Team


class HasTeam(Protocol):
    """A row of a standing."""

    team: Team


One = TypeVar("One", bound=HasTeam)

COUNTS = ("violations", "solved")
"""Words of a tie-break that are no stage: fewer violations, more turns solved (1-i)."""


def parted(
    groups: Iterable[Sequence[One]], keys: Mapping[Team, tuple[int, ...]]
) -> Iterator[list[One]]:
    """Yield each group of equals parted by their keys, less first; who is still equal shares."""
    for group in groups:
        ordered = sorted(group, key=lambda one: keys[one.team])
        for _, part in groupby(ordered, key=lambda one: keys[one.team]):
            yield list(part)


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
