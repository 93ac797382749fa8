"""The clock that is set by hand, and the machine's."""

import pytest

from hardware.clock import MonotonicClock
from hardware.simulated.clock import SimulatedClock

S = 1_000_000_000


def test_it_stands_until_it_is_told_to_go_on():
    clock = SimulatedClock()
    assert clock.now_ns() == 0
    clock.set_ns(5)
    clock.advance(2)
    assert clock.now_ns() == 7


def test_it_does_not_go_back():
    clock = SimulatedClock(7)
    with pytest.raises(ValueError, match="not back to 6"):
        clock.set_ns(6)
    with pytest.raises(ValueError, match="not back"):
        clock.advance(-1)


def test_the_wall_jumps_without_moving_the_clock():
    clock = SimulatedClock()
    assert clock.wall() == "2026-01-01T19:00:00.000Z"
    clock.advance(1_234_567_890)
    assert clock.wall() == "2026-01-01T19:00:01.234Z"
    clock.wall_offset_ns += 3600 * S
    assert clock.wall() == "2026-01-01T20:00:01.234Z"
    assert clock.now_ns() == 1_234_567_890


def test_a_reboot_begins_another_clock_and_the_wall_goes_on():
    clock = SimulatedClock(90 * S)
    wall = clock.wall()
    clock.slept_ns = 3
    clock.reboot("second")
    assert (clock.now_ns(), clock.boot_id(), clock.wall()) == (0, "second", wall)
    assert clock.asleep_ns() == 3


def test_the_machines_clock_has_the_same_shape():
    clock = MonotonicClock()
    first = clock.now_ns()
    assert clock.now_ns() >= first
    assert len(clock.wall()) == len(SimulatedClock().wall())
    assert clock.boot_id()
