"""Lines of the header through the kernel's GPIO character device. The one file that imports gpiod.

The chip is found by its label, never by its number. A line that another program has is refused
with the name under which it is held; nothing is shared and nothing is tried instead.
"""

import errno
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import gpiod
from gpiod.line import Bias, Clock, Direction, Edge, Value

from hardware.chips import find_chip
from hardware.errors import DeviceBusy, DeviceLost, DeviceNotFound, HardwareError

LINES = 28
DEV = Path("/dev")
CONSUMER = "minuta"
FIFO = 1024
"""Edges that the kernel keeps for us, the most that it gives: 102 ms of a line at 10 kHz."""

_Settings = dict[Iterable[int | str] | int | str, gpiod.LineSettings | None]
_KEY = gpiod.LineSettings(
    direction=Direction.INPUT, edge_detection=Edge.BOTH, bias=Bias.PULL_UP,
    event_clock=Clock.MONOTONIC,
)  # fmt: skip
_MUTED = gpiod.LineSettings(direction=Direction.INPUT, bias=Bias.PULL_UP)
_AS_IT_IS = gpiod.LineSettings()


class RawEdge(NamedTuple):
    """One event as the kernel has queued it; `closed` is the level that it read afterwards."""

    pin: int
    at_ns: int
    closed: bool
    line_seq: int
    seq: int


