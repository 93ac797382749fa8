"""Plans of presses, and what of them the box has seen: judged by the interval of each write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench_vm.journal import Row

MS = 1_000_000
Plan = list[tuple[int, str, bool]]
"""(after ns, key, closed), in order."""


@dataclass(frozen=True)
class Driven:
    """A line was driven between two instants of the guest's clock."""

    key: str
    closed: bool
    before_ns: int
    after_ns: int


@dataclass(frozen=True)
class Seen:
    """What the box says: it happened in [at - u, at]."""

    key: str
    at_ns: int
    u_ns: int


def taps(
    keys: Sequence[str], count: int, every_ns: int, closed_ns: int
) -> list[tuple[int, str, bool]]:
    """Return a plan: the keys in turn, one press each `every_ns`."""
    plan = []
    for number in range(count):
        key, at_ns = keys[number % len(keys)], number * every_ns
        plan += [(at_ns, key, True), (at_ns + closed_ns, key, False)]
    return sorted(plan)


def wired(
    plan: Iterable[tuple[int, str, bool]], pins: Mapping[str, int]
) -> list[tuple[int, int, int]]:
    """Return the plan as a machine plays it."""
    return [(at_ns, pins[key], int(closed)) for at_ns, key, closed in plan]


def driven(plan: Iterable[tuple[int, str, bool]], stamps: Iterable[Sequence[int]]) -> list[Driven]:
    """Return what was driven, of a plan and what the machine answered."""
    return [
        Driven(key, closed, before, after)
        for (_, key, closed), (before, after) in zip(plan, stamps, strict=True)
    ]


def pressed(rows: Iterable[Row]) -> list[Seen]:
    """Return the presses that the engine was told of, by their first edges."""
    return [Seen(row.data["key"], row.data["from_ns"], row.data["u_ns"]) for row in rows]


def strangers(
    written: Iterable[Driven], seen: Iterable[Seen], shift_ns: int = 0
) -> list[tuple[Driven | None, Seen | None]]:
    """Return what does not agree: the n-th press of a key is the n-th write's, or it is named.

    Args:
        shift_ns: Moves what was seen; for a control that must fail.
    """
    wrong: list[tuple[Driven | None, Seen | None]] = []
    left: dict[str, list[Seen]] = {}
    for one in seen:
        left.setdefault(one.key, []).append(one)
    for wrote in written:
        found = next(iter(left.get(wrote.key, [])), None)
        if found is None:
            wrong.append((wrote, None))
            continue
        left[wrote.key].pop(0)
        at_ns = found.at_ns + shift_ns
        if at_ns - found.u_ns > wrote.after_ns or at_ns < wrote.before_ns:
            wrong.append((wrote, found))
    return wrong + [(None, one) for rest in left.values() for one in rest]
