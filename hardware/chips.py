"""Which GPIO chip is behind the pin header: asked of lgpio, by label.

Numbers moved between kernels (gpiochip4 became gpiochip0 on a Pi 5), labels did not. This is
the one file that imports lgpio; gpiozero imports it for itself.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.errors import DeviceNotFound, DeviceUnsupported

CHIP_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip behind the pin header: Pi 5, Pi 4, older ones."""


def header_chip(work_dir: str | None = None) -> int:
    """Set lgpio's working folder, load it, and return the number of the header's chip.

    Args:
        work_dir: Writable folder for lgpio's pipe; default `LG_WD`, else the first of
            `RUNTIME_DIRECTORY`. lgpio moves the whole process there when it is imported.

    Raises:
        DeviceNotFound: No chip with a known label.
        DeviceUnsupported: lgpio is missing, or is the empty stub of the index.
    """
    folder = work_dir or os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if folder:
        os.environ.setdefault("LG_WD", folder)
    lgpio = _import()
    return find_chip(Path("/dev"), lambda number: _label(lgpio, number))


def find_chip(dev: Path, label_of: Callable[[int], str]) -> int:
    """Return the number of the chip behind the header, by its label.

    Args:
        dev: The folder of the device files; links such as gpiochip4 -> gpiochip0 count once.
        label_of: Gives the label of the chip with this number.

    Raises:
        DeviceNotFound: None of the chips has a label of `CHIP_LABELS`; the text names all.
    """
    names = {path.resolve().name for path in dev.glob("gpiochip*")}
    numbers = sorted(int(digits) for name in names if (digits := name[8:]).isdigit())
    labels = {number: label_of(number) for number in numbers}
    for wanted in CHIP_LABELS:
        for number, label in labels.items():
            if label == wanted:
                return number
    seen = ", ".join(f"gpiochip{n} is {label!r}" for n, label in labels.items()) or "none there"
    raise DeviceNotFound(f"no GPIO chip of a Raspberry Pi's header: {seen}")


def _import() -> Any:
    try:
        import lgpio
    except (ImportError, OSError) as error:
        raise DeviceUnsupported(
            f"lgpio does not load ({error}): install python3-lgpio, and set LG_WD to a"
            " writable folder"
        ) from error
    if not hasattr(lgpio, "SET_PULL_NONE"):
        raise DeviceUnsupported("this lgpio is the empty stub 0.0.0.2: install python3-lgpio")
    return lgpio


def _label(lgpio: Any, number: int) -> str:
    try:
        handle = lgpio.gpiochip_open(number)
    except Exception as error:  # lgpio.error is no OSError
        return f"? ({error})"
    try:
        return str(lgpio.gpio_get_chip_info(handle)[3])
    finally:
        lgpio.gpiochip_close(handle)
