"""Many presses through the model: none missed, none invented, each with an honest doubt."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.intake.contact_words import GPIO, ContactEvent, Down
from firmware_host.intake.contacts import Contact, State
from hardware.edges import Edge
from intake_tests.test_contact_model import (
    MS,
    US,
    S,
    Signal,
    compare,
    delivered,
    downs,
    level_of,
    numbered,
    play,
    pressed,
    presses,
    spikes,
)


class OneLevel:
    """The control: the same idea, but one level is enough to believe against the edges."""

    def __init__(self) -> None:
        self.state = "idle"
        self.t0 = self.last = self.seen = 0

    def edge(self, edge: Edge, merged_ns: int = 0) -> list[ContactEvent]:
        self.last = edge.at_ns
        if self.state == "idle":
            self.state, self.t0 = "candidate", edge.at_ns
        return []

    def level(self, at_ns: int, closed: bool) -> list[ContactEvent]:
        self.seen = at_ns
        if self.state == "down":
            if not closed and at_ns >= self.last + 12 * MS:
                self.state = "idle"
            return []
        if self.state == "candidate" and at_ns < self.t0 + 3 * MS:
            return []
        if not closed:
            self.state = "idle"
            return []
        at = self.t0 if self.state == "candidate" else at_ns
        self.state = "down"
        return [Down("17", at, 50 * US)]

    def wants_level_at(self, armed: bool) -> int:
        if self.state == "candidate":
            return max(self.t0 + 3 * MS, self.seen + MS)
        if self.state == "down":
            return max(self.last + 12 * MS, self.seen + 20 * MS)
        return self.seen + 20 * MS


@pytest.mark.slow
def test_of_8000_presses_none_is_missed_or_invented_with_reports_up_to_8_ms_late() -> None:
    """0 missed, 0 phantom, each stamped by its edge; with one level there are phantoms."""
    rng = Random(20260801)
    true, signal = presses(rng, 8000, 25 * MS, 250 * MS)
    reports = delivered(rng, {"17": signal}, late=0.01, flip=lambda _: rng.random() < 0.2)
    until = signal[-1][0] + S

    found = downs(play(Random(1), {"17": signal}, reports, until, late=0.01))
    control = play(Random(1), {"17": signal}, reports, until, filters={"17": OneLevel()}, late=0.01)

    assert compare(found, true) == (0, 0, 0)
    assert max(press.at_ns - at for press, at in zip(found, true, strict=True)) < 2 * MS
    assert compare(downs(control), true)[1] > 0


def test_taps_of_3_to_10_ms_are_presses() -> None:
    """At least 99.9 % of 8,000 taps count, and none counts twice."""
    rng = Random(7)
    true, signal = presses(rng, 8000, 3 * MS, 10 * MS)
    flip = lambda dwell: dwell < MS and rng.random() < 0.2  # noqa: E731
    reports = delivered(rng, {"17": signal}, flip=flip)

    found = downs(play(rng, {"17": signal}, reports, signal[-1][0] + S))

    missed, phantom, outside = compare(found, true)
    assert missed <= 8
    assert phantom == 0
    assert outside == 0


@pytest.mark.parametrize(("count", "wrong"), [(1, 0.2), (4, 0.0)])
def test_spikes_under_0_3_ms_are_never_a_press(count: int, wrong: float) -> None:
    """4,000 bursts of interference without merging: no press; of single ones with any hints."""
    rng = Random(3)
    signal: Signal = []
    for n in range(4000):
        signal += spikes(rng, S + n * 60 * MS, rng.randint(1, count))
    edges = numbered("17", [(at, closed != (rng.random() < wrong)) for at, closed in signal])
    reports = [(edge.at_ns + 60 * US, edge) for edge in edges]

    found = downs(play(rng, {"17": signal}, reports, signal[-1][0] + S))

    assert found == []


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 1 << 32), data=st.data())
def test_hints_batches_and_times_of_levels_do_not_change_the_presses(
    seed: int, data: st.DataObject
) -> None:
    """Any hints, any batches, any levels by the order rule: the first edges are the presses."""
    rng = Random(seed)
    true, signal = presses(rng, 3, 30 * MS, 80 * MS)
    hints = data.draw(st.lists(st.booleans(), min_size=len(signal), max_size=len(signal)))
    extra = data.draw(st.lists(st.integers(0, signal[-1][0]), max_size=40))
    edges = list(numbered("17", [(at, h) for (at, _), h in zip(signal, hints, strict=True)]))
    contact = Contact("17", GPIO)
    events = contact.begin(0, False)
    now = i = 0
    while now < signal[-1][0] + 100 * MS:
        late = data.draw(st.integers(0, 4 * MS))
        now = max(now, contact.wants_level_at(True)) + late
        now = min([at for at in extra if at > edges[i - 1].at_ns and i] + [now])
        extra = [at for at in extra if at > now]
        drained = now + data.draw(st.integers(0, 300 * US))
        fed = i
        while i < len(edges) and edges[i].at_ns <= drained:
            events += contact.edge(edges[i])
            i += 1
            if i - fed == 1 and data.draw(st.booleans()):
                break  # the reader was woken by this one; its levels come in another batch
        if i == len(edges) or edges[i].at_ns > now:
            events += contact.level(now, level_of(signal, now))

    assert [down.at_ns for down in downs(events)] == true


@settings(max_examples=200, deadline=None)
@given(
    noise=st.lists(
        st.tuples(
            st.sampled_from(["edge", "level"]),
            st.integers(0, 40 * MS),
            st.booleans(),
            st.integers(1, 3),
            st.integers(0, 2 * MS),
        ),
        max_size=120,
    ),
    begun=st.booleans(),
)
def test_a_key_is_never_deaf(noise: list[tuple[str, int, bool, int, int]], begun: bool) -> None:
    """After anything at all, a released key hears its next press, with its own stamp."""
    contact = Contact("17", GPIO)
    now = line_seq = 0
    if begun:
        contact.begin(0, True)
    for what, later, closed, step, back in noise:
        now += later
        if what == "edge":
            line_seq += step
            at = max(0, now - back)
            contact.edge(Edge("gpio", "17", at, closed, line_seq, line_seq, 0))
        else:
            contact.level(now, closed)
    for _ in range(40):
        now = max(now, contact.wants_level_at(False))
        contact.level(now, False)

    assert contact.state is State.IDLE
    at = now + 30 * MS
    contact.edge(Edge("gpio", "17", at, False, line_seq + 1, line_seq + 1, 0))
    found = contact.level(at + 3 * MS, True) + contact.level(at + 4 * MS, True)
    assert [(down.at_ns, down.marks) for down in downs(found)] == [(at, ())]


def test_the_model_presses_lie_within_their_doubt_where_threads_are_late_often() -> None:
    """With a fifth of the threads late, merged stamps carry a doubt that holds the contact."""
    rng = Random(11)
    signals = {}
    true = {}
    for line in ("5", "6", "13"):
        true[line], signals[line] = presses(rng, 400, 25 * MS, 60 * MS)
    reports = delivered(rng, signals, slow_threads=0.2)
    events = play(rng, signals, reports, 60 * S)

    merged = 0
    for line, contacts in true.items():
        found = [down for down in downs(events) if down.line == line]
        assert compare(found, contacts) == (0, 0, 0)
        merged += sum("merged" in down.marks for down in found)
    assert merged > 20


def test_a_press_has_one_release_at_its_first_opening_edge() -> None:
    """A clean long press goes up where its contact opened first."""
    signal = pressed(Random(5), S, 400 * MS)
    reports = delivered(Random(5), {"17": signal}, slow_threads=0)
    events = play(Random(5), {"17": signal}, reports, 2 * S)

    ups = [event for event in events if type(event).__name__ == "Up"]
    assert len(ups) == 1
    assert 0 <= ups[0].at_ns - (S + 400 * MS) < 50 * US
