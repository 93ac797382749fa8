"""The simulated board: the finger, what is late, lost, merged and unplugged."""

import threading

import pytest

from device_tests.contract_buttons import ButtonContract, ButtonRig
from hardware.clock import MonotonicClock
from hardware.edges import Edge, Levels, SourceState
from hardware.errors import DeviceNotFound
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.clock import SimulatedClock

LINES = {"a": 0, "b": 27, "c": 28}  # the last is on a second header
MS = 1_000_000


@pytest.fixture
def clock():
    return SimulatedClock()


@pytest.fixture
def rig(clock):
    def make():
        return SimulatedButtons("gpio", LINES, clock)

    def drive(line, closed, at_ns):
        clock.set_ns(max(clock.now_ns(), at_ns))
        rig.source.edge(line, closed, at_ns)

    rig = ButtonRig(make(), drive, clock.now_ns, make)
    yield rig
    rig.source.close()


def turn(rig, clock, until_ns):
    """Turn the pump at exactly the instants it asks for, as a scenario does."""
    while (next_ns := rig.source.pump(clock.now_ns())) is not None and next_ns <= until_ns:
        clock.set_ns(max(next_ns, clock.now_ns()))
    clock.set_ns(until_ns)


def edges(rig):
    return [(e.line, e.closed_hint, e.at_ns, e.line_seq, e.seq) for e in rig.of(Edge)]


class TestSimulatedButtons(ButtonContract):
    @pytest.fixture
    def rig(self, rig):
        return rig


def test_it_says_what_it_is(rig):
    assert rig.source.hold_back_ns == 25 * MS
    assert rig.source.u_ns == 50_000
    assert rig.source.stamped == "process"
    assert SimulatedButtons("x", {}, SimulatedClock(), hold_back_ns=6 * MS).hold_back_ns == 6 * MS


def test_a_board_of_54_lines_works():
    lines = {f"k{n}": n for n in range(54)}
    clock = SimulatedClock()
    source = SimulatedButtons("gpio", lines, clock)
    posted = []
    source.start(posted.append)
    for line in lines:
        source.press(line)
    source.ask(0)
    source.pump(0)
    assert posted[-1].closed == set(lines)
    assert [e.line for e in posted if isinstance(e, Edge)] == list(lines)
    source.close()


def test_every_ask_is_answered_at_its_instant_and_drained(rig, clock):
    rig.start()
    rig.source.press("a", 5 * MS)
    rig.source.release("a", 7 * MS)
    for at_ns in (4 * MS, 5 * MS, 6 * MS, 6 * MS, 7 * MS):
        rig.source.ask(at_ns)
    turn(rig, clock, 10 * MS)
    seen = [(level.at_ns, level.drained_ns, set(level.closed)) for level in rig.of(Levels)]
    assert seen == [
        (4 * MS, 4 * MS, set()),
        (5 * MS, 5 * MS, {"a"}),
        (6 * MS, 6 * MS, {"a"}),
        (7 * MS, 7 * MS, set()),
    ]


def test_at_equal_instants_the_edge_is_posted_before_the_levels(rig, clock):
    rig.start()
    rig.source.ask(5 * MS)
    rig.source.press("a", 5 * MS)
    turn(rig, clock, 5 * MS)
    assert [type(report) for report in rig.posted] == [SourceState, Edge, Levels]


def test_a_late_edge_is_overtaken_and_nothing_is_proven_meanwhile(rig, clock):
    rig.start()
    rig.source.edge("a", True, 1 * MS, deliver_ns=5 * MS)
    rig.source.edge("b", True, 3 * MS)
    for at_ns in (0, 1 * MS, 4 * MS, 5 * MS):
        rig.source.ask(at_ns)
    turn(rig, clock, 6 * MS)
    assert edges(rig) == [("b", True, 3 * MS, 1, 1), ("a", True, 1 * MS, 1, 2)]
    seen = [(level.at_ns, level.drained_ns, set(level.closed)) for level in rig.of(Levels)]
    assert seen == [
        (0, 0, set()),
        (1 * MS, None, set()),
        (4 * MS, None, {"b"}),
        (5 * MS, 5 * MS, {"a", "b"}),
    ]


def test_edges_of_one_line_never_overtake_each_other(rig, clock):
    rig.start()
    rig.source.edge("a", True, 1 * MS, deliver_ns=41 * MS)
    rig.source.edge("a", False, 20 * MS)
    turn(rig, clock, 50 * MS)
    assert [e.at_ns for e in rig.of(Edge)] == [1 * MS, 20 * MS]
    assert rig.source.held == set()


