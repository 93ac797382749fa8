"""A lamp or buzzer on a GPIO pin, whatever carries the pin.

A driver gate needs its own pull-down: after a crash the kernel may release the pin or keep it
driven, by the image's setting.
"""

from typing import Protocol

from hardware.errors import DeviceLost


class Output(Protocol):
    """A claimed output that begins switched off."""

    def on(self) -> None:
        """Switch to the active level; any exception says that it is lost."""

    def off(self) -> None:
        """Switch to the idle level; as `on`."""

    def close(self) -> None:
        """Release the pin. Idempotent."""


class PinSwitch:
    """A `Switch` on one output. Thread: its output's."""

    again_ns: int | None = None

    def __init__(self, name: str, output: Output) -> None:
        """Take over an output, which is off."""
        self.name = name
        self._on = False
        self._closed = False
        self._device = output

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
