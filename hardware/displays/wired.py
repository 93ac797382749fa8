"""How a display is wired and hung, and what all displays on a bus have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from hardware.errors import DeviceLost, HardwareError

B = TypeVar("B")
AGAIN_NS = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """What the board says of a display; a driver takes of it what it can.

    Attributes:
        digits: Places of a row; 8x8 blocks of a matrix.
        device: Where it is, such as ``/dev/spidev0.0``; empty: the kind's usual place.
        pins: BCM numbers, in the order that the driver states.
        brightness: 1 (dim) to 16; a chip with fewer steps takes the nearest below.
        rotated: It hangs upside down.
        colon: The place right of which the module has a colon, from 1 at its own left; 0: it
            has none; None: as is usual for the kind.
        block_turn: How each block of a matrix is turned, degrees counter-clockwise: 0, 90,
            180 or -90.
    """

    digits: int = 4
    device: str = ""
    pins: tuple[int, ...] = ()
    brightness: int = 8
    rotated: bool = False
    colon: int | None = None
    block_turn: int = -90


class BusDisplay(ABC, Generic[B]):
    """A `CountdownDisplay` that is opened at its first text, and anew after each loss.

    So one that is not plugged in yet is lost, not missing for the evening. Each text is sent
    with all registers of the chip: it may have been without power, or hit by a glitch.

    Drivers *must* give `_write` and `_release`. They *must not* keep anything between two
    texts that the chip may have forgotten.
    """

    again_ns: int | None = AGAIN_NS

    def __init__(self, name: str, open_bus: Callable[[], B]) -> None:
        """Prepare; nothing is opened before the first text.

        Args:
            open_bus: Opens the bus; it may raise an OSError or an error of ours.
        """
        self.name = name
        self._open_bus = open_bus
        self._bus: B | None = None
        self._closed = False

    def show(self, text: str) -> None:
        """Send the whole frame of `text`."""
        if self._closed:
            raise DeviceLost(f"display {self.name} is closed")
        try:
            if self._bus is None:
                self._bus = self._open_bus()
            self._write(self._bus, text)
        except (OSError, HardwareError) as error:
            self._let_go()
            raise DeviceLost(f"display {self.name}: {error}") from error

    def close(self) -> None:
        """Blank it, also one that was lost and is back, and release the bus."""
        if self._closed:
            return
        with suppress(DeviceLost):  # then it shows the last thing, or is without power
            self.show("")
        self._closed = True
        self._let_go()

    @abstractmethod
    def _write(self, bus: B, text: str) -> None:
        """Send all registers and the frame, in a bounded time. An OSError is a loss."""

    @abstractmethod
    def _release(self, bus: B) -> None:
        """Close the bus."""

    def _let_go(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            with suppress(OSError, HardwareError):  # a lost bus may not close
                self._release(bus)
