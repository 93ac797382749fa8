"""Watches the clock itself: whether the machine slept, and whether somebody set the wall.

While it sleeps the monotonic clock stands still, and the hall's minute does not: so a sleep is
as a reboot, the turn stands at the last instant known. A step of the wall is only written
down, for people: nothing is ever decided by it.
"""

from dataclasses import dataclass
from typing import Protocol

SLEPT_NS = 10_000_000
WALL_STEP_NS = 50_000_000


class AsleepClock(Protocol):
    """What of the clock is watched."""

    def asleep_ns(self) -> int:
        """Return BOOTTIME minus MONOTONIC, nanoseconds."""

    def wall_ahead_ns(self) -> int:
        """Return wall minus MONOTONIC, nanoseconds."""


@dataclass(frozen=True, slots=True)
class Jump:
    """What was seen: a sleep with the last instant before it, or a step of the wall."""

    last_ns: int
    slept_ns: int = 0


class ClockWatch:
    """Asked at the begin of each turn of the loop. Loop thread only."""

    def __init__(self, clock: AsleepClock, now_ns: int) -> None:
        self._clock = clock
        self._last_ns = now_ns
        self._asleep_ns = clock.asleep_ns()
        self._wall_ns = clock.wall_ahead_ns()

    def look(self, now_ns: int) -> Jump | None:
        """Return what has happened to the clock since the last call, or None."""
        last_ns, self._last_ns = self._last_ns, now_ns
        asleep_ns, wall_ns = self._clock.asleep_ns(), self._clock.wall_ahead_ns()
        slept_ns = asleep_ns - self._asleep_ns
        stepped = abs(wall_ns - self._wall_ns) > WALL_STEP_NS
        self._asleep_ns, self._wall_ns = asleep_ns, wall_ns
        if slept_ns >= SLEPT_NS:
            return Jump(last_ns, slept_ns)
        return Jump(last_ns) if stepped else None
