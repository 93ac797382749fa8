"""Keys of a USB device: keypads, big buttons, quiz controllers (hardware/buttons/USB.md).

The device debounces and the host asks it for news every few milliseconds, so a stamp, which the
kernel takes when the news arrives, is late by the poll interval and what the device itself needs.
Keys pressed within one poll have one stamp.
"""

import heapq
import threading
from collections.abc import Mapping
from pathlib import Path

from hardware.clock import Clock
from hardware.edges import Edge, KeyReport, Levels, Post, SourceState
from hardware.errors import DeviceBusy, DeviceUnsupported, HardwareError
from hardware.event_device import DROPPED, KEY, REPORT, SYN, EventDevice, InputEvent
from hardware.input_nodes import ROOT, find, poll_ns
from hardware.key_names import code_of

HOLD_BACK_NS = 3_000_000
POLL_NS = 10_000_000
"""The poll interval of a device that says none: the usual one of keyboards."""
DEVICE_NS = 5_000_000
"""What a device needs from the contact to its answer: its scan and its own debouncing."""
_RETRY_NS = 1_000_000_000
_REPEATED = 2
_MOST_READS = 16  # a turn takes 1,024 events at most


class UsbKeys:
    """A source of keys on one input device.

    Attributes:
        faults: Exceptions that `post` raised.
        last_fault: The last of them, for people.
        discarded: Edges stamped before the source was alive.
        drops: How often the kernel threw unread events away because nobody read them.
    """

    def __init__(
        self,
        name: str,
        lines: Mapping[str, int | None],
        clock: Clock,
        device: str,
        *,
        hold_back_ns: int = HOLD_BACK_NS,
        u_ns: int | None = None,
        root: Path = ROOT,
    ) -> None:
        """Prepare; the device is opened by `start`.

        Args:
            lines: Line name -> the kernel's number of the key; None: the name says it.
            device: As `hardware.input_nodes.find` takes it.
            u_ns: One-sided doubt of a stamp; None: by the poll interval that the device names.
            root: Where /dev and /sys are.

        Raises:
            DeviceUnsupported: A line names no key.
        """
        self.name = name
        self.lines = tuple(lines)
        self.hold_back_ns = hold_back_ns
        self.u_ns = u_ns or POLL_NS + DEVICE_NS
        self.stamped = "kernel"
        self.wake = _nobody
        self.fd: int | None = None
        self.faults = 0
        self.last_fault = ""
        self.discarded = 0
        self.drops = 0
        self._names = {_code(line, given): line for line, given in lines.items()}
        self._clock = clock
        self._where = device
        self._root = root
        self._told_ns = u_ns
        self._lock = threading.RLock()
        self._post: Post | None = None
        self._alive: bool | None = None  # None: nothing was said yet
        self._asked: list[int] = []
        self._device: EventDevice | None = None
        self._open_ns = 0  # when to look for it
        self._since_ns = 0
        self._torn = False  # events were dropped: what comes before the next report is not whole
        self._more = False  # there was more to read than one turn takes
        self._count()

    def _count(self) -> None:
        self._seq = 0
        self._line_seq = dict.fromkeys(self._names, 0)

    def start(self, post: Post) -> None:
        """Open the device. One that is not there is posted as lost, and looked for.

        Raises:
            DeviceBusy: Another program has grabbed it.
        """
        with self._lock:
            self._post, self._alive = post, None
            self._count()
            try:
                self._open()
            except DeviceBusy:
                self._post = None
                raise
            except HardwareError as error:
                self._lose(error)

    def ask(self, at_ns: int) -> None:
        """Ask for the levels at `at_ns`. Thread: any."""
        with self._lock:
            heapq.heappush(self._asked, at_ns)
        self.wake()

    def pump(self, now_ns: int) -> int | None:
        """Take what has come, answer what was asked. Thread: its pump's."""
        with self._lock:
            if self._post is None:
                return None
            try:
                if self._device is None and now_ns >= self._open_ns:
                    self._open()
                if self._device is not None:
                    return self._turn(self._device, now_ns)
            except HardwareError as error:
                self._lose(error)
            return self._open_ns

    def close(self) -> None:
        """Release the device. Idempotent."""
        with self._lock:
            self._post, self._alive = None, None
            self._asked.clear()
            self._shut()

    def _open(self) -> None:
        node = find(self._where, self._names, self._root)
        device = EventDevice(self._root / "dev/input" / node.event)
        self.u_ns = self._told_ns or (poll_ns(node, self._root) or POLL_NS) + DEVICE_NS
        self._device, self.fd, self._torn = device, device.fd, False
        self._since_ns = self._clock.now_ns()
        self._say(self._since_ns, alive=True)

    def _shut(self) -> None:
        if self._device is not None:
            self._device.close()
            self._device = self.fd = None

    def _turn(self, device: EventDevice, now_ns: int) -> int | None:
        due = self._drain(device)
        while self._asked and self._asked[0] <= now_ns:
            heapq.heappop(self._asked)
            due = True
        if due:
            at_ns = self._clock.now_ns()
            closed = device.closed(self._names)
            if self._drain(device):
                heapq.heappush(self._asked, at_ns)
            names = frozenset(self._names[code] for code in closed)
            self._give(Levels(self.name, at_ns, names, None if self._more else at_ns))
        return self._asked[0] if self._asked else None

    def _drain(self, device: EventDevice) -> bool:
        """Post the edges that have come; tell whether some were dropped before them."""
        before, self._more = self.drops, True
        for _ in range(_MOST_READS):
            events = device.read()
            self._more = bool(events)
            if not events:
                break
            for event in events:
                if event.type == SYN:
                    self._sync(event)
                elif event.type == KEY and event.code in self._names and not self._torn:
                    self._edge(event)
        return self.drops != before

    def _sync(self, event: InputEvent) -> None:
        if event.code == REPORT:
            self._torn = False
        elif event.code == DROPPED and event.at_ns > self._since_ns:
            # Any key may have moved: all have a gap. What is so now, the levels will say.
            self._torn = True
            self.drops += 1
            self._seq += len(self._line_seq)
            self._line_seq = {code: number + 1 for code, number in self._line_seq.items()}

    def _edge(self, event: InputEvent) -> None:
        if event.value == _REPEATED:
            return
        if event.at_ns < self._since_ns:
            self.discarded += 1
            return
        self._seq += 1
        self._line_seq[event.code] += 1
        numbers = self._line_seq[event.code], self._seq
        line = self._names[event.code]
        self._give(Edge(self.name, line, event.at_ns, bool(event.value), *numbers, self.u_ns))

    def _lose(self, error: HardwareError) -> None:
        """Give the device up, and look for it later."""
        now_ns = self._clock.now_ns()
        self._shut()
        self._open_ns = now_ns + _RETRY_NS
        self._say(now_ns, alive=False, why=str(error))

    def _say(self, at_ns: int, *, alive: bool, why: str = "") -> None:
        """Post a `SourceState`, only when it changes."""
        if alive != self._alive:
            self._alive = alive
            if not alive:
                self._asked.clear()
            self._give(SourceState(self.name, at_ns, alive, why))

    def _give(self, report: KeyReport) -> None:
        """Post, and never let the receiver's fault stop the next report."""
        try:
            if self._post is not None:
                self._post(report)
        except Exception as error:
            self.faults += 1
            self.last_fault = f"post: {error!r}"


def _code(line: str, given: int | None) -> int:
    code = code_of(line) if given is None else given
    if code is None:
        raise DeviceUnsupported(
            f"line {line!r} is no key: it is one such as KEY_KP1 or BTN_TRIGGER"
        )
    return code


def _nobody() -> None:
    """Stand for a pump that nobody turns yet."""
