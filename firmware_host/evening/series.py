"""Penalty series of 003 and shoot-out of 004: one function, another first block.

003 l.23-24: three questions for the teams that claim places 1-3, then one at a time. 004 l.38:
one at a time. Answers of a series are a table of their own and are never added to the totals.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from firmware_host.evening.places import Decision, Place, Team, places, tied

Round = Mapping[Team, bool]
"""One question: who took it. A team that is not in it has not been entered; an empty round is a
removed question, which counts for nobody and is asked anew."""

PRIZES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Teams that share a place and play for it."""

    place: Place
    teams: frozenset[Team]


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a group: where it stands now, and which questions it has used up."""

    place: Place
    teams: tuple[Team, ...]
    asked: int

    @property
    def open(self) -> bool:
        return len(self.teams) > 1


def groups(shown: Mapping[Team, Place], prizes: int = PRIZES) -> tuple[Group, ...]:
    """Return the tied groups that touch a prize place, however large (A.7, document 003).

    A team that has its place alone is in none of them and does not play (3-d).
    """
    return tuple(
        Group(place=place, teams=frozenset(teams))
        for place, teams in tied(shown)
        if len(teams) > 1 and place[0] <= prizes
    )


def series(
    playing: Sequence[Group],
    rounds: Sequence[Round],
    *,
    first_block: int,
    prizes: int = PRIZES,
    where: str = "",
) -> tuple[tuple[Decision, ...], tuple[Group, ...]]:
    """Return what the questions asked so far have decided, and who plays the next one.

    All groups answer the same questions and are compared only inside (3-c). A block is compared
    when every team still in the group is entered for each of its questions; equal teams go on
    with blocks of one; separated ones are placed (3-f, 4-f). What no longer touches a prize place
    stays shared.

    Args:
        playing: From `groups`.
        rounds: One for each question.
        first_block: 3 for 003, 1 for 004.
        where: The standing the groups belong to (4-i).

    Raises:
        ValueError: The first block has no question.
    """
    if first_block < 1:
        raise ValueError(f"first_block {first_block}: a block has at least one question")
    counted = [answers for answers in rounds if answers]
    orders: list[Decision] = []
    still: list[Group] = []
    for group in playing:
        start = _Part(group.place, tuple(sorted(group.teams)), 0)
        parts = list(_played(start, counted, first_block, prizes))
        if len(parts) > 1:
            order = tuple(part.teams for part in parts)
            orders.append(Decision(place=group.place, order=order, by="series", where=where))
        still += [
            Group(place=part.place, teams=frozenset(part.teams))
            for part in parts
            if part.open and part.place[0] <= prizes
        ]
    return tuple(orders), tuple(still)


def _played(part: _Part, rounds: Sequence[Round], block: int, prizes: int) -> Iterator[_Part]:
    """Yield the pieces of a part, best first."""
    asked = rounds[part.asked : part.asked + block]
    complete = len(asked) == block and all(team in row for row in asked for team in part.teams)
    if not part.open or part.place[0] > prizes or not complete:
        yield part
        return
    took = {team: (sum(row[team] for row in asked),) for team in part.teams}
    above = part.place[0] - 1
    for (first, last), teams in tied(places(took)):
        piece = _Part((above + first, above + last), teams, part.asked + block)
        yield from _played(piece, rounds, 1, prizes)
