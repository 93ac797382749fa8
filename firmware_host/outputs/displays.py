"""A display and its line: digits are computed at the instant they change.

The loop only stores the latest line; a thread of its own turns it into text and writes it.
So nobody waits for a slow display, and after a loss the full present text is sent, not a
backlog.
"""

from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.engine.wall import BLANK, Wall, next_change_ns, shown
from hardware.errors import DeviceLost, HardwareError
from hardware.ports import CountdownDisplay

RETRY_NS = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Frame:
    """What a display shows: a line, or a word in its place."""

    wall: Wall = BLANK
    word: str = ""


class DisplayRunner:
    """Pumps one display. `put` may be called from the loop thread, `pump` from its own."""

    def __init__(
        self, display: CountdownDisplay, role: str, report: Callable[[str, bool, str], None]
    ) -> None:
        """`report(name, alive, why)` is told of a loss and of the return."""
        self.wake: Callable[[], None] = lambda: None
        self.display = display
        self.role = role
        self.alive = True
        self.why = ""
        self.text = ""
        self._frame = Frame()
        self._sent: str | None = None
        self._sent_ns = 0
        self._busy = False
        self._report = report

    def put(self, frame: Frame) -> None:
        """Show another line from now on. The latest one wins."""
        if frame != self._frame:
            self._frame = frame
            self.wake()

    def pump(self, now_ns: int) -> int | None:
        """Show the text of this instant; return when it changes."""
        frame = self._frame
        self.text = frame.word or shown(frame.wall, now_ns)
        again_ns = self.display.again_ns
        stood = again_ns is not None and now_ns - self._sent_ns >= again_ns
        if self.text != self._sent or stood:
            self._busy = True
            try:
                self.display.show(self.text)
            except DeviceLost as error:
                self._lost(str(error))
                return now_ns + RETRY_NS
            finally:
                self._busy = False
            self._sent, self._sent_ns = self.text, now_ns
            self._back()
        change_ns = None if frame.word else next_change_ns(frame.wall, now_ns)
        if again_ns is None:
            return change_ns
        return min(self._sent_ns + again_ns, change_ns or self._sent_ns + again_ns)

    def _lost(self, why: str) -> None:
        self._sent = None
        if self.alive:
            self.alive, self.why = False, why
            self._report(self.display.name, False, why)

    def _back(self) -> None:
        if not self.alive:
            self.alive, self.why = True, ""
            self._report(self.display.name, True, "")

    def close(self) -> None:
        """Blank the display and release it.

        Raises:
            HardwareError: It hangs in a write: nobody can blank it, and nobody waits for it.
        """
        self._frame = Frame()
        if self._busy:
            raise HardwareError(f"display {self.display.name} hangs, and shows the last thing")
        self.display.close()
