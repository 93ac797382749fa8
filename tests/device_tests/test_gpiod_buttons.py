"""Keys through the character device: what the driver makes of a kernel's events and levels.

The chip is one in memory; `tests/bench_vm` plays the same on a kernel.
"""

import itertools
import threading

import pytest

from device_tests.contract_buttons import ButtonContract, ButtonRig
from device_tests.kernel_lines import KernelLines
from firmware_host.intake.contact_words import GPIO, Down
from firmware_host.intake.intake import Intake
from hardware.buttons.gpiod_keys import LATE_NS, MANY, POLL_NS, REST_NS, GpiodButtons
from hardware.buttons.kernel_edges import FLOOD_HZ, RETRY_NS
from hardware.clock import MonotonicClock
from hardware.edges import Edge, Levels, SourceState
from hardware.errors import DeviceBusy
from hardware.pumping import PumpThread
from hardware.simulated.clock import SimulatedClock

PINS = {"a": 17, "b": 27, "c": 22}
BEGIN_NS = 10**15
MS = 1_000_000
S = 1_000_000_000


class Rig(ButtonRig):
    """A source over lines in memory; time stands still unless it is moved."""

    def __init__(self, clock=None, **more):
        self.clock = clock or SimulatedClock(BEGIN_NS)
        self.wires = KernelLines()
        super().__init__(self.make(**more), self.move, self.clock.now_ns, self.make)

    def make(self, **more):
        return GpiodButtons("gpio", PINS, self.clock, claim=self.wires.claim, **more)

    def move(self, line, closed, at_ns):
        self.clock.set_ns(max(self.clock.now_ns(), at_ns))
        self.wires.edge(PINS[line], closed, at_ns)
        self.source.pump(self.clock.now_ns())

    def turn(self, by_ns=0):
        self.clock.advance(by_ns)
        return self.source.pump(self.clock.now_ns())

    def flood(self, line, hz, seconds):
        """Move a line evenly; each turn is 2 ms."""
        end_ns = self.now_ns() + seconds * S
        at_ns, n = self.now_ns(), 0
        while self.now_ns() < end_ns:
            self.clock.advance(2 * MS)
            while at_ns <= self.now_ns():
                n += 1
                self.wires.edge(PINS[line], n % 2 == 1, at_ns)
                at_ns += S // hz
            self.source.pump(self.now_ns())


@pytest.fixture
def rig():
    rig = Rig()
    yield rig
    rig.source.close()


class TestGpiodButtons(ButtonContract):
    @pytest.fixture
    def rig(self):
        rig = Rig()
        yield rig
        rig.source.close()


def test_levels_prove_edges_up_to_the_latest_that_the_kernel_may_still_queue(rig):
    rig.start()
    rig.source.ask(rig.now_ns())
    rig.turn()
    (levels,) = rig.of(Levels)
    assert levels.drained_ns == levels.at_ns - LATE_NS
    assert levels.muted == frozenset()


def test_an_edge_that_comes_while_levels_are_read_is_posted_before_them(rig):
    rig.start()
    closed = rig.wires.closed

    def late():
        rig.wires.edge(17, True, rig.now_ns())
        return closed() - {17}

    rig.wires.closed = late
    rig.source.ask(rig.now_ns())
    rig.turn()
    assert [type(report) for report in rig.posted] == [SourceState, Edge, Levels]
    assert rig.posted[-1].closed == frozenset()


def test_events_that_overtook_each_other_are_posted_as_they_happened(rig):
    rig.start()
    at = rig.now_ns()
    rig.wires.edge(27, True, at + 1)
    rig.wires.edge(17, True, at + 2)
    rig.wires.queue.reverse()
    rig.turn(5)
    assert [(e.line, e.seq) for e in rig.of(Edge)] == [("b", 1), ("a", 2)]


@pytest.mark.parametrize(("many", "heard"), [(MANY - 1, True), (MANY, False)])
def test_many_edges_at_once_are_let_come_together_for_2_ms(rig, many, heard):
    rig.start()
    for n in range(many):
        rig.wires.edge(17, n % 2 == 0, rig.now_ns() + n)
    rig.clock.advance(many)
    now = rig.now_ns()
    due = rig.turn()
    assert len(rig.of(Edge)) == many
    assert (rig.source.fd == rig.wires.fd) is heard
    assert due == (None if heard else now + REST_NS)
    rig.turn(REST_NS)
    assert rig.source.fd == rig.wires.fd


def test_levels_are_read_in_time_while_edges_are_let_come_together(rig):
    rig.start()
    for n in range(MANY):
        rig.wires.edge(17, n % 2 == 0, rig.now_ns() + n)
    rig.turn(MS)
    rig.source.ask(rig.now_ns() + 100)
    assert rig.turn() == rig.now_ns() + 100
    rig.turn(100)
    assert len(rig.of(Levels)) == 1


def test_a_line_that_floods_for_a_second_is_muted_and_the_others_are_not(rig):
    rig.start()
    rig.flood("a", FLOOD_HZ + 200, 2)
    assert rig.wires.muted == {17}
    rig.move("b", True, rig.now_ns() + 1)
    assert rig.of(Edge)[-1].line == "b"
    before = len(rig.of(Edge))
    rig.wires.edge(17, True, rig.now_ns())
    rig.turn()
    assert len(rig.of(Edge)) == before


def test_a_line_just_below_a_flood_is_not_muted(rig):
    rig.start()
    rig.flood("a", FLOOD_HZ - 200, 4)
    assert rig.wires.muted == frozenset()


