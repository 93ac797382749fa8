"""The reference firmware of the key box, compiled and run in simavr, at the real source."""

import random

import pytest

from firmware_tests.machine import STEP, Machine, build
from hardware.buttons.serial_box import LAG_NS
from hardware.edges import Edge, Levels, SourceState

pytestmark = pytest.mark.slow
MS_CYCLES = 16_000


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("box")
    build(folder)
    return folder


@pytest.fixture
def make(built, monkeypatch):
    machines = []

    def one(drift_ppm=0):
        machines.append(Machine(built, monkeypatch, drift_ppm))
        return machines[-1]

    yield one
    for machine in machines:
        machine.close()


def press_at_random(machine, seconds, seed=1):
    """Move contacts with chatter, up to five lines at once, and let it all be told."""
    chance = random.Random(seed)
    closed = dict.fromkeys(range(1, 19), False)
    for _ in range(round(seconds / 0.05)):
        at = machine.cycle + 100
        for line in sorted(chance.sample(sorted(closed), chance.randint(0, 5))):
            for _ in range(chance.randint(1, 2)):
                closed[line] = not closed[line]
                machine.pin(line, closed[line], at)
                at += chance.choice((400, 1_600, 16_000))
        machine.run(0.05)
    machine.run(0.2)
    return {str(line) for line, is_closed in closed.items() if is_closed}


@pytest.mark.parametrize("drift_ppm", [-190, 0, 190])
def test_every_stamp_is_right_within_the_stated_doubt_and_none_is_lost(make, drift_ppm):
    machine = make(drift_ppm)
    machine.start()
    closed = press_at_random(machine, 4)
    assert len(machine.truth) > 150
    assert machine.outside() == []
    edges = machine.of(Edge)
    assert [edge.seq for edge in edges] == list(range(1, len(edges) + 1))
    assert max(edge.u_ns for edge in edges) < 2_000_000
    assert machine.levels() == closed
    assert len(machine.of(SourceState)) == 1


def test_stamps_are_right_while_the_clock_of_32_bits_wraps(tmp_path, monkeypatch):
    build(tmp_path, defines="-DTURNS=0x1FFE0")  # 32 turns of 32.8 ms before it
    machine = Machine(tmp_path, monkeypatch)
    try:
        machine.start()
        press_at_random(machine, 2)
        stamps = [edge.at_us for edge in machine.box_edges]
        assert stamps[0] > 2**31 > stamps[-1]
        assert machine.outside() == []
        assert len(machine.of(SourceState)) == 1
    finally:
        machine.close()


def test_the_box_stamps_an_edge_within_the_lag_that_the_protocol_promises(make):
    machine = make()
    machine.start()
    press_at_random(machine, 4, seed=2)
    away = [
        edge.at_us * 1_000 - (at_ns - machine.ns(0))
        for edge, (_, _, at_ns) in zip(machine.box_edges, machine.truth, strict=True)
    ]
    # The timer begins some hundred cycles after the processor: only differences are known.
    assert 0 < max(away) - min(away) < LAG_NS - 5_000


def test_stamps_that_are_half_a_millisecond_wrong_would_be_seen(make):
    machine = make()
    machine.start()
    press_at_random(machine, 1)
    assert machine.outside() == []
    machine.truth = [(line, closed, at_ns + 2_000_000) for line, closed, at_ns in machine.truth]
    assert len(machine.outside()) == len(machine.truth)


def test_a_clock_that_is_half_a_per_cent_off_is_a_lost_source(make):
    machine = make(5_000)
    machine.source.start(machine.posted.append)
    machine.run(3)
    assert any("beyond a drift" in state.why for state in machine.of(SourceState))


def test_a_flood_on_one_line_is_counted_exactly_and_the_others_are_heard(make):
    machine = make()
    machine.start()
    changes = 1
    for n in range(400):  # 5 kHz for 0.8 s: ten times what the wire carries
        for i in range(10):
            machine.tell(f"pin 4 {(n * 10 + i + 1) % 2} {machine.cycle + 50 + 3_200 * i}")
            changes += 1
        if n % 100 == 50:
            machine.tell(f"pin 9 {(n // 100 + 1) % 2} {machine.cycle + 900}")
            changes += 1
        machine.run(0.002)
    machine.tell(f"pin 4 1 {machine.cycle + 50}")
    machine.run(0.5)
    edges = machine.of(Edge)
    assert machine.source.link.lost > 0
    assert len(edges) + machine.source.link.lost == edges[-1].seq == changes
    assert machine.levels() == {"4"}
    for line in ("4", "9"):  # a line's own numbers tell of each of its losses
        own = [edge.line_seq for edge in edges if edge.line == line]
        assert own == sorted(set(own))
    assert max(edge.line_seq for edge in edges if edge.line == "4") == changes - 4


def test_changes_faster_than_the_box_can_keep_are_a_gap_and_never_a_wrong_level(make):
    machine = make()
    machine.start()
    for i in range(60):
        machine.tell(f"pin 4 {(i + 1) % 2} {machine.cycle + 50 + 200 * i}")
    machine.tell(f"pin 5 1 {machine.cycle + 50 + 200 * 60}")
    machine.run(0.3)
    edges = machine.of(Edge)
    assert machine.source.link.lost > 0
    assert {edge.line: edge.closed_hint for edge in edges} == {"4": False, "5": True}
    own = [edge.line_seq for edge in edges if edge.line == "4"]
    assert own[-1] > len(own)
    assert machine.levels() == {"5"}
    assert len(machine.of(SourceState)) == 1


@pytest.mark.parametrize("each_2_ms", [1, 10])
def test_levels_are_answered_in_the_midst_of_a_flood(make, each_2_ms):
    machine = make()
    machine.start()
    for n in range(1000):
        for i in range(each_2_ms):
            closed = (n * each_2_ms + i + 1) % 2
            machine.tell(f"pin 4 {closed} {machine.cycle + 50 + 3_200 * i}")
        machine.source.ask(machine.clock.now_ns())
        machine.run(0.002)
    assert len(machine.of(Levels)) >= 8
    assert len(machine.of(SourceState)) == 1


def test_a_reset_in_the_middle_is_a_new_boot_a_loss_and_a_return(make):
    machine = make()
    machine.start()
    boot = machine.source._boot
    machine.pin(1, True, machine.cycle + 100)
    machine.run(0.1)
    machine.tell("reset")
    machine.run(1)
    assert machine.source._boot == boot + 1
    assert [state.alive for state in machine.of(SourceState)] == [True, False, True]
    assert machine.levels() == {"1"}
    machine.pin(1, False, machine.cycle + 100)
    machine.run(0.1)
    assert machine.outside() == []


def test_a_program_that_hangs_is_restarted_by_the_watchdog(make):
    machine = make()
    machine.start()
    machine.tell("hang")
    machine.run(1.5)
    assert [state.alive for state in machine.of(SourceState)] == [True, False, True]
    assert machine.of(SourceState)[1].why == "the box restarted"


def test_a_key_held_when_the_box_starts_is_a_level_and_no_edge(make):
    machine = make()
    machine.tell(f"pin 2 1 {STEP // 100}")
    machine.start()
    assert machine.levels() == {"2"}
    assert machine.of(Edge) == []
