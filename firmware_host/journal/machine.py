"""What the journal asks of the machine's clock; `hardware.clock` has it."""

from typing import Protocol


class Clock(Protocol):
    """Four questions; the journal asks them at the start, and `wall` for each record."""

    def now_ns(self) -> int:
        """Return this instant, CLOCK_MONOTONIC, nanoseconds."""

    def asleep_ns(self) -> int:
        """Return BOOTTIME minus MONOTONIC, nanoseconds."""

    def boot_id(self) -> str:
        """Return the id of this boot."""

    def wall(self) -> str:
        """Return the wall time as ISO text, for people."""
