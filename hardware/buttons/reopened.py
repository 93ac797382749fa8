"""A source of keys on one device that may go and come back: what all such sources share.

Only its own pump waits for the device. One that hangs while it is opened or read holds up
neither the loop, which asks for levels, nor any other source.
"""

import heapq
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from hardware.clock import Clock
from hardware.edges import KeyReport, Post, SourceState
from hardware.errors import HardwareError

RETRY_NS = 1_000_000_000
Device = TypeVar("Device")


class ReopenedSource(ABC, Generic[Device]):
    """A `ButtonSource`; its driver says how the device is opened, read and let go.

    Attributes:
        fd: As of `Listening`; the driver sets it where its device has one.
        faults: Exceptions that `post` raised.
        last_fault: The last of them, for people.
    """

    at_once = False
    """Whether a device that was lost is opened anew at once, unless it has only just been."""

    def __init__(
        self,
        name: str,
        lines: Iterable[str],
        clock: Clock,
        *,
        hold_back_ns: int,
        u_ns: int,
        stamped: str,
    ) -> None:
        """Prepare; nothing is opened before `start`. Arguments as of `ButtonSource`."""
        self.name = name
        self.lines = tuple(lines)
        self.hold_back_ns = hold_back_ns
        self.u_ns = u_ns
        self.stamped = stamped
        self.wake: Callable[[], None] = _nobody
        self.fd: int | None = None
        self.faults = 0
        self.last_fault = ""
        self._clock = clock
        self._lock = threading.RLock()  # the device is one thread's at a time
        self._came: deque[int] = deque()  # asks: who asks waits for no pump
        self._asked: list[int] = []
        self._post: Post | None = None
        self._alive: bool | None = None  # None: nothing was said yet
        self._device: Device | None = None
        self._open_ns = 0  # when to look for it
        self._opened_ns = 0

    @abstractmethod
    def _open(self) -> Device:
        """Open the device and begin with it; any `HardwareError`."""

    @abstractmethod
    def _shut(self, device: Device) -> None:
        """Let go of the device."""

    @abstractmethod
    def _turn(self, device: Device, now_ns: int) -> int | None:
        """Take what has come, answer what is due; return when to come again."""

    def _waits_for(self, error: HardwareError) -> bool:
        """Return whether a device that `start` could not open may come later."""
        del error
        return False

    def _renew(self) -> None:
        """Forget an earlier `start`."""

    def start(self, post: Post) -> None:
        """Open the device. One that may come later is posted as lost, and looked for.

        Raises:
            DeviceBusy: Another program has it; the text names what is known of that.
            DeviceNotFound, HardwareError: It is not to be waited for.
        """
        with self._lock:
            self._post, self._alive, self._open_ns = post, None, 0
            self._renew()
            try:
                self._found()
            except HardwareError as error:
                if not self._waits_for(error):
                    self._post = None
                    raise
                self._lose(error)

    def ask(self, at_ns: int) -> None:
        """Ask for the levels at `at_ns`. Thread: any."""
        self._came.append(at_ns)
        self.wake()

    def pump(self, now_ns: int) -> int | None:
        """Take what has come, answer what was asked. Thread: its pump's."""
        with self._lock:
            if self._post is None:
                return None
            while self._came:
                heapq.heappush(self._asked, self._came.popleft())
            try:
                if self._device is None and now_ns >= self._open_ns:
                    self._found()
                if self._device is not None:
                    return self._turn(self._device, now_ns)
            except HardwareError as error:
                self._lose(error)
            return self._open_ns

    def close(self) -> None:
        """Release the device. Idempotent."""
        with self._lock:
            self._post, self._alive = None, None
            self._forget()
            self._release()

    def _found(self) -> None:
        self._opened_ns = self._clock.now_ns()
        self._device = self._open()

    def _due(self, now_ns: int) -> bool:
        """Return whether levels are due, and take that as answered."""
        due = False
        while self._asked and self._asked[0] <= now_ns:
            heapq.heappop(self._asked)
            due = True
        return due

    def _lose(self, error: HardwareError) -> None:
        """Give the device up, and look for it later."""
        now_ns = self._clock.now_ns()
        lived = self._device is not None and now_ns - self._opened_ns >= RETRY_NS
        self._release()
        self._forget()
        self._open_ns = now_ns if self.at_once and lived else now_ns + RETRY_NS
        self._say(now_ns, alive=False, why=str(error))

    def _release(self) -> None:
        device, self._device, self.fd = self._device, None, None
        if device is not None:
            self._shut(device)

    def _forget(self) -> None:
        self._asked.clear()
        self._came.clear()

    def _say(self, at_ns: int, *, alive: bool, why: str = "") -> None:
        """Post a `SourceState`, only when it changes."""
        if alive != self._alive:
            self._alive = alive
            self._give(SourceState(self.name, at_ns, alive, why))

    def _give(self, report: KeyReport) -> None:
        """Post, and never let the receiver's fault stop the next report."""
        try:
            if self._post is not None:
                self._post(report)
        except Exception as error:
            self.faults += 1
            self.last_fault = f"post: {error!r}"


def _nobody() -> None:
    """Stand for a pump that nobody turns yet."""
