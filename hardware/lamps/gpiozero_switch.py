"""A lamp or buzzer on a GPIO pin through gpiozero."""

from hardware.gpiozero_pins import PinFactory, claim_output
from hardware.lamps.pin_switch import PinSwitch


class GpiozeroSwitch(PinSwitch):
    """A `Switch` on one pin of a factory."""

    def __init__(
        self, name: str, pin: int, factory: PinFactory, *, active_high: bool = True
    ) -> None:
        """Claim the pin and switch it off.

        Args:
            pin: GPIO number.
            factory: Belongs to whoever made it; closed after this switch.
            active_high: False for a driver that is on when the pin is low.

        Raises:
            DeviceBusy: The pin is held.
            DeviceNotFound: There is no such pin.
        """
        super().__init__(name, claim_output(factory, pin, name, active_high=active_high))
