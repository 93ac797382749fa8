"""Keys heard as the daemon hears them: its sources, its contact filter, its order of presses.

There is no game: each press is told as soon as it is settled. Besides, the raw edges of each line
are counted, for what the filter hides: chatter.
"""

import threading
from collections import deque
from collections.abc import Callable

from firmware_host.daemon.devices import Devices, timing_of
from firmware_host.engine.table import NONE
from firmware_host.intake.contact_words import MS, TIMINGS
from firmware_host.intake.fingers import Finger
from firmware_host.intake.intake import Intake
from firmware_host.intake.source import Noticed
from firmware_host.preflight.chatter import Chatter
from hardware.edges import Edge, KeyReport

LOOK_NS = 50 * MS


class Listener:
    """Pumped. `post` from any thread; `give` is called from the pump's."""

    def __init__(self, devices: Devices, give: Callable[[Finger | Noticed], None]) -> None:
        """Make the sources known; start them afterwards, with `post`."""
        self.wake: Callable[[], None] = lambda: None
        self.closed: frozenset[str] = frozenset()
        """The keys that are closed now."""
        self.lost: frozenset[str] = frozenset()
        """The sources that are gone now."""
        self._devices = devices
        self._give = give
        self._inbox: deque[KeyReport] = deque()
        self._lock = threading.Lock()  # of the chatter, which others read
        self._chatter: dict[str, Chatter] = {}
        self._intake = Intake()
        for name, source in devices.sources.items():
            keys = devices.keys_of(name)
            timing = TIMINGS[timing_of(devices.board, name)]
            self._intake.add_source(name, keys, source.hold_back_ns, timing)
            self._chatter |= {key: Chatter() for key in keys.values()}

    def post(self, report: KeyReport) -> None:
        """A source says something."""
        self._inbox.append(report)
        self.wake()

    def worst(self, key: str, since_ns: int) -> tuple[int, int]:
        """Return a key's most edges in a train of chatter, and its longest train, since."""
        with self._lock:
            return self._chatter[key].worst(since_ns)

    def first(self, key: str, since_ns: int) -> int | None:
        """Return the first raw edge of a key of the trains begun since."""
        with self._lock:
            return self._chatter[key].first(since_ns)

    def edges(self, key: str, since_ns: int) -> int:
        """Return how many raw edges of a key came in trains that began since."""
        with self._lock:
            return self._chatter[key].edges(since_ns)

    def pump(self, now_ns: int) -> int | None:
        """Take what was posted, tell what is settled, ask for levels."""
        while self._inbox:
            report = self._inbox.popleft()
            if isinstance(report, Edge):
                self._count(report)
            for notice in self._intake.feed(report, 0):
                self._give(notice)
        for notice in self._intake.hurry(now_ns):
            self._give(notice)
        sources = self._intake.sources.values()
        self.lost = frozenset(source.name for source in sources if not source.alive)
        for entry, _, _ in self._intake.ripe(now_ns):
            assert isinstance(entry, tuple)  # nobody pushes a call here
            finger, step, _ = entry
            if step is None:
                self._intake.decided(finger, NONE)
            else:
                self._give(finger)
        self.closed = self._intake.pressed()
        pending_ns = self._intake.pending_ns()
        for source, at_ns in self._intake.wanted(now_ns, True, pending_ns):
            self._devices.sources[source].ask(at_ns)
        return now_ns + (MS if pending_ns is not None else LOOK_NS)

    def _count(self, edge: Edge) -> None:
        key = self._devices.keys_of(edge.source).get(edge.line)
        if key is not None:
            with self._lock:
                self._chatter[key].add(edge.at_ns)
