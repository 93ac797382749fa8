"""What waits for the file: put in by the loop, taken out by the writer's thread, in order."""

from collections import deque
from dataclasses import dataclass

GROUP_RECORDS = 1024
GROUP_BYTES = 256 << 10
LAZY_NS = 250_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One record's body; `urgent`: the writer goes at once."""

    n: int
    raw: bytes
    urgent: bool


class Backlog:
    """The queue and how urgent it is. Each counter has one writing thread, so none needs a lock."""

    def __init__(self) -> None:
        self._queue: deque[Entry] = deque()
        self._put_bytes = self._done_bytes = 0
        self._put_urgent = self._taken_urgent = 0
        self._done = self._put = 0
        self._lazy_until_ns: int | None = None

    def put(self, entry: Entry) -> bool:
        """Add an entry; whether the writer must be woken for it. Loop thread."""
        idle = not self._queue
        self._put += 1
        self._put_bytes += len(entry.raw)
        self._put_urgent += entry.urgent
        self._queue.append(entry)
        return idle or entry.urgent

    def take(self) -> list[Entry]:
        """Take the next group out, in order. Writer's thread."""
        group: list[Entry] = []
        size = 0
        while self._queue and len(group) < GROUP_RECORDS and size < GROUP_BYTES:
            entry = self._queue.popleft()
            group.append(entry)
            size += len(entry.raw)
            self._taken_urgent += entry.urgent
        self._lazy_until_ns = None
        return group

    def done(self, group: list[Entry]) -> None:
        """Count a group that was taken as out of the way. Writer's thread."""
        self._done += len(group)
        self._done_bytes += sum(len(entry.raw) for entry in group)

    def due_ns(self, now_ns: int) -> int | None:
        """Return when the next group is wanted, monotonic ns; None: nothing waits. Writer's."""
        if not self._queue:
            return None
        if self._lazy_until_ns is None:
            self._lazy_until_ns = now_ns + LAZY_NS
        pressing = (
            self._put_urgent > self._taken_urgent
            or len(self._queue) >= GROUP_RECORDS
            or self._put_bytes - self._done_bytes >= GROUP_BYTES
        )
        return now_ns if pressing else self._lazy_until_ns

    @property
    def waiting(self) -> tuple[int, int]:
        """How many records and bytes are not out of the way. Any thread."""
        return self._put - self._done, self._put_bytes - self._done_bytes

    def __bool__(self) -> bool:
        return bool(self._queue)