def test_while_a_line_is_muted_its_level_is_posted_every_20_ms_and_it_is_tried_again(rig):
    rig.start()
    rig.flood("a", 5000, 2)
    muted_ns = rig.now_ns()
    count = len(rig.of(Levels))
    due = rig.turn()
    while rig.wires.muted:
        assert due <= rig.now_ns() + POLL_NS
        rig.clock.set_ns(max(due, rig.now_ns() + 1))
        assert rig.now_ns() < muted_ns + RETRY_NS + S
        due = rig.turn()
    polls = rig.of(Levels)[count:]
    assert {one.muted for one in polls} == {frozenset({"a"})}
    gaps = [after.at_ns - one.at_ns for one, after in itertools.pairwise(polls)]
    assert set(gaps) == {POLL_NS}
    assert len(rig.wires.claimed) == 1  # by configuration alone
    rig.move("a", True, rig.now_ns() + 1)
    assert rig.of(Edge)[-1].line == "a"


def test_a_kernel_that_refuses_to_mute_is_asked_by_a_new_request(rig):
    rig.start()
    rig.wires.unmutable = True
    rig.flood("a", 5000, 2)
    assert [muted for _, _, muted in rig.wires.claimed] == [frozenset(), frozenset({17})]
    assert [state.alive for state in rig.of(SourceState)] == [True, False, True]
    rig.move("b", True, rig.now_ns() + 1)
    assert rig.of(Edge)[-1].line == "b"


def test_a_chip_that_is_gone_is_a_lost_source_that_comes_back_with_numbers_from_one(rig):
    rig.start()
    rig.move("a", True, rig.now_ns() + 1)
    rig.source.ask(rig.now_ns() + S)
    rig.wires.gone = True
    rig.turn()
    assert rig.turn() == rig.now_ns() + S  # claimed again at once, then once a second
    assert rig.source.fd is None
    rig.wires.gone = False
    rig.turn(S)
    assert [state.alive for state in rig.of(SourceState)] == [True, False, True]
    assert "gone" in rig.of(SourceState)[1].why
    rig.move("b", True, rig.now_ns() + 1)
    edge = rig.of(Edge)[-1]
    assert (edge.line, edge.seq, edge.line_seq) == ("b", 1, 1)
    assert rig.of(Levels) == []  # what was asked of the lost one is not answered


def test_a_line_that_is_held_ends_the_start(rig):
    def busy(pins, spares, muted):
        raise DeviceBusy("line a (GPIO17) is held by 'fan'")

    source = GpiodButtons("gpio", PINS, rig.clock, claim=busy)
    with pytest.raises(DeviceBusy, match="fan"):
        source.start(rig.posted.append)
    assert source.pump(rig.now_ns()) is None or rig.posted == []
    source.close()


def test_spare_pins_are_handed_to_the_claim():
    rig = Rig(spares=(5, 6))
    rig.start()
    assert rig.wires.claimed == [(PINS, (5, 6), frozenset())]
    rig.source.close()


def intake_of(rig):
    intake = Intake()
    intake.add_source("gpio", {line: line for line in PINS}, rig.source.hold_back_ns, GPIO)
    return intake


def first_press(rig, line):
    """Feed everything posted to an intake; return the press of a line as the contact gives it."""
    intake = intake_of(rig)
    contact, downs = intake.sources["gpio"].contacts[line], []
    edge, level = contact.edge, contact.level

    def heard(events):
        downs.extend(event for event in events if isinstance(event, Down))
        return events

    contact.edge = lambda one, merged_ns=0: heard(edge(one, merged_ns))
    contact.level = lambda at_ns, closed, heard_=True, **more: heard(level(at_ns, closed, **more))
    for report in rig.posted:
        intake.feed(report, 0)
    (down,) = downs
    return down


@pytest.mark.parametrize(
    ("gaps", "marks", "u_ns"),
    [
        ({}, (), 50_000),
        ({"merged": 1}, ("merged",), 50_000 + 700_000),
        ({"lost": 2}, ("lost",), None),
    ],
)
def test_gaps_of_the_kernels_numbers_are_marks_and_doubt_of_the_press(rig, gaps, marks, u_ns):
    rig.start()
    rig.source.ask(rig.now_ns())
    rig.turn()
    rig.move("b", True, rig.now_ns() + 100 * MS)
    rig.move("b", False, rig.now_ns() + 1)
    rig.move("a", False, rig.now_ns() + 1)
    for _ in range(10):
        rig.source.ask(rig.now_ns() + 4 * MS)
        rig.turn(4 * MS)
    rig.move("b", True, rig.now_ns() + 5 * MS)
    at = rig.now_ns() + 700_000
    rig.clock.set_ns(at)
    rig.wires.edge(17, True, at, **gaps)
    rig.turn()
    for after_ns in (4 * MS, 8 * MS):
        rig.source.ask(at + after_ns)
        rig.clock.set_ns(at + after_ns)
        rig.turn()
    down = first_press(rig, "a")
    assert (down.at_ns, down.marks) == (at, marks)
    assert down.u_ns == u_ns if u_ns else down.u_ns > 700_000


def test_a_thread_waits_on_the_lines_themselves_and_spins_on_nothing():
    rig = Rig(MonotonicClock())
    came = threading.Event()
    rig.source.start(lambda report: (rig.posted.append(report), came.set()))
    thread = PumpThread(rig.source, rig.clock, "keys")
    thread.start()
    for n in range(20):
        came.clear()
        rig.wires.edge(17, n % 2 == 0, rig.now_ns())
        assert came.wait(30)
    assert thread.turns <= 22
    assert thread.faults == 0
    thread.stop()
    rig.source.close()
    assert len(rig.of(Edge)) == 20
