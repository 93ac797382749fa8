"""The states of a bare contact: what each does with an edge and with a level (REALTIME b.2)."""

from firmware_host.intake.contact_line import (
    ASK_AGAIN_NS,
    LEVEL_SKEW_NS,
    PAUSE_NS,
    SECOND_LEVEL_NS,
    Line,
    State,
)
from firmware_host.intake.contact_words import ContactEvent, Glitch, HeldAtStart, Lost
from hardware.edges import Edge


class BareStates(Line):
    """IDLE, CAND, TAIL, DOWN and HELD of `contacts.py`'s table."""

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
