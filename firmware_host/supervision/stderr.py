"""The log on standard error, by a thread of its own.

A reader that stalls stalls this thread alone (REALTIME d). `logging.StreamHandler` will not
do: it would hold its lock meanwhile, and `logging.shutdown` waits for that lock at the exit.
"""

import contextlib
import logging
import os
import queue
import threading
from logging.handlers import QueueHandler

MOST_LINES = 10_000
"""More than these wait for a reader that has stalled: the newest are dropped, and counted."""
LAST_S = 0.2


class StderrLog:
    """Takes log records from any thread, and writes them from its own."""

    def __init__(self, fd: int = 2) -> None:
        self._fd = fd
        self._lines: queue.Queue[logging.LogRecord | None] = queue.Queue(MOST_LINES)
        self._dropped = 0
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)

    def start(self) -> None:
        """Become the handler of the root logger."""
        handler = _Handler(self._lines, self)  # type: ignore[arg-type]  # None ends the thread
        # That makes the text of a record, its traceback with it, on the thread that logs.
        handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
        logging.basicConfig(level=logging.INFO, handlers=[handler])
        self._thread.start()

    def stop(self) -> None:
        """Write what waits; not longer than a moment, whoever reads."""
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)
            self._thread.join(LAST_S)

    def dropped(self) -> None:
        """Count a line that found no room."""
        self._dropped += 1

    def _write(self) -> None:
        while (record := self._lines.get()) is not None:
            text = record.getMessage()
            if self._dropped:
                text += f" ({self._dropped} lines before this were dropped: nobody read them)"
                self._dropped = 0
            with contextlib.suppress(OSError):  # nobody is there to read any more
                os.write(self._fd, f"{text}\n".encode("utf-8", "replace"))


class _Handler(QueueHandler):
    def __init__(self, lines: "queue.Queue[logging.LogRecord]", log: StderrLog) -> None:
        super().__init__(lines)
        self._log = log

    def enqueue(self, record: logging.LogRecord) -> None:
        try:
            self.queue.put_nowait(record)
        except queue.Full:
            self._log.dropped()
