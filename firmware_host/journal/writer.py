"""The writer: from the queue to the file to the card, in a thread of its own.

It takes everything that is queued, makes one write and one sync, and says how far the card
is. The loop never waits for it: it queues bodies and reads numbers.

Never twice on a doubtful file: after a failed sync the kernel may have dropped the bytes and
call the next sync a success, so everything since the last good sync goes into a new file.
A full disk is no such case: what was taken is known to the byte, and writing goes on there.
"""

import errno
from collections.abc import Callable
from itertools import count
from pathlib import Path

from firmware_host.journal.alarms import Alarms
from firmware_host.journal.backlog import Backlog, Entry
from firmware_host.journal.codec import encode, seal
from firmware_host.journal.files import Files
from firmware_host.journal.place import Place
from firmware_host.journal.record import MATCH

BALLAST_FILE = "ballast"
SYNC_EVERY_NS = 50_000_000
RETRY_NS = 2_000_000_000
LONGEST_RETRY_NS = 60_000_000_000
ROTATE_BYTES = 256 << 20
BALLAST_BYTES = 32 << 20
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})


class Writer:
    """Pumped (hardware.ports). `put` is the loop's; what is read may be read by any thread;
    the rest belongs to the thread that pumps. Lives from the start of an evening to its end."""

    def __init__(
        self,
        folder: Path,
        place: Place,
        alarms: Alarms,
        *,
        files: Files | None = None,
        records: bool = True,
        lead: bytes = b"",
        fresh_file: bool = False,
        ballast_bytes: int = BALLAST_BYTES,
        rotate_bytes: int = ROTATE_BYTES,
    ) -> None:
        """Prepare; nothing is touched before the first `pump`.

        Args:
            place: The last record that stands, and the length of its file.
            records: Whether a sync on this file system means *recorded*.
            lead: Bytes to put before the first record: the LF that a tail lacks.
            fresh_file: Leave the file of `place` alone and go on in a new one.
        """
        self.wake: Callable[[], None] = lambda: None
        self.on_durable: Callable[[int], None] = lambda n: None
        """Called in this thread with the number of the last *recorded* record; must not raise."""
        self.records = records
        self.written_n = place.n
        """Number of the last record in the file; -1: none."""
        self.synced = place
        """How far a sync has come, whether or not that means *recorded*."""
        self._folder, self._alarms, self._files = folder, alarms, files or Files()
        self._ballast_bytes, self._rotate_bytes = ballast_bytes, rotate_bytes
        self._lead, self._fresh = lead, fresh_file
        self._backlog = Backlog()
        self._fd: int | None = None
        self._group: list[Entry] = []
        self._data = b""
        self._taken = 0
        """How many bytes of `_data` the file has."""
        self._goal = place
        self._durable_at_ns: int | None = None
        self._not_before_ns = -(1 << 62)
        self._backoff_ns = 0
        self._begun = False

    @property
    def durable(self) -> Place | None:
        """How far it is *recorded*; None: nothing, or this file system cannot say so."""
        return self.synced if self.records and self.synced.n >= 0 else None

    @property
    def durable_n(self) -> int:
        """Number of the last *recorded* record; -1: none."""
        return self.synced.n if self.records else -1

    @property
    def queued(self) -> tuple[int, int]:
        """How many records and bytes wait."""
        return self._backlog.waiting

    def put(self, n: int, raw: bytes, *, urgent: bool) -> None:
        """Queue a record's body. Loop thread."""
        if self._backlog.put(Entry(n, raw, urgent)):
            self.wake()

    def pump(self, now_ns: int) -> int | None:
        """Write what is due. Bounded by one write and one sync, each as long as the card takes."""
        if not self._begun:
            self._begun = True
            self._fill_ballast()
        if self._durable_at_ns is not None:
            if now_ns < self._durable_at_ns:
                return self._durable_at_ns
            self._publish()
        due_ns = self._due(now_ns)
        if due_ns is None or due_ns > now_ns:
            return due_ns
        self._commit(now_ns)
        return self._durable_at_ns if self._durable_at_ns is not None else self._due(now_ns)

    def finish(self, now_ns: int) -> bool:
        """Write all that is queued, regardless of rates, and close. After the last `pump`.

        Returns:
            Whether everything is in the file and synced.
        """
        failures = 0
        while (self._backlog or self._group) and failures < 3:
            before = self.synced
            if self._durable_at_ns is None:
                self._commit(now_ns)
            if self._durable_at_ns is not None:
                self._publish()
            failures += self.synced is before
        self.abandon()
        return not self._backlog and not self._group

    def abandon(self) -> None:
        """Close the file and leave the queue, as a kill would. Idempotent."""
        if self._fd is not None:
            self._files.close(self._fd)
            self._fd = None

    def _due(self, now_ns: int) -> int | None:
        due_ns = now_ns if self._group else self._backlog.due_ns(now_ns)
        return due_ns if due_ns is None else max(due_ns, self._not_before_ns)

    def _commit(self, now_ns: int) -> None:
        """Write the group in hand, or the next one, and ask for its sync."""
        try:
            if not self._group:
                self._take()
            fd = self._file()
            self._write(fd)
            self.written_n = self._goal.n
            self._not_before_ns = now_ns + SYNC_EVERY_NS
            self._durable_at_ns = self._files.sync(fd, now_ns)
        except OSError as error:
            self._failed(now_ns, error)
        else:
            if self._durable_at_ns <= now_ns:
                self._publish()

    def _take(self) -> None:
        self._group = self._backlog.take()
        self._fresh |= self.synced.bytes >= self._rotate_bytes
        if not self._fresh:
            self._chain(self.synced, self._lead)

    def _chain(self, after: Place, lead: bytes) -> None:
        """Seal the group behind `after`; `lead` goes before it, at `after.bytes`."""
        lines, digest = [lead], after.hash
        for entry in self._group:
            line, digest = seal(entry.raw, digest)
            lines.append(line)
        self._data, self._taken = b"".join(lines), 0
        size = after.bytes + len(self._data)
        self._goal = Place(after.file, size, self._group[-1].n, digest)

    def _file(self) -> int:
        """Return the open file, after beginning a new one where that is due."""
        if self._fresh:
            self._continue()
        if self._fd is None:
            path = self._folder / self.synced.file
            new = self.synced.n < 0 and not path.exists()
            self._fd = self._files.create(path) if new else self._files.open(path)
        return self._fd

    def _continue(self) -> None:
        """Begin a new file with its head, and chain the group behind that.

        What stands in the file before beyond the last good sync does not count any more: it
        is in this group.
        """
        self.abandon()
        names = (f"journal-{number}.jsonl" for number in count(2))
        name = next(name for name in names if not (self._folder / name).exists())
        last = self.synced
        data = {"file": last.file, "last_n": last.n, "last_h": last.hash, "bytes": last.bytes}
        head, digest = encode(last.n, "continues", 0, MATCH, 0, "", data, last.hash)
        self._fd = self._files.create(self._folder / name)
        self._fresh, self._lead = False, b""
        self._chain(Place(name, 0, last.n, digest), head)

    def _write(self, fd: int) -> None:
        """Write what is left of the group; go on to the byte where a full disk stopped it."""
        if self._taken:
            stands = self._files.size(fd) - (self._goal.bytes - len(self._data))
            if stands != self._taken:
                raise OSError(errno.EIO, "the file is not as long as what was written")
        while self._taken < len(self._data):
            taken = self._files.append(fd, self._data[self._taken :])
            if taken <= 0:
                raise OSError(errno.ENOSPC, "the disk took nothing")
            self._taken += taken

    def _publish(self) -> None:
        self._durable_at_ns = None
        self._backlog.done(self._group)
        self._group, self._data, self._taken, self._lead = [], b"", 0, b""
        self._backoff_ns = 0
        self.synced = self._goal
        self._alarms.end("disk-full")
        if self.records:
            self.on_durable(self.synced.n)

    def _failed(self, now_ns: int, error: OSError) -> None:
        if error.errno in _NO_ROOM and (self._fresh or self._taken < len(self._data)):
            self._alarms.sound("disk-full", f"No room for the journal: {error}. Delete files.")
            self._drop_ballast()
            self._not_before_ns = now_ns + RETRY_NS
            return
        self._alarms.sound("disk-error", f"The journal's disk failed: {error}. Change the card.")
        self._fresh = True
        self.written_n = self.synced.n
        # At once at first; a dead card then gets a new file a minute, not one a turn.
        self._not_before_ns = now_ns + self._backoff_ns
        self._backoff_ns = min(max(2 * self._backoff_ns, RETRY_NS), LONGEST_RETRY_NS)

    def _fill_ballast(self) -> None:
        if self._ballast_bytes:
            try:
                self._files.fill(self._folder / BALLAST_FILE, self._ballast_bytes)
            except OSError as error:
                self._alarms.sound("disk-full", f"No room for the ballast: {error}.")

    def _drop_ballast(self) -> None:
        try:
            self._files.remove(self._folder / BALLAST_FILE)
        except OSError as error:
            self._alarms.sound("disk-error", f"The ballast cannot be removed: {error}.")
