"""Edges of a box, each once and in order, over a wire that tears lines.

The box keeps its newest 64 edges. Where a number is missing it is asked to go back and send all
from there on; only what it has overwritten itself is lost, and then the numbers have a gap.
"""

from dataclasses import dataclass

from hardware.buttons.box_lines import BoxEdge

_HALF = 0x8000
_MASK = 0xFFFF


@dataclass(frozen=True, slots=True)
class Numbered:
    """The numbers of an edge in its turn; they go on over restarts, and a gap is a loss."""

    seq: int
    line_seq: int


class BoxLink:
    """The numbers of one source. They begin at 1 and count what was passed on, and losses.

    Attributes:
        missing: The number from which on edges are missing now; None: none are.
        lost: How many edges were lost since the start.
    """

    def __init__(self) -> None:
        self.missing: int | None = None
        self.lost = 0
        self._next: int | None = None  # the box's number expected next
        self._seq = 0
        self._lines: dict[int, int] = {}  # our number of each line's last edge
        self._heard: dict[int, int] = {}  # the box's number of it

    def begin(self, head: int) -> None:
        """Begin, or begin anew, behind the box's edge number `head`."""
        self.missing = None
        self._next = (head + 1) & _MASK
        self._heard.clear()

    def complete(self, head: int) -> bool:
        """Tell whether all edges up to the box's number `head` have come; note it if not."""
        assert self._next is not None
        if ((head - self._next) & _MASK) < _HALF:
            self.missing = self._next
            return False
        return True

    def take(self, edge: BoxEdge, *, count: bool) -> Numbered | None:
        """Take an edge as it came; None if it is not its turn, or came before.

        Args:
            count: It will be passed on; else the numbers go on as if it had never been.
        """
        if self._next is None:
            return None
        gap = (edge.seq - self._next) & _MASK
        if gap >= _HALF:
            return None
        if gap and not edge.forced:
            self.missing = self._next
            return None
        self.missing, self._next = None, (edge.seq + 1) & _MASK
        before = self._heard.get(edge.line)
        step = 1 if before is None else (edge.line_seq - before) & _MASK
        self._heard[edge.line] = edge.line_seq
        if count:
            self.lost += gap
            self._seq += 1 + gap
            self._lines[edge.line] = self._lines.get(edge.line, 0) + step
        return Numbered(self._seq, self._lines.get(edge.line, 0))
