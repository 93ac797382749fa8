"""The lamps of a quiz controller with four handsets (054c:0002, 054c:1000).

One report to the device sets all four. It goes through hidraw and not through the kernel's LED
files, which only root may write and which a service's sandbox shows read-only. It is sent again
every 2 s: a set that was unplugged comes back dark, and wireless handsets switch themselves off
when they are told nothing.
"""

import os
import threading
from pathlib import Path
from weakref import WeakValueDictionary

from hardware.clock import Clock
from hardware.errors import DeviceLost, DeviceUnsupported, HardwareError
from hardware.input_nodes import ROOT, find, hidraw_of
from hardware.key_names import HANDSET_COUNT

AGAIN_NS = 2_000_000_000


class _Set:
    """The four lamps of one device."""

    def __init__(self, device: str, clock: Clock, root: Path) -> None:
        self._device = device
        self._clock = clock
        self._root = root
        self._lock = threading.Lock()
        self._lit = [False] * HANDSET_COUNT
        self._sent: tuple[list[bool], int] | None = None  # what, and when

    def put(self, nth: int, on: bool) -> None:
        with self._lock:
            self._lit[nth] = on
            now_ns = self._clock.now_ns()
            if self._sent is None or self._sent[0] != self._lit or now_ns >= self._sent[1]:
                self._sent = None
                self._send()
                self._sent = list(self._lit), now_ns + AGAIN_NS

    def _send(self) -> None:
        # Opened anew each time: under the same name there may be another file after a replug.
        try:
            path = hidraw_of(find(self._device, (), self._root), self._root)
            fd = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                os.write(fd, report(self._lit))
            finally:
                os.close(fd)
        except (OSError, HardwareError) as error:
            raise DeviceLost(f"lamps of {self._device}: {error}") from error


_sets: WeakValueDictionary[tuple[str, Path], _Set] = WeakValueDictionary()


def report(lit: list[bool]) -> bytes:
    """Return the bytes that set the lamps: no report number, then the device's seven."""
    return bytes([0, 0, *(0xFF if on else 0 for on in lit), 0, 0])


class BuzzLamp:
    """A `Switch`: the lamp of one handset. Thread: its output's; those of a set may differ."""

    again_ns: int | None = AGAIN_NS

    def __init__(
        self, name: str, device: str, handset: int, clock: Clock, *, root: Path = ROOT
    ) -> None:
        """Prepare; the device is looked for when the lamp is set.

        Args:
            device: As `hardware.input_nodes.find` takes it.
            handset: 1 to 4.
            root: Where /dev and /sys are.

        Raises:
            DeviceUnsupported: There is no such handset.
        """
        if not 1 <= handset <= HANDSET_COUNT:
            raise DeviceUnsupported(
                f"lamp {name}: handset {handset}: there are 1 to {HANDSET_COUNT}"
            )
        self.name = name
        self._nth = handset - 1
        self._closed = False
        self._set = _sets.setdefault((device, root), _Set(device, clock, root))

    def set(self, on: bool) -> None:
        """Switch; the present state is told again after a while."""
        if self._closed:
            raise DeviceLost(f"lamp {self.name} is closed")
        self._put(on)

    def close(self) -> None:
        """Switch off. Idempotent."""
        if not self._closed:
            self._closed = True
            self._put(False)

    def _put(self, on: bool) -> None:
        try:
            self._set.put(self._nth, on)
        except DeviceLost as error:
            raise DeviceLost(f"lamp {self.name}: {error}") from error
