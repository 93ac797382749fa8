"""Turns a daemon by hand on a simulated clock: no thread, no waiting, the same every time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from firmware_host.daemon.daemon import Daemon
from firmware_host.daemon.parts import Part
from hardware.simulated.clock import SimulatedClock

MOST_ROUNDS = 1000


@dataclass(slots=True)
class Boot:
    """One boot: its id, scenario time at which its clock stood at zero, and how many frames
    each display had shown by then."""

    id: str
    base_ns: int
    frames: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Turned:
    """A part and the instant at which it wants to be pumped next."""

    part: Part
    due_ns: int | None = 0
    woken: bool = True

    def wake(self) -> None:
        """Something new is due."""
        self.woken = True


@dataclass(slots=True)
class Stepper:
    """Events in the order of their instants, and the daemon's parts between them.

    Attributes:
        base_ns: Scenario time at which the present boot's clock stood at zero.
    """

    clock: SimulatedClock
    base_ns: int = 0
    _events: list[tuple[int, int, int, Callable[[], None]]] = field(default_factory=list)
    _when_quiet: list[Callable[[], None]] = field(default_factory=list)
    _count: "count[int]" = field(default_factory=count)
    _parts: list[Turned] = field(default_factory=list)

    @property
    def now_ns(self) -> int:
        """Return scenario time."""
        return self.base_ns + self.clock.now_ns()

    def at(self, at_ns: int, event: Callable[[], None]) -> None:
        """Let something happen at an instant of scenario time."""
        heappush(self._events, (at_ns, 0, next(self._count), event))

    def last(self, at_ns: int, event: Callable[[], None]) -> None:
        """Let something happen at an instant, after all else that happens then."""
        heappush(self._events, (at_ns, 1, next(self._count), event))

    def quiet(self, event: Callable[[], None]) -> None:
        """Let something happen when no part has anything more to do at this instant."""
        self._when_quiet.append(event)

    def mount(self, daemon: Daemon | None) -> None:
        """Turn this daemon's parts from now on; None: nothing runs."""
        self._parts = [Turned(part) for part in daemon.parts()] if daemon else []
        for turned in self._parts:
            turned.part.part.wake = turned.wake

    def run(self, end_ns: int) -> None:
        """Run to an instant of scenario time, inclusive."""
        while (next_ns := self._next_ns()) is not None and next_ns <= end_ns:
            if next_ns > self.now_ns:
                self.clock.set_ns(next_ns - self.base_ns)
            while self._events and self._events[0][0] <= self.now_ns:
                heappop(self._events)[3]()
            self.turn()
        if end_ns > self.now_ns:
            self.clock.set_ns(end_ns - self.base_ns)
            self.turn()

    def turn(self) -> None:
        """Pump whatever is due at this instant until all is quiet."""
        for _ in range(MOST_ROUNDS):
            now_ns = self.clock.now_ns()
            ready = [
                one
                for one in self._parts
                if one.woken or (one.due_ns is not None and one.due_ns <= now_ns)
            ]
            if not ready:
                events, self._when_quiet = self._when_quiet, []
                for event in events:
                    event()
                if not events:
                    return
            for turned in ready:
                turned.woken = False
                turned.due_ns = turned.part.part.pump(now_ns)
        names = ", ".join(turned.part.name for turned in ready)
        raise RuntimeError(f"at {self.now_ns} ns these parts never become quiet: {names}")

    def _next_ns(self) -> int | None:
        dues = [self.base_ns + t.due_ns for t in self._parts if t.due_ns is not None]
        if any(turned.woken for turned in self._parts):
            dues.append(self.now_ns)
        if self._events:
            dues.append(self._events[0][0])
        return min(dues, default=None)
