"""A serial port that is ours alone and never waits; the one file that knows pyserial.

pyserial opens and sets the port. Bytes go past it: its own `write` spins for ever where a
non-blocking port is full, and its `read` cannot tell silence from a port that hung up.
"""

import errno
import fcntl
import os
import select
import termios
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import serial

from hardware.clock import Clock
from hardware.errors import DeviceBusy, DeviceLost, DeviceNotFound, DeviceUnsupported, HardwareError
from hardware.wire import Wire

_PARITIES = {"none": serial.PARITY_NONE, "even": serial.PARITY_EVEN, "odd": serial.PARITY_ODD}
_READ_MOST = 4096
_LOOK_NS = 5_000_000
_GONE = (errno.ENOENT, errno.ENXIO, errno.ENODEV)
_TAKEN = (errno.EBUSY, errno.EAGAIN)


class SerialPort:
    """An open port. `read` and `write` return at once. Thread: one reader and one writer."""

    def __init__(self, path: str, wire: Wire) -> None:
        """Open the port for this process alone.

        Args:
            path: By a stable id, such as ``/dev/serial/by-id/…``: `ttyUSB0` may be another
                device after a replug.

        Raises:
            DeviceNotFound: There is no such port.
            DeviceBusy: Another program has it.
            DeviceUnsupported: It cannot be set so.
            DeviceLost: Anything else that the system says.
        """
        self._path = path
        try:
            self._port = serial.Serial(
                path, wire.baud, wire.bits, _PARITIES[wire.parity], wire.stop_bits, exclusive=True
            )
        except ValueError as error:
            raise DeviceUnsupported(f"{path} cannot be set so: {error}") from error
        except (OSError, termios.error) as error:  # serial.SerialException is an OSError
            raise _named(path, error) from error
        self.fd: int = self._port.fileno()
        try:
            fcntl.ioctl(self.fd, termios.TIOCEXCL)  # for those who ask for no lock
            self._settle()
        except (OSError, termios.error) as error:
            self.close()
            raise DeviceLost(f"{path}: {error}") from error

    def read(self) -> bytes:
        """Return what has arrived, or nothing.

        Raises:
            DeviceLost: The port hung up or is gone.
        """
        try:
            data = os.read(self.fd, _READ_MOST)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise DeviceLost(f"{self._path}: {error}") from error
        if not data:
            raise DeviceLost(f"{self._path} hung up")
        return data

    def write(self, data: bytes) -> int:
        """Hand over what there is room for; return how many bytes that was.

        Raises:
            DeviceLost: The port is gone.
        """
        try:
            return os.write(self.fd, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise DeviceLost(f"{self._path}: {error}") from error

    def drain(self, within_ns: int) -> bool:
        """Wait until all that was handed over has left; False: it has not, or the port is gone.

        A driver that does not count what it holds says at once that it has left.
        """
        for _ in range(within_ns // _LOOK_NS + 1):
            with suppress(OSError):
                if not self._port.out_waiting:
                    return True
            time.sleep(_LOOK_NS / 1e9 if within_ns else 0)
        return False

    def has_room(self) -> bool:
        """Tell whether a write would be taken."""
        room = select.poll()
        room.register(self.fd, select.POLLOUT)
        return bool(room.poll(0))

    def drop_unsent(self) -> None:
        """Throw away what was handed over and has not left. A lost port is not complained of."""
        with suppress(termios.error):
            termios.tcflush(self.fd, termios.TCOFLUSH)

    def close(self) -> None:
        """Release the port, at once, whatever is unsent. Idempotent."""
        if self._port.is_open:
            if not self.drain(0):
                self.drop_unsent()  # a close waits for the wire otherwise, for up to 30 s
            with suppress(OSError):  # it is gone
                fcntl.ioctl(self.fd, termios.TIOCNXCL)
            self._port.close()

    def _settle(self) -> None:
        """Make silence EAGAIN and a hang-up an empty read; leave DTR up at close.

        Boards of the Arduino kind restart when DTR drops.
        """
        told = termios.tcgetattr(self.fd)
        told[2] &= ~termios.HUPCL
        told[6][termios.VMIN] = 1
        termios.tcsetattr(self.fd, termios.TCSANOW, told)


class Inbox:
    """Reads a port on a thread of its own, so that each byte is stamped when it has arrived.

    Attributes:
        taken: How many bytes have arrived.
        lost: Why nothing more can come, or None. Read it after `take`.
    """

    def __init__(self, port: SerialPort, clock: Clock, wake: Callable[[], None]) -> None:
        """Begin to read, at the priority of the calling thread; `wake` is called on arrival."""
        self.taken = 0
        self.lost: HardwareError | None = None
        self._port = port
        self._clock = clock
        self._wake = wake
        self._came: deque[tuple[bytes, int]] = deque()
        self._stop = os.eventfd(0, os.EFD_CLOEXEC)
        self._policy = os.sched_getscheduler(0), os.sched_getparam(0)
        self._thread = threading.Thread(target=self._run, name="serial-inbox", daemon=True)
        self._thread.start()

    def take(self) -> list[tuple[bytes, int]]:
        """Return what arrived, in order: (bytes, an instant at which all of them were there)."""
        taken = []
        while self._came:
            taken.append(self._came.popleft())
        return taken

    def close(self) -> None:
        """End the thread. The port is to be closed after this. Idempotent."""
        if self._stop >= 0:
            os.eventfd_write(self._stop, 1)
            self._thread.join()
            os.close(self._stop)
            self._stop = -1

    def _run(self) -> None:
        with suppress(OSError):  # no right to it: an ordinary thread
            os.sched_setscheduler(0, *self._policy)
        ready = select.poll()
        ready.register(self._stop, select.POLLIN)
        ready.register(self._port.fd, select.POLLIN)
        while self.lost is None and not any(fd == self._stop for fd, _ in ready.poll()):
            try:
                data = self._port.read()
                if data:
                    self._came.append((data, self._clock.now_ns()))
                    self.taken += len(data)
            except DeviceLost as error:
                self.lost = error
            self._wake()


def _named(path: str, error: OSError | termios.error) -> HardwareError:
    number = getattr(error, "errno", None)
    if number in _GONE:
        return DeviceNotFound(f"there is no port {path}")
    if number in _TAKEN:
        return DeviceBusy(f"another program has the port {path}")
    return DeviceLost(f"{path}: {error}")
