"""A lamp or buzzer that remembers when it was on."""

from hardware.clock import Clock
from hardware.errors import DeviceLost


class RecordingSwitch:
    """A `Switch` in memory. Thread: its output's; `changes` may be read by any.

    Attributes:
        on: Whether it is on.
        changes: (at_ns, on) of each change.
    """

    again_ns: int | None = None

    def __init__(self, name: str, clock: Clock) -> None:
        """Begin switched off."""
        self.name = name
        self.on = False
        self.changes: list[tuple[int, bool]] = []
        self._clock = clock
        self._failed = ""

    def set(self, on: bool) -> None:
        """Switch; the present state again does nothing."""
        if self._failed:
            raise DeviceLost(f"switch {self.name}: {self._failed}")
        if on != self.on:
            self.on = on
            self.changes.append((self._clock.now_ns(), on))

    def close(self) -> None:
        """Switch off."""
        self._failed = ""
        self.set(False)

    def fail(self, why: str = "failed by hand") -> None:
        """Die: it goes off, and `set` raises until `restore`."""
        self.close()
        self._failed = why

    def restore(self) -> None:
        """Come back, switched off."""
        self._failed = ""
