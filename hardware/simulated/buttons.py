"""The simulated board's keys: real gpiozero pins in memory, and a finger.

What the finger does enters as an edge of a gpiozero pin, so the driver under it is the same
`GpiozeroButtons` as on a Pi. The source proves itself drained at each level read, unless an
edge is on its way (`deliver_ns` later than its stamp).

The numbers are this source's own. They are counted when an edge arrives, as in the driver
under it; `lose` and `merge` make the gaps that a kernel's numbers would show. Edges of one
line never overtake each other, as in the kernel; edges of different lines may.
"""

import heapq
import itertools
from collections.abc import Mapping

from hardware.buttons.gpio_pins import U_NS, GpiozeroButtons
from hardware.clock import Clock
from hardware.edges import Post
from hardware.errors import DeviceNotFound, DeviceUnsupported
from hardware.gpiozero_pins import InputDevice, claim_input
from hardware.simulated.due import Due
from hardware.simulated.pins import StampedPin, nearest_stamp, stamped_factory

HOLD_BACK_NS = 25_000_000
_HEADER = 28  # GPIO0 to GPIO27; a board of more lines has more headers


class SimulatedButtons(GpiozeroButtons):
    """A source of keys that can be pressed by program.

    Thread: `press`, `release`, `edge`, `lose`, `merge`, `plug` and `unplug` may be called from
    any. Each is one step with the level reads: nothing is posted as drained that comes later.
    """

    def __init__(
        self,
        name: str,
        lines: Mapping[str, int],
        clock: Clock,
        *,
        hold_back_ns: int = HOLD_BACK_NS,
        u_ns: int = U_NS,
    ) -> None:
        """Make the board's pins; all keys are open.

        Args:
            lines: Line name -> pin. Pins from 28 on are on further headers.
        """
        many = max(lines.values(), default=0) // _HEADER + 1
        self._headers = [stamped_factory() for _ in range(many)]
        super().__init__(name, lines, clock, self._headers[0], hold_back_ns=hold_back_ns, u_ns=u_ns)
        self.stamped = "process"
        self._wires: dict[str, StampedPin] = {
            line: self._headers[pin // _HEADER].pin(pin % _HEADER) for line, pin in lines.items()
        }
        self._on_the_way: list[Due] = []
        self._order = itertools.count()
        self._losing = dict.fromkeys(lines, 0)
        self._merging: set[str] = set()
        self._plugged = True
        self._read_ns = -1

    @property
    def held(self) -> frozenset[str]:
        """The lines whose contact is closed at this instant, heard or not."""
        with self._lock:
            self._deliver()
            return frozenset(line for line, pin in self._wires.items() if pin.held)

    def start(self, post: Post) -> None:
        """Claim the pins. May be called again after `close`: fingers stay where they are."""
        with self._lock:
            self._deliver()
            self._plugged, self._read_ns = True, -1
            super().start(post)

    def press(self, line: str, at_ns: int | None = None) -> None:
        """Close a key, one clean edge; now if `at_ns` is not given."""
        self.edge(line, True, at_ns)

    def release(self, line: str, at_ns: int | None = None) -> None:
        """Open a key, one clean edge; now if `at_ns` is not given."""
        self.edge(line, False, at_ns)

    def edge(
        self, line: str, closed: bool, at_ns: int | None = None, deliver_ns: int | None = None
    ) -> None:
        """Give one raw edge.

        Args:
            at_ns: Its stamp; if not given, this instant (to what float seconds can carry).
                A stamp in the future happens then, when the pump is turned.
            deliver_ns: When it is delivered, and the level as read changes; the stamp unless
                given. Not before an earlier edge of this line.

        Raises:
            DeviceNotFound: There is no such line.
            DeviceUnsupported: float seconds cannot carry this stamp.
        """
        if line not in self._pins:
            raise DeviceNotFound(f"source {self.name} has no line {line!r}")
        with self._lock:
            if at_ns is None:
                at_ns = nearest_stamp(self._clock.now_ns())
                if at_ns <= self._read_ns:  # what a level read called drained stays true
                    at_ns = nearest_stamp(self._read_ns + 1, step=1)
            elif nearest_stamp(at_ns) != at_ns:
                raise DeviceUnsupported(f"float seconds do not carry the stamp {at_ns}")
            before = [due.at_ns for due in self._on_the_way if due.line == line]
            due_ns = max(at_ns, deliver_ns or at_ns, *before)
            self._enter(Due(due_ns, next(self._order), line, at_ns, closed, self._fate(line)))
        self.wake()

    def lose(self, line: str, count: int = 1) -> None:
        """Drop the next edges of a line: levels change, both numbers skip."""
        with self._lock:
            self._losing[line] += count

    def merge(self, line: str) -> None:
        """Swallow the next edge of a line: the one after carries its own stamp, `seq` skips."""
        with self._lock:
            self._merging.add(line)

    def unplug(self, at_ns: int | None = None) -> None:
        """Lose the source, with every edge still on its way; keys then move unheard."""
        self._plug(at_ns, False)

    def plug(self, at_ns: int | None = None) -> None:
        """Bring the source back; the numbers go on where they were."""
        self._plug(at_ns, True)

    def rebase(self, by_ns: int) -> None:
        """Move what is on its way to another clock: the machine was rebooted, the finger not."""
        with self._lock:
            self._on_the_way = [
                due._replace(at_ns=due.at_ns + by_ns, stamp_ns=due.stamp_ns + by_ns)
                for due in self._on_the_way
            ]
            self._read_ns = -1

    def pump(self, now_ns: int) -> int | None:
        """Deliver what is due and answer what was asked. A lost source answers nothing."""
        with self._lock:
            self._deliver()
            if not self._plugged:
                self._asked.clear()
            asked_ns = super().pump(now_ns)
            next_ns = [due.at_ns for due in self._on_the_way[:1]]
            return min(next_ns + ([] if asked_ns is None else [asked_ns]), default=None)

    def _claim(self, line: str, pin: int) -> InputDevice:
        return claim_input(self._headers[pin // _HEADER], pin % _HEADER, line)

    def _drained(self, at_ns: int) -> int | None:
        self._read_ns = at_ns
        late = any(due.line and due.stamp_ns <= at_ns for due in self._on_the_way)
        return None if late else at_ns

    def _fate(self, line: str) -> str:
        if self._losing[line]:
            self._losing[line] -= 1
            return "lost"
        if line in self._merging:
            self._merging.discard(line)
            return "merged"
        return "heard"

    def _plug(self, at_ns: int | None, plugged: bool) -> None:
        with self._lock:
            at_ns = self._clock.now_ns() if at_ns is None else at_ns
            self._enter(Due(at_ns, next(self._order), "", at_ns, plugged, "plug"))
        self.wake()

    def _enter(self, due: Due) -> None:
        heapq.heappush(self._on_the_way, due)
        self._deliver()

    def _deliver(self) -> None:
        """Let everything happen that is due by now. The lock is held."""
        while self._on_the_way and self._on_the_way[0].at_ns <= self._clock.now_ns():
            due = heapq.heappop(self._on_the_way)
            if due.fate == "plug":
                self._plugged = due.value
                if not due.value:
                    self._silence(due.at_ns)
                why = "" if due.value else "unplugged by hand"
                self._say(due.at_ns, alive=due.value, why=why)
            elif due.fate == "heard" and self._plugged:
                self._wires[due.line].drive_at(due.value, due.stamp_ns)
            else:
                self._wires[due.line].drive_silently(due.value, due.stamp_ns)
                self._skip(due)

    def _skip(self, due: Due) -> None:
        """Count what was not heard as the kernel counts it."""
        wire = self._claimed.get(due.line)
        if wire is None or not self._plugged or due.fate not in ("lost", "merged"):
            return
        self._seq += 1
        wire.count += due.fate == "lost"

    def _silence(self, at_ns: int) -> None:
        """Make every edge that was on its way at `at_ns` one that never arrives."""
        self._on_the_way = [
            due._replace(fate="unheard") if due.line and due.stamp_ns <= at_ns else due
            for due in self._on_the_way
        ]
