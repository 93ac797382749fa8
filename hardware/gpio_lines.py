"""Who holds which line of the header, as the kernel says it. The one file that imports gpiod."""

from collections.abc import Mapping
from pathlib import Path

import gpiod

from hardware.chips import find_chip

LINES = 28


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
        infos = [chip.get_line_info(line) for line in range(LINES)]
    return {one.offset: one.consumer or "the kernel" for one in infos if one.used}


def _label(path: Path) -> str:
    try:
        with gpiod.Chip(str(path)) as chip:
            return str(chip.get_info().label)
    except PermissionError:
        raise
    except OSError as error:
        return f"? ({error})"
