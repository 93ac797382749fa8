"""A small physical model of bouncing keys behind the kernel, and what it claims of itself.

A contact chatters up to 5 ms when it closes and up to 8 ms when it opens. Each change raises a
hard interrupt that stamps it within 30 us; the thread that queues the event, and reads the
level for the hint, comes 20-80 us later, in 2 % of cases 0.2-1.5 ms. Changes before it came
merge into one event with the last stamp. Sources of the figures: REALTIME.md b.3, 0.4.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Protocol

from firmware_host.intake.contact_words import GPIO, ContactEvent, Down
from firmware_host.intake.contacts import Contact
from firmware_host.intake.merges import Merges
from hardware.edges import Edge

US = 1_000
MS = 1_000_000
S = 1_000_000_000

Signal = list[tuple[int, bool]]
"""True changes of one contact, in order: (instant, closed from here on)."""
Delivery = tuple[int, Edge]
"""When the reader gets an edge, and the edge."""


def chatter(rng: Random, at: int, span: int, closed: bool) -> Signal:
    """Change to `closed` at `at`, with 0 to 5 bounces back within `span`."""
    signal = [(at, closed)]
    now = at
    for _ in range(rng.randrange(6)):
        away = now + rng.randrange(20 * US, 1200 * US)
        now = away + rng.randrange(20 * US, 400 * US)
        if now >= at + span:
            break
        signal += [(away, not closed), (now, closed)]
    return signal


def pressed(rng: Random, at: int, length: int) -> Signal:
    """One press of `length`: chatter takes at most half of it, and 5 ms; 8 ms after it."""
    make = chatter(rng, at, min(5 * MS, length // 2), True)
    return make + chatter(rng, at + length, 8 * MS, False)


def spikes(rng: Random, at: int, count: int) -> Signal:
    """EMI: `count` dips of 5-250 us, 0.3-4 ms apart."""
    signal: Signal = []
    for _ in range(count):
        signal += [(at, True), (at + rng.randrange(5 * US, 250 * US), False)]
        at = signal[-1][0] + rng.randrange(300 * US, 4 * MS)
    return signal


def level_of(signal: Signal, at: int) -> bool:
    """The true level at an instant."""
    i = bisect_right(signal, (at, True))
    return bool(i) and signal[i - 1][1]


def delivered(
    rng: Random,
    signals: Mapping[str, Signal],
    *,
    slow_threads: float = 0.02,
    late: float = 0.0,
    flip: Callable[[int], bool] = lambda _dwell: False,
) -> list[Delivery]:
    """What the kernel makes of the signals, in order of delivery.

    Args:
        slow_threads: Share of interrupt threads that come 0.2-1.5 ms late.
        late: Share of events delivered up to 8 ms late.
        flip: Whether to turn a hint round, by how long the level then lasts, ns.
    """
    ends = {line: [*(at for at, _ in signal[1:]), 1 << 62] for line, signal in signals.items()}
    irqs = sorted(
        (at + rng.randrange(1 * US, 30 * US), line, end - at)
        for line, signal in signals.items()
        for (at, _), end in zip(signal, ends[line], strict=True)
    )
    out: list[Delivery] = []
    for line, signal in signals.items():
        own = [(stamp, seq, dwell) for seq, (stamp, of, dwell) in enumerate(irqs, 1) if of == line]
        arrives = line_seq = i = 0
        while i < len(own):
            slow = rng.random() < slow_threads
            run = rng.randrange(200 * US, 1500 * US) if slow else rng.randrange(20 * US, 80 * US)
            run += own[i][0]
            while i + 1 < len(own) and own[i + 1][0] < run:
                i += 1
            stamp, seq, dwell = own[i]
            hint = level_of(signal, run) != flip(dwell)
            wait = rng.randrange(8 * MS) if rng.random() < late else 10 * US
            arrives = max(arrives, run + wait)
            line_seq += 1
            out.append((arrives, Edge("gpio", line, stamp, hint, line_seq, seq, 50 * US)))
            i += 1
    return sorted(out, key=lambda item: (item[0], item[1].seq))


class Filter(Protocol):
    """What the model can drive: the product, or a control filter."""

    def edge(self, edge: Edge, merged_ns: int = 0) -> list[ContactEvent]: ...
    def level(self, at_ns: int, closed: bool) -> list[ContactEvent]: ...
    def wants_level_at(self, armed: bool) -> int: ...


def play(
    rng: Random,
    signals: Mapping[str, Signal],
    deliveries: list[Delivery],
    until: int,
    *,
    filters: Mapping[str, Filter] | None = None,
    late: float = 0.0,
    merges: Merges | None = None,
) -> list[ContactEvent]:
    """Turn the reader by the rule of `Levels`: time, levels, drain, post edges, post levels.

    Args:
        late: Share of readings that come up to 8 ms late.
    """
    lines = filters or {line: Contact(line, GPIO) for line in signals}
    merges = merges or Merges(GPIO)
    events: list[ContactEvent] = []
    now, i, wanted, at = 0, 0, -1, 0
    while now < until:
        want = min(line.wants_level_at(True) for line in lines.values())
        if want != wanted:
            wanted = want
            at = max(now, want) + rng.randrange(30 * US, 300 * US)
            at += rng.randrange(8 * MS) if rng.random() < late else 0
        if i < len(deliveries) and deliveries[i][0] <= at + 20 * US:
            now, edge = deliveries[i]
            i += 1
            events += lines[edge.line].edge(edge, merges.doubt(edge))
        else:
            now, wanted = at, -1
            for line, contact in lines.items():
                events += contact.level(at, level_of(signals[line], at))
    return events


def downs(events: list[ContactEvent]) -> list[Down]:
    """The presses among the events, in order of their stamps."""
    return sorted((e for e in events if isinstance(e, Down)), key=lambda e: e.at_ns)


def compare(found: list[Down], true: list[int]) -> tuple[int, int, int]:
    """Return (missed, phantom, presses whose true contact lies outside [at - u, at]).

    A press belongs to the latest contact not after it; a second one of the same is a phantom.
    """
    heard: set[int] = set()
    phantom = outside = 0
    for press in found:
        i = bisect_right(true, press.at_ns) - 1
        if i < 0 or i in heard or press.at_ns - true[i] > 45 * MS:
            phantom += 1
            continue
        heard.add(i)
        outside += press.at_ns - press.u_ns > true[i]
    return len(true) - len(heard), phantom, outside


def presses(rng: Random, count: int, shortest: int, longest: int) -> tuple[list[int], Signal]:
    """Return the true contacts and the signal of `count` presses, 45-120 ms apart."""
    true: list[int] = []
    signal: Signal = []
    at = 50 * MS
    for _ in range(count):
        length = rng.randrange(shortest, longest)
        true.append(at)
        signal += pressed(rng, at, length)
        at += length + rng.randrange(45 * MS, 120 * MS)
    return true, signal


def numbered(line: str, edges: list[tuple[int, bool]]) -> Iterator[Edge]:
    """Edges of one line, delivered without a fault."""
    for n, (at, hint) in enumerate(edges, 1):
        yield Edge("gpio", line, at, hint, n, n, 50 * US)


def test_the_model_merges_a_few_edges_and_its_numbers_show_it() -> None:
    """Late threads merge edges: a gap in seq, none in line_seq, and never a stamp too early."""
    rng = Random(1)
    true, signal = presses(rng, 500, 25 * MS, 60 * MS)
    edges = [edge for _, edge in delivered(rng, {"17": signal})]

    assert [edge.line_seq for edge in edges] == list(range(1, len(edges) + 1))
    assert 0 < edges[-1].seq - len(edges) < len(signal) // 5
    assert {edge.closed_hint for edge in edges} == {True, False}
    assert len(true) == 500


def test_the_model_counts_missed_and_phantom_presses() -> None:
    """Of three true contacts one is not found, and one press has none."""
    found = [Down("17", at, 0) for at in (S, 2 * S, 5 * S)]

    assert compare(found, [S, 2 * S, 9 * S]) == (1, 1, 0)
