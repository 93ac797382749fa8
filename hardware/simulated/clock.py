"""A clock that stands still until it is told to go on."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
WALL_AT_ZERO_NS = 1_767_294_000_000_000_000
"""The wall at monotonic 0 unless set otherwise: 2026-01-01T19:00:00Z."""


class SimulatedClock:
    """A `Clock` that is set by hand. Any thread may read it; one thread sets it.

    Attributes:
        boot: What `boot_id` returns.
        wall_offset_ns: Wall time minus monotonic time; the wall jumps when this is changed.
        slept_ns: What `asleep_ns` returns.
    """

    def __init__(self, at_ns: int = 0, *, boot: str = "simulated-1") -> None:
        """Stand at `at_ns`."""
        self.boot = boot
        self.wall_offset_ns = WALL_AT_ZERO_NS
        self.slept_ns = 0
        self._now_ns = at_ns

    def now_ns(self) -> int:
        """Return this instant, nanoseconds."""
        return self._now_ns

    def asleep_ns(self) -> int:
        """Return how long the machine has slept, nanoseconds."""
        return self.slept_ns

    def wall_ahead_ns(self) -> int:
        """Return how far the wall is ahead of this clock, nanoseconds."""
        return self.wall_offset_ns

    def boot_id(self) -> str:
        """Return the id of this boot."""
        return self.boot

    def wall(self) -> str:
        """Return the wall time as ISO text, UTC, milliseconds (cut, not rounded)."""
        at = _EPOCH + timedelta(milliseconds=(self._now_ns + self.wall_offset_ns) // 1_000_000)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def set_ns(self, at_ns: int) -> None:
        """Go to an instant.

        Raises:
            ValueError: It is in the past; only `reboot` goes back.
        """
        if at_ns < self._now_ns:
            raise ValueError(f"the clock stands at {self._now_ns}, not back to {at_ns}")
        self._now_ns = at_ns

    def advance(self, by_ns: int) -> None:
        """Go on by `by_ns`, which must not be negative."""
        self.set_ns(self._now_ns + by_ns)

    def reboot(self, boot: str, at_ns: int = 0) -> None:
        """Begin another boot at `at_ns`; the wall goes on where it was."""
        self.wall_offset_ns += self._now_ns - at_ns
        self.boot = boot
        self._now_ns = at_ns
