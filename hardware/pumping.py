"""A thread that turns the pump of one part: its own pace, its own faults."""

import logging
import os
import threading
from collections.abc import Callable

from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.ports import Listening, Pumped
from hardware.waiting import SelectWaiter, Waiter, make_waiter

_log = logging.getLogger(__name__)
_BACK_OFF_NS = 50_000_000
_BACK_OFF_MOST_NS = 1_000_000_000

Report = Callable[[str, Exception], None]


class PumpThread:
    """Calls `part.pump` at the instants it asks for, when it calls its `wake`, and when there is
    something to read at its `fd`, if it has one.

    Lifetime: one start, one stop. `part.wake` is set here, when it is made.

    Attributes:
        turns: How often the pump was called.
        faults: How often it raised.
        real_time: Whether the thread runs under SCHED_FIFO; known once it runs.
    """

    def __init__(
        self,
        part: Pumped,
        clock: Clock,
        name: str,
        *,
        priority: int | None = None,
        on_fault: Report | None = None,
    ) -> None:
        """Prepare the thread.

        Args:
            clock: A clock that runs: a simulated one is turned by hand, without a thread.
            name: Of the thread and of its faults.
            priority: SCHED_FIFO priority to ask for; None asks for nothing. Without the
                right to it the thread runs on as an ordinary one.
            on_fault: Called with (name, error), on this thread, for each pump that raised,
                and by `stop` if the thread does not end. It must not block; what it raises
                is dropped.
        """
        self.name = name
        self.turns = 0
        self.faults = 0
        self.real_time = False
        self._part = part
        self._clock = clock
        self._priority = priority
        self._on_fault = on_fault
        self._waiter: Waiter = (
            SelectWaiter(clock) if isinstance(part, Listening) else make_waiter(clock)
        )
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        part.wake = self._waiter.wake

    def start(self) -> None:
        """Begin to pump, at once."""
        self._thread.start()

    def halt(self) -> None:
        """Let the thread end when its pump returns; do not wait for that. Any thread."""
        self._stopping = True
        self._waiter.wake()

    def stop(self, within_ns: int = 2_000_000_000) -> bool:
        """End the thread, and wait for that. Idempotent; not from the thread itself.

        Returns:
            False if it was still in its pump after `within_ns`; that is reported too, and
            the thread ends with the process or when its pump returns.
        """
        self.halt()
        if self._thread.ident is not None:
            self._thread.join(within_ns / 1e9)
        if self._thread.is_alive():
            self._report(HardwareError(f"thread {self.name} does not end: stuck in its pump"))
            return False
        self._part.wake = _nobody
        self._waiter.close()
        return True

    def _run(self) -> None:
        self.real_time = _raise_priority(self._priority)
        back_off_ns = _BACK_OFF_NS
        while not self._stopping:
            try:
                self.turns += 1
                until_ns = self._part.pump(self._clock.now_ns())
            except Exception as error:
                self.faults += 1
                self._report(error)
                self._rest(self._clock.now_ns() + back_off_ns)
                back_off_ns = min(2 * back_off_ns, _BACK_OFF_MOST_NS)
            else:
                back_off_ns = _BACK_OFF_NS
                self._waiter.wait(until_ns, getattr(self._part, "fd", None))

    def _rest(self, until_ns: int) -> None:
        """Wait out a back-off, deaf; a part that wakes and raises in turn must not spin."""
        while not self._stopping and self._waiter.wait(until_ns):
            pass

    def _report(self, error: Exception) -> None:
        try:
            if self._on_fault is not None:
                self._on_fault(self.name, error)
        except Exception:
            _log.exception("thread %s: the report of a fault raised", self.name)


def _raise_priority(priority: int | None) -> bool:
    """Put the calling thread under SCHED_FIFO; its children start ordinary. False: no right."""
    if priority is None:
        return False
    try:
        policy = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(0, policy, os.sched_param(priority))
    except OSError:
        return False
    return True


def _nobody() -> None:
    """Stand for a pump that nobody turns."""
