"""Keys on the header through the kernel's GPIO character device: the source of a Raspberry Pi.

The stamp is the kernel's, taken in the interrupt, CLOCK_MONOTONIC. Every raw edge is posted with
both of the kernel's numbers. One thread, the pump's, owns the request: it waits on its file
descriptor, reads the levels, then the edges, and posts edges first.
"""

from collections.abc import Callable, Iterable, Mapping

from hardware.buttons.kernel_edges import Flood, Numbering
from hardware.buttons.reopened import ReopenedSource
from hardware.clock import Clock
from hardware.edges import Levels
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
_NEVER_NS = 1 << 62

Claim = Callable[[Mapping[str, int], Iterable[int], Iterable[int]], KeyLines]


class GpiodButtons(ReopenedSource[KeyLines]):
    """A source of keys over one request of all their lines.

    Attributes:
        fd: As of `Listening`: the request's, but while many edges are let come together.
        spares: As given.
    """

    at_once = True
    """A live request is claimed anew: only a chip that has gone is waited for."""

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
        super().__init__(name, lines, clock, hold_back_ns=hold_back_ns, u_ns=u_ns, stamped="kernel")
        self._pins = dict(lines)
        self._names = {pin: line for line, pin in lines.items()}
        self.spares = tuple(spares)
        self._claim = claim
        self._numbering = Numbering(name, self._names, u_ns)
        self._flood = Flood()
        self._poll_ns = 0

    @property
    def discarded(self) -> int:
        """How many edges were stamped before the lines were claimed."""
        return self._numbering.discarded

    def _turn(self, device: KeyLines, now_ns: int) -> int | None:
        wanted = bool(self._asked) and self._asked[0] <= now_ns
        polled = bool(self._flood.muted) and self._poll_ns <= now_ns
        at_ns = self._clock.now_ns()
        closed = device.closed() if wanted or polled else None
        events = device.read()
        for edge in self._numbering.take(events):
            self._give(edge)
        if closed is not None:
            self._due(now_ns)
            self._levels(at_ns, closed)
        if self._flood.look((event.pin for event in events), at_ns):
            device.mute(self._flood.muted)
        self.fd = None if len(events) >= MANY else device.fd
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

    def _open(self) -> KeyLines:
        held = self._claim(self._pins, self.spares, self._flood.muted)
        self.fd = held.fd
        at_ns = self._clock.now_ns()
        self._numbering.begin(at_ns)
        self._say(at_ns, alive=True)
        return held

    def _shut(self, device: KeyLines) -> None:
        device.release()
