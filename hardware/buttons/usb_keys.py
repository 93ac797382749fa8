"""Keys of a USB device: keypads, big buttons, quiz controllers (hardware/buttons/USB.md).

The device debounces and the host asks it for news every few milliseconds, so a stamp, which the
kernel takes when the news arrives, is late by the poll interval and what the device itself needs.
Keys pressed within one poll have one stamp.
"""

import heapq
from collections.abc import Mapping
from pathlib import Path

from hardware.buttons.reopened import ReopenedSource
from hardware.clock import Clock
from hardware.edges import Edge, Levels
from hardware.errors import DeviceBusy, DeviceUnsupported, HardwareError
from hardware.event_device import DROPPED, KEY, REPORT, SYN, EventDevice, InputEvent
from hardware.input_nodes import ROOT, find, poll_ns
from hardware.key_names import code_of

HOLD_BACK_NS = 3_000_000
POLL_NS = 10_000_000
"""The poll interval of a device that says none: the usual one of keyboards."""
DEVICE_NS = 5_000_000
"""What a device needs from the contact to its answer: its scan and its own debouncing."""
_REPEATED = 2
_MOST_READS = 16  # a turn takes 1,024 events at most


class UsbKeys(ReopenedSource[EventDevice]):
    """A source of keys on one input device.

    Attributes:
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
        super().__init__(
            name, lines, clock, hold_back_ns=hold_back_ns, u_ns=u_ns or POLL_NS + DEVICE_NS,
            stamped="kernel",
        )  # fmt: skip
        self.discarded = 0
        self.drops = 0
        self._names = {_code(line, given): line for line, given in lines.items()}
        self._where = device
        self._root = root
        self._told_ns = u_ns
        self._since_ns = 0
        self._torn = False  # events were dropped: what comes before the next report is not whole
        self._more = False  # there was more to read than one turn takes
        self._renew()

    def _renew(self) -> None:
        self._seq = 0
        self._line_seq = dict.fromkeys(self._names, 0)

    def _waits_for(self, error: HardwareError) -> bool:
        return not isinstance(error, DeviceBusy)

    def _open(self) -> EventDevice:
        node = find(self._where, self._names, self._root)
        device = EventDevice(self._root / "dev/input" / node.event)
        self.u_ns = self._told_ns or (poll_ns(node, self._root) or POLL_NS) + DEVICE_NS
        self.fd, self._torn = device.fd, False
        self._since_ns = self._clock.now_ns()
        self._say(self._since_ns, alive=True)
        return device

    def _shut(self, device: EventDevice) -> None:
        device.close()

    def _turn(self, device: EventDevice, now_ns: int) -> int | None:
        torn = self._drain(device)
        if self._due(now_ns) or torn:
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


def _code(line: str, given: int | None) -> int:
    code = code_of(line) if given is None else given
    if code is None:
        raise DeviceUnsupported(
            f"line {line!r} is no key: it is one such as KEY_KP1 or BTN_TRIGGER"
        )
    return code
