"""Watches the CPU of each thread: a helper that spins loses its real-time priority.

The interpreter's lock has no priorities: a real-time helper that computes all the time starves
the loop, and the kernel throttles the whole process (REALTIME d, 50 ms stalls).
"""

import os
import threading
from collections.abc import Callable
from pathlib import Path

EVERY_NS = 1_000_000_000
MOST_SHARE = 0.30
STRIKES = 2
_TASKS = Path("/proc/self/task")


class ThreadWatch:
    """Pumped once a second, by a thread of its own that is not watched."""

    def __init__(
        self, demoted: Callable[[int, str], None], spared: Callable[[], frozenset[int]]
    ) -> None:
        """
        Args:
            demoted: Told (thread id, name) when a thread was made an ordinary one.
            spared: Ids of threads that are never demoted: the loop's, and this one's.
        """
        self.wake: Callable[[], None] = lambda: None
        self._demoted = demoted
        self._spared = spared
        self._used_ns: dict[int, int] = {}
        self._strikes: dict[int, int] = {}
        self._last_ns: int | None = None

    def pump(self, now_ns: int) -> int | None:
        """Compare each thread's CPU with the second that has passed."""
        used_ns = thread_cpu_ns()
        if self._last_ns is not None and now_ns > self._last_ns:
            self._judge(used_ns, now_ns - self._last_ns)
        self._used_ns, self._last_ns = used_ns, now_ns
        return now_ns + EVERY_NS

    def _judge(self, used_ns: dict[int, int], passed_ns: int) -> None:
        for thread, total_ns in used_ns.items():
            share = (total_ns - self._used_ns.get(thread, total_ns)) / passed_ns
            if share <= MOST_SHARE or thread in self._spared():
                self._strikes.pop(thread, None)
                continue
            self._strikes[thread] = self._strikes.get(thread, 0) + 1
            if self._strikes[thread] == STRIKES and demote(thread):
                self._demoted(thread, thread_name(thread))


def thread_cpu_ns() -> dict[int, int]:
    """Return thread id -> CPU time used, nanoseconds."""
    used = {}
    for task in _TASKS.iterdir():
        try:
            used[int(task.name)] = int((task / "schedstat").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            continue  # it has just ended
    return used


def thread_name(thread: int) -> str:
    """Return a thread's name: ours, or the kernel's for a thread that a library made."""
    for one in threading.enumerate():
        if one.native_id == thread:
            return one.name
    try:
        return (_TASKS / str(thread) / "comm").read_text().strip()
    except OSError:
        return "?"


def demote(thread: int) -> bool:
    """Make a thread an ordinary one; True also where it is one already."""
    try:
        os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))
    except OSError:
        return False
    return True
