"""An input device of the kernel, opened for this process alone; the one file that knows its ABI.

Each event is 24 bytes: seconds, microseconds, type, code, value (64-bit Linux, which is all that
Minuta runs on). Stamps are CLOCK_MONOTONIC by a request made right after the open, before that
they would be wall time. They are whole microseconds, cut; here they are the last nanosecond of
theirs, so that none is earlier than it was.
"""

import errno
import os
import struct
from collections.abc import Collection
from fcntl import ioctl
from pathlib import Path
from time import CLOCK_MONOTONIC
from typing import NamedTuple

from hardware.errors import DeviceBusy, DeviceLost, DeviceNotFound, HardwareError
from hardware.key_names import MOST_CODE

SET_CLOCK = 0x400445A0
GRAB = 0x40044590
_BITS = MOST_CODE // 8 + 1
GET_KEYS = 0x80004518 | _BITS << 16
EVENT = struct.Struct("qqHHi")
SYN, KEY = 0, 1
REPORT, DROPPED = 0, 3
_AT_ONCE = 64
_GONE = (errno.ENOENT, errno.ENODEV, errno.ENXIO)


class InputEvent(NamedTuple):
    """One event as the kernel gives it. `value` of a key: 0 open, 1 closed, 2 repeated."""

    at_ns: int
    type: int
    code: int
    value: int


class EventDevice:
    """A grabbed input device: nobody else hears its keys. `read` and `closed` return at once.

    It is opened twice. Asking for the levels throws the asking client's unread events of keys
    away, so a second client asks, which hears nothing because the first one has the grab.
    """

    def __init__(self, path: Path) -> None:
        """Open and grab.

        Raises:
            DeviceNotFound: It is not there.
            DeviceBusy: Another program has grabbed it.
            DeviceLost: Anything else that the system says.
        """
        self._path = path
        self._fds: list[int] = []
        try:
            self.fd = self._open()
            ioctl(self.fd, SET_CLOCK, struct.pack("i", CLOCK_MONOTONIC))
            ioctl(self.fd, GRAB, 1)
            self._asking = self._open()
        except OSError as error:
            self.close()
            raise _named(path, error) from error

    def _open(self) -> int:
        fd = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._fds.append(fd)
        return fd

    def read(self) -> list[InputEvent]:
        """Return up to 64 events that have come; none: all have been read.

        Raises:
            DeviceLost: It was unplugged.
        """
        try:
            data = os.read(self.fd, _AT_ONCE * EVENT.size)
        except BlockingIOError:
            return []
        except OSError as error:
            raise _named(self._path, error) from error
        if not data or len(data) % EVENT.size:
            raise DeviceLost(f"{self._path} hung up")
        return [
            InputEvent(s * 1_000_000_000 + us * 1000 + 999, kind, code, value)
            for s, us, kind, code, value in EVENT.iter_unpack(data)
        ]

    def closed(self, codes: Collection[int]) -> frozenset[int]:
        """Return which of these keys are closed now.

        The kernel holds one lock from an event's stamp until the event can be read, and takes
        the same one here: what is stamped before this call can be read after it.

        Raises:
            DeviceLost: It was unplugged.
        """
        bits = bytearray(_BITS)
        try:
            ioctl(self._asking, GET_KEYS, bits)
        except OSError as error:
            raise _named(self._path, error) from error
        return frozenset(code for code in codes if bits[code // 8] >> code % 8 & 1)

    def close(self) -> None:
        """Give it back to everybody. Idempotent."""
        while self._fds:
            os.close(self._fds.pop())


def _named(path: Path, error: OSError) -> HardwareError:
    if error.errno in _GONE:
        return DeviceNotFound(f"there is no input device {path}")
    if error.errno == errno.EBUSY:
        return DeviceBusy(f"another program has taken {path} for itself")
    if error.errno == errno.EACCES:
        return DeviceLost(f"{path} may not be opened: join the group input")
    return DeviceLost(f"{path}: {error.strerror}")
