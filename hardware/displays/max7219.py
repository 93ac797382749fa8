"""Rows of digits and dot matrices on MAX7219 chips: the one file that imports luma.

The chip cannot answer: what is lost is seen only if the SPI device itself fails. A glitch on
long wires or of the supply can leave a chip in its test mode, shut down or with another scan
limit, so every frame sends all registers, and the port sends a frame each second.

luma carries the bus and the names of the registers. Its picture path is not used: it asks
Pillow for what Pillow is about to drop, and a frame here is 16 bytes a chip.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from luma.core.error import Error
from luma.core.interface.serial import noop, spi
from luma.core.legacy.font import LCD_FONT
from luma.led_matrix.const import max7219 as reg

from hardware.displays.segments import COLON, POINT, STALE, Glass
from hardware.displays.wired import BusDisplay, Wiring
from hardware.errors import DeviceNotFound, DeviceUnsupported

USUAL = "/dev/spidev0.0"
HZ = 1_000_000
"""Slow for the chip (10 MHz), which cheap boards and a metre of wire need."""
ROWS = 8


class Spi(Protocol):
    """The part of luma's `spi` that is used: each `data` is one frame of the chip select."""

    def data(self, data: list[int]) -> None:
        """Send bytes and latch them."""

    def cleanup(self) -> None:
        """Close the bus."""


class _Chips(BusDisplay[Spi], ABC):
    """A chain of MAX7219; the nearest to the box is the left one, as luma has it."""

    def __init__(
        self, name: str, wiring: Wiring, open_bus: Callable[[], Spi] | None = None
    ) -> None:
        """Prepare.

        Args:
            wiring: `device` is a spidev.
            open_bus: Opens the bus; if not given, the device through luma.

        Raises:
            DeviceUnsupported: spidev is missing, or `device` is none of its names.
        """
        device = wiring.device or USUAL
        found = re.fullmatch(r"/dev/spidev([0-9]+)\.([0-9]+)", device)
        if found is None:
            raise DeviceUnsupported(f"display {name}: {device!r} is no SPI device: write {USUAL}")
        port, chip = int(found[1]), int(found[2])
        if open_bus is None:
            _want_spidev(name)
        super().__init__(name, lambda: _opened(open_bus or (lambda: _spidev(port, chip)), device))
        self.wiring = wiring

    def _write(self, bus: Spi, text: str) -> None:
        frame = self._frame(text)
        for register, value in (
            (reg.DISPLAYTEST, 0),
            (reg.DECODEMODE, 0),
            (reg.SCANLIMIT, ROWS - 1),
            (reg.INTENSITY, self.wiring.brightness - 1),
        ):
            bus.data([register, value] * len(frame))
        for row in range(ROWS):
            # What is sent first is pushed on to the farthest chip.
            bus.data([byte for chip in reversed(frame) for byte in (reg.DIGIT_0 + row, chip[row])])
        bus.data([reg.SHUTDOWN, 1] * len(frame))  # awake, once it has something to show

    def _release(self, bus: Spi) -> None:
        bus.cleanup()

    @abstractmethod
    def _frame(self, text: str) -> list[list[int]]:
        """Return the eight registers of each chip, the left chip first."""


class Max7219Digits(_Chips):
    """A row of 1 to 8 digits, or of 16: two chips of eight. DIG0 is the right one of a chip."""

    def __init__(
        self, name: str, wiring: Wiring, open_bus: Callable[[], Spi] | None = None
    ) -> None:
        """Prepare; see `_Chips`. A `wiring.colon` is a point of that digit."""
        super().__init__(name, wiring, open_bus)
        self._glass = Glass(digits=wiring.digits, rotated=wiring.rotated)

    def _frame(self, text: str) -> list[list[int]]:
        row = [_order(mask) for mask in self._glass.masks(text)]
        chips = [row[at : at + ROWS][::-1] for at in range(0, len(row), ROWS)]
        return [chip + [0] * (ROWS - len(chip)) for chip in chips]


class Max7219Matrix(_Chips):
    """Blocks of 8x8 dots in a line; a register is a column of a block that is not turned."""

    def _frame(self, text: str) -> list[list[int]]:
        columns = picture(text, ROWS * self.wiring.digits)
        if self.wiring.rotated:
            columns = [_reversed(column) for column in reversed(columns)]
        blocks = [columns[at : at + ROWS] for at in range(0, len(columns), ROWS)]
        for _ in range(self.wiring.block_turn % 360 // 90):
            blocks = [_turned(block) for block in blocks]
        return blocks


def picture(text: str, width: int) -> list[int]:
    """Return the columns of a text on a matrix, from the left; bit 0 is the top dot.

    Digits are five dots wide, so that none moves when another changes; nor does any move for
    the claim's mark, which has a place of its own at the right where there is room for both.

    Returns:
        `width` columns; dashes if the text does not fit or has a letter without a shape, low
        bars if it is `STALE`.
    """
    body = text.strip()
    if body == STALE:
        return _spread("_", width)
    mark = _letters("?") if body.endswith("?") else []
    letters = _letters(body.removesuffix("?").rstrip())
    if letters is None or mark is None:
        return _spread("-", width)
    place = 6  # of the mark, with the gap before it
    if len(letters) + place <= width:
        return [0] * (width - place - len(letters)) + letters + ([0, *mark] if mark else [0] * 6)
    if mark or len(letters) > width:
        return _spread("-", width)
    return [0] * (width - len(letters)) + letters


def _letters(text: str) -> list[int] | None:
    """Return the columns of letters with a gap between them; None: one has no shape."""
    columns: list[int] = []
    for letter in text.upper().replace("\N{MINUS SIGN}", "-"):
        code = ord(letter)
        if not 0x20 <= code < 0x7F:
            return None
        shape = list(LCD_FONT[code][:5])
        if not letter.isdigit():
            shape = [column for column in shape if column] or [0, 0]
        columns += [0, *shape] if columns else shape
    return columns


def _spread(letter: str, width: int) -> list[int]:
    """Return a whole row of one sign, as many as there is room for."""
    row = [*(_letters(letter) or []), 0] * ((width + 1) // 6)
    return [*row, 0, 0, 0, 0, 0][:width]


def _order(mask: int) -> int:
    """Put segments a to g into the chip's order: g is its bit 0, the point bit 7."""
    point = POINT if mask & (POINT | COLON) else 0
    return point | sum(1 << (6 - n) for n in range(7) if mask >> n & 1)


def _reversed(byte: int) -> int:
    return int(f"{byte:08b}"[::-1], 2)


def _turned(block: list[int]) -> list[int]:
    """Turn a block by 90 degrees counter-clockwise: its right column becomes the top row."""
    return [sum((block[7 - y] >> x & 1) << y for y in range(ROWS)) for x in range(ROWS)]


def _want_spidev(name: str) -> None:
    try:
        import spidev  # noqa: F401  # luma imports it, as late as it can
    except ImportError as error:
        raise DeviceUnsupported(
            f"display {name}: spidev is missing ({error}): install python3-spidev"
        ) from error


def _spidev(port: int, chip: int) -> Spi:
    bus: Spi = spi(port=port, device=chip, gpio=noop(), bus_speed_hz=HZ)
    return bus


def _opened(open_bus: Callable[[], Spi], device: str) -> Spi:
    try:
        return open_bus()
    except Error as error:
        raise DeviceNotFound(f"{device}: {error}") from error
