"""The drivers by their word in the config. A driver's module is loaded only when configured.

A new driver is one file and one row here. Simulated kinds are rows like the rest.
"""

import difflib
import importlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from hardware.errors import DeviceUnsupported

DRIVERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "buttons": {
            "evdev": "hardware.buttons.usb_keys:UsbKeys",
            "gpiod": "hardware.buttons.gpiod_keys:GpiodButtons",
            "gpiozero": "hardware.buttons.gpio_pins:GpiozeroButtons",
            "serial": "hardware.buttons.serial_box:SerialBoxButtons",
            "simulated": "hardware.simulated.buttons:SimulatedButtons",
        },
        "display": {
            "console": "hardware.displays.console:ConsoleDisplay",
            "ht16k33": "hardware.displays.ht16k33:Ht16k33Digits",
            "max7219": "hardware.displays.max7219:Max7219Digits",
            "max7219-matrix": "hardware.displays.max7219:Max7219Matrix",
            "serial": "hardware.displays.serial_text:SerialDisplay",
            "simulated": "hardware.simulated.display:RecordingDisplay",
            "tm1637": "hardware.displays.tm1637:Tm1637Digits",
        },
        "switch": {
            "buzz": "hardware.lamps.buzz:BuzzLamp",
            "gpiod": "hardware.lamps.gpiod_switch:GpiodSwitch",
            "gpiozero": "hardware.lamps.gpiozero_switch:GpiozeroSwitch",
            "simulated": "hardware.simulated.switch:RecordingSwitch",
        },
        "sound": {
            "browser": "hardware.sound.silent:SilentPlayer",
            "pygame": "hardware.sound.pygame_mixer:PygamePlayer",
            "silent": "hardware.sound.silent:SilentPlayer",
            "simulated": "hardware.simulated.sound:RecordingPlayer",
        },
    }
)
"""Role -> kind -> "module:Class"."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What a display must be given: a bus of the header or pins, and a length that it has.

    `usual` is where one on a bus is, if the board does not say; `places` is the pattern of all.
    """

    bus: str = ""
    usual: str = ""
    places: str = ""
    pins: tuple[str, ...] = ()
    digits: tuple[int, ...] = ()


_SPI = Needs(bus="spi", usual="/dev/spidev0.0", places=r"/dev/spidev[0-9]+\.[0-9]+")
_I2C = Needs(bus="i2c", usual="/dev/i2c-1@0x70", places="/dev/i2c-[0-9]+@0x7[0-7]")
NEEDS: Mapping[str, Needs] = MappingProxyType(
    {
        "ht16k33": replace(_I2C, digits=tuple(range(1, 9))),
        "max7219": replace(_SPI, digits=(*range(1, 9), 16)),
        "max7219-matrix": _SPI,
        "tm1637": Needs(pins=("clk", "dio"), digits=tuple(range(1, 7))),
    }
)
"""Kind of display -> what it needs; a kind that is not named needs nothing."""
_REMEDIES = {
    "luma": "install the extra `displays`",
    "smbus2": "install the extra `displays`",
}
"""Library -> what to do if it is missing."""


def kinds(role: str) -> tuple[str, ...]:
    """Return the kinds of a role ("buttons", "display", "switch", "sound"), sorted."""
    return tuple(sorted(DRIVERS[role]))


def check(role: str, kind: str) -> None:
    """Check a kind without loading it, for the config.

    Raises:
        DeviceUnsupported: There is no such kind; the text says what may have been meant.
    """
    if kind not in DRIVERS[role]:
        near = difflib.get_close_matches(kind, kinds(role), n=1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise DeviceUnsupported(
            f"no {role} of kind {kind!r}: {hint}there are {', '.join(kinds(role))}"
        )


def load(role: str, kind: str) -> type:
    """Import the driver of a kind and return its class. Roles and kinds as in `DRIVERS`.

    Raises:
        DeviceUnsupported: There is no such kind, or a library of the driver does not load.
    """
    check(role, kind)
    module, _, name = DRIVERS[role][kind].partition(":")
    try:
        driver = getattr(importlib.import_module(module), name)
    except ImportError as error:
        remedy = _REMEDIES.get((error.name or "").partition(".")[0], "install Minuta again")
        raise DeviceUnsupported(
            f"{role} of kind {kind!r} cannot be loaded, a library is missing: {error}: {remedy}"
        ) from error
    assert isinstance(driver, type)
    return driver
