"""A display that remembers what it showed."""

from hardware.clock import Clock
from hardware.errors import DeviceLost


class RecordingDisplay:
    """A `CountdownDisplay` in memory. Thread: its own output's; `frames` may be read by any.

    Attributes:
        frames: (from_ns, text) of each change of what is seen.
    """

    again_ns: int | None = None

    def __init__(self, name: str, clock: Clock) -> None:
        """Begin blank; the first frame is the first text shown."""
        self.name = name
        self.frames: list[tuple[int, str]] = []
        self._clock = clock
        self._failed = ""

    @property
    def text(self) -> str:
        """What is seen now; empty before the first frame."""
        return self.frames[-1][1] if self.frames else ""

    def show(self, text: str) -> None:
        """Show `text`; the same text again makes no new frame."""
        if self._failed:
            raise DeviceLost(f"display {self.name}: {self._failed}")
        if text != self.text:
            self.frames.append((self._clock.now_ns(), text))

    def close(self) -> None:
        """Blank it."""
        self._failed = ""
        self.show("")

    def fail(self, why: str = "failed by hand") -> None:
        """Die: it goes dark, and `show` raises until `restore`."""
        self.close()
        self._failed = why

    def restore(self) -> None:
        """Come back, dark, as after a power cycle; the next `show` is seen."""
        self._failed = ""
