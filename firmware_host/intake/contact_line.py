"""One line's state, and the steps that its states share. The table is in `contacts.py`."""

from enum import Enum

from firmware_host.intake.contact_words import (
    MS,
    ContactEvent,
    Down,
    EdgeRun,
    Glitch,
    StillDown,
    Timing,
    Up,
)
from firmware_host.intake.storm import Storm
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

    # Enum's own hash is written in Python, and the table is looked into 100 times a second a line.
    __hash__ = object.__hash__


class Line:
    """What is known of one line; the states are in the classes below this one."""

    _line_seq: int  # of the last edge; 0: none since the line began
    _last: int  # stamp of the last edge
    _level_at: int  # the last level
    _level_closed: bool
    _heard: bool  # False: at the last level the source had muted the line
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
        self._storm = Storm(line)
        self._reset()

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
        self._odd_at = None
        return []

    def _reset(self) -> None:
        self._line_seq = self._ask = 0
        self._last = self._level_at = self._open_at = self._proved_at = self._idle_at = _NEVER
        self._level_closed, self._heard = False, True
        self._down_at = self._train_at = self._lost_ask = None
        self._open_press(0, 0, [])
        self._enter(State.HELD)
