"""The day's programme of 003: planned times, real ones, and what is to be expected (A.4, A.7).

When something runs over, either all that follows shifts, or breaks become shorter and gaps are
used up. Instants are given in, on any one scale; nothing is brought forward by itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

POLICIES = frozenset({"shift", "shorten"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of the programme as planned, or as expected.

    Attributes:
        least_ns: Of a break: how short it may become. None: it is never shortened.
    """

    id: str
    from_ns: int
    to_ns: int
    least_ns: int | None = None

    @property
    def length_ns(self) -> int:
        """How long it takes."""
        return self.to_ns - self.from_ns


@dataclass(frozen=True, slots=True)
class Real:
    """When a line really began, and ended; None while it goes on."""

    from_ns: int
    to_ns: int | None


def programme(
    items: Sequence[Item], real: Mapping[str, Real], now_ns: int, policy: str
) -> tuple[Item, ...]:
    """Return the lines at the times to be expected now.

    A line that was begun keeps its own times; it goes on at least until now. One that was passed
    over, because a later one has begun, is shown as planned.

    Args:
        items: In order.
        real: Line's id -> what happened.
        policy: "shift": all that follows moves by the delay, gaps included. "shorten": gaps are
            used up, and breaks give time down to their least.

    Raises:
        ValueError: The policy is another word.
    """
    if policy not in POLICIES:
        raise ValueError(f"policy {policy!r}: write 'shift' or 'shorten'")
    begun = max((i for i, item in enumerate(items) if item.id in real), default=-1)
    shown: list[Item] = []
    late_ns = 0
    for index, item in enumerate(items):
        happened = real.get(item.id)
        if happened is not None:
            expected = _begun(item, happened, now_ns, policy)
        elif index < begun:
            expected = item
        else:
            before_ns = shown[-1].to_ns if shown else item.from_ns
            expected = _coming(item, late_ns, max(now_ns, before_ns), policy)
        late_ns = max(0, expected.to_ns - item.to_ns)
        shown.append(expected)
    return tuple(shown)


def _begun(item: Item, happened: Real, now_ns: int, policy: str) -> Item:
    ended_ns = happened.to_ns
    if ended_ns is None:
        ended_ns = max(now_ns, _end_ns(item, happened.from_ns, policy))
    return Item(id=item.id, from_ns=happened.from_ns, to_ns=ended_ns, least_ns=item.least_ns)


def _coming(item: Item, late_ns: int, earliest_ns: int, policy: str) -> Item:
    planned_ns = item.from_ns + (late_ns if policy == "shift" else 0)
    from_ns = max(planned_ns, earliest_ns)
    to_ns = _end_ns(item, from_ns, policy)
    return Item(id=item.id, from_ns=from_ns, to_ns=to_ns, least_ns=item.least_ns)


def _end_ns(item: Item, from_ns: int, policy: str) -> int:
    if policy == "shift" or item.least_ns is None:
        return from_ns + item.length_ns
    return min(from_ns + item.length_ns, max(item.to_ns, from_ns + item.least_ns))


def overrun_ns(items: Sequence[Item], shown: Sequence[Item]) -> int:
    """Return how much later than planned the last line ends; penalties take from it (3-e)."""
    return shown[-1].to_ns - items[-1].to_ns if items else 0


def pace_ns(item: Item, questions: int) -> int:
    """Return the time for one question of a tour: 4:30 in 003."""
    return item.length_ns // questions
