"""Who was first: pairs of chattering contacts that close within 3 ms of each other.

One processor: there the kernel merges no edges, so what is judged is the box and not the emulator.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pytest

from bench_vm import journal
from bench_vm.boards import pins
from bench_vm.fingers import MS, Driven, Plan, Seen, driven, pressed, strangers
from bench_vm.machine import Machine
from firmware_host.engine.contest import Contender, possible_firsts

pytestmark = [pytest.mark.slow, pytest.mark.soak]

PAIRS = 500
EVERY_NS = 130 * MS
CLOSED_NS = 45 * MS
SEATS = ("seat1", "seat2", "seat3", "seat4")
BARE = {"seat1": 4, "seat2": 19, "seat3": 7, "seat4": 8}
"""The same contacts, on free pins, for the script that is counted for comparison."""


@dataclass(frozen=True)
class Pair:
    """What of one pair was driven first: the first closing of either contact."""

    first: Driven
    second: Driven


def _chatter(at_ns: int, key: str, closed: bool, lot: random.Random) -> Plan:
    """Return a contact's way to a level: it bounces for up to 3 ms."""
    steps = [(at_ns, key, closed)]
    for _ in range(lot.randrange(1, 4)):
        for level in (not closed, closed):
            at_ns += lot.randrange(150_000, 600_000)
            steps.append((at_ns, key, level))
    return steps


def _plan(lot: random.Random) -> Plan:
    plan: Plan = []
    for number in range(PAIRS):
        at_ns = number * EVERY_NS
        first, second = lot.sample(SEATS, 2)
        for key, after_ns in ((first, 0), (second, lot.randrange(300_000, 3 * MS))):
            plan += _chatter(at_ns + after_ns, key, True, lot)
            plan += _chatter(at_ns + after_ns + CLOSED_NS, key, False, lot)
    return sorted(plan)


def _pairs(plan: Plan, wrote: list[Driven]) -> list[Pair]:
    """Return each pair's first closings, in the order in which they really were written."""
    firsts: dict[int, dict[str, Driven]] = {}
    for (at_ns, key, closed), one in zip(plan, wrote, strict=True):
        if closed:
            firsts.setdefault(at_ns // EVERY_NS, {}).setdefault(key, one)
    return [Pair(*sorted(pair.values(), key=lambda one: one.before_ns)) for pair in firsts.values()]


def _true_first_may_win(first: Seen, second: Seen) -> bool:
    contenders = [Contender(one.key, one.at_ns, one.u_ns) for one in (first, second)]
    return first.key in {one.who for one in possible_firsts(contenders)}


def _seen_pairs(pairs: list[Pair], seen: list[Seen]) -> Iterator[tuple[Pair, Seen, Seen]]:
    left: Mapping[str, Iterator[Seen]] = {
        key: iter([one for one in seen if one.key == key]) for key in SEATS
    }
    for pair in pairs:
        yield pair, next(left[pair.first.key]), next(left[pair.second.key])


def _bare_right(machine: Machine, pairs: list[Pair]) -> int:
    """Return in how many pairs `when_pressed` was called for the true first first."""
    keys = {pin: key for key, pin in BARE.items()}
    lines = [line.split() for line in machine.get("/run/bare").decode().splitlines()[1:]]
    calls = [(int(at_ns), keys[int(pin)]) for pin, at_ns in lines]
    right = 0
    for number, pair in enumerate(pairs):
        ends = pairs[number + 1].first.before_ns if number + 1 < len(pairs) else 1 << 62
        heard = [key for at_ns, key in calls if pair.first.before_ns <= at_ns < ends]
        right += heard[:1] == [pair.first.key]
    return right


def test_the_true_first_of_500_pairs_is_the_first_or_in_the_tie(
    calm_machine: Machine, record_property: Callable[[str, object], None]
) -> None:
    machine = calm_machine
    script = ["/opt/minuta/bin/python", "/run/bench/bare.py", "/run/bare", *map(str, BARE.values())]
    machine.python("import subprocess; bare = subprocess.Popen(script, cwd='/tmp')", script=script)
    machine.until(lambda: machine.shell("cat /run/bare", check=False), "the bare script ready")

    plan = _plan(random.Random(8))
    wires = pins()
    doubled = [(at, pin[key], closed) for at, key, closed in plan for pin in (wires, BARE)]
    stamps = machine.play(doubled, limit_s=900)[::2]
    wrote = driven(plan, stamps)
    pairs = _pairs(plan, wrote)
    assert len(pairs) == PAIRS
    machine.until(lambda: machine.presses_kept() >= 2 * PAIRS, "all presses in the journal")
    rows = journal.rows(machine.journal_bytes())
    seen = pressed(journal.presses(rows))
    closings = sorted(
        (one for pair in pairs for one in (pair.first, pair.second)), key=lambda one: one.before_ns
    )
    assert strangers(closings, seen) == []

    wrong = [found for found in _seen_pairs(pairs, seen) if not _true_first_may_win(*found[1:])]
    record_property("bare when_pressed right", f"{_bare_right(machine, pairs)} of {PAIRS}")
    assert wrong == [], [_edges_of(rows, pair) for pair, _, _ in wrong]
    turned = sum(_true_first_may_win(two, one) for _, one, two in _seen_pairs(pairs, seen))
    assert turned < PAIRS // 10, "the control: the true second could have won as often"


def _edges_of(rows: list[journal.Row], pair: Pair) -> tuple[Pair, list[object]]:
    begin, end = pair.first.before_ns, pair.first.before_ns + EVERY_NS
    return pair, [edge for edge in journal.edges(rows) if begin <= edge.at_ns < end]
