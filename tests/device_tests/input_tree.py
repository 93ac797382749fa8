"""Input devices in a folder: /sys as the kernel lists them, and each device file a real FIFO.

Frames of 24 bytes are written to the FIFO; the driver reads them. Requests (ioctl), which no FIFO
knows, are answered here as the kernel answers them; the real ones are in tests/bench_vm.
"""

from __future__ import annotations

import errno
import os
import shutil
import struct
from pathlib import Path

GET_KEYS, GRAB, SET_CLOCK = 0x80604518, 0x40044590, 0x400445A0
FRAME = struct.Struct("qqHHi")
SYN, KEY, MSC = 0, 1, 4
DROPPED = 3


class Tree:
    """A root with /dev/input and /sys/class/input.

    Attributes:
        plugged: What is there, by the kernel's present word for it.
        requests: (request, argument) of each, in order.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.plugged: dict[str, Plugged] = {}
        self.requests: list[tuple[int, object]] = []
        (root / "dev/input/by-id").mkdir(parents=True)
        (root / "sys/class/input").mkdir(parents=True)

    def plug(
        self, event: str, keys: set[int], *, id: str = "1a2c:2124", phys: str = "usb-1/input0",
        link: str = "", interval: str = "10ms", hidraw: str = "",
    ) -> Plugged:  # fmt: skip
        """Plug a device in; `link` is its name in by-id."""
        one = Plugged(self, event, link)
        self.plugged[event] = one
        usb = self.root / f"sys/devices/usb1/{event}-1.0"
        told = usb / f"hid/{event}"  # the HID device, and under it the input device
        node = told / "input/input7" / event
        node.mkdir(parents=True)
        (node / "device").symlink_to("..")
        (node.parent / "device").symlink_to("../..")
        vendor, _, product = id.partition(":")
        bits = sum(1 << code for code in keys)
        words = [f"{bits >> 64 * n & (1 << 64) - 1:x}" for n in reversed(range(12))]
        for path, text in {
            "id/vendor": vendor, "id/product": product, "phys": phys, "name": "USB Keypad",
            "capabilities/key": " ".join(words).lstrip("0 ") or "0",
        }.items():  # fmt: skip
            (node.parent / path).parent.mkdir(exist_ok=True)
            (node.parent / path).write_text(text + "\n", encoding="utf-8")
        if interval:
            (usb / "ep_81").mkdir()
            (usb / "ep_81/interval").write_text(interval + "\n", encoding="utf-8")
        if hidraw:
            (told / "hidraw" / hidraw).mkdir(parents=True)
            os.mkfifo(self.root / "dev" / hidraw)
        (self.root / "sys/class/input" / event).symlink_to(node)
        if link:
            (self.root / "dev/input/by-id" / link).symlink_to(f"../{event}")
        return one

    def ioctl(self, fd: int, request: int, argument: object) -> int:
        """Answer a request on a device file, as `fcntl.ioctl`."""
        where = Path(f"/proc/self/fd/{fd}").readlink().name.removesuffix(" (deleted)")
        one = self.plugged.get(where)
        if one is None:
            raise OSError(errno.ENODEV, "No such device")
        self.requests.append((request, argument))
        if request == GRAB:
            if one.grabbed:
                raise OSError(errno.EBUSY, "Device or resource busy")
        elif request == GET_KEYS:
            assert isinstance(argument, bytearray)
            for code in one.closed:
                argument[code // 8] |= 1 << code % 8
        else:
            assert request == SET_CLOCK
        return 0


class Plugged:
    """One device: its keys are closed and opened with stamps, and it can be unplugged."""

    def __init__(self, tree: Tree, event: str, link: str) -> None:
        self.tree = tree
        self.event = event
        self.link = link
        self.closed: set[int] = set()
        self.grabbed = False  # by another program
        self._path = tree.root / "dev/input" / event
        os.mkfifo(self._path)
        self._fd = os.open(self._path, os.O_RDWR | os.O_NONBLOCK)

    def key(self, code: int, value: int, at_ns: int) -> None:
        """Give one key event and its report, as a driver of the kernel does."""
        (self.closed.discard if value == 0 else self.closed.add)(code)
        self.give((KEY, code, value), (SYN, 0, 0), at_ns=at_ns)

    def give(self, *events: tuple[int, int, int], at_ns: int) -> None:
        """Write events of one stamp; the kernel cuts it to microseconds."""
        stamp = at_ns // 10**9, at_ns % 10**9 // 1000
        self.raw(b"".join(FRAME.pack(*stamp, *event) for event in events))

    def raw(self, data: bytes) -> None:
        """Write bytes."""
        os.write(self._fd, data)

    def unplug(self) -> None:
        """Take it away, with its files; whoever has it open reads the end."""
        del self.tree.plugged[self.event]
        os.close(self._fd)
        self._path.unlink()
        (self.tree.root / "sys/class/input" / self.event).unlink()
        shutil.rmtree(self.tree.root / f"sys/devices/usb1/{self.event}-1.0")
        if self.link:
            (self.tree.root / "dev/input/by-id" / self.link).unlink()
