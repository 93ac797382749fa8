"""A line that chatters beyond its budget: token bucket, exact summaries, and when it is calm.

REALTIME a.5: a burst of 512 edges, then 400 a second, are kept whole; above, the line is in
STORM and its edges become `EdgeRun` summaries. Memory is bounded: one run and 50 stamps.
"""

from collections import deque

from firmware_host.intake.contact_words import MS, EdgeRun

BURST = 512
"""Edges that may come at once."""
EDGE_NS = 2_500_000
"""One edge a 2.5 ms is 400 a second: 24 lines of it stay above 5,000/s in all."""
RUN_NS = 250 * MS
"""Longest run that one summary covers."""
CALM_NS = 1000 * MS
CALM_EDGES = 50
"""Calm is fewer than 50 edges within the last second."""


class Storm:
    """Budget and summary of one line."""

    # Of the run: its first edge or, while there is none, when it was opened; and its counts.
    _run_from: int
    _n: int
    _lost: int
    _merged: int
    _closed: int
    _min_gap: int

    def __init__(self, line: str) -> None:
        self._line = line
        self._full_at = 0
        """When the bucket would be full again: one integer is the whole token bucket."""
        self._recent: deque[int] = deque(maxlen=CALM_EDGES)
        self._began = self._last = 0
        self._clear(0)

    def spent(self, at_ns: int) -> bool:
        """Tell whether one more edge would be beyond the budget, and take nothing out of it."""
        return max(self._full_at, at_ns) + EDGE_NS - at_ns > BURST * EDGE_NS

    def overspent(self, at_ns: int) -> bool:
        """Take one edge out of the budget; true if there was none left."""
        full_at = max(self._full_at, at_ns) + EDGE_NS
        self._full_at = full_at
        return full_at - at_ns > BURST * EDGE_NS

    def begin(self, at_ns: int, last_ns: int) -> None:
        """Start summarising; the edge that overspent is to be added next.

        Args:
            last_ns: Stamp of the edge before it.
        """
        self._began = at_ns
        self._last = last_ns
        self._recent.clear()
        self._clear(at_ns)

    def add(self, at_ns: int, closed_hint: bool, lost: int, merged: bool) -> EdgeRun | None:
        """Count one edge; return the run before it if that is complete."""
        done = self.flush(at_ns) if at_ns - self._run_from >= RUN_NS else None
        if not self._n:
            self._run_from = at_ns
        gap = at_ns - self._last
        if gap < self._min_gap:
            self._min_gap = gap
        self._n += 1
        self._lost += lost
        self._merged += merged
        self._closed += closed_hint
        self._last = at_ns
        self._recent.append(at_ns)
        return done

    def flush_due(self, at_ns: int) -> EdgeRun | None:
        """Return the run if its time is over."""
        return self.flush(at_ns) if at_ns - self._run_from >= RUN_NS else None

    def flush(self, at_ns: int) -> EdgeRun | None:
        """Return the run so far, if it has edges, and begin another at `at_ns`."""
        run = None
        if self._n:
            run = EdgeRun(
                self._line, self._run_from, self._last, self._n,
                self._lost, self._merged, self._min_gap, self._closed,
            )  # fmt: skip
        self._clear(at_ns)
        return run

    def calm(self, at_ns: int) -> bool:
        """Say whether the last second had fewer than 50 edges."""
        since = at_ns - CALM_NS
        full = len(self._recent) == CALM_EDGES
        return self._began <= since and not (full and self._recent[0] > since)

    def unheard(self, at_ns: int) -> None:
        """Count the second of calm from here: how many edges there were until now is not known."""
        self._began = at_ns

    def end(self, at_ns: int) -> None:
        """Give the line its whole budget back."""
        self._full_at = at_ns

    def _clear(self, at_ns: int) -> None:
        self._run_from = at_ns
        self._n = self._lost = self._merged = self._closed = 0
        self._min_gap = CALM_NS
