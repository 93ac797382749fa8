"""Which edges may stand for several: the kernel merges, and only the source's numbers show it.

The hard interrupt counts the request-wide number and overwrites the line's stamp; the thread
that queues the event comes later. So several interrupts before one thread leave one event with
the *last* stamp, no gap in `line_seq` and a gap in `seq` (REALTIME 0.4, b.4).
"""

from collections import deque
from typing import NamedTuple

from firmware_host.intake.contact_words import Timing
from hardware.edges import Edge


class _Gap(NamedTuple):
    """Numbers `low` to `high` have not come; `from_at` and `to_at` stamp their neighbours."""

    low: int
    high: int
    from_at: int
    to_at: int


class Merges:
    """The numbers of one source, across its lines. Give it every edge, in order of delivery.

    A merge lasts `merged_max_ns` at most, so a gap that closed earlier than that before an edge is
    somebody else's and casts no doubt on it. That also bounds the memory.
    """

    __slots__ = ("_at", "_gaps", "_lines", "_max_ns", "_seq")

    def __init__(self, timing: Timing) -> None:
        self._max_ns = timing.merged_max_ns
        self.begin()

    def begin(self) -> None:
        """Forget all numbers: the source was opened anew."""
        self._seq: int | None = None
        self._at = 0
        self._gaps: deque[_Gap] = deque(maxlen=64)
        self._lines: dict[str, tuple[int, int]] = {}

    def doubt(self, edge: Edge) -> int:
        """Return what to add to the edge's u, ns: more than 0 says "may be merged".

        It is 0 when `line_seq` has a gap as well: that is a loss, and `Contact` tells it.
        """
        before = self._lines.get(edge.line)
        if before is not None and edge.line_seq <= before[1]:
            self.begin()  # a number came twice: the source counts from 1 again
            before = None
        self._lines[edge.line] = (edge.seq, edge.line_seq)
        if self._seq is not None and edge.seq != self._seq + 1:
            self._note(edge, self._seq)
        if self._seq is None or edge.seq > self._seq:
            self._seq, self._at = edge.seq, edge.at_ns
        if not self._gaps or (before is not None and edge.line_seq != before[1] + 1):
            return 0
        return self._doubt_since(edge, before[0] if before is not None else 0)

    def _note(self, edge: Edge, highest: int) -> None:
        """Remember the numbers skipped, or strike off one that came late."""
        if edge.seq > highest:
            self._gaps.append(_Gap(highest + 1, edge.seq - 1, self._at, edge.at_ns))
            return
        left: list[_Gap] = []
        for gap in self._gaps:
            if gap.low <= edge.seq <= gap.high:
                left += (
                    gap._replace(high=edge.seq - 1, to_at=edge.at_ns),
                    gap._replace(low=edge.seq + 1, from_at=edge.at_ns),
                )
            else:
                left.append(gap)
        self._gaps = deque((gap for gap in left if gap.low <= gap.high), maxlen=64)

    def _doubt_since(self, edge: Edge, own_seq: int) -> int:
        """Doubt by the first number missing between this line's last event and this one."""
        horizon = edge.at_ns - self._max_ns
        while self._gaps and self._gaps[0].to_at < horizon:
            self._gaps.popleft()
        first: _Gap | None = None
        for gap in reversed(self._gaps):
            if gap.high < own_seq:
                break
            if gap.low < edge.seq:
                first = gap
        if first is None:
            return 0
        return max(1, min(edge.at_ns - first.from_at, self._max_ns))
