"""Waiting by the monotonic clock, whatever the wall does (REALTIME D5, its half without a Pi)."""

import os
import sysconfig
import threading
import time

import pytest

from hardware import waiting
from hardware.clock import MonotonicClock
from hardware.waiting import ConditionWaiter, SelectWaiter, make_waiter

CLOCK = MonotonicClock()
MS = 1_000_000


@pytest.fixture(params=[ConditionWaiter, SelectWaiter])
def kind(request):
    return request.param


@pytest.mark.parametrize(
    ("built_with", "kind"), [(1, ConditionWaiter), (0, SelectWaiter), (None, SelectWaiter)]
)
def test_a_python_that_waits_by_the_wall_clock_gets_the_other_waiter(monkeypatch, built_with, kind):
    monkeypatch.setattr(
        sysconfig,
        "get_config_var",
        lambda name: built_with if name == "HAVE_SEM_CLOCKWAIT" else None,
    )
    waiter = make_waiter(CLOCK)
    assert type(waiter) is kind
    waiter.close()


def test_a_stepping_wall_does_not_move_a_wait(kind, monkeypatch):
    def no_wall(*_):
        raise AssertionError("the wall was read")

    monkeypatch.setattr(time, "time", no_wall)
    monkeypatch.setattr(time, "time_ns", no_wall)
    waiter = kind(CLOCK)
    begin_ns = CLOCK.now_ns()
    assert waiter.wait(begin_ns + 5 * MS) is False
    assert CLOCK.now_ns() >= begin_ns + 5 * MS
    waiter.close()


def test_a_wait_goes_by_the_clock_it_was_given_and_is_repeated_if_it_ends_early(kind, monkeypatch):
    class Slow:
        """A clock at a quarter of the speed: the first wait ends too early by it."""

        def now_ns(self):
            return CLOCK.now_ns() // 4

    waiter = kind(Slow())
    begin_ns = CLOCK.now_ns()
    assert waiter.wait(begin_ns // 4 + 3 * MS) is False
    assert CLOCK.now_ns() - begin_ns >= 12 * MS - 4
    waiter.close()


def test_a_wake_before_the_wait_is_kept_and_used_up(kind):
    waiter = kind(CLOCK)
    waiter.wake()
    waiter.wake()
    assert waiter.wait(CLOCK.now_ns() + 10**12) is True
    assert waiter.wait(CLOCK.now_ns() - 1) is False
    waiter.close()


def test_a_wait_for_ever_is_a_wait_for_a_wake(kind, monkeypatch):
    monkeypatch.setattr(waiting, "_LONGEST_NS", MS)
    waiter = kind(CLOCK)
    timer = threading.Timer(0.02, waiter.wake)
    timer.start()
    assert waiter.wait(None) is True
    timer.join()
    waiter.close()


def test_something_to_read_ends_a_wait_again_and_again_until_it_is_read():
    waiter = SelectWaiter(CLOCK)
    reader, writer = os.pipe()
    os.write(writer, b"x")
    assert waiter.wait(None, reader) is True
    assert waiter.wait(None, reader) is True
    os.read(reader, 1)
    assert waiter.wait(CLOCK.now_ns() + MS, reader) is False
    waiter.wake()
    assert waiter.wait(None, reader) is True
    os.write(writer, b"x")
    assert waiter.wait(CLOCK.now_ns() + MS) is False  # who is not listened to wakes nobody
    waiter.close()
    os.close(reader)
    os.close(writer)


def test_a_waiter_that_cannot_listen_says_so_at_once():
    with pytest.raises(AssertionError):
        ConditionWaiter(CLOCK).wait(CLOCK.now_ns() + MS, 0)
