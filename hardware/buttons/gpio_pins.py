"""Keys on GPIO pins through gpiozero, on any pin factory; closed is low.

The stamp: on lgpio the kernel's edge interrupt, CLOCK_MONOTONIC; on the mock factory whatever
the pin was driven with. Every raw edge is posted, no bounce time is ever set. gpiozero hands on
neither of the kernel's two sequence numbers, so `line_seq` and `seq` are *counted in the
callback*: an edge lost or merged below it leaves no gap here. (gpiod's driver sees those.)
"""

import heapq
import threading
from collections.abc import Mapping

from hardware.clock import Clock
from hardware.edges import Edge, KeyReport, Levels, Post, SourceState
from hardware.gpiozero_pins import InputDevice, PinFactory, claim_input, ticks_to_ns

_RETRY_NS = 1_000_000_000
HOLD_BACK_NS = 10_000_000
"""lgpio sorts for 0.5 ms and one thread serves all lines: 0.6 ms typical, 3.1 ms seen."""
U_NS = 50_000
"""From the contact to the interrupt's stamp."""


class _Line:
    """One claimed wire. Kept by the source: gpiozero holds `changed` by a weak reference only."""

    def __init__(self, owner: "GpiozeroButtons", name: str, device: InputDevice) -> None:
        self.name = name
        self.device = device
        self.count = 0
        self._owner = owner

    def changed(self, ticks: float, state: int) -> None:
        """Take one raw edge. Thread: lgpio's notify thread, or whoever drives a mock pin.

        Never raises: on lgpio that would end the one thread which serves all lines.
        """
        try:
            self._owner._edge(self, ticks_to_ns(ticks), closed=not state)
        except Exception as error:
            self._owner._fault(f"line {self.name}", error)


class GpiozeroButtons:
    """A source of keys over one gpiozero pin factory.

    The factory belongs to whoever made it: close it after this source. One source takes all
    keys of a chip: on lgpio no input may be closed while another one lives.

    Attributes:
        faults: How many edges or level reads met an exception, `post`'s included.
        last_fault: The last of them, for people.
        discarded: Edges stamped before `start` had claimed all lines: pulls settling.
    """

    def __init__(
        self,
        name: str,
        lines: Mapping[str, int],
        clock: Clock,
        factory: PinFactory,
        *,
        hold_back_ns: int = HOLD_BACK_NS,
        u_ns: int = U_NS,
    ) -> None:
        """Prepare; nothing is claimed before `start`.

        Args:
            lines: Line name -> GPIO number.
            hold_back_ns: An edge may be delivered this long after its stamp.
            u_ns: One-sided doubt of a stamp.
        """
        self.name = name
        self.lines = tuple(lines)
        self.hold_back_ns = hold_back_ns
        self.u_ns = u_ns
        self.stamped = "kernel"
        self.wake = _nobody
        self.faults = 0
        self.last_fault = ""
        self.discarded = 0
        self._pins = dict(lines)
        self._clock = clock
        self._factory = factory
        self._claimed: dict[str, _Line] = {}
        self._lock = threading.RLock()  # numbering and posting are one step
        self._asked: list[int] = []
        self._seq = 0
        self._post: Post | None = None
        self._since_ns = 0
        self._alive = False

    def start(self, post: Post) -> None:
        """Claim every line, then listen. A key already closed gives no edge: ask for levels."""
        try:
            for line, pin in self._pins.items():
                self._claimed[line] = _Line(self, line, self._claim(line, pin))
            self._since_ns = self._clock.now_ns()
            self._post, self._seq = post, 0
            self._say(self._since_ns, alive=True)
            for wire in self._claimed.values():
                wire.device.pin.when_changed = wire.changed
        except BaseException:
            self.close()
            raise

    def ask(self, at_ns: int) -> None:
        """Ask for the levels at `at_ns`. Thread: any."""
        with self._lock:
            heapq.heappush(self._asked, at_ns)
        self.wake()

    def pump(self, now_ns: int) -> int | None:
        """Answer what was asked for up to now with one `Levels`. Thread: its pump's.

        `drained_ns` is None: lgpio's thread may still hold an edge, and cannot be asked.
        """
        with self._lock:
            due = bool(self._asked) and self._asked[0] <= now_ns
            while self._asked and self._asked[0] <= now_ns:
                heapq.heappop(self._asked)
        if due and not self._answer():
            self.ask(now_ns + _RETRY_NS)
        with self._lock:
            return self._asked[0] if self._asked else None

    def close(self) -> None:
        """Release all lines together, oldest first. Idempotent.

        The order matters on lgpio: when the newest alert is removed while others live, its
        thread believes that none is left.
        """
        with self._lock:
            claimed, self._claimed = list(self._claimed.values()), {}
            self._post = None
            self._alive = False
        for wire in claimed:
            try:
                wire.device.pin.when_changed = None
                wire.device.close()
            except Exception as error:
                self._fault(f"line {wire.name}, at close", error)

    def _claim(self, line: str, pin: int) -> InputDevice:
        return claim_input(self._factory, pin, line)

    def _drained(self, at_ns: int) -> int | None:
        """Return up to where all edges are posted; a factory with a thread cannot know."""
        return None

    def _edge(self, wire: _Line, at_ns: int, *, closed: bool) -> None:
        with self._lock:
            if self._post is None:
                return
            if at_ns < self._since_ns:
                self.discarded += 1
                return
            wire.count += 1
            self._seq += 1
            self._give(Edge(self.name, wire.name, at_ns, closed, wire.count, self._seq, self.u_ns))

    def _answer(self) -> bool:
        """Post the levels: time, levels, what is drained, then post. False: not readable."""
        at_ns = self._clock.now_ns()
        try:
            wires = list(self._claimed.values())
            closed = frozenset(wire.name for wire in wires if not wire.device.pin.state)
        except Exception as error:
            self._fault("levels cannot be read", error)
            self._say(at_ns, alive=False, why=self.last_fault)
            return False
        with self._lock:
            self._say(at_ns, alive=True)
            self._give(Levels(self.name, at_ns, closed, self._drained(at_ns)))
        return True

    def _say(self, at_ns: int, *, alive: bool, why: str = "") -> None:
        """Post a `SourceState`, only when it changes."""
        with self._lock:
            if alive != self._alive:
                self._alive = alive
                self._give(SourceState(self.name, at_ns, alive, why))

    def _give(self, report: KeyReport) -> None:
        """Post, and never let the receiver's fault stop the next report."""
        try:
            if self._post is not None:
                self._post(report)
        except Exception as error:
            self._fault("post", error)

    def _fault(self, where: str, error: Exception) -> None:
        self.faults += 1
        self.last_fault = f"{where}: {error!r}"


def _nobody() -> None:
    """Stand for a pump that nobody turns yet."""
