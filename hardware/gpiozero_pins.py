"""The one file that imports gpiozero: factories, claimed pins, ticks as integers.

Rules kept here: a factory is an explicit object of an explicit kind, never gpiozero's global
default with its silent fall-back; errors of the library become ours.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, cast

from gpiozero import DigitalOutputDevice, GPIODevice, PWMOutputDevice
from gpiozero.exc import (
    GPIOPinInUse,
    PinFixedPull,
    PinInvalidPin,
    PinPWMUnsupported,
)
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.chips import header_chip
from hardware.errors import DeviceBusy, DeviceNotFound, DeviceUnsupported, HardwareError

__all__ = [
    "InputPin",
    "MockFactory",
    "MockPWMPin",
    "OutputPin",
    "PinFactory",
    "claim_dimmed",
    "claim_input",
    "claim_output",
    "claim_wire",
    "make_factory",
    "ticks_to_ns",
]

DIM_HZ = 200
"""Above what an eye sees flicker, also from its corner."""
Changed = Callable[[float, int], None]


class PinFactory(Protocol):
    """A gpiozero pin factory; made here, closed by whoever asked for it, after its devices."""

    def close(self) -> None:
        """Release the chip. Idempotent."""


class InputPin(Protocol):
    """The part of gpiozero's `Pin` that a source of edges uses."""

    state: float
    when_changed: Changed | None
    """Called with (ticks, state) for each raw edge; held weakly, so keep the bound method."""


class InputDevice(Protocol):
    """A claimed input."""

    pin: InputPin

    def close(self) -> None:
        """Release the pin. Idempotent."""


class OutputPin(Protocol):
    """A claimed output."""

    def on(self) -> None:
        """Switch to the active level."""

    def off(self) -> None:
        """Switch to the idle level."""

    def close(self) -> None:
        """Release the pin. Idempotent."""


def ticks_to_ns(ticks: float) -> int:
    """Turn ticks of the lgpio and mock factories (float seconds, CLOCK_MONOTONIC) into ns.

    A stamp survives ns -> ticks -> ns exactly up to 26 days of uptime, to 1 ns at 100 days.
    """
    return round(ticks * 1e9)


def make_factory(kind: str, *, work_dir: str | None = None) -> PinFactory:
    """Make a pin factory of exactly this kind; there is no fall-back.

    Args:
        kind: "lgpio" (the header of this Pi) or "mock" (pins in memory).
        work_dir: Writable folder for lgpio's pipe; default `LG_WD`, else
            `RUNTIME_DIRECTORY`. Importing lgpio moves the process there: use absolute paths.

    Raises:
        DeviceNotFound: No chip with a known label.
        DeviceUnsupported: Unknown kind, or lgpio is missing or the empty stub of the index.
    """
    if kind == "mock":
        return cast(PinFactory, MockFactory(pin_class=MockPWMPin))
    if kind != "lgpio":
        raise DeviceUnsupported(f"no pin factory {kind!r}: it is 'lgpio' or 'mock'")
    chip = header_chip(work_dir)  # before the import below: it sets lgpio's folder
    from gpiozero.pins.lgpio import LGPIOFactory

    with _translated(f"gpiochip{chip}"):
        return cast(PinFactory, LGPIOFactory(chip=chip))


def claim_input(factory: PinFactory, pin: int, line: str) -> InputDevice:
    """Claim a pin as a raw input with its pull-up: no bounce time, both edges.

    Raises:
        DeviceBusy: The pin is held; the text names the line and the holder if known.
        DeviceNotFound: There is no such pin.
        DeviceUnsupported: The pin has a fixed pull of the other kind.
    """
    with _translated(f"line {line} (GPIO{pin})"):
        device = GPIODevice(pin, pin_factory=factory)
        try:
            device.pin.input_with_pull("up")
            device.pin.bounce = None
            device.pin.edges = "both"
        except BaseException:
            device.close()
            raise
    return cast(InputDevice, device)


def claim_output(factory: PinFactory, pin: int, name: str, *, active_high: bool) -> OutputPin:
    """Claim a pin as an output that begins switched off.

    Raises:
        DeviceBusy: The pin is held; the text names the holder if known.
        DeviceNotFound: There is no such pin.
    """
    with _translated(f"output {name} (GPIO{pin})"):
        device = DigitalOutputDevice(
            pin, active_high=active_high, initial_value=False, pin_factory=factory
        )
    return cast(OutputPin, device)


class Dimmed:
    """A claimed output that is on for a part of the time only, `DIM_HZ` times a second."""

    def __init__(self, device: PWMOutputDevice, part: float) -> None:
        self._device = device
        self._part = part

    def on(self) -> None:
        """Glow at its brightness."""
        self._device.value = self._part

    def off(self) -> None:
        """Be dark."""
        self._device.value = 0

    def close(self) -> None:
        """Release the pin. Idempotent."""
        self._device.close()


def claim_dimmed(
    factory: PinFactory, pin: int, name: str, part: float, *, active_high: bool
) -> OutputPin:
    """Claim a pin as an output that begins switched off, and is on for a part of the time.

    On a Pi the pulses are made by software: good for a lamp, not for a motor.

    Args:
        part: Of the time, above 0 and below 1.

    Raises:
        DeviceBusy: The pin is held; the text names the holder if known.
        DeviceNotFound: There is no such pin.
        DeviceUnsupported: Pins of this factory cannot do it.
    """
    with _translated(f"output {name} (GPIO{pin})"):
        device = PWMOutputDevice(
            pin, active_high=active_high, initial_value=0, frequency=DIM_HZ, pin_factory=factory
        )
    return Dimmed(device, part)


class Wire:
    """A line that others may pull low too: it is pulled low here, or let go; never driven high."""

    def __init__(self, device: GPIODevice) -> None:
        self._device = device
        self._high = False
        self.put(True)

    def put(self, high: bool) -> None:
        """Pull it low, or let it go: then the resistor of the wire makes it high."""
        if high == self._high:
            return
        if high:
            self._device.pin.function = "input"
        else:
            self._device.pin.output_with_state(False)
        self._high = high

    def get(self) -> bool:
        """Tell whether it is high; somebody else may hold it low while it is let go."""
        return bool(self._device.pin.state)

    def close(self) -> None:
        """Let it go and release the pin. Idempotent."""
        self._device.close()


def claim_wire(factory: PinFactory, pin: int, name: str) -> Wire:
    """Claim a pin as a wire with a pull-up resistor of its own, let go at first.

    Raises:
        DeviceBusy: The pin is held; the text names the holder if known.
        DeviceNotFound: There is no such pin.
    """
    with _translated(f"wire {name} (GPIO{pin})"):
        return Wire(GPIODevice(pin, pin_factory=factory))


@contextmanager
def _translated(what: str) -> Iterator[None]:
    """Turn the libraries' errors into ours; lgpio.error is a bare Exception with a text."""
    try:
        yield
    except HardwareError:
        raise
    except GPIOPinInUse as error:
        raise DeviceBusy(f"{what} is held: {error}") from error
    except PinInvalidPin as error:
        raise DeviceNotFound(f"{what}: {error}") from error
    except (PinFixedPull, PinPWMUnsupported) as error:
        raise DeviceUnsupported(f"{what}: {error}") from error
    except Exception as error:
        if "busy" in str(error).lower():
            raise DeviceBusy(f"{what} is held by another program: {error}") from error
        raise DeviceNotFound(f"{what}: {error}") from error
