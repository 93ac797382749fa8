"""A scoreboard at a serial port; what it is sent is its `Look`."""

from contextlib import suppress

from hardware.displays.serial_look import Look
from hardware.errors import DeviceLost, DeviceUnsupported, HardwareError
from hardware.serial_port import SerialPort

AGAIN_NS = 1_000_000_000
_PATIENCE_NS = 300_000_000  # a long frame at 1200 bits a second


class SerialDisplay:
    """A `CountdownDisplay` at a serial port. Thread: its own output's.

    The port is opened by the first `show` and, after a loss, by the next one. A write never
    waits: a board that has stopped reading is lost until it has read; then it is sent the
    present text only.

    Attributes:
        again_ns: A text that stands is shown again so often: the board may have been restarted.
    """

    def __init__(self, name: str, device: str, look: Look | None = None) -> None:
        """Prepare; `device` is the port's path, by a stable id.

        Raises:
            DeviceUnsupported: The board is not described soundly.
        """
        self.name = name
        self.again_ns: int | None = AGAIN_NS
        self._device = device
        self._look = look or Look()
        if wrong := self._look.faults():
            raise DeviceUnsupported(f"display {name}: {'; '.join(wrong)}")
        self._port: SerialPort | None = None
        self._stuck = False
        self._closed = False

    def show(self, text: str) -> None:
        """Send one whole frame, in place of what has not left yet."""
        if self._closed:
            raise DeviceLost(f"display {self.name} is closed")
        try:
            if self._port is None:
                self._port, self._stuck = SerialPort(self._device, self._look.wire), False
            taken = self._send(self._port, self._look.frame(text))
        except HardwareError as error:
            self._release()
            raise DeviceLost(f"display {self.name}: {error}") from error
        if not taken:
            raise DeviceLost(f"display {self.name}: {self._device} does not take its frames")

    def close(self) -> None:
        """Blank the board and release the port; one that does not read is left as it is."""
        if self._port is not None:
            with suppress(DeviceLost):
                self.show("")
        if self._port is not None:
            self._port.drain(_PATIENCE_NS)
        self._closed = True
        self._release()

    def _send(self, port: SerialPort, frame: bytes) -> bool:
        """Send a frame whole; False: the board does not read, and what it was sent is dropped.

        One that did not read must have begun to before it is tried again: room made by dropping
        says nothing of the board.
        """
        if self._stuck and not port.has_room():
            return False
        if self._stuck or not port.drain(_PATIENCE_NS):
            port.drop_unsent()
        self._stuck = port.write(frame) < len(frame)
        return not self._stuck

    def _release(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None
