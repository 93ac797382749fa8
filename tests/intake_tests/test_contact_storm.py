"""A line in a storm: exact counts, no press, no harm to others, and an end (A4, a.5)."""

import pytest

from firmware_host.intake.contact_words import (
    GPIO,
    ContactEvent,
    Down,
    EdgeRun,
    StormBegan,
    StormEnded,
    Up,
)
from firmware_host.intake.contacts import Contact, State
from firmware_host.intake.merges import Merges
from hardware.edges import Edge

US = 1_000
MS = 1_000_000
S = 1_000_000_000


def storm(contact: Contact, seconds: int, lose: int = 0) -> tuple[list[ContactEvent], int, int]:
    """10 kHz from 1 s on, every `lose`-th edge lost; return events, its end, edges numbered."""
    events = contact.begin(0, False)
    total = seconds * 10_000
    for n in range(1, total + 1):
        at = S + n * 100 * US
        if not (lose and n % lose == 0):
            events += contact.edge(Edge("gpio", "17", at, n % 2 == 1, n, n, 50 * US))
        if at >= contact.wants_level_at(True):
            events += contact.level(at, n % 2 == 1)
    at = S + total * 100 * US
    return events, at, total


@pytest.mark.parametrize(
    ("seconds", "lose"), [(6, 0), (6, 7), pytest.param(60, 7, marks=pytest.mark.slow)]
)
def test_every_edge_of_a_storm_is_whole_or_counted(seconds: int, lose: int) -> None:
    """512 edges whole, then n + lost of the runs is all the rest; no press; ends by itself."""
    contact = Contact("17", GPIO)
    events, now, total = storm(contact, seconds, lose)
    storm_from = next(e.at_ns for e in events if isinstance(e, StormBegan))
    while contact.state is State.STORM:
        now = max(now + MS, contact.wants_level_at(True))
        events += contact.level(now, False)
    runs = [event for event in events if isinstance(event, EdgeRun)]
    whole = (storm_from - S) // (100 * US) - 1
    last = total - (1 if lose and total % lose == 0 else 0)

    assert not [event for event in events if isinstance(event, Down)]
    assert sum(run.n + run.lost for run in runs) == last - whole
    assert sum(run.lost for run in runs) == (last // lose - whole // lose if lose else 0)
    assert all(run.last_at_ns - run.first_at_ns < 250 * MS for run in runs)
    assert all(0 <= run.closed_hints <= run.n for run in runs)
    assert {run.min_gap_ns for run in runs} == {100 * US}
    assert isinstance(events[-1], StormEnded)
    assert S <= now - (S + total * 100 * US) < 1100 * MS


def test_the_first_512_edges_are_kept_whole() -> None:
    """At once: 512 pass, the 513th begins the storm."""
    contact = Contact("17", GPIO)
    contact.begin(0, False)
    events: list[ContactEvent] = []
    for n in range(1, 514):
        events += contact.edge(Edge("gpio", "17", S, True, n, n, 0))
        assert (contact.state is State.STORM) == (n == 513)

    assert events[-1] == StormBegan("17", S)


def test_400_edges_a_second_are_no_storm() -> None:
    """The refill: one edge each 2.5 ms for 10 s stays whole."""
    contact = Contact("17", GPIO)
    contact.begin(0, False)
    for n in range(1, 4001):
        contact.edge(Edge("gpio", "17", S + n * 2_500 * US, True, n, n, 0))

    assert contact.state is not State.STORM


def test_the_opening_after_a_storm_is_no_press_and_the_next_press_is() -> None:
    """A storm that ends closed waits for the release."""
    contact = Contact("17", GPIO)
    _, now, n = storm(contact, 1)
    for _ in range(20):
        now += 250 * MS
        assert not [e for e in contact.level(now, True) if not isinstance(e, EdgeRun)]
    assert contact.level(now + MS, False) == [StormEnded("17", now + MS)]
    at = now + S
    contact.edge(Edge("gpio", "17", at, True, n + 1, n + 1, 0))

    assert contact.level(at + 3 * MS, True) == [Down("17", at, 0)]


@pytest.mark.parametrize(("edges", "ends"), [(49, True), (50, False)])
def test_a_storm_ends_below_50_edges_in_the_last_second(edges: int, ends: bool) -> None:
    """Both sides of the limit."""
    contact = Contact("17", GPIO)
    _, now, n = storm(contact, 1)
    now += S
    for k in range(1, edges + 1):
        contact.edge(Edge("gpio", "17", now + k * MS, False, n + k, n + k, 0))
    events = contact.level(now + 900 * MS, False)

    assert any(isinstance(event, StormEnded) for event in events) is ends


def test_a_press_open_when_the_storm_begins_ends_uncertain() -> None:
    """Each Down has its Up."""
    contact = Contact("17", GPIO)
    contact.begin(0, False)
    contact.edge(Edge("gpio", "17", S, True, 1, 1, 0))
    events = contact.level(S + 3 * MS, True)
    for n in range(2, 600):
        events += contact.edge(Edge("gpio", "17", S + 4 * MS, True, n, n, 0))

    assert events == [Down("17", S, 0), Up("17", S + 4 * MS, False), StormBegan("17", S + 4 * MS)]


def test_a_line_rebuilt_in_a_storm_loses_no_count() -> None:
    """Beginning anew tells the run so far, and the storm is over."""
    contact = Contact("17", GPIO)
    contact.begin(0, False)
    for n in range(1, 613):
        contact.edge(Edge("gpio", "17", S, True, n, n, 0))
    run, ended = contact.begin(S + MS, False)

    assert isinstance(run, EdgeRun)
    assert run.n == 100
    assert run.at_ns == S
    assert ended == StormEnded("17", S + MS)
    assert contact.state is State.IDLE


def test_presses_on_other_lines_keep_their_times_beside_a_storm() -> None:
    """One source, one line at 10 kHz: the other's presses are all there, stamped as they were."""
    noisy, key, merges = Contact("17", GPIO), Contact("5", GPIO), Merges(GPIO)
    noisy.begin(0, False)
    key.begin(0, False)
    found: list[ContactEvent] = []
    true = [S + k * 100 * MS + 37 * US for k in range(20)]
    # Long enough to be judged alike: closed 50 ms, open 50 ms.
    own = {at + up for at in true for up in (0, 50 * MS)}
    stream = sorted([(at, "5") for at in own] + [(S + n * 100 * US, "17") for n in range(20_000)])
    numbers = {"5": 0, "17": 0}
    for seq, (at, line) in enumerate(stream, 1):
        numbers[line] += 1
        edge = Edge("gpio", line, at, numbers[line] % 2 == 1, numbers[line], seq, 50 * US)
        events = (key if line == "5" else noisy).edge(edge, merges.doubt(edge))
        found += events if line == "5" else []
        if at >= key.wants_level_at(True):
            found += key.level(at, numbers["5"] % 2 == 1)

    assert noisy.state is State.STORM
    assert [event for event in found if isinstance(event, Down)] == [
        Down("5", at, 50 * US) for at in true
    ]


def test_a_muted_line_stays_in_its_storm_and_its_calm_counts_from_the_last_level() -> None:
    """Its rate is not known: closed levels are no press, open ones no end; then a second of calm.

    The control: the same levels, heard, end the storm within a second and press the key.
    """

    def play(heard: bool) -> tuple[Contact, list[ContactEvent], int]:
        contact = Contact("17", GPIO)
        _, at, _ = storm(contact, 2)
        events: list[ContactEvent] = []
        for n in range(1, 251):
            events += contact.level(at + n * 20 * MS, n % 5 > 1, heard=heard)
            assert contact.wants_level_at(True) > at + n * 20 * MS or heard
        return contact, events, at + 250 * 20 * MS

    contact, events, at = play(heard=False)
    assert [event for event in events if not isinstance(event, EdgeRun)] == []
    assert contact.state is State.STORM
    events = contact.level(at + MS, False) + contact.level(at + S - MS, False)
    assert contact.state is State.STORM
    events += contact.level(at + S, False)
    assert isinstance(events[-1], StormEnded)

    _, events, _ = play(heard=True)
    assert any(isinstance(event, StormEnded) for event in events)
    assert any(isinstance(event, Down) for event in events)
