"""A lamp or buzzer on a GPIO pin through gpiozero."""

from hardware.gpiozero_pins import PinFactory, claim_dimmed, claim_output
from hardware.lamps.pin_switch import PinSwitch

FULL = 16
"""The full brightness, as of displays."""


class GpiozeroSwitch(PinSwitch):
    """A `Switch` on one pin of a factory."""

    def __init__(
        self,
        name: str,
        pin: int,
        factory: PinFactory,
        *,
        active_high: bool = True,
        brightness: int = FULL,
    ) -> None:
        """Claim the pin and switch it off.

        Args:
            pin: GPIO number.
            factory: Belongs to whoever made it; closed after this switch.
            active_high: False for a driver that is on when the pin is low.
            brightness: Of a lamp, 1 to 16.

        Raises:
            DeviceBusy: The pin is held.
            DeviceNotFound: There is no such pin.
        """
        if brightness == FULL:
            output = claim_output(factory, pin, name, active_high=active_high)
        else:
            part = brightness / FULL
            output = claim_dimmed(factory, pin, name, part, active_high=active_high)
        super().__init__(name, output)
