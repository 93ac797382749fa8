"""The contact filter of one line: chatter in, one press of one key out.

Pure: no clock, no thread, integers of nanoseconds. Edges tell *when*; levels, read after the
edges were drained (`hardware.edges.Levels`), tell *whether*. A hint is only believed where no
level can speak. Rules and figures: REALTIME.md, b. `last` is the stamp of the line's last edge,
"quiet" a level at `last` + 12 ms or later, "train" edges with no quiet between them.

    state  input                                          -> state, event
    -----  ---------------------------------------------  ----------------------------------
    IDLE   edge, any hint                                 -> CAND, t0 = its stamp
           edge of the train before, delivered late       -> IDLE
           level closed; again 10 ms later, no edge       -> DOWN, Down(first level, level-only)
    CAND   level before t0 + 3 ms                         -> CAND
           closed, last edge 1 ms ago or more             -> DOWN, Down(t0)
             but hinted open: maybe a spike whose edge
             is under way; again 1 ms later, no edge      -> DOWN, Down(t0)
           open, had a closed stretch of 1 ms             -> DOWN, Down(t0, short)
           else an edge less than 1 ms ago: chattering    -> CAND, asks again in 1 ms
           open, last hint closed: opening on its way     -> CAND, asks again in 1 ms
           open else; or undecided at t0 + 12 ms          -> TAIL, Glitch(t0)
    TAIL   quiet, closed                                  -> DOWN, Down(t0, late-confirmed)
           quiet, open                                    -> IDLE
    DOWN   quiet, closed                                  -> DOWN, StillDown
           quiet, open, edges since the last closed       -> IDLE, Up(first edge of the train)
           quiet, open, no edge; again 10 ms later        -> IDLE, Up(first level, not certain)
           edge 12 ms after the last, no level between
             (reader stalled), and hinted closed          -> CAND, Up(not certain), unsampled
    HELD   as DOWN, without Down and StillDown; begins closed at start, restart, rebuild
    STORM  edge                                           -> STORM, EdgeRun every 250 ms
           level open, under 50 edges in the last second  -> IDLE, StormEnded
    any    edge beyond the budget (storm.py)              -> STORM, StormBegan

IDLE is only entered from an open level: quiet is proven, never assumed. So no lost edge can make
a key deaf: levels alone lead from any state back to IDLE, and from there to a press.

A line of a device that debounces (`confirm_ns` 0) has no CAND and no TAIL: its hints are edges
of the key itself.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType

from firmware_host.intake.contact_words import (
    MS,
    ContactEvent,
    Down,
    EdgeRun,
    Glitch,
    HeldAtStart,
    Lost,
    StillDown,
    StormBegan,
    StormEnded,
    Timing,
    Up,
)
from firmware_host.intake.storm import RUN_NS, Storm
from hardware.edges import Edge

ASK_AGAIN_NS = 1 * MS
"""An undecided candidate is looked at again after this time."""
SECOND_LEVEL_NS = 10 * MS
"""Levels that contradict the edges must do so twice, this far apart: events come up to 8 ms
late, and one level alone gave 9 phantoms in 8,000 presses (REALTIME b.3)."""
PAUSE_NS = 5 * MS
"""An open pause that no contact makes while it closes. The hint before it can be believed: it
was read at most 1.5 ms after its edge, within the pause."""
LEVEL_SKEW_NS = 1 * MS
"""A level is read this long after its stamp at most; an edge later than that did not cause it."""
_NEVER = -(1 << 62)


class State(Enum):
    """States of a line, as in the table above."""

    IDLE = "idle"
    CAND = "candidate"
    DOWN = "down"
    TAIL = "tail"
    HELD = "held"
    STORM = "storm"


class Contact:
    """The filter of one line. It begins HELD and silent: nothing is a press before an open level.

    Args:
        line: The wire's name, put into every event.
        timing: The times of its kind of source.
    """

    _line_seq: int  # of the last edge; 0: none since the line began
    _last: int  # stamp of the last edge
    _level_at: int  # the last level
    _level_closed: bool
    _open_at: int  # the last open level
    _proved_at: int  # the last closed level after quiet, or the one that confirmed
    _idle_at: int  # the open level that led to IDLE
    _odd_at: int | None  # a level no edge explains: closed in IDLE and CAND, open in DOWN, HELD
    _lost_ask: int | None  # an edge was lost here: a level is wanted at once
    _down_at: int | None  # see down_since_ns
    _train_at: int | None  # first edge since the line was proven closed: the release, perhaps
    # Of the candidate:
    _t0: int
    _u: int
    _marks: list[str]
    _edges: int
    _hint: bool  # of its last edge
    _best: int  # its longest closed stretch, ns
    _best_end: int  # the edge that ended it
    _ask: int  # when its next level is wanted

    def __init__(self, line: str, timing: Timing) -> None:
        self._line = line
        self._time = timing
        self._table = _RAW if timing.confirm_ns else _DEBOUNCED
        self._storm = Storm(line)
        self._reset()

    # What others ask.

    @property
    def state(self) -> State:
        """The state of the line."""
        return self._state

    @property
    def closed(self) -> bool:
        """Whether a press is open now, or the line has been closed since it began."""
        return self._down_at is not None

    @property
    def down_since_ns(self) -> int | None:
        """First edge of the open press, or the first level of a line held at start."""
        return self._down_at

    @property
    def open_since_ns(self) -> int | None:
        """The earliest instant at which a press not yet given may still be stamped.

        The frontier stays below it. A glitch counts until its line is proven open (TAIL: a
        press may be late-confirmed; t0 is at most 24 ms older than the last edge), and so does
        a closed level that no edge explains.
        """
        if self._state is State.CAND or self._state is State.TAIL:
            return self._t0
        return self._odd_at if self._state is State.IDLE else None

    @property
    def release_since_ns(self) -> int | None:
        """While a press is open: the instant at which its release may turn out to have been."""
        if self._state is not State.DOWN:
            return None
        return self._odd_at if self._train_at is None else self._train_at

    def wants_level_at(self, armed: bool) -> int:
        """Return when the next level is wanted; an instant already past means now.

        Args:
            armed: Whether a press of this line would count; it is polled more often then.
        """
        poll = self._time.poll_armed_ns if armed else self._time.poll_idle_ns
        due = self._on.due(self, poll)
        return due if self._lost_ask is None else min(due, self._lost_ask)

    # What is fed in.

    def begin(self, at_ns: int, closed: bool) -> list[ContactEvent]:
        """Take the first level at start, at a restart or after the line was rebuilt.

        A press that was open ends, not certain; a storm ends; numbers are counted anew.
        """
        events = self._abandon(at_ns)
        if self._state is State.STORM:
            events += self._run(self._storm.flush(at_ns))
            events.append(StormEnded(self._line, at_ns))
        self._reset()
        return events + self.level(at_ns, closed)

    def edge(self, edge: Edge, merged_ns: int = 0) -> list[ContactEvent]:
        """Take one edge; call in the order of `line_seq`.

        Args:
            merged_ns: What `Merges.doubt` says of it: added to u, and a mark.
        """
        lost = max(0, edge.line_seq - self._line_seq - 1) if self._line_seq else 0
        self._line_seq = edge.line_seq
        if self._state is State.STORM:
            return self._edge_storm(edge, merged_ns, lost)
        if self._storm.overspent(edge.at_ns):
            return self._begin_storm(edge, merged_ns, lost)
        if not lost:
            return self._on.edge(self, edge, merged_ns, 0)
        self._lost_ask = edge.at_ns
        return [Lost(self._line, edge.at_ns, lost), *self._on.edge(self, edge, merged_ns, lost)]

    def level(self, at_ns: int, closed: bool) -> list[ContactEvent]:
        """Take one level of the line, read at `at_ns`; all edges up to then came before.

        A level older than the one before is ignored.
        """
        if at_ns < self._level_at:
            return []
        events = self._on.level(self, at_ns, closed)
        self._level_at, self._level_closed = at_ns, closed
        if not closed:
            self._open_at = at_ns
        self._lost_ask = None
        return events

    # IDLE: proven open.

    def _edge_idle(self, edge: Edge, merged_ns: int, lost: int) -> list[ContactEvent]:
        at = edge.at_ns
        if at <= self._idle_at and at - self._last < self._time.release_quiet_ns:
            self._last = max(self._last, at)
            return []
        return self._candidate(edge, merged_ns, lost)

    def _level_idle(self, at: int, closed: bool) -> list[ContactEvent]:
        if not closed:
            self._odd_at = None
        elif self._odd_at is None:
            self._odd_at = at
        elif at - self._odd_at >= SECOND_LEVEL_NS:
            first = self._odd_at
            self._open_press(first, first - self._open_at + SECOND_LEVEL_NS, ["level-only"])
            return self._down(at, closed)
        return []

    def _due_idle(self, poll: int) -> int:
        return self._level_at + poll if self._odd_at is None else self._odd_at + SECOND_LEVEL_NS

    # CAND: an edge, not yet believed.

    def _candidate(self, edge: Edge, merged_ns: int, lost: int, *marks: str) -> list[ContactEvent]:
        """Open a candidate; where its first edge is missing, u reaches back to the last proof."""
        closed_at, proof = self._odd_at, max(self._open_at, self._proved_at, self._last)
        self._open_press(edge.at_ns, edge.u_ns + merged_ns, list(marks))
        if merged_ns and not lost:
            self._marks.append("merged")
        if closed_at is not None and edge.at_ns > closed_at:
            self._best, self._best_end = edge.at_ns - closed_at, edge.at_ns
        if lost or (not merged_ns and self._best > LEVEL_SKEW_NS):
            self._marks.append("lost")
            self._u = max(self._u, edge.at_ns - proof + SECOND_LEVEL_NS)
        self._edges = 1
        self._hint = edge.closed_hint
        self._last = max(self._last, edge.at_ns)
        self._ask = edge.at_ns + self._time.confirm_ns
        return self._enter(State.CAND)

    def _edge_cand(self, edge: Edge, _merged_ns: int, lost: int) -> list[ContactEvent]:
        stretch = edge.at_ns - self._last
        if lost:
            if "lost" not in self._marks:
                self._marks.append("lost")
        elif self._hint and stretch > self._best:
            self._best, self._best_end = stretch, edge.at_ns
        self._edges += 1
        self._hint = edge.closed_hint
        self._last = max(self._last, edge.at_ns)
        self._odd_at = None
        return []

    def _level_cand(self, at: int, closed: bool) -> list[ContactEvent]:
        if at < self._t0 + self._time.confirm_ns:
            return []
        still = at - self._last >= self._time.min_closed_ns
        if not (closed and still):
            self._odd_at = None
        elif self._hint or (self._odd_at is not None and at - self._odd_at >= ASK_AGAIN_NS):
            return self._down(at, closed)
        elif self._odd_at is None:
            self._odd_at = at
        if not closed and self._best >= self._time.min_closed_ns:
            self._marks.append("short")
            return self._down(at, closed)
        # Without `still`, 1 % of taps of 3-10 ms were missed: an open instant within chatter is
        # no more a proof than a closed one.
        undecided = closed or self._hint or not still
        if undecided and at < self._t0 + self._time.confirm_max_ns:
            self._ask = at + ASK_AGAIN_NS
            return []
        return [Glitch(self._line, self._t0, self._edges), *self._enter(State.TAIL)]

    def _due_cand(self, _poll: int) -> int:
        return self._ask

    # TAIL: a glitch was given; the line is not yet proven open.

    def _edge_tail(self, edge: Edge, merged_ns: int, lost: int) -> list[ContactEvent]:
        if self._begins_anew(edge):
            return self._candidate(edge, merged_ns, lost, "unsampled")
        paused = not self._hint and edge.at_ns - self._last >= PAUSE_NS
        if paused or edge.at_ns - self._t0 >= 2 * self._time.confirm_max_ns:
            # If this becomes a press, it is a later one than the glitch.
            u_ns = edge.u_ns + merged_ns
            self._open_press(edge.at_ns, u_ns, ["merged"] if merged_ns else [])
        self._hint = edge.closed_hint
        self._last = max(self._last, edge.at_ns)
        return []

    def _level_tail(self, at: int, closed: bool) -> list[ContactEvent]:
        if at < self._last + self._time.release_quiet_ns:
            return []
        if closed:
            self._marks.append("late-confirmed")
            return self._down(at, closed)
        return self._idle(at)

    def _due_tail(self, _poll: int) -> int:
        return self._last + self._time.release_quiet_ns

    # DOWN and HELD: closed, until an open level after quiet.

    def _edge_down(self, edge: Edge, merged_ns: int, lost: int) -> list[ContactEvent]:
        at = edge.at_ns
        if self._last <= self._proved_at:
            if at > self._proved_at:
                self._train_at = at
        elif self._begins_anew(edge):
            since = self._last if self._train_at is None else self._train_at
            return self._up(since, False) + self._candidate(edge, merged_ns, lost, "unsampled")
        elif self._train_at is None or at - self._last >= self._time.release_quiet_ns:
            self._train_at = at
        self._last = max(self._last, at)
        return []

    def _level_down(self, at: int, closed: bool) -> list[ContactEvent]:
        if at < self._last + self._time.release_quiet_ns:
            return []
        if closed:
            return self._prove_closed(at)
        if self._train_at is not None:
            return self._up(self._train_at, True) + self._idle(at)
        if self._odd_at is None:
            self._odd_at = at
        elif at - self._odd_at >= SECOND_LEVEL_NS:
            first = self._odd_at
            return [*self._up(first, False), Lost(self._line, first, 0), *self._idle(at)]
        return []

    def _due_down(self, poll: int) -> int:
        quiet = self._last + self._time.release_quiet_ns
        if self._train_at is not None:
            return quiet
        if self._odd_at is not None:
            return max(quiet, self._odd_at + SECOND_LEVEL_NS)
        return max(quiet, self._proved_at + poll)

    def _edge_held(self, edge: Edge, merged_ns: int, lost: int) -> list[ContactEvent]:
        if self._down_at is None:  # before the first level
            self._last = edge.at_ns
            return []
        return self._edge_down(edge, merged_ns, lost)

    def _level_held(self, at: int, closed: bool) -> list[ContactEvent]:
        if self._down_at is not None:
            return self._level_down(at, closed)
        if not closed:
            return self._idle(at)
        self._down_at = self._proved_at = at
        return [HeldAtStart(self._line, at)]

    def _due_held(self, poll: int) -> int:
        return 0 if self._down_at is None else self._due_down(poll)

    # A device that debounces: each hint is an edge of the key.

    def _debounced_idle(self, edge: Edge, merged_ns: int, lost: int) -> list[ContactEvent]:
        if not edge.closed_hint:
            self._last = edge.at_ns
            return []
        marks = ["merged"] if merged_ns and not lost else ["lost"] if lost else []
        self._open_press(edge.at_ns, edge.u_ns + merged_ns, marks)
        self._last = edge.at_ns
        return self._down(edge.at_ns, True)

    def _debounced_down(self, edge: Edge, merged_ns: int, lost: int) -> list[ContactEvent]:
        at = edge.at_ns
        if self._down_at is None:  # before the first level
            return []
        self._last = at
        if not edge.closed_hint:
            return self._up(at, not lost) + self._idle(at)
        released = self._up(at, False) + self._idle(at)  # closed twice: its release was lost
        return released + self._debounced_idle(edge, merged_ns, lost)

    # STORM: beyond the budget.

    def _begin_storm(self, edge: Edge, merged_ns: int, lost: int) -> list[ContactEvent]:
        at = edge.at_ns
        events = self._abandon(at)
        self._storm.begin(at, self._last)
        self._storm.add(at, edge.closed_hint, lost, merged_ns > 0)
        self._last = at
        return [*events, StormBegan(self._line, at), *self._enter(State.STORM)]

    def _edge_storm(self, edge: Edge, merged_ns: int, lost: int) -> list[ContactEvent]:
        self._last = edge.at_ns
        run = self._storm.add(edge.at_ns, edge.closed_hint, lost, merged_ns > 0)
        return [] if run is None else [run]

    def _level_storm(self, at: int, closed: bool) -> list[ContactEvent]:
        quiet = at >= self._last + self._time.release_quiet_ns
        if closed or not quiet or not self._storm.calm(at):
            return self._run(self._storm.flush_due(at))
        events = self._run(self._storm.flush(at))
        self._storm.end(at)
        return [*events, StormEnded(self._line, at), *self._idle(at)]

    def _due_storm(self, poll: int) -> int:
        return self._level_at + min(poll, RUN_NS)

    # Steps that several states share.

    def _begins_anew(self, edge: Edge) -> bool:
        """Say whether an edge after a silent train closes an open contact: the reader stalled.

        A level read in the silence says it; the hint is only asked where there is none.
        """
        if edge.at_ns - self._last < self._time.release_quiet_ns:
            return False
        if self._last < self._level_at < edge.at_ns:
            return not self._level_closed
        return edge.closed_hint

    def _open_press(self, t0: int, u_ns: int, marks: list[str]) -> None:
        self._t0, self._u, self._marks = t0, u_ns, marks
        self._edges = self._best_end = 0
        self._best = -1
        self._hint = False

    def _down(self, at: int, closed: bool) -> list[ContactEvent]:
        """Give the press. `closed`: whether the level that confirmed it was closed."""
        self._down_at = self._t0
        self._proved_at = at if closed else _NEVER
        self._train_at = None if closed else self._best_end
        self._enter(State.DOWN)
        return [Down(self._line, self._t0, self._u, tuple(self._marks))]

    def _prove_closed(self, at: int) -> list[ContactEvent]:
        self._proved_at = at
        self._train_at = self._odd_at = None
        return [StillDown(self._line, at)] if self._state is State.DOWN else []

    def _up(self, at: int, certain: bool) -> list[ContactEvent]:
        self._down_at = self._train_at = None
        return [Up(self._line, at, certain)]

    def _idle(self, at: int) -> list[ContactEvent]:
        self._idle_at = at
        return self._enter(State.IDLE)

    def _abandon(self, at: int) -> list[ContactEvent]:
        """End whatever is open, without a proof."""
        if self._state is State.CAND:
            return [Glitch(self._line, self._t0, self._edges)]
        return self._up(at, False) if self._down_at is not None else []

    def _run(self, run: EdgeRun | None) -> list[ContactEvent]:
        return [] if run is None else [run]

    def _enter(self, state: State) -> list[ContactEvent]:
        """Change the state. Returns no events, so that it can end a list of them."""
        self._state = state
        self._on = self._table[state]
        self._odd_at = None
        return []

    def _reset(self) -> None:
        self._line_seq = self._ask = 0
        self._last = self._level_at = self._open_at = self._proved_at = self._idle_at = _NEVER
        self._level_closed = False
        self._down_at = self._train_at = self._lost_ask = None
        self._open_press(0, 0, [])
        self._enter(State.HELD)


class _On:
    """What a state does with an edge and a level, and when it wants the next level."""

    __slots__ = ("due", "edge", "level")

    def __init__(
        self,
        edge: Callable[[Contact, Edge, int, int], list[ContactEvent]],
        level: Callable[[Contact, int, bool], list[ContactEvent]],
        due: Callable[[Contact, int], int],
    ) -> None:
        self.edge = edge
        self.level = level
        self.due = due


_C = Contact
_RAW: Mapping[State, _On] = MappingProxyType(
    {
        State.IDLE: _On(_C._edge_idle, _C._level_idle, _C._due_idle),
        State.CAND: _On(_C._edge_cand, _C._level_cand, _C._due_cand),
        State.TAIL: _On(_C._edge_tail, _C._level_tail, _C._due_tail),
        State.DOWN: _On(_C._edge_down, _C._level_down, _C._due_down),
        State.HELD: _On(_C._edge_held, _C._level_held, _C._due_held),
        State.STORM: _On(_C._edge_storm, _C._level_storm, _C._due_storm),
    }
)
"""A bare contact."""
_DEBOUNCED: Mapping[State, _On] = MappingProxyType(
    {
        **_RAW,
        State.IDLE: _On(_C._debounced_idle, _C._level_idle, _C._due_idle),
        State.DOWN: _On(_C._debounced_down, _C._level_down, _C._due_down),
        State.HELD: _On(_C._debounced_down, _C._level_held, _C._due_held),
    }
)
"""A device that debounces: no candidates."""
