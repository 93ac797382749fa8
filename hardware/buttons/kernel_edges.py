"""What the kernel's numbers and rates say of edges, with no kernel there: pure.

The kernel numbers each line's events when it queues them, so a gap there is a loss; and it numbers
the whole request in the hard interrupt, so a gap there alone is a merge. Both are handed on as they
are; what they cast doubt on is reckoned in one place for all sources (`intake/merges.py`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from hardware.edges import Edge
from hardware.gpio_lines import RawEdge

FLOOD_HZ = 2000
"""A line with more edges than this, for a second, is muted (REALTIME a.5)."""
WINDOW_NS = 1_000_000_000
RETRY_NS = 5_000_000_000


class Numbering:
    """Turns the kernel's events of one request into edges.

    Attributes:
        discarded: Events stamped before the lines were claimed: pulls settling.
    """

    def __init__(self, source: str, lines: Mapping[int, str], u_ns: int) -> None:
        """
        Args:
            lines: Pin -> line name.
            u_ns: One-sided doubt of each stamp.
        """
        self._source = source
        self._lines = lines
        self._u_ns = u_ns
        self.discarded = 0
        self.begin(0)

    def begin(self, since_ns: int) -> None:
        """Begin anew: a new request counts from 1. What is stamped earlier is discarded."""
        self._since_ns = since_ns
        self._base = 0
        self._bases: dict[int, int] = {}

    def take(self, events: Iterable[RawEdge]) -> list[Edge]:
        """Return the edges of one read, as they happened; gaps in the numbers are the kernel's.

        Events are queued by threads, which overtake each other: so they are sorted by the number
        that the interrupt gave. On each line the order stays.
        """
        edges = []
        for one in sorted(events, key=lambda event: event.seq):
            if one.at_ns < self._since_ns:
                self.discarded += 1
                self._base, self._bases[one.pin] = one.seq, one.line_seq
                continue
            edges.append(
                Edge(
                    self._source, self._lines[one.pin], one.at_ns, one.closed,
                    one.line_seq - self._bases.get(one.pin, 0), one.seq - self._base, self._u_ns,
                )
            )  # fmt: skip
        return edges


class Flood:
    """Which pins flood, so that their edges are not asked for: they would drown the other keys.

    Attributes:
        muted: These pins.
    """

    def __init__(self) -> None:
        self.muted: frozenset[int] = frozenset()
        self._retry_ns: dict[int, int] = {}
        self._counts: Counter[int] = Counter()
        self._since_ns = 0

    @property
    def due_ns(self) -> int | None:
        """When a muted pin is tried again."""
        return min(self._retry_ns.values(), default=None)

    def look(self, pins: Iterable[int], now_ns: int) -> bool:
        """Count the pins of the edges that have come; return whether `muted` is another one now."""
        self._counts.update(pins)
        passed_ns = now_ns - self._since_ns
        if passed_ns >= WINDOW_NS:
            for pin, count in self._counts.items():
                if count * 1_000_000_000 > FLOOD_HZ * passed_ns:
                    self._retry_ns[pin] = now_ns + RETRY_NS
            self._counts.clear()
            self._since_ns = now_ns
        before = self.muted
        self._retry_ns = {pin: at for pin, at in self._retry_ns.items() if at > now_ns}
        self.muted = frozenset(self._retry_ns)
        return self.muted != before
