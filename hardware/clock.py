"""The one clock: CLOCK_MONOTONIC, integers of nanoseconds.

Wall time is read here too, for people only: nothing is ordered or measured by it.
"""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

_QUICK_NS = 100_000
_TRIES = 10
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Clock(Protocol):
    """What the daemon asks the time of. Every member may be called from any thread."""

    def now_ns(self) -> int:
        """Return this instant, CLOCK_MONOTONIC, nanoseconds."""

    def asleep_ns(self) -> int:
        """Return BOOTTIME minus MONOTONIC, nanoseconds: how long the machine has slept."""

    def wall_ahead_ns(self) -> int:
        """Return wall minus MONOTONIC, nanoseconds: only to see that the wall was set."""

    def boot_id(self) -> str:
        """Return the id of this boot; with another id the monotonic clock is another clock."""

    def wall(self) -> str:
        """Return the wall time as ISO text in UTC with milliseconds. Shown, never computed with."""


class MonotonicClock:
    """The machine's own clock."""

    def now_ns(self) -> int:
        """Return this instant, CLOCK_MONOTONIC, nanoseconds."""
        return time.monotonic_ns()

    def asleep_ns(self) -> int:
        """Return how long the machine has slept since boot, nanoseconds."""
        return _ahead_ns(time.CLOCK_BOOTTIME)

    def wall_ahead_ns(self) -> int:
        """Return how far the wall is ahead of the monotonic clock, nanoseconds."""
        return _ahead_ns(time.CLOCK_REALTIME)

    def boot_id(self) -> str:
        """Return the kernel's boot id."""
        return _BOOT_ID.read_text(encoding="ascii").strip()

    def wall(self) -> str:
        """Return the wall time as ISO text, UTC, milliseconds."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _ahead_ns(clock: int) -> int:
    """Compare two clocks; again while this thread lost its turn between the readings."""
    best_ns, ahead_ns = 1 << 62, 0
    for _ in range(_TRIES):
        before_ns = time.monotonic_ns()
        other_ns = time.clock_gettime_ns(clock)
        took_ns = time.monotonic_ns() - before_ns
        if took_ns < best_ns:
            best_ns, ahead_ns = took_ns, other_ns - before_ns - took_ns // 2
        if took_ns < _QUICK_NS:
            break
    return ahead_ns
