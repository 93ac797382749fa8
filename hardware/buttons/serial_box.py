"""Keys on a box at a serial port, which stamps each edge itself (hardware/firmware/README.md).

Every question is at once a level reading, a proof of what was sent, and a sample of the box's
clock. A stamp is the latest instant at which the edge can have been; its doubt is what the fit
leaves and the box's own `LAG_NS`. It narrows to the quickest question plus the quickest answer.
"""

from collections.abc import Mapping

from hardware.buttons.box_clock import DRIFT_PPM, BoxClock, ClockMisfitError
from hardware.buttons.box_lines import Answer, BoxEdge, LineReader, again, ask, number_of, parsed
from hardware.buttons.box_link import BoxLink
from hardware.buttons.reopened import ReopenedSource
from hardware.clock import Clock
from hardware.edges import Edge, Levels
from hardware.errors import DeviceLost, DeviceNotFound, HardwareError
from hardware.serial_port import Inbox, SerialPort
from hardware.wire import Wire

HOLD_BACK_NS = 25_000_000
"""An FTDI chip keeps what it has for up to 16 ms; a line takes 4 ms at 115200 bits a second."""
LAG_NS = 50_000
"""A box stamps an edge this long after it at most (the protocol's promise)."""
BEAT_NS = 250_000_000
"""It is asked this often, whether or not anybody wants to know."""
_GRAIN_NS = 100_000  # the doubt is stated in steps of this
_HASTE_NS = 20_000_000  # between questions until it is found, and between requests to go back
_ANSWER_NS = 250_000_000  # by then, the 64 edges before the answer have passed even in a flood
_SAMPLES = 4  # answers until it is taken for found
# Questions without an answer until it is lost: counted, so that a pump that slept loses no box.
_TRIES = 5
_BOOT_TRIES = 16  # opening a port restarts many boards, and their loaders wait


