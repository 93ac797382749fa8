"""Rows of digits on an HT16K33 (I2C backpacks): the one file that imports smbus2.

The chip acknowledges each byte, so a lost one is seen at the next frame. The kernel gives up a
transfer after `TIMEOUT_MS`.
"""

import fcntl
import re
from collections.abc import Callable
from typing import Protocol

from smbus2 import SMBus, i2c_msg

from hardware.displays.segments import COLON, Glass
from hardware.displays.wired import BusDisplay, Wiring
from hardware.errors import DeviceUnsupported

USUAL = "/dev/i2c-1@0x70"
ADDRESSES = range(0x70, 0x78)
CLOCK_ON, SHOWING, DIM = 0x21, 0x81, 0xE0
RAM = 0x00
COLUMNS = 8
COLON_BIT = 0x02
"""The colon's lamp in its own column of the usual four-digit clock backpacks."""
TIMEOUT_MS = 100
_I2C_PATIENCE = 0x0702  # its unit is 10 ms


class I2c(Protocol):
    """One device on an I2C bus."""

    def write(self, data: bytes) -> None:
        """Send bytes in one transfer; an OSError if they are not acknowledged."""

    def close(self) -> None:
        """Close the bus."""


class Ht16k33Digits(BusDisplay[I2c]):
    """A row of 1 to 8 digits; with a colon it takes a column of its own, so it is 7 at most."""

    def __init__(
        self, name: str, wiring: Wiring, open_bus: Callable[[], I2c] | None = None
    ) -> None:
        """Prepare.

        Args:
            wiring: `device` is a bus and an address, such as ``/dev/i2c-1@0x70``; `colon` is
                2 of four digits and else 0, if not given.
            open_bus: Opens the bus; if not given, the device through smbus2.

        Raises:
            DeviceUnsupported: `device` has another form or address, or the colon no room.
        """
        device = wiring.device or USUAL
        found = re.fullmatch(r"(/dev/i2c-[0-9]+)@(0x[0-9a-f]{2})", device)
        if found is None or int(found[2], 16) not in ADDRESSES:
            raise DeviceUnsupported(
                f"display {name}: {device!r} is no place of an HT16K33: write {USUAL}, up to 0x77"
            )
        path, address = found[1], int(found[2], 16)
        super().__init__(name, open_bus or (lambda: _Smbus(path, address)))
        colon = wiring.colon if wiring.colon is not None else 2 * (wiring.digits == 4)
        if colon and wiring.digits >= COLUMNS:
            raise DeviceUnsupported(f"display {name}: with a colon it has 7 digits at most")
        self._glass = Glass(digits=wiring.digits, colon=colon, rotated=wiring.rotated)
        self._brightness = wiring.brightness

    def _write(self, bus: I2c, text: str) -> None:
        bus.write(bytes([CLOCK_ON]))
        bus.write(bytes([DIM | (self._brightness - 1)]))
        bus.write(bytes([RAM, *self._frame(text)]))
        bus.write(bytes([SHOWING]))

    def _release(self, bus: I2c) -> None:
        bus.close()

    def _frame(self, text: str) -> bytes:
        """Return the chip's RAM: a column is two bytes, of which digits use the first."""
        columns: list[int] = []
        for place, mask in enumerate(self._glass.masks(text), 1):
            columns.append(mask & 0xFF)
            if place == self._glass.colon:
                columns.append(COLON_BIT if mask & COLON else 0)
        columns += [0] * (COLUMNS - len(columns))
        return bytes(byte for column in columns for byte in (column, 0))


class _Smbus:
    """The device behind a bus of the kernel."""

    def __init__(self, path: str, address: int) -> None:
        self._address = address
        self._bus = SMBus(path)
        assert self._bus.fd is not None
        fcntl.ioctl(self._bus.fd, _I2C_PATIENCE, TIMEOUT_MS // 10)

    def write(self, data: bytes) -> None:
        self._bus.i2c_rdwr(i2c_msg.write(self._address, data))

    def close(self) -> None:
        self._bus.close()
