"""Rows of digits on a TM1637: two lines, bit by bit, each byte acknowledged.

The data line is pulled low or let go, as the chip does itself, so that the two never drive
against each other; the module has the resistor that makes it high. A module without its
acknowledgement is lost: nothing is sent into the blue.

Modules have a colon or points, never both. The power of the module must be 3.3 V: its resistors
pull the lines up to that.
"""

import time
from collections.abc import Callable

from hardware.displays.segments import Glass, to_bytes
from hardware.displays.wired import BusDisplay, Wiring
from hardware.errors import DeviceLost, DeviceUnsupported, HardwareError
from hardware.gpiozero_pins import OutputPin, PinFactory, Wire, claim_output, claim_wire

WRITE, FIRST, LIT = 0x40, 0xC0, 0x88
REGISTERS = 6
ORDER = {6: (2, 1, 0, 5, 4, 3)}
"""Digits -> the register of each place from the left, where a module is not wired in order."""
HALF_BIT_S = 5e-6
"""At least; the chip wants 1 us, and the wires of a hall more."""

Lines = tuple[OutputPin, Wire]


class Tm1637Digits(BusDisplay[Lines]):
    """A row of 1 to 6 digits; of four digits with a colon after the second, if not said else."""

    def __init__(
        self, name: str, wiring: Wiring, factory: PinFactory,
        rest: Callable[[float], None] = time.sleep,
    ) -> None:  # fmt: skip
        """Prepare.

        Args:
            wiring: `pins` are clk and dio.
            factory: Belongs to whoever made it; closed after this display.
            rest: Waits so many seconds, between two edges.

        Raises:
            DeviceUnsupported: Not two pins.
        """
        if len(wiring.pins) != 2:
            raise DeviceUnsupported(f"display {name}: a TM1637 has two pins: clk, dio")
        clk, dio = wiring.pins
        super().__init__(name, lambda: _claim(factory, clk, dio, name))
        colon = wiring.colon if wiring.colon is not None else 2 * (wiring.digits == 4)
        self._glass = Glass(
            digits=wiring.digits, colon=colon, points=not colon, rotated=wiring.rotated
        )
        self._level = (wiring.brightness - 1) // 2
        self._rest = rest

    def _write(self, bus: Lines, text: str) -> None:
        places = to_bytes(self._glass.masks(text))
        registers = bytearray(REGISTERS)
        for place, register in enumerate(ORDER.get(len(places), range(len(places)))):
            registers[register] = places[place]
        try:
            self._send(bus, bytes([WRITE]))
            self._send(bus, bytes([FIRST, *registers]))
            self._send(bus, bytes([LIT | self._level]))
        except HardwareError:
            raise
        except Exception as error:  # lgpio's error is a bare Exception
            raise DeviceLost(str(error)) from error

    def _release(self, bus: Lines) -> None:
        for line in bus:
            line.close()

    def _send(self, bus: Lines, data: bytes) -> None:
        """Send bytes between a start (data falls while the clock is high) and a stop.

        Raises:
            DeviceLost: A byte was not acknowledged. The stop is sent all the same.
        """
        clk, dio = bus
        dio.put(True)
        self._high(clk)
        dio.put(False)
        self._rest(HALF_BIT_S)
        heard = all([self._byte(clk, dio, byte) for byte in data])
        dio.put(False)
        self._high(clk)
        dio.put(True)
        if not heard:
            raise DeviceLost("the module does not answer")

    def _byte(self, clk: OutputPin, dio: Wire, byte: int) -> bool:
        """Send a byte, its lowest bit first; return whether it was acknowledged."""
        for bit in range(8):
            self._low(clk)
            dio.put(bool(byte >> bit & 1))
            self._high(clk)
        self._low(clk)
        dio.put(True)  # only now: while the clock is high this would be a stop
        self._high(clk)
        heard = not dio.get()
        self._low(clk)
        return heard

    def _low(self, clk: OutputPin) -> None:
        clk.off()
        self._rest(HALF_BIT_S)

    def _high(self, clk: OutputPin) -> None:
        self._rest(HALF_BIT_S)
        clk.on()
        self._rest(HALF_BIT_S)


def _claim(factory: PinFactory, clk: int, dio: int, name: str) -> Lines:
    wire = claim_wire(factory, dio, f"{name} dio")
    try:
        return claim_output(factory, clk, f"{name} clk", active_high=True), wire
    except HardwareError:
        wire.close()
        raise
