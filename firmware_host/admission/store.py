"""Writes the guests' file. A thread of its own: a slow card must not hold the loop."""

import os
from collections import deque
from collections.abc import Callable
from pathlib import Path

from firmware_host.admission.guests import Guest, text_of

RETRY_NS = 2_000_000_000
DAMAGED = ".damaged"
Then = Callable[[], None]


class GuestStore:
    """Pumped. `put` may be called from the loop's thread, `pump` from its own."""

    def __init__(self, path: Path, report: Callable[[str], None], *, damaged: bool = False) -> None:
        """
        Args:
            report: Told why the guests cannot be written, and "" when they are again.
            damaged: What stands in the file cannot be read: it is laid aside, not written over.
        """
        self.wake: Callable[[], None] = lambda: None
        self._path = path
        self._report = report
        self._damaged = damaged
        self._put: deque[tuple[tuple[Guest, ...], Then]] = deque()
        self._failed = False

    def put(self, guests: tuple[Guest, ...], then: Then = lambda: None) -> None:
        """Keep these guests from now on; `then` is called once they are on the card."""
        self._put.append((guests, then))
        self.wake()

    def pump(self, now_ns: int) -> int | None:
        """Write the latest guests; a card that does not take them is asked again."""
        if not self._put:
            return None
        batch = len(self._put)
        try:
            self._write(self._put[batch - 1][0])
        except OSError as error:
            self._failed = True
            self._report(f"{self._path}: {error.strerror or error}")
            return now_ns + RETRY_NS
        if self._failed:
            self._failed = False
            self._report("")
        for _ in range(batch):
            self._put.popleft()[1]()
        return now_ns if self._put else None

    def _write(self, guests: tuple[Guest, ...]) -> None:
        """Replace the file as a whole: a power cut leaves the old one or the new one."""
        if self._damaged:
            self._path.rename(self._path.with_name(self._path.name + DAMAGED))
            self._damaged = False
        beside = self._path.with_name(self._path.name + ".new")
        beside.unlink(missing_ok=True)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text_of(guests))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)
        folder = os.open(self._path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
