"""Waiting for an instant or for a wake, by the monotonic clock whatever the wall does.

`Condition.wait` is right only where Python was built with sem_clockwait; elsewhere (old glibc)
it counts on the wall clock, and setting that back by an hour would hang a deadline by an hour.
There a select with a time-out is used, which the kernel counts on the monotonic clock.
"""

import os
import select
import sysconfig
import threading
from typing import Protocol

from hardware.clock import Clock

_LONGEST_NS = 3_600_000_000_000  # a wait is cut to this and begun again


class Waiter(Protocol):
    """One thread waits, any thread wakes it. A wake before the wait is kept."""

    def wake(self) -> None:
        """End the present or next wait. Any thread."""

    def wait(self, until_ns: int | None, fd: int | None = None) -> bool:
        """Wait until the instant, or for ever with None.

        Args:
            fd: Something to read there wakes as well. Only a `SelectWaiter` can listen.

        Returns:
            True if it was woken, False if the instant has come.
        """

    def close(self) -> None:
        """Release what it holds; nobody waits and nobody wakes any more."""


def make_waiter(clock: Clock) -> Waiter:
    """Return the waiter that is right for this build of Python."""
    monotonic = bool(sysconfig.get_config_var("HAVE_SEM_CLOCKWAIT"))
    return ConditionWaiter(clock) if monotonic else SelectWaiter(clock)


class ConditionWaiter:
    """Waits on a condition."""

    def __init__(self, clock: Clock) -> None:
        """Be asleep."""
        self._clock = clock
        self._condition = threading.Condition(threading.Lock())
        self._woken = False

    def wake(self) -> None:
        """End the present or next wait."""
        with self._condition:
            self._woken = True
            self._condition.notify()

    def wait(self, until_ns: int | None, fd: int | None = None) -> bool:
        """Wait until the instant; True if woken."""
        assert fd is None, "a condition does not listen"
        with self._condition:
            while not self._woken:
                left_ns = _LONGEST_NS if until_ns is None else until_ns - self._clock.now_ns()
                if left_ns <= 0:
                    return False
                self._condition.wait(min(left_ns, _LONGEST_NS) / 1e9)
            self._woken = False
            return True

    def close(self) -> None:
        """Nothing is held."""


class SelectWaiter:
    """Waits on an eventfd, and on what a device has to say."""

    def __init__(self, clock: Clock) -> None:
        """Be asleep."""
        self._clock = clock
        self._fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._closing = threading.Lock()

    def wake(self) -> None:
        """End the present or next wait."""
        with self._closing:
            if self._fd >= 0:
                os.eventfd_write(self._fd, 1)

    def wait(self, until_ns: int | None, fd: int | None = None) -> bool:
        """Wait until the instant; True if woken, or if there is something to read at `fd`."""
        fds = [self._fd] if fd is None else [self._fd, fd]
        while True:
            left_ns = _LONGEST_NS if until_ns is None else until_ns - self._clock.now_ns()
            seconds = max(min(left_ns, _LONGEST_NS), 0) / 1e9
            if ready := select.select(fds, [], [], seconds)[0]:
                if self._fd in ready:
                    os.eventfd_read(self._fd)
                return True
            if until_ns is not None and self._clock.now_ns() >= until_ns:
                return False

    def close(self) -> None:
        """Close the eventfd; a later wake does nothing."""
        with self._closing:
            fd, self._fd = self._fd, -1
            if fd >= 0:
                os.close(fd)