class SerialBoxButtons(ReopenedSource[SerialPort]):
    """A source of keys over a serial port.

    Attributes:
        discarded: Edges stamped before the source was alive.
        clock_fit: The fit of the box's clock, with its drift; anew after each restart.
        reader: Counts the lines that were torn.
        link: Counts the edges that were lost.
    """

    def __init__(
        self,
        name: str,
        lines: Mapping[str, int | None],
        clock: Clock,
        device: str,
        *,
        baud: int = 115_200,
        hold_back_ns: int = HOLD_BACK_NS,
        drift_ppm: int = DRIFT_PPM,
    ) -> None:
        """Prepare; the port is opened by `start`.

        Args:
            lines: Line name -> number on the box, 1 to 32; None: its name is the number.
            device: Path of the port, by a stable id.
            drift_ppm: The box's clock is within this of ours.

        Raises:
            DeviceUnsupported: A line has no number that a box can have.
        """
        super().__init__(name, lines, clock, hold_back_ns=hold_back_ns, u_ns=0, stamped="box")
        self.discarded = 0
        self._names = {number_of(line, given): line for line, given in lines.items()}
        self._path = device
        self._wire = Wire(baud=baud)
        self._drift_ppm = drift_ppm
        self._inbox: Inbox | None = None
        self.reader = LineReader()
        self.link = BoxLink()
        self._last_ns = 0  # the latest stamp given: stamps of a source never go back
        self._begin()

    def _begin(self) -> None:
        """Know nothing of the box."""
        self.clock_fit = BoxClock(self._drift_ppm)
        self._boot: int | None = None
        self._samples = 0
        self._tries = _BOOT_TRIES
        self._since_ns: int | None = None  # alive since; None: not found yet
        self._token = 0
        self._sent_ns: int | None = None  # a question is on its way since
        self._wants = False  # … and an answer is to be posted
        self._next_ns = self._back_ns = 0

    def _waits_for(self, error: HardwareError) -> bool:
        return isinstance(error, DeviceNotFound)

    def _renew(self) -> None:
        self.link = BoxLink()

    def _open(self) -> SerialPort:
        port = SerialPort(self._path, self._wire)
        self.reader = LineReader()
        self._begin()
        return port

    def _shut(self, device: SerialPort) -> None:
        if self._inbox is not None:
            self._inbox.close()
            self._inbox = None
        device.close()

    def _turn(self, device: SerialPort, now_ns: int) -> int:
        if self._inbox is None:  # here, so that it has the pump's priority
            self._inbox = Inbox(device, self._clock, lambda: self.wake())
        for data, at_ns in self._inbox.take():
            for text, first_ns in self.reader.feed(data, at_ns):
                try:
                    self._line(text, first_ns)
                except ClockMisfitError as error:
                    self._restart(first_ns, str(error))
        if self._inbox.lost is not None:
            raise self._inbox.lost
        if not self._tries:
            raise DeviceLost(f"the box at {self._path} does not answer")
        return self._speak(device, now_ns)

    def _speak(self, port: SerialPort, now_ns: int) -> int:
        """Send what is due, a question or that the box is to go back; return what is due next."""
        if self._sent_ns is not None and now_ns >= self._sent_ns + _ANSWER_NS:
            self._sent_ns, self._next_ns = None, now_ns
            self._tries -= 1
        if self._sent_ns is None:
            if self._due(now_ns):
                self._wants, self._next_ns = True, now_ns
            if now_ns >= self._next_ns:
                self._token = self._token % 255 + 1
                self._sent_ns = self._clock.now_ns()
                self._next_ns = self._sent_ns + _ANSWER_NS
                port.write(ask(self._token))
        if self.link.missing is not None and now_ns >= self._back_ns:
            self._back_ns = now_ns + _HASTE_NS
            port.write(again(self.link.missing))
        due = [self._next_ns]
        due += self._asked[:1] if self._sent_ns is None else []
        due += [self._back_ns] if self.link.missing is not None else []
        return min(due)

    def _line(self, text: bytes, first_ns: int) -> None:
        """Take one line; its first byte was there at `first_ns`."""
        line = parsed(text)
        if line is None:
            return
        if line.boot != self._boot:
            if self._boot is not None:
                self._restart(first_ns, "the box restarted")
            if isinstance(line, BoxEdge):
                return  # its number means something only behind an answer
            self._boot = line.boot
            self.link.begin(line.head)
        if isinstance(line, Answer):
            self._answer(line, first_ns)
        else:
            self._edge(line, first_ns)

    def _answer(self, line: Answer, first_ns: int) -> None:
        mine = line.token == self._token and self._sent_ns is not None
        if mine and self._sent_ns is not None:
            self.clock_fit.not_before(line.asked_us, self._sent_ns)
        self.clock_fit.not_after(line.read_us, first_ns)
        complete = self.link.complete(line.head)
        if not mine:
            return
        self._sent_ns = None
        self._tries = _TRIES if complete else self._tries - 1
        self._samples += 1
        self._next_ns = first_ns + (BEAT_NS if complete else _HASTE_NS)
        if self._samples < _SAMPLES:
            self._next_ns = first_ns
        elif self._since_ns is None:
            self._since_ns = self._clock.now_ns()
            self._say(self._since_ns, alive=True)
        # Without all edges before it an answer has no stamp: it would come before theirs.
        if self._wants and complete and self._since_ns is not None:
            self._wants = False
            at_ns = self._stamped(line.read_us, first_ns, 0)
            bits = (name for n, name in self._names.items() if line.closed >> (n - 1) & 1)
            self._give(Levels(self.name, at_ns, frozenset(bits), at_ns))

    def _edge(self, line: BoxEdge, first_ns: int) -> None:
        name = self._names.get(line.line)
        if self._since_ns is None:
            self.discarded += self.link.take(line, count=False) is not None
            return
        self.clock_fit.not_after(line.at_us, first_ns)
        if name is None or self.clock_fit.interval(line.at_us)[1] < self._since_ns:
            passed = self.link.take(line, count=False)
            self.discarded += passed is not None and name is not None
            return
        turn = self.link.take(line, count=True)
        if turn is not None:
            at_ns = self._stamped(line.at_us, first_ns, LAG_NS)
            numbers = turn.line_seq, turn.seq
            self._give(Edge(self.name, name, at_ns, line.closed, *numbers, self.u_ns))

    def _stamped(self, box_us: int, first_ns: int, lag_ns: int) -> int:
        """Return the latest instant of a stamp; state the doubt that it has.

        Stamps go on in the order of the box even where a better fit moves them back: so behind
        an answer no edge is stamped before it.
        """
        lo_ns, hi_ns = self.clock_fit.interval(box_us)
        at_ns = max(min(hi_ns, first_ns), self._last_ns + 1)
        self._last_ns = at_ns
        # Rounded up, so that it changes seldom: the journal writes each change.
        self.u_ns = -(-(at_ns - lo_ns + lag_ns) // _GRAIN_NS) * _GRAIN_NS
        return at_ns

    def _restart(self, at_ns: int, why: str) -> None:
        """Begin anew on the open port."""
        self._say(at_ns, alive=False, why=why)
        self._begin()
