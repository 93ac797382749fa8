"""A lamp or buzzer on a GPIO pin through the kernel's character device."""

from pathlib import Path

from hardware.gpio_lines import DEV, OutputLine
from hardware.lamps.pin_switch import PinSwitch


class GpiodSwitch(PinSwitch):
    """A `Switch` on one line of the header."""

    def __init__(self, name: str, pin: int, *, active_high: bool = True, dev: Path = DEV) -> None:
        """Claim the pin and switch it off.

        Args:
            pin: BCM number.
            active_high: False for a driver that is on when the pin is low.
            dev: The folder of the device files.

        Raises:
            DeviceBusy: The pin is held; the text names the holder.
            DeviceNotFound: There is no such chip or pin.
            HardwareError: The chip may not be opened.
        """
        super().__init__(name, OutputLine(name, pin, active_high=active_high, dev=dev))
