"""The input devices of this machine as the kernel lists them, found by what stays the same.

`event3` may be another device after a replug or a restart. What stays: the links that udev makes
(/dev/input/by-id, /dev/input/by-path, a rule's own name), and the numbers of vendor and product
with, where two are alike, the place where it is plugged in.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from hardware.errors import DeviceNotFound, DeviceUnsupported

ROOT = Path("/")
_NUMBERS = re.compile(r"[0-9a-f]{4}:[0-9a-f]{4}(@[\w.:/-]+)?")
_MOVES = re.compile(r"/dev/input/(event|js|mouse)\d+")
_UNITS = {"us": 1_000, "ms": 1_000_000, "s": 1_000_000_000}


@dataclass(frozen=True, slots=True)
class InputNode:
    """One input device.

    Attributes:
        event: The kernel's present word for it, such as "event3".
        id: Vendor and product, such as "054c:0002".
        phys: Where it is plugged in, such as "usb-0000:01:00.0-1.2/input0"; may be empty.
        name: What it calls itself.
        keys: Bit n is set if it has the key of number n.
    """

    event: str
    id: str
    phys: str
    name: str
    keys: int

    @property
    def place(self) -> str:
        """A name of it that says where it is plugged in."""
        return f"{self.id}@{self.phys.partition('/')[0]}"

    def lacking(self, codes: Collection[int]) -> list[int]:
        """Return which of these keys it does not have."""
        return [code for code in codes if not self.keys >> code & 1]


def name_that_stays(device: str) -> bool:
    """Return whether a device is named so that a replug does not change what is meant."""
    if device.startswith("/dev/"):
        return not _MOVES.fullmatch(device)
    return _NUMBERS.fullmatch(device) is not None


def lasting_name(node: InputNode, root: Path = ROOT) -> str:
    """Return a device's name that a replug leaves: a link of udev's, else its numbers and place.

    Two alike share one link by-id, so those are named by their places. `root` as of `find`.
    """
    alike = any(one.id == node.id and one.place != node.place for one in nodes(root))
    for folder in ("by-path",) if alike else ("by-id", "by-path"):
        for link in sorted((root / "dev/input" / folder).glob("*")):
            if link.resolve().name == node.event:
                return f"/{link.relative_to(root)}"
    return f"{node.id}@{node.phys}" if node.phys else node.id


def nodes(root: Path = ROOT) -> list[InputNode]:
    """Return all input devices. `root` is where /sys is."""
    found = sorted((root / "sys/class/input").glob("event*"))
    return [_node(path) for path in found]


def meant(device: str, root: Path = ROOT) -> list[InputNode]:
    """Return all devices that may be meant, at least one.

    Args:
        device: A path below /dev, or "vendor:product", or "vendor:product@" and where it is
            plugged in (the beginning of `phys`).
        root: Where /dev and /sys are.

    Raises:
        DeviceNotFound: It is not plugged in.
        DeviceUnsupported: The path is no input device's.
    """
    if device.startswith("/"):
        return [_node(root / "sys/class/input" / _event_of(device, root))]
    numbers, _, phys = device.partition("@")
    there = [one for one in nodes(root) if one.id == numbers and one.phys.startswith(phys)]
    if not there:
        raise DeviceNotFound(f"there is no input device {device}")
    return there


def find(device: str, codes: Collection[int], root: Path = ROOT) -> InputNode:
    """Return the device that is meant, as `meant`, and has these keys.

    A keypad often is several devices, of which one has them.

    Raises:
        DeviceNotFound: It is not plugged in.
        DeviceUnsupported: It lacks a key, or several are meant.
    """
    there = meant(device, root)
    able = [one for one in there if not one.lacking(codes)]
    if not able:
        lacking = ", ".join(str(code) for code in there[0].lacking(codes))
        raise DeviceUnsupported(f"{device} ({there[0].name}) has no key of number {lacking}")
    if len(able) > 1:
        places = ", ".join(one.place for one in able)
        raise DeviceUnsupported(f"there are {len(able)} of {device}: name one of {places}")
    return able[0]


def poll_ns(node: InputNode, root: Path = ROOT) -> int | None:
    """Return how long the host may take to ask a USB device for news; None: it is no USB device."""
    place = (root / "sys/class/input" / node.event).resolve()
    for folder in place.parents:
        for path in sorted(folder.glob("ep_8?/interval")):
            if told := re.fullmatch(r"(\d+)(us|ms|s)", _text(path)):
                return int(told[1]) * _UNITS[told[2]]
    return None


def hidraw_of(node: InputNode, root: Path = ROOT) -> Path:
    """Return the device file that takes reports for the device itself, such as for its lamps.

    Raises:
        DeviceNotFound: It is no HID device.
    """
    for path in (root / "sys/class/input" / node.event).glob("device/device/hidraw/hidraw*"):
        return root / "dev" / path.name
    raise DeviceNotFound(f"{node.id} ({node.name}) takes no reports")


def _event_of(device: str, root: Path) -> str:
    try:
        name = (root / device.lstrip("/")).resolve(strict=True).name
    except OSError as error:
        raise DeviceNotFound(f"there is no input device {device}") from error
    if not re.fullmatch(r"event\d+", name):
        raise DeviceUnsupported(f"{device} is no input device, it is {name}")
    return name


def _node(path: Path) -> InputNode:
    told = path / "device"
    keys = 0
    for word in _text(told / "capabilities/key").split():
        keys = keys << 64 | int(word, 16)
    numbers = f"{_text(told / 'id/vendor')}:{_text(told / 'id/product')}"
    return InputNode(path.name, numbers, _text(told / "phys"), _text(told / "name"), keys)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
