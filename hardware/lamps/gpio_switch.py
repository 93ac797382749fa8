"""A lamp or buzzer on a GPIO pin through gpiozero.

A driver gate needs its own pull-down: after a crash the kernel may release the pin or keep it
driven, by the image's setting.
"""

from hardware.errors import DeviceLost
from hardware.gpiozero_pins import PinFactory, claim_output


class GpiozeroSwitch:
    """A `Switch` on one pin. Thread: its output's."""

    again_ns: int | None = None

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
        self.name = name
        self._on = False
        self._closed = False
        self._device = claim_output(factory, pin, name, active_high=active_high)

    def set(self, on: bool) -> None:
        """Switch. After a failure the next call writes again, whatever the state was."""
        if self._closed:
            raise DeviceLost(f"switch {self.name} is closed")
        if on == self._on:
            return
        self._write(on)
        self._on = on

    def close(self) -> None:
        """Switch off and release, even if the last write failed."""
        if self._closed:
            return
        self._closed = True
        try:
            self._write(False)
        finally:
            self._device.close()

    def _write(self, on: bool) -> None:
        try:
            if on:
                self._device.on()
            else:
                self._device.off()
        except Exception as error:  # lgpio's error is a bare Exception
            raise DeviceLost(f"switch {self.name}: {error}") from error
