"""The order of inputs: what may be told to the engine, and when nothing earlier can come.

The frontier F is the instant up to which every live source has proven that it has posted
everything (or that is older than its hold-back), below every open candidate and undecided
key. Inputs enter the engine in order (stamp; players, judge, host, rulings; key) once F has
passed them. F never goes back: what comes later than its source's bound is a straggler
(REALTIME c.1, c.3). Loop thread only; no clock here.
"""

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import count

from firmware_host.engine.table import HOLD, HOLD_NS, LONG, RULING_CLASS, order_class
from firmware_host.intake.contact_line import State
from firmware_host.intake.contact_words import ContactEvent, Down, StillDown, Timing, Up
from firmware_host.intake.contacts import Contact
from firmware_host.intake.fingers import (
    Decision,
    Finger,
    Step,
    checks,
    decide,
    overdue,
    proven,
    released,
)
from firmware_host.intake.merges import Merges
from firmware_host.intake.source import AGAIN_NS, Noticed, Source, hold_notices, let_go
from hardware.edges import Edge, KeyReport, Levels, SourceState

PROBE_CLASS = 4
CHECK_AGAIN_NS = 1_000_000
"""A level that came in the midst of chatter proves nothing: the finger is checked again."""


Ripe = tuple[Finger, Step | None, int] | Callable[[], None]
"""A finger to be decided (step None) or decided, with its instant; or a call in the order."""

_Entry = tuple[int, int, str, int, Ripe, bool]


