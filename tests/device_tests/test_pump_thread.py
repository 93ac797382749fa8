"""The thread that turns a pump, over both waiters. No latency is asserted: the machine is busy."""

import os
import select
import threading
import time

import pytest

from hardware import pumping
from hardware.clock import MonotonicClock
from hardware.pumping import PumpThread
from hardware.waiting import ConditionWaiter, SelectWaiter

CLOCK = MonotonicClock()
MS = 1_000_000
LONG_S = 20.0


class Part:
    """A part whose pump is a given function."""

    def __init__(self, pump):
        self.wake = lambda: None
        self.pump = pump


@pytest.fixture(params=[ConditionWaiter, SelectWaiter])
def kind(request, monkeypatch):
    monkeypatch.setattr(pumping, "make_waiter", request.param)
    return request.param


@pytest.fixture
def run(kind):
    """Start a pump thread that is stopped at the end of the test."""
    threads = []

    def start(pump, **options):
        thread = PumpThread(Part(pump), CLOCK, "part", **options)
        threads.append(thread)
        thread.start()
        return thread

    yield start
    for thread in threads:
        thread.stop()


def test_a_thousand_deadlines_come_in_order_once_each_and_never_early(run):
    begin_ns = CLOCK.now_ns()
    deadlines = [begin_ns + n * 200_000 for n in range(1, 1001)]
    early = []
    taken = []
    done = threading.Event()

    def pump(now_ns):
        while deadlines and deadlines[0] <= now_ns:
            taken.append(deadlines.pop(0))
        if len(taken) == 1000:
            done.set()
        if taken and taken[-1] > now_ns:
            early.append(now_ns)
        return deadlines[0] if deadlines else None

    thread = run(pump)
    assert done.wait(LONG_S)
    assert taken == [begin_ns + n * 200_000 for n in range(1, 1001)]
    assert early == []
    assert thread.turns <= 1001  # a turn for each deadline and the first: nothing spins
    assert thread.faults == 0


def test_a_wake_turns_the_pump_before_its_instant(run):
    turned = threading.Semaphore(0)
    thread = run(lambda now_ns: turned.release())
    assert turned.acquire(timeout=LONG_S)
    for _ in range(50):
        thread._part.wake()
        assert turned.acquire(timeout=LONG_S)
    assert thread.turns == 51


def test_a_wake_from_within_the_pump_is_not_lost(run):
    done = threading.Event()

    def pump(now_ns):
        thread = threads[0]
        if thread.turns < 3:
            thread._part.wake()
        else:
            done.set()

    threads = []
    thread = PumpThread(Part(pump), CLOCK, "part")
    threads.append(thread)
    thread.start()
    assert done.wait(LONG_S)
    assert thread.stop()


def test_a_pump_that_raises_is_counted_reported_and_turned_again(run):
    reports = []
    done = threading.Event()

    def pump(now_ns):
        if len(reports) < 2:
            raise RuntimeError("sick")
        done.set()

    def report(name, error):
        reports.append((name, str(error)))
        raise ValueError("the report is sick too")

    thread = run(pump, on_fault=report)
    assert done.wait(LONG_S)
    assert reports == [("part", "sick")] * 2
    assert thread.faults == 2


def test_wakes_do_not_shorten_the_rest_after_a_fault(run):
    turns_at_ns = []

    def pump(now_ns):
        turns_at_ns.append(now_ns)
        thread_part.append(True)
        raise RuntimeError("sick")

    thread_part = []
    thread = run(pump)
    begun = time.monotonic()
    while len(turns_at_ns) < 3 and time.monotonic() - begun < LONG_S:
        thread._part.wake()
        time.sleep(0.001)
    assert turns_at_ns[1] - turns_at_ns[0] >= 50 * MS
    assert turns_at_ns[2] - turns_at_ns[1] >= 100 * MS


def test_stop_ends_it_and_is_idempotent(kind):
    thread = PumpThread(Part(lambda now_ns: None), CLOCK, "part")
    assert thread.stop()  # never started
    thread = PumpThread(Part(lambda now_ns: now_ns + 10**12), CLOCK, "part")
    thread.start()
    old_wake = thread._part.wake
    assert thread.stop()
    assert thread.stop()
    thread._part.wake()
    old_wake()


def test_a_thread_that_does_not_end_is_reported(kind):
    release = threading.Event()
    entered = threading.Event()
    reports = []

    def pump(now_ns):
        entered.set()
        release.wait(LONG_S)

    thread = PumpThread(Part(pump), CLOCK, "stuck", on_fault=lambda *what: reports.append(what))
    thread.start()
    assert entered.wait(LONG_S)
    assert thread.stop(within_ns=10 * MS) is False
    assert [name for name, _ in reports] == ["stuck"]
    assert "does not end" in str(reports[0][1])
    release.set()
    assert thread.stop()


def test_real_time_is_asked_for_with_reset_on_fork(kind, monkeypatch):
    asked = []
    monkeypatch.setattr(
        os, "sched_setscheduler", lambda *what: asked.append((what[0], what[1], what[2]))
    )
    turned = threading.Event()
    thread = PumpThread(Part(lambda now_ns: turned.set()), CLOCK, "part", priority=12)
    thread.start()
    assert turned.wait(LONG_S)
    assert thread.real_time
    ((who, policy, param),) = asked
    assert who == 0  # the calling thread alone
    assert policy == os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
    assert param.sched_priority == 12
    thread.stop()


@pytest.mark.parametrize(("priority", "calls"), [(12, 1), (None, 0)])
def test_without_the_right_it_goes_on_and_says_so(kind, monkeypatch, priority, calls):
    asked = []

    def refuse(*what):
        asked.append(what)
        raise PermissionError(1, "EPERM")

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    turned = threading.Event()
    thread = PumpThread(Part(lambda now_ns: turned.set()), CLOCK, "part", priority=priority)
    thread.start()
    assert turned.wait(LONG_S)
    assert not thread.real_time
    assert len(asked) == calls
    thread.stop()


class Listener:
    """A part with a device that has something to say: one byte a pump is read."""

    def __init__(self, fails=0):
        self.wake = lambda: None
        self.fd, self.writer = os.pipe()
        self.came = threading.Event()
        self.fails = fails
        self.read = 0

    def pump(self, now_ns):
        if self.fails:
            self.fails -= 1
            raise OSError("not yet")
        if select.select([self.fd], [], [], 0)[0]:
            os.read(self.fd, 1)
            self.read += 1
            self.came.set()


def test_a_part_with_a_file_descriptor_is_pumped_when_there_is_something_to_read():
    part = Listener()
    thread = PumpThread(part, CLOCK, "part")
    thread.start()
    for n in range(20):
        part.came.clear()
        os.write(part.writer, b"x")
        assert part.came.wait(LONG_S)
        assert part.read == n + 1
    assert thread.turns <= 21
    assert thread.stop()


def test_a_part_that_raises_does_not_spin_on_what_is_to_be_read():
    part = Listener(fails=2)
    os.write(part.writer, b"x")
    thread = PumpThread(part, CLOCK, "part")
    thread.start()
    assert part.came.wait(LONG_S)
    assert (thread.faults, part.read) == (2, 1)
    assert thread.turns <= 4
    assert thread.stop()
