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
from types import MappingProxyType

from firmware_host.intake.contact_line import State
from firmware_host.intake.contact_states import BareStates
from firmware_host.intake.contact_words import ContactEvent, Lost, StormBegan, StormEnded, Timing
from firmware_host.intake.storm import RUN_NS
from hardware.edges import Edge


class Contact(BareStates):
    """The filter of one line. It begins HELD and silent: nothing is a press before an open level.

    Args:
        line: The wire's name, put into every event.
        timing: The times of its kind of source.
    """

    def __init__(self, line: str, timing: Timing) -> None:
        self._table = _RAW if timing.confirm_ns else _DEBOUNCED
        super().__init__(line, timing)

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
        due = self._table[self._state].due(self, poll) if self._heard else self._level_at + poll
        return due if self._lost_ask is None else min(due, self._lost_ask)

    def summarises(self, at_ns: int) -> bool:
        """Whether an edge stamped so would go into a summary: also the one that begins a storm."""
        return self._state is State.STORM or self._storm.spent(at_ns)

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
            return self._table[self._state].edge(self, edge, merged_ns, 0)
        self._lost_ask = edge.at_ns
        return [
            Lost(self._line, edge.at_ns, lost),
            *self._table[self._state].edge(self, edge, merged_ns, lost),
        ]

    def level(self, at_ns: int, closed: bool, *, heard: bool = True) -> list[ContactEvent]:
        """Take one level of the line, read at `at_ns`; all edges up to then came before.

        A level older than the one before is ignored.

        Args:
            heard: False while the source has muted the line: then its rate is not known, so it is
                not calm, and no level of it is a press.
        """
        if at_ns < self._level_at:
            return []
        self._heard, self._lost_ask = heard, None
        if not heard:
            self._level_at = at_ns
            self._storm.unheard(at_ns)
            return self._run(self._storm.flush_due(at_ns))
        events = self._table[self._state].level(self, at_ns, closed)
        self._level_at, self._level_closed = at_ns, closed
        if not closed:
            self._open_at = at_ns
        return events

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