class Intake:
    """Takes reports of sources; gives ripe entries in order. Loop thread only."""

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        self.reached_ns = 0
        self._heap: list[_Entry] = []
        self._taken_ns = 0
        self._count = count()
        self._level_decided = False

    def add_source(
        self, name: str, keys: Mapping[str, str], hold_back_ns: int, timing: Timing
    ) -> None:
        """Make a source known, before it starts: its lines, each with its key's word."""
        contacts = {line: Contact(line, timing) for line in keys}
        self.sources[name] = Source(name, hold_back_ns, contacts, keys, Merges(timing))

    def feed(self, report: KeyReport, last_taken_ns: int) -> list[Noticed]:
        """Take one report of a source.

        Args:
            report: An edge, levels, or that the source is lost or back.
            last_taken_ns: The engine's latest instant: what is not after it is a straggler.
        """
        source = self.sources[report.source]
        source.wants = None
        self._level_decided = False
        if isinstance(report, SourceState):
            return self._state(source, report)
        noticed: list[Noticed] = []
        before = len(self._heap)
        self._taken_ns = last_taken_ns
        by_level = isinstance(report, Levels)
        for event in self._events(source, report):
            noticed.extend(self._take(source, event, by_level))
            if not isinstance(event, StillDown):
                self._level_decided = by_level
        if by_level and len(self._heap) > before:
            self._level_decided = True
        if isinstance(report, Levels):
            self._after_levels(source, report, noticed)
        return noticed

    def counted_only(self, edge: Edge) -> bool:
        """Whether the edge is of a line beyond its budget: such edges are summarised."""
        source = self.sources[edge.source]
        contact = source.contacts.get(edge.line)
        return contact is not None and contact.summarises(edge.at_ns)

    @property
    def level_decided(self) -> bool:
        """Whether the last report fed was levels that decided something: then they are evidence."""
        return self._level_decided

    def push(self, at_ns: int, call: Callable[[], None], probe: bool = False) -> None:
        """Put a ruling or another call into the order at an instant; a probe comes after all."""
        cls = PROBE_CLASS if probe else RULING_CLASS
        heappush(self._heap, (at_ns, cls, "", next(self._count), call, False))

    def frontier_ns(self, now_ns: int) -> int:
        """Return F: no input stamped at or before it is still to come."""
        limits = [source.frontier_ns(now_ns) for source in self.sources.values() if source.alive]
        f_ns = min(limits, default=now_ns)
        for source in self.sources.values():
            if not source.alive:
                continue
            for contact in source.contacts.values():
                since_ns = contact.open_since_ns
                if since_ns is not None and not source.too_long(since_ns, now_ns):
                    f_ns = min(f_ns, since_ns - 1)
            for line, finger in source.fingers.items():
                if finger.waits == HOLD or not finger.decided:
                    f_ns = min(f_ns, finger.at_ns)
                train_ns = source.contacts[line].release_since_ns
                waits = finger.waits == LONG and not finger.capped
                if waits and train_ns is not None and train_ns > finger.at_ns:
                    f_ns = min(f_ns, train_ns - 1)
        return max(f_ns, self.reached_ns)

    def ripe(self, now_ns: int) -> Iterator[tuple[Ripe, int, bool]]:
        """Yield what may be told to the engine now, in order: (entry, at_ns, late).

        The caller answers each undecided finger with `decided` before it asks for the next.
        """
        while self._heap:
            f_ns = self.frontier_ns(now_ns)
            self.reached_ns = f_ns
            if self._heap[0][0] > f_ns:
                return
            at_ns, _, _, _, entry, late = heappop(self._heap)
            yield entry, at_ns, late

    def decided(self, finger: Finger, hold_class: str) -> None:
        """Answer how a key is decided in the state of the game at its first edge."""
        self._push_all(finger, decide(finger, hold_class))

    def pending_ns(self) -> int | None:
        """Return the instant of the earliest entry that waits, or None."""
        return self._heap[0][0] if self._heap else None

    def wanted(self, now_ns: int, armed: bool, needed_ns: int | None) -> Iterator[tuple[str, int]]:
        """Yield (source, instant) for each level reading to be asked for.

        Args:
            armed: A press would count now: quiet lines are polled more often.
            needed_ns: An instant that waits for the frontier, or None.
        """
        for source in self.sources.values():
            if not source.alive:
                continue
            contacts_ns = source.wants_level_at(armed)
            wants = [] if contacts_ns is None else [contacts_ns]
            again_ns = source.read_ns + CHECK_AGAIN_NS
            for finger in source.fingers.values():
                wants.extend(
                    at if at > source.read_ns else max(at, again_ns) for at in checks(finger)
                )
            if needed_ns is not None and source.drained_ns < needed_ns:
                wants.append(max(needed_ns + source.lag_ns, source.unproven_ns + AGAIN_NS))
            at_ns = max(min(wants, default=now_ns), now_ns if source.begun else 0)
            if source.asked_ns is None or at_ns < source.asked_ns:
                source.asked_ns = at_ns
                yield source.name, at_ns

    def pressed(self) -> frozenset[str]:
        """Return the keys that are closed now; of a lost source nothing is known."""
        return frozenset(
            source.keys[line]
            for source in self.sources.values()
            for line, contact in source.contacts.items()
            if source.alive and contact.closed
        )

    def _events(self, source: Source, report: Edge | Levels) -> list[ContactEvent]:
        if isinstance(report, Edge):
            if report.line not in source.contacts:
                return []
            merged_ns = source.merges.doubt(report)
            return source.contacts[report.line].edge(report, merged_ns)
        events: list[ContactEvent] = []
        for line, contact in source.contacts.items():
            closed = line in report.closed
            if source.begun:
                heard = line not in report.muted
                events.extend(contact.level(report.at_ns, closed, heard=heard))
            else:
                events.extend(contact.begin(report.at_ns, closed))
        source.begun = True
        return events

    def _after_levels(self, source: Source, report: Levels, noticed: list[Noticed]) -> None:
        source.read_ns = report.at_ns
        if report.drained_ns is None:
            source.unproven_ns = report.at_ns
        else:
            source.drained_ns = max(source.drained_ns, report.drained_ns)
            source.lag_ns = report.at_ns - report.drained_ns
        if source.asked_ns is not None and report.at_ns >= source.asked_ns:
            source.asked_ns = None
        for line in list(source.fingers):
            finger = source.fingers[line]
            if line in report.closed and finger.up_ns is None:
                noticed.extend(hold_notices(finger, report.at_ns))

    def _state(self, source: Source, report: SourceState) -> list[Noticed]:
        source.alive, source.why = report.alive, report.why
        source.asked_ns = None
        if not report.alive:
            # A lost source is not waited for; its lines begin anew when it is back.
            source.begun = False
            source.merges.begin()
            noticed = [Noticed("source-lost", source.name, report.at_ns)]
            for finger in source.fingers.values():
                noticed.extend(let_go(finger, report.at_ns))
                self._push_all(finger, released(finger, report.at_ns, False))
            source.fingers.clear()
            return noticed
        return [Noticed("source-back", source.name, report.at_ns)]

    def hurry(self, now_ns: int) -> list[Noticed]:
        """Decide what has held the order up for too long; say so (b.5: the cap)."""
        noticed = []
        for source in self.sources.values():
            for line, finger in source.fingers.items():
                decisions = None
                if source.too_long(finger.at_ns + HOLD_NS, now_ns):
                    decisions = overdue(finger)
                train_ns = source.contacts[line].release_since_ns
                chatters = finger.waits == LONG and not finger.capped and train_ns is not None
                if chatters and source.too_long(train_ns or 0, now_ns):
                    finger.capped = True
                    decisions = []
                if decisions is not None:
                    self._push_all(finger, decisions)
                    noticed.append(Noticed("settle-by-timeout", finger.key, now_ns))
        return noticed

    def _take(self, source: Source, event: ContactEvent, by_level: bool) -> list[Noticed]:
        key = source.keys[event.line]
        if isinstance(event, Down):
            finger = Finger(
                key, source.name, event.line, event.at_ns, event.u_ns, tuple(event.marks)
            )
            if not self._is_late(event.at_ns):
                source.fingers[event.line] = finger
            self._push(finger, None, event.at_ns)
            return []
        finger_down = source.fingers.get(event.line)
        if isinstance(event, StillDown):
            if finger_down is not None:
                self._push_all(finger_down, proven(finger_down, event.at_ns))
            return []
        if isinstance(event, Up):
            storm = source.contacts[event.line].state is State.STORM
            sure = event.certain or (by_level and not storm)
            return self._up(source, event, key, sure)
        return [Noticed(type(event).__name__, key, event.at_ns, event)]

    def _up(self, source: Source, event: Up, key: str, sure: bool) -> list[Noticed]:
        noticed = [] if event.certain else [Noticed("lost-release", key, event.at_ns, event)]
        finger = source.fingers.pop(event.line, None)
        if finger is not None:
            noticed.extend(let_go(finger, event.at_ns))
            self._push_all(finger, released(finger, event.at_ns, sure))
        return noticed

    def _is_late(self, at_ns: int) -> bool:
        """Whether the engine has taken something at or after this instant: a straggler."""
        return at_ns <= self.reached_ns and at_ns <= self._taken_ns

    def _push(self, finger: Finger, step: Step | None, at_ns: int) -> None:
        entry = (finger, step, at_ns)
        # A decision on its first edge is no straggler: the order has waited for it there.
        late = self._is_late(at_ns) and not (step is not None and at_ns == finger.at_ns)
        cls = order_class(finger.key)
        heappush(self._heap, (at_ns, cls, finger.key, next(self._count), entry, late))

    def _push_all(self, finger: Finger, decisions: list[Decision]) -> None:
        for step, at_ns in decisions:
            self._push(finger, step, at_ns)
