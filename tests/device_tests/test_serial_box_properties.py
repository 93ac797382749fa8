"""Whatever the drift, the delays and the cuts: the truth is in each interval, nothing is lost.

The wire is in memory here and the clock is turned by hand, so that each example is exact; the
pty is in `test_serial_box.py`.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device_tests.box_wire import Wire
from device_tests.simulated_box import SimulatedBox
from hardware.buttons import box_clock, serial_box
from hardware.buttons.box_clock import BoxClock
from hardware.buttons.box_lines import Answer, LineReader, checked, parsed, write
from hardware.buttons.serial_box import LAG_NS, SerialBoxButtons
from hardware.edges import Edge, Levels, SourceState
from hardware.simulated.clock import SimulatedClock

MS = 1_000_000
BEGIN_NS = 3 * 86_400 * 10**9


def play(monkeypatch, seed, drift_ppm, worst_ns, cut_share, stated_ppm=200, count=60):
    """Play an evening of a box; return (source, true instants of its edges, what was posted)."""
    chance = random.Random(seed)
    clock = SimulatedClock(BEGIN_NS)
    box = SimulatedBox(drift_ppm=drift_ppm, offset_us=chance.randrange(2**32), lag_ns=LAG_NS // 2)
    wire = Wire(clock, box, chance, worst_ns, cut_share)
    monkeypatch.setattr(serial_box, "SerialPort", lambda path, settings: wire)
    monkeypatch.setattr(serial_box, "Inbox", lambda port, clock, wake: wire)
    source = SerialBoxButtons("b", {"1": None, "2": None}, clock, "x", drift_ppm=stated_ppm)
    posted, truth = [], []
    source.start(posted.append)
    while len(truth) < count or clock.now_ns() < BEGIN_NS + 6 * 10**9:
        clock.advance(chance.choice((MS // 10, MS, MS, 5 * MS)))
        wire.turn()
        if source._since_ns is not None and len(truth) < count and chance.random() < 0.02:
            for _ in range(chance.randint(1, 6)):
                line, at_ns = chance.randint(1, 2), clock.now_ns()
                truth.append((line, at_ns))
                box.edge(line, chance.random() < 0.5, at_ns)
                clock.advance(chance.randint(LAG_NS, 400_000))
            wire.turn()
        if chance.random() < 0.05:
            source.ask(clock.now_ns())
        source.pump(clock.now_ns())
        if any(isinstance(report, SourceState) and not report.alive for report in posted):
            break
        wire.quiet = clock.now_ns() > BEGIN_NS + 5 * 10**9
    return source, truth, posted


def outside(truth, posted):
    """Return the edges whose interval does not contain the truth."""
    edges = [report for report in posted if isinstance(report, Edge)]
    return [
        (edge, at_ns)
        for edge, (line, at_ns) in zip(edges, truth, strict=False)
        if not (edge.line == str(line) and edge.at_ns - edge.u_ns <= at_ns <= edge.at_ns)
    ]


SITUATIONS = {
    "seed": st.integers(0, 2**32),
    "drift_ppm": st.integers(-200, 200),
    "worst_ns": st.integers(0, 20 * MS),
    "cut_share": st.sampled_from((0, 0, 0.02, 0.1)),
}


@settings(max_examples=60, deadline=None)
@given(**SITUATIONS)
def test_each_interval_contains_the_truth_and_no_edge_is_lost_without_notice(
    seed, drift_ppm, worst_ns, cut_share
):
    with pytest.MonkeyPatch.context() as patch:
        source, truth, posted = play(patch, seed, drift_ppm, worst_ns, cut_share)
    edges = [report for report in posted if isinstance(report, Edge)]
    assert outside(truth, posted) == []
    if not any(isinstance(r, SourceState) and not r.alive for r in posted):  # that is a notice
        assert len(edges) == len(truth)
        assert [edge.seq for edge in edges] == list(range(1, len(edges) + 1))
        assert source.link.lost == 0
    proven_ns = 0
    for report in posted:
        if isinstance(report, Levels):
            proven_ns = max(proven_ns, report.drained_ns)
        elif isinstance(report, Edge):
            assert report.at_ns > proven_ns


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32), drift_ppm=st.sampled_from((-200, 200)))
def test_a_quick_wire_has_a_doubt_of_under_a_millisecond(seed, drift_ppm):
    with pytest.MonkeyPatch.context() as patch:
        source, _, posted = play(patch, seed, drift_ppm, MS // 2, 0)
    assert source.u_ns < MS
    assert sum(isinstance(report, Edge) for report in posted) >= 60


def test_the_property_can_fail_without_an_allowance_for_drift(monkeypatch):
    monkeypatch.setattr(box_clock.BoxClock, "_away", lambda self, box_ns: 0)
    monkeypatch.setattr(box_clock.BoxClock, "_agree", lambda self: None)
    _, truth, posted = play(monkeypatch, 1, 200, MS, 0)
    assert outside(truth, posted)


def test_the_property_can_fail_where_the_box_stamps_later_than_it_promised(monkeypatch):
    _, truth, posted = play(monkeypatch, 1, 0, 0, 0)
    late = [(line, at_ns - 2 * MS) for line, at_ns in truth]
    assert outside(late, posted)


def test_a_drift_beyond_the_stated_one_is_a_lost_source(monkeypatch):
    _, _, posted = play(monkeypatch, 1, 200, MS // 10, 0, stated_ppm=50)
    states = [report for report in posted if isinstance(report, SourceState)]
    assert [state.alive for state in states] == [True, False]
    assert "beyond a drift of 50 ppm" in states[1].why


@given(
    st.lists(st.tuples(st.integers(1, 10**9), st.integers(0, MS), st.booleans()), min_size=9),
    st.sampled_from((0, 1, 200, 5_000, 10_000)),
    st.integers(0, 2**32 - 1),
)
def test_the_fit_holds_for_any_samples_and_any_rate_within_the_drift(steps, drift_ppm, offset_us):
    clock, host_ns = BoxClock(drift_ppm), 0
    box_ns = offset_us * 1_000
    clock.not_before(offset_us, 0)
    clock.not_after(offset_us, 0)
    for n, (step_ns, delay_ns, after) in enumerate(steps):
        host_ns += step_ns
        ppm = drift_ppm if n % 3 else -drift_ppm  # the rate may change as it likes
        box_ns += step_ns * (1_000_000 + ppm) // 1_000_000
        stamp_us = box_ns // 1_000 % 2**32
        if after:
            clock.not_after(stamp_us, host_ns + delay_ns)
        else:
            clock.not_before(stamp_us, host_ns - delay_ns)
        lo_ns, hi_ns = clock.interval(stamp_us)
        assert lo_ns <= host_ns <= hi_ns


@given(st.binary(max_size=300), st.binary(max_size=50))
def test_no_bytes_make_a_reader_raise_or_lose_the_line_behind_them(noise, more):
    reader = LineReader()
    seen = [parsed(text) for text, _ in reader.feed(noise, 0)]
    seen += [parsed(checked(more) or b"E " + more)]
    assert seen == [None] * len(seen)
    ((text, at_ns),) = reader.feed(write(Answer(1, 2, 3, 4, 5, 6)), 7)
    assert (parsed(text), at_ns) == (Answer(1, 2, 3, 4, 5, 6), 7)
