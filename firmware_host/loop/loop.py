"""The loop: it owns the game. Everything else only posts to its inbox.

One turn: take what was posted (raw edges are kept before anything is decided), give the
engine what has become ripe, let time pass up to the frontier, give the signals that are due,
ask the sources for what is still to be proven, and say when to come again.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import asdict

from firmware_host.control.protocol import Request
from firmware_host.engine.game import deadline_ns
from firmware_host.engine.rows import row_of
from firmware_host.engine.state import Game
from firmware_host.engine.table import LONG, NONE, VERBS, hold_class
from firmware_host.engine.words import Held, Pressed
from firmware_host.intake.contact_words import EdgeRun
from firmware_host.intake.fingers import Finger, Step
from firmware_host.intake.intake import Intake, Ripe
from firmware_host.intake.source import Noticed
from firmware_host.loop.desk import Answer, Desk
from firmware_host.loop.door import Door
from firmware_host.loop.lateness import Lateness
from firmware_host.loop.play import Play
from hardware.edges import Edge, Levels, SourceState

PULSE_NS = 5_000_000_000
WATCH_NS = 1_000_000_000
"""The clock is looked at this often at least, also where nothing else is due."""
SNAPSHOT_NS = 50_000_000
AFTER_NS = 2_000_000
"""A snapshot waits so long after the first input that it will show: the lamps go first."""
_ALARMS = {"stuck": "stuck-key", "StormBegan": "storm", "source-lost": "source-lost"}
_BRIEF = {"settle-by-timeout": "settle-by-timeout"}
_ENDED = {"StormEnded": "storm", "source-back": "source-lost", "let-go": "stuck-key"}
"""What is noticed of a key -> the alarm that it sounds, sounds for a while, or ends."""


class Loop:
    """Pumped; its `pump` is the only code that touches the game, the intake and the desk.

    Thread: `post` and `ask` may be called from any thread, all else from the one that pumps.
    """

    def __init__(
        self,
        play: Play,
        desk: Desk,
        door: Door,
        intake: Intake,
        ask_source: Callable[[str, int], None],
        tick: Callable[[int], int | None],
        publish: Callable[[], None],
        idle: Callable[[int], None] = lambda now_ns: None,
        watch: Callable[[int], None] = lambda now_ns: None,
    ) -> None:
        """
        Args:
            ask_source: (source, at_ns): let it read its levels.
            tick: The journal's own time: beats its heart, flushes edges, says when next.
            publish: Called when the state has changed, at most 20 times a second.
            idle: Called when no turn runs and nothing waits, with the instant.
            watch: Called first in each turn: has the clock jumped?
        """
        self.wake: Callable[[], None] = lambda: None
        self.lateness = Lateness()
        self._play = play
        self._desk = desk
        self._door = door
        self._intake = intake
        self._ask_source = ask_source
        self._tick = tick
        self._publish = publish
        self._idle = idle
        self._watch = watch
        self._inbox: deque[
            Edge | Levels | SourceState | tuple[Request, Answer] | Callable[[], None]
        ]
        self._inbox = deque()
        self._due_ns: int | None = None
        self._door_ns: int | None = None
        self._reckoned: tuple[Game | None, int | None] = (None, None)
        self._pulse_ns = 0
        self._published_ns = -SNAPSHOT_NS
        self._told_ns = -AFTER_NS

    def post(self, report: Edge | Levels | SourceState) -> None:
        """A source says something. Any thread."""
        self._inbox.append(report)
        self.wake()

    def submit(self, request: Request, answer: Answer) -> None:
        """A client asks something; `answer` is called from the loop's thread. Any thread."""
        self._inbox.append((request, answer))
        self.wake()

    def call(self, call: Callable[[], None]) -> None:
        """Run a call in the loop's thread at its next turn. Any thread."""
        self._inbox.append(call)
        self.wake()

    def when_settled(self, at_ns: int, call: Callable[[], None]) -> None:
        """Run a call in the order, after every input stamped at or before an instant."""
        self._intake.push(at_ns, call, probe=True)

    def pump(self, now_ns: int) -> int | None:
        """Take one turn; return the instant of the next."""
        self.lateness.woke(self._due_ns, now_ns)
        self._watch(now_ns)
        while self._inbox:
            self._take(self._inbox.popleft(), now_ns)
        for notice in self._intake.hurry(now_ns):
            self._notice(notice)
        self._order(now_ns)
        self._play.signals.fire_due(now_ns)
        self._door_ns = self._door.tick(now_ns, self._intake.frontier_ns)
        if self._play.changed:
            self._play.outputs.show(self._play.game, now_ns)
        self._ask(now_ns)
        self._pulse(now_ns)
        if not self._armed() and self._intake.pending_ns() is None:
            self._idle(now_ns)
        self._due_ns = self._next_ns(now_ns)
        return self._due_ns

    def _take(
        self,
        item: Edge | Levels | SourceState | tuple[Request, Answer] | Callable[[], None],
        now_ns: int,
    ) -> None:
        if isinstance(item, Edge) and not self._intake.counted_only(item):
            self._play.journal.keep(item)
        if isinstance(item, Edge | Levels | SourceState):
            noticed = self._intake.feed(item, self._play.game.last_at_ns)
            if isinstance(item, Levels) and self._intake.level_decided:
                self._keep_levels(item)
            for notice in noticed:
                self._notice(notice)
        elif isinstance(item, tuple):
            self._desk.take(*item, now_ns)
        else:
            item()

    def _keep_levels(self, levels: Levels) -> None:
        """A level that decided something is evidence: without it intake cannot be replayed."""
        data: dict[str, object] = {"source": levels.source, "closed": sorted(levels.closed)}
        if levels.muted:
            data["muted"] = sorted(levels.muted)
        self._play.journal.append("levels", data, levels.at_ns, urgent=False)

    def _notice(self, notice: Noticed) -> None:
        play = self._play
        if notice.what == "hold-reached":
            self._hold_reached(notice)
            return
        if isinstance(notice.event, EdgeRun):
            run = {"why": "storm", "key": notice.key, **asdict(notice.event)}
            play.journal.append("edge_run", run, notice.at_ns, urgent=False)
            return
        if notice.what in ("stuck", "let-go"):
            play.outputs.host_word = ""  # nothing will be done at the release
        data: dict[str, object] = {"what": notice.what, "key": notice.key}
        play.journal.append("contact", data, notice.at_ns, urgent=False)
        if notice.what in _ALARMS:
            play.alarms.sound(_ALARMS[notice.what], notice.at_ns, about=notice.key)
        elif notice.what in _BRIEF:
            kind = _BRIEF[notice.what]
            play.alarms.sound(kind, notice.at_ns, about=notice.key, lasting=False)
        elif notice.what in _ENDED:
            play.alarms.end(_ENDED[notice.what], notice.at_ns, about=notice.key)
        play.changed = True

    def _hold_reached(self, notice: Noticed) -> None:
        """At 2 s: a long blip and HOLD on the host's display; done at the release."""
        turn = self._play.game.turn
        long = f"{notice.key}-long"
        meant = turn is not None and (row_of(turn, notice.at_ns), long) in VERBS
        if meant or self._door.waits(notice.key):
            self._play.outputs.host_word = "HOLD"
            self._play.hear("hold")

    def _order(self, now_ns: int) -> None:
        for entry, at_ns, late in self._intake.ripe(now_ns):
            self._tell(entry, at_ns, late, now_ns)
        due_ns = self._deadline_ns()
        if due_ns is None or due_ns > now_ns:
            return
        f_ns = self._intake.frontier_ns(now_ns)
        if due_ns <= f_ns:
            self._intake.reached_ns = max(f_ns, self._intake.reached_ns)
            self._play.settle(f_ns)

    def _deadline_ns(self) -> int | None:
        """Return the next instant at which time alone brings something; reckoned once a state."""
        game = self._play.game
        if game is not self._reckoned[0]:
            self._reckoned = game, deadline_ns(game)
        return self._reckoned[1]

    def _tell(self, entry: Ripe, at_ns: int, late: bool, now_ns: int) -> None:
        if self._told_ns <= self._published_ns:
            self._told_ns = now_ns
        if not isinstance(entry, tuple):
            self._play.settle(at_ns)
            entry()
            return
        finger, step, _ = entry
        if step is None and not late:
            self._intake.decided(finger, self._hold_class(finger, at_ns))
        elif finger.door and self._door.decided(finger, step, at_ns):
            pass
        elif step in (None, Step.SHORT):
            self._play.press(_pressed(finger, at_ns, late))
        else:
            assert step is not None
            held = Held(
                i=0, key=finger.key, step=step.value, at_ns=at_ns, from_ns=finger.at_ns,
                source=finger.source, late=late,
            )  # fmt: skip
            self._play.press(held)

    def _hold_class(self, finger: Finger, at_ns: int) -> str:
        self._play.settle(at_ns)
        finger.door = self._door.takes(finger)
        if finger.door:
            return LONG
        turn = self._play.game.turn
        return NONE if turn is None else hold_class(finger.key, row_of(turn, at_ns))

    def _needed_ns(self, now_ns: int) -> int | None:
        """Return the instant that waits to be settled, or None."""
        pending_ns = self._intake.pending_ns()
        due_ns = self._deadline_ns()
        waiting = [at for at in (pending_ns, due_ns) if at is not None and at <= now_ns]
        return min(waiting, default=None)

    def _armed(self) -> bool:
        turn = self._play.game.turn
        return turn is not None and turn.status in ("running", "waiting", "paused")

    def _ask(self, now_ns: int) -> None:
        for source, at_ns in self._intake.wanted(now_ns, self._armed(), self._needed_ns(now_ns)):
            self._ask_source(source, at_ns)

    def _pulse(self, now_ns: int) -> None:
        """While a clock runs and nothing else is written, say so every 5 s (REALTIME 0.8)."""
        turn = self._play.game.turn
        if turn is None or turn.status != "running":
            self._pulse_ns = now_ns + PULSE_NS
        elif now_ns >= self._pulse_ns:
            self._play.journal.append("pulse", {}, now_ns, urgent=True)
            self._pulse_ns = now_ns + PULSE_NS

    def _next_ns(self, now_ns: int) -> int:
        wakes = [self._pulse_ns, now_ns + WATCH_NS]
        if self._door_ns is not None:
            wakes.append(self._door_ns)
        needed_ns = self._needed_ns(now_ns)
        if needed_ns is not None:
            for source in self._intake.sources.values():
                at_ns = needed_ns + source.hold_back_ns
                # Older than its hold-back, and not ripe: it waits for a key, whose level or edge
                # will wake us. An end that includes its instant is over a nanosecond later.
                if source.alive and at_ns >= now_ns:
                    wakes.append(at_ns if at_ns > now_ns else now_ns + 1)
        else:
            wakes.extend(at for at in [self._deadline_ns()] if at is not None)
        signal_ns = self._play.signals.due_ns()
        if signal_ns is not None:
            wakes.append(signal_ns)
        tick_ns = self._tick(now_ns)
        if tick_ns is not None:
            wakes.append(tick_ns)
        if self._play.changed:
            wakes.append(self._published(now_ns))
        return min(wakes)

    def _published(self, now_ns: int) -> int:
        """Publish if the last time is long enough ago; return when to come again."""
        next_ns = max(self._published_ns + SNAPSHOT_NS, self._told_ns + AFTER_NS)
        if now_ns < next_ns:
            return next_ns
        self._play.changed = False
        self._published_ns = now_ns
        self._publish()
        return now_ns + PULSE_NS


def _pressed(finger: Finger, at_ns: int, late: bool) -> Pressed:
    return Pressed(
        i=0, key=finger.key, at_ns=at_ns, from_ns=finger.at_ns, u_ns=finger.u_ns,
        source=finger.source, marks=finger.marks, late=late,
    )  # fmt: skip
