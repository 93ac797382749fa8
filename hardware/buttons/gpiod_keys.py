"""Keys on the header through the kernel's GPIO character device: the source of a Raspberry Pi.

The stamp is the kernel's, taken in the interrupt, CLOCK_MONOTONIC. Every raw edge is posted with
both of the kernel's numbers. One thread, the pump's, owns the request: it waits on its file
descriptor, reads the levels, then the edges, and posts edges first.
"""

import heapq
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping

from hardware.buttons.kernel_edges import Flood, Numbering
from hardware.clock import Clock
from hardware.edges import KeyReport, Levels, Post, SourceState
from hardware.errors import HardwareError
from hardware.gpio_lines import KeyLines

HOLD_BACK_NS = 10_000_000
"""Reader and confirmation need 6 ms (REALTIME b.1). It counts only where a proof is late, so a
stall of the reader has some room."""
U_NS = 50_000
"""From the contact to the interrupt's stamp."""
LATE_NS = 2_000_000
"""An edge is queued so long after its stamp at most: by a thread of the kernel (REALTIME b.4)."""
MANY = 8
REST_NS = 2_000_000
"""After a read of so many edges the next one waits so long: one by one they would cost a core."""
POLL_NS = 20_000_000
"""The levels are posted so often while a line is muted."""
_RETRY_NS = 1_000_000_000
_NEVER_NS = 1 << 62

Claim = Callable[[Mapping[str, int], Iterable[int], Iterable[int]], KeyLines]


class GpiodButtons:
    """A source of keys over one request of all their lines.

    Attributes:
        faults: Exceptions that `post` raised.
        last_fault: The last of them, for people.
        fd: As of `Listening`: the request's, but while many edges are let come together.
        spares: As given.
    """

    def __init__(
        self,
        name: str,
        lines: Mapping[str, int],
        clock: Clock,
        *,
        spares: Iterable[int] = (),
        hold_back_ns: int = HOLD_BACK_NS,
        u_ns: int = U_NS,
        claim: Claim = KeyLines,
    ) -> None:
        """Prepare; nothing is claimed before `start`.

        Args:
            lines: Line name -> BCM number.
            spares: Pins that nothing is wired to: one of them joins a lonely key.
            hold_back_ns: An edge may be delivered this long after its stamp.
            u_ns: One-sided doubt of a stamp.
            claim: Claims the lines, as `KeyLines` does: (lines, spares, muted pins).
        """
        self.name = name
        self.lines = tuple(lines)
        self.hold_back_ns = hold_back_ns
        self.u_ns = u_ns
        self.stamped = "kernel"
        self.wake: Callable[[], None] = _nobody
        self.fd: int | None = None
        self.faults = 0
        self.last_fault = ""
        self._pins = dict(lines)
        self._names = {pin: line for line, pin in lines.items()}
        self.spares = tuple(spares)
        self._clock = clock
        self._claim = claim
        self._lock = threading.RLock()  # the request is one thread's at a time
        self._numbering = Numbering(name, self._names, u_ns)
        self._flood = Flood()
        self._came: deque[int] = deque()  # asks: the loop waits for no pump
        self._asked: list[int] = []
        self._held: KeyLines | None = None
        self._open_ns = 0  # when to claim again
        self._poll_ns = 0
        self._post: Post | None = None

    @property
    def discarded(self) -> int:
        """How many edges were stamped before the lines were claimed."""
        return self._numbering.discarded

    def start(self, post: Post) -> None:
        """Claim all lines. A key already closed gives no edge: ask for levels.

        Raises:
            DeviceBusy: A line is held; the text names the line, the holder and a remedy.
            DeviceNotFound: There is no such chip or line.
            HardwareError: The chip may not be opened.
        """
        with self._lock:
            self._post = post
            self._open()

    def ask(self, at_ns: int) -> None:
        """Ask for the levels at `at_ns`. Thread: any."""
        self._came.append(at_ns)
        self.wake()

    def pump(self, now_ns: int) -> int | None:
        """Take the edges that have come, answer what was asked. Thread: its pump's."""
        with self._lock:
            if self._post is None:
                return None
            try:
                if self._held is None and now_ns >= self._open_ns:
                    self._open()
                if self._held is not None:
                    return self._turn(self._held, now_ns)
            except HardwareError as error:
                self._lose(error)
            return self._open_ns

    def close(self) -> None:
        """Release all lines. Idempotent."""
        with self._lock:
            self._post = None
            self._release()

    def _turn(self, held: KeyLines, now_ns: int) -> int | None:
        while self._came:
            heapq.heappush(self._asked, self._came.popleft())
        wanted = bool(self._asked) and self._asked[0] <= now_ns
        polled = bool(self._flood.muted) and self._poll_ns <= now_ns
        at_ns = self._clock.now_ns()
        closed = held.closed() if wanted or polled else None
        events = held.read()
        for edge in self._numbering.take(events):
            self._give(edge)
        if closed is not None:
            while self._asked and self._asked[0] <= now_ns:
                heapq.heappop(self._asked)
            self._levels(at_ns, closed)
        if self._flood.look((event.pin for event in events), at_ns):
            held.mute(self._flood.muted)
        self.fd = None if len(events) >= MANY else held.fd
        due = [
            self._asked[0] if self._asked else _NEVER_NS,
            self._flood.due_ns or _NEVER_NS,
            self._poll_ns if self._flood.muted else _NEVER_NS,
            at_ns + REST_NS if self.fd is None else _NEVER_NS,
        ]
        return None if min(due) == _NEVER_NS else min(due)

    def _levels(self, at_ns: int, closed: frozenset[int]) -> None:
        """Post levels that were read before the edges were."""
        self._poll_ns = at_ns + POLL_NS
        muted = frozenset(self._names[pin] for pin in self._flood.muted)
        names = frozenset(self._names[pin] for pin in closed)
        self._give(Levels(self.name, at_ns, names, at_ns - LATE_NS, muted))

    def _open(self) -> None:
        self._held = self._claim(self._pins, self.spares, self._flood.muted)
        self.fd = self._held.fd
        at_ns = self._clock.now_ns()
        self._numbering.begin(at_ns)
        self._give(SourceState(self.name, at_ns, True, ""))

    def _lose(self, error: HardwareError) -> None:
        """Give the request up; claim the lines anew, at once if it is a live one."""
        now_ns = self._clock.now_ns()
        if self._held is not None:
            self._open_ns = now_ns
            self._give(SourceState(self.name, now_ns, False, str(error)))
        else:
            self._open_ns = now_ns + _RETRY_NS
        self._asked.clear()
        self._came.clear()
        self._release()

    def _release(self) -> None:
        self.fd = None
        if self._held is not None:
            self._held.release()
            self._held = None

    def _give(self, report: KeyReport) -> None:
        """Post, and never let the receiver's fault stop the next report."""
        try:
            if self._post is not None:
                self._post(report)
        except Exception as error:
            self.faults += 1
            self.last_fault = f"post: {error!r}"


def _nobody() -> None:
    """Stand for a pump that nobody turns yet."""