class KeyLines:
    """All keys of the header in one request: pulled up, both edges, no debounce.

    It always holds two lines or more: only then does the kernel number the whole request in its
    hard interrupt, and only so is a merge seen (REALTIME 0.4). Thread: one at a time.

    Attributes:
        fd: Readable while edges wait.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        spares: Iterable[int] = (),
        muted: Iterable[int] = (),
        dev: Path = DEV,
    ) -> None:
        """Claim the lines.

        Args:
            pins: Line name -> BCM number.
            spares: Pins that nothing is wired to: one of them joins a lonely key.
            muted: Pins whose edges are not asked for.
            dev: The folder of the device files.

        Raises:
            DeviceBusy: A line is held; the text names the line, the holder and a remedy.
            DeviceNotFound: There is no such chip or line.
            HardwareError: The chip may not be opened.
        """
        self._pins = tuple(pins.values())
        with _header(dev) as chip:
            self._spare = [] if len(self._pins) > 1 else [_free(chip, spares)]
            with _named(chip, {pin: f"line {line}" for line, pin in pins.items()}):
                self._request = chip.request_lines(
                    self._settings(frozenset(muted)), consumer=CONSUMER, event_buffer_size=FIFO
                )
        self.fd: int = self._request.fd

    def closed(self) -> frozenset[int]:
        """Read which pins are low: a key closes to ground.

        Raises:
            DeviceLost: The chip is gone.
        """
        with _lost():
            values = self._request.get_values(self._pins)
        pairs = zip(self._pins, values, strict=True)
        return frozenset(pin for pin, value in pairs if value is Value.INACTIVE)

    def read(self) -> list[RawEdge]:
        """Take every edge that was queued when this was called, in the kernel's order.

        Raises:
            DeviceLost: The chip is gone.
        """
        with _lost():
            if not self._request.wait_edge_events(0):
                return []
            events = self._request.read_edge_events(FIFO)
        falling = gpiod.EdgeEvent.Type.FALLING_EDGE
        return [
            RawEdge(
                one.line_offset, one.timestamp_ns, one.event_type is falling, one.line_seqno,
                one.global_seqno,
            )
            for one in events
        ]  # fmt: skip

    def mute(self, muted: frozenset[int]) -> None:
        """Ask for edges of all pins but these.

        Raises:
            DeviceLost: The kernel refused it.
        """
        with _lost():
            self._request.reconfigure_lines(self._settings(muted))

    def release(self) -> None:
        """Give the lines back. Idempotent."""
        with suppress(OSError):
            self._request.release()

    def _settings(self, muted: frozenset[int]) -> _Settings:
        """Return full settings of every line: one left out would be given the defaults."""
        settings: _Settings = {pin: _MUTED if pin in muted else _KEY for pin in self._pins}
        return settings | dict.fromkeys(self._spare, _AS_IT_IS)


class OutputLine:
    """One line as an output, off at first. Thread: one at a time."""

    def __init__(self, name: str, pin: int, *, active_high: bool = True, dev: Path = DEV) -> None:
        """Claim the line and switch it off.

        Raises:
            DeviceBusy: It is held; the text names the holder and a remedy.
            DeviceNotFound: There is no such chip or line.
            HardwareError: The chip may not be opened.
        """
        self._pin = pin
        settings = gpiod.LineSettings(direction=Direction.OUTPUT, active_low=not active_high)
        with _header(dev) as chip, _named(chip, {pin: f"output {name}"}):
            self._request = chip.request_lines({pin: settings}, consumer=CONSUMER)

    def on(self) -> None:
        """Switch to the active level; OSError: the chip is gone."""
        self._request.set_value(self._pin, Value.ACTIVE)

    def off(self) -> None:
        """Switch to the idle level; OSError: the chip is gone."""
        self._request.set_value(self._pin, Value.INACTIVE)

    def close(self) -> None:
        """Give the line back; the kernel may let its level stand. Idempotent."""
        with suppress(OSError):
            self._request.release()


def line_owners(dev: Path) -> Mapping[int, str]:
    """Return BCM number -> who holds it, of the lines that somebody holds. Nothing is claimed.

    Args:
        dev: The folder of the device files.

    Raises:
        DeviceNotFound: There is no chip of a Pi's header.
        OSError: The chip may not be opened.
    """
    number = find_chip(dev, lambda one: _label(dev / f"gpiochip{one}"))
    with gpiod.Chip(str(dev / f"gpiochip{number}")) as chip:
        return {pin: owner for pin in range(LINES) if (owner := _owner(chip, pin))}


@contextmanager
def _header(dev: Path) -> Iterator[gpiod.Chip]:
    try:
        number = find_chip(dev, lambda one: _label(dev / f"gpiochip{one}"))
        chip = gpiod.Chip(str(dev / f"gpiochip{number}"))
    except PermissionError as error:
        raise HardwareError(
            f"{error.filename or 'the GPIO chip'} may not be opened: put the user into the group"
            " gpio (sudo usermod -aG gpio USER), then log in again"
        ) from error
    with chip:
        yield chip


def _label(path: Path) -> str:
    try:
        with gpiod.Chip(str(path)) as chip:
            return str(chip.get_info().label)
    except PermissionError:
        raise
    except OSError as error:
        return f"? ({error})"


def _owner(chip: gpiod.Chip, pin: int) -> str:
    """Return who holds a line; empty if nobody does."""
    info = chip.get_line_info(pin)
    return info.consumer or "the kernel" if info.used else ""


def _free(chip: gpiod.Chip, spares: Iterable[int]) -> int:
    for pin in spares:
        if not _owner(chip, pin):
            return pin
    raise DeviceBusy("a lonely key needs a second, unused line of the header: all others are held")


@contextmanager
def _named(chip: gpiod.Chip, names: Mapping[int, str]) -> Iterator[None]:
    """Say of a refused request which line it was, and who has it."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: the library knows that a line is not there
        lines = chip.get_info().num_lines
        busy = getattr(error, "errno", None) == errno.EBUSY
        for pin, name in names.items():
            if pin >= lines:
                raise DeviceNotFound(f"{name} (GPIO{pin}): the chip has {lines} lines") from error
            if busy and (owner := _owner(chip, pin)):
                raise DeviceBusy(
                    f"{name} (GPIO{pin}) is held by {owner!r}: stop that program, or take another"
                    " pin"
                ) from error
        kind = DeviceBusy if busy else DeviceNotFound
        raise kind(f"{', '.join(names.values())}: {error}") from error


@contextmanager
def _lost() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DeviceLost(f"the GPIO chip is gone: {error}") from error
