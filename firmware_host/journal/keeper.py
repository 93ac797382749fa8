"""The journal as the loop sees it: keep what the wires say, append what follows from it.

Kept means: in the ring. A record has its number and stands in the ring when `append`
returns; the file and the card follow. Every raw edge that came before a record stands in a
record before it, so no cut of the file leaves a fact without its evidence.
"""

from collections.abc import Callable, Mapping, Sequence

from firmware_host.journal import bundle
from firmware_host.journal.alarms import Alarms
from firmware_host.journal.codec import body
from firmware_host.journal.record import MATCH
from firmware_host.journal.ring import Ring
from firmware_host.journal.salvage import Kept
from firmware_host.journal.squeeze import squeeze
from firmware_host.journal.writer import Writer
from hardware.edges import Edge

QUIET_NS = 15_000_000
BURST_NS = 250_000_000
BURST_EDGES = 64
BEHIND_RECORDS = 10_000
BEHIND_BYTES = 8 << 20
OVERFLOW_BYTES = 64 << 20


class Journal:
    """Loop thread only, but for `durable_n`, `written_n` and `alarms`. One for an evening."""

    def __init__(
        self,
        ring: Ring,
        writer: Writer,
        alarms: Alarms,
        *,
        next_n: int,
        boot: int,
        wall: Callable[[], str],
        mode: str = MATCH,
    ) -> None:
        """Take over a ring and a writer whose last record is `next_n` - 1.

        Args:
            boot: How many `boot` records there are.
            wall: Gives the wall time for people, as `hardware.clock.Clock.wall`.
        """
        self.next_n = next_n
        self.boot = boot
        self.mode = mode
        """"match" or "rehearsal"; the loop may change it between turns."""
        self.alarms = alarms
        self.ring_lost = 0
        """Raw edges that the ring had to give up; they are in the queue and their count in it."""
        self._ring, self._writer, self._wall = ring, writer, wall
        self._pending: list[Edge] = []
        self._first_ns = 0
        self._freed_n = next_n - 1
        self._squeezed = 0

    @property
    def durable_n(self) -> int:
        """Number of the last *recorded* record; -1: none. Any thread."""
        return self._writer.durable_n

    @property
    def written_n(self) -> int:
        """Number of the last record in the file; -1: none. Any thread."""
        return self._writer.written_n

    def keep(self, edge: Edge) -> None:
        """Keep a raw edge, before anything is decided by it. About 3 us."""
        if not self._ring.edge(edge) and not (self._squeeze() and self._ring.edge(edge)):
            self.ring_lost += 1
        self._pend(edge)

    def take_over(self, kept: Sequence[Kept], edges: Sequence[Edge]) -> None:
        """Queue what a process before left in the ring, where it stands again. At the start."""
        for one in kept:
            self._writer.put(one.n, one.raw, urgent=True)
            self.next_n = one.n + 1
        for edge in edges:
            self._pend(edge)
        self.flush()

    def append(
        self, kind: str, data: Mapping[str, object], at_ns: int, *, urgent: bool = True
    ) -> int:
        """Give a record its number and keep it; all edges before it become a record first.

        Args:
            at_ns: The instant it speaks of, monotonic, nanoseconds.
            urgent: The card is to have it at once (20 times a second at most), not in 250 ms.

        Returns:
            Its number.

        Raises:
            TypeError, ValueError: As `codec.body`; nothing was appended, no number used.
        """
        self.flush()
        return self._append(kind, data, at_ns, urgent)

    def begin_boot(self, data: Mapping[str, object], at_ns: int) -> int:
        """Append a `boot` record; from it on records carry its number as `b`."""
        self.flush()
        self.boot += 1
        return self._append("boot", data, at_ns, True)

    def flush(self) -> None:
        """Make a record of the edges that wait; nothing if none do."""
        if not self._pending:
            return
        edges, self._pending = self._pending, []
        records, size = self._writer.queued
        kind, data = "edges", {}
        if size > OVERFLOW_BYTES:
            stamps = [edge.at_ns for edge in edges]
            kind = "edge_run"
            data = bundle.count(len(edges), min(stamps), max(stamps), "overload")
            self.alarms.sound("journal-overflow", "The card is stuck: edges are only counted.")
        elif records > BEHIND_RECORDS or size > BEHIND_BYTES:
            kind, data = "edge_run", bundle.summarise(edges, "overload")
            self.alarms.sound("journal-behind", "The card is slow: edges are kept as counts.")
        else:
            data = bundle.pack(edges)
            self.alarms.end("journal-overflow")
            self.alarms.end("journal-behind")
        self._append(kind, data, edges[-1].at_ns, False)

    def tick(self, now_ns: int) -> int | None:
        """Do what is due; once in each turn of the loop.

        Returns:
            When it is to be called again at the latest, monotonic ns; None: not needed.
        """
        self._ring.beat(now_ns)
        if self._freed_n != self._writer.synced.n:
            self._free()
        if not self._pending:
            return None
        # A stamp may be ahead of this thread's clock reading, never by more than the burst.
        self._first_ns = min(self._first_ns, now_ns)
        due_ns = min(self._pending[-1].at_ns + QUIET_NS, self._first_ns + BURST_NS)
        if due_ns > now_ns:
            return due_ns
        self.flush()
        return None

    def close(self) -> None:
        """Flush, and let go of the ring; its file stays for the next start. Idempotent."""
        self.flush()
        self._ring.close()

    def abandon(self) -> None:
        """Let go of the ring without a flush, as a kill would."""
        self._ring.close()

    def _pend(self, edge: Edge) -> None:
        if not self._pending:
            self._first_ns = edge.at_ns
        self._pending.append(edge)
        if len(self._pending) >= BURST_EDGES:
            self.flush()

    def _append(self, kind: str, data: Mapping[str, object], at_ns: int, urgent: bool) -> int:
        n = self.next_n
        raw = body(n, kind, self.boot, self.mode, at_ns, self._wall(), data)
        if not self._ring.record(n, raw) and not (self._squeeze() and self._ring.record(n, raw)):
            self.alarms.sound("ring-full", "The card is stuck: a crash now would lose records.")
        self._writer.put(n, raw, urgent=urgent)
        self.next_n = n + 1
        return n

    def _free(self) -> None:
        self._freed_n = self._writer.synced.n
        self._ring.free(self._freed_n)
        if self._ring.used < self._ring.room // 2:
            self.alarms.end("ring-full")

    def _squeeze(self) -> bool:
        """Make room in the ring; whether it is worth trying again."""
        self._free()
        if self._ring.used < self._ring.room // 2:
            return True
        # Not again before an eighth is new: it copies everything there is.
        if not self._ring.tail and self._ring.used - self._squeezed < self._ring.room // 8:
            return False
        try:
            self._ring, given_up = squeeze(self._ring)
        except OSError as error:
            self.alarms.sound("ring-full", f"The ring is full and has no second place: {error}.")
            return False
        self._squeezed = self._ring.used
        self.ring_lost += given_up
        return True