def test_lost_edges_move_the_level_and_skip_both_numbers(rig, clock):
    rig.start()
    rig.source.press("a", 0)
    rig.source.lose("a", 2)
    clock.set_ns(1 * MS)
    rig.source.release("a", 1 * MS)
    clock.set_ns(2 * MS)
    rig.source.press("b", 2 * MS)
    rig.source.ask(2 * MS)
    rig.source.pump(2 * MS)
    assert rig.of(Levels)[0].closed == {"b"}
    clock.set_ns(3 * MS)
    rig.source.press("a", 3 * MS)
    clock.set_ns(4 * MS)
    rig.source.release("a", 4 * MS)
    assert edges(rig) == [
        ("a", True, 0, 1, 1),
        ("b", True, 2 * MS, 1, 3),
        ("a", False, 4 * MS, 4, 5),
    ]


def test_a_merged_edge_skips_only_the_number_of_the_source(rig, clock):
    rig.start()
    rig.source.merge("a")
    rig.source.press("a", 0)
    clock.set_ns(1 * MS)
    rig.source.release("a", 1 * MS)
    clock.set_ns(2 * MS)
    rig.source.press("a", 2 * MS)
    assert edges(rig) == [("a", False, 1 * MS, 1, 2), ("a", True, 2 * MS, 2, 3)]


def test_an_unplugged_source_is_silent_and_comes_back_without_a_gap(rig, clock):
    rig.start()
    rig.source.press("b", 0)
    rig.source.edge("c", True, 0, deliver_ns=30 * MS)  # on its way when the plug goes
    rig.source.unplug(1 * MS)
    rig.source.ask(2 * MS)
    rig.source.press("a", 3 * MS)
    rig.source.release("b", 3 * MS)
    rig.source.plug(9 * MS)
    turn(rig, clock, 9 * MS)
    assert rig.of(Levels) == []
    rig.source.ask(40 * MS)
    turn(rig, clock, 40 * MS)
    assert [(s.at_ns, s.alive) for s in rig.of(SourceState)] == [
        (0, True),
        (1 * MS, False),
        (9 * MS, True),
    ]
    assert "unplugged" in rig.of(SourceState)[1].why
    assert rig.of(Levels)[0].closed == {"a", "c"}
    rig.source.release("a", 40 * MS)
    assert edges(rig) == [("b", True, 0, 1, 1), ("a", False, 40 * MS, 1, 2)]


def test_a_finger_outlives_close_and_start_and_numbers_begin_again(rig, clock):
    assert rig.source.held == set()
    rig.start()
    rig.source.press("a", 0)
    rig.source.close()
    clock.set_ns(5 * MS)
    rig.source.press("b", 5 * MS)
    assert rig.source.held == {"a", "b"}
    rig.start()
    rig.source.ask(5 * MS)
    rig.source.pump(5 * MS)
    assert rig.of(Levels)[0].closed == {"a", "b"}
    clock.set_ns(6 * MS)
    rig.source.release("a", 6 * MS)
    assert edges(rig) == [("a", True, 0, 1, 1), ("a", False, 6 * MS, 1, 1)]


def test_a_click_at_the_instant_of_a_proven_drain_is_stamped_after_it(rig, clock):
    rig.start()
    clock.set_ns(5 * MS)
    rig.source.ask(5 * MS)
    rig.source.pump(5 * MS)
    rig.source.press("a")
    turn(rig, clock, 6 * MS)
    assert rig.of(Levels)[0].drained_ns == 5 * MS
    assert [e.at_ns for e in rig.of(Edge)] == [5 * MS + 1]


def test_an_unknown_line_is_named(rig):
    rig.start()
    with pytest.raises(DeviceNotFound, match="seat9"):
        rig.source.press("seat9")


def test_clicks_from_other_threads_never_contradict_a_proven_drain():
    clock = MonotonicClock()
    source = SimulatedButtons("gpio", {f"k{n}": n for n in range(4)}, clock)
    posted = []
    source.start(posted.append)

    enough = threading.Event()

    def click(line):
        while not enough.wait(0.0001):
            source.press(line)
            source.release(line)

    threads = [threading.Thread(target=click, args=(f"k{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        source.ask(clock.now_ns())
        source.pump(clock.now_ns())
        enough.wait(0.001)
    enough.set()
    for thread in threads:
        thread.join()
    source.pump(clock.now_ns())
    proven_ns = -1
    levels = 0
    for report in posted:
        if isinstance(report, Levels) and report.drained_ns is not None:
            proven_ns = report.drained_ns
            levels += 1
        elif isinstance(report, Edge):
            assert report.at_ns > proven_ns
    numbers = [report.seq for report in posted if isinstance(report, Edge)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 100
    assert levels > 100
    source.close()
