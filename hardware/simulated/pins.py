"""Mock pins of gpiozero that are driven with a stamp of their own."""

from hardware.errors import DeviceUnsupported
from hardware.gpiozero_pins import MockFactory, MockPWMPin, ticks_to_ns

__all__ = ["StampedPin", "nearest_stamp", "stamped_factory"]


class StampedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin with a settable clock: it enters gpiozero where the kernel's event would.

    Thread: whoever drives it; the handler runs in that thread, as in gpiozero's own mock.
    """

    _last_change: float
    _state: bool
    held = False
    """Whether a finger keeps the contact closed, claimed or not."""

    def drive_at(self, closed: bool, at_ns: int) -> None:
        """Change the level (closed is low) and give one raw edge with exactly this stamp.

        Unlike `drive_low`, a second edge to the same level is given too: chatter has those.

        Raises:
            DeviceUnsupported: `at_ns` does not survive gpiozero's float seconds (only after
                26 days of uptime; see `nearest_stamp`).
        """
        if ticks_to_ns(at_ns / 1e9) != at_ns:
            raise DeviceUnsupported(f"{at_ns} ns does not survive float seconds")
        self.drive_silently(closed, at_ns)
        if self._edges == "both" and self._when_changed is not None:
            self._call_when_changed()

    def drive_silently(self, closed: bool, at_ns: int) -> None:
        """Change the level without an edge, as when the kernel has dropped it."""
        before, self._last_change = self._last_change, at_ns / 1e9
        self._state, self.held = not closed, closed
        self.states.append(type(self.states[0])(self._last_change - before, self._state))

    def _set_pull(self, value: str) -> None:
        """Pull as gpiozero's mock does, but not against a finger: a held key stays closed."""
        super()._set_pull(value)
        if self.held:
            self._state = False


def nearest_stamp(at_ns: int, *, step: int = -1) -> int:
    """Return the first stamp from `at_ns` on, backwards unless told, that float seconds carry."""
    while ticks_to_ns(at_ns / 1e9) != at_ns:
        at_ns += step
    return at_ns


def stamped_factory() -> MockFactory:
    """Return a fresh header of 28 stamped pins, GPIO0 to GPIO27."""
    return MockFactory(pin_class=StampedPin)
