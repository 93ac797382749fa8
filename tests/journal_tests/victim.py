"""The child of `test_journal_kill`: says what it hands over and what was taken, until killed.

Run as ``python victim.py FOLDER RING-OR-NOT``. On standard output one byte before each call
(k: keep, a: append) and one when it has returned (".").
"""

import os
import sys
import threading
import time
from pathlib import Path

from firmware_host.journal.files import Files
from firmware_host.journal.ring import Ring
from journal_tests.desk import edge, opened


class SlowFiles(Files):
    """A card: each sync takes 20 ms."""

    def sync(self, fd: int, now_ns: int) -> int:
        time.sleep(0.02)
        return super().sync(fd, now_ns)


class Clock:
    """The machine's, but for a boot id that a test may read."""

    def now_ns(self) -> int:
        return time.monotonic_ns()

    def asleep_ns(self) -> int:
        return 0

    def boot_id(self) -> str:
        return "boot-1"

    def wall(self) -> str:
        return ""


def main(folder: Path, with_ring: bool) -> None:
    if not with_ring:
        Ring.record = lambda *_, **__: True  # type: ignore[assignment, method-assign]
        Ring.edge = lambda *_: True  # type: ignore[assignment, method-assign]
    evening = opened(folder, Clock(), SlowFiles(), ring_bytes=1 << 20)  # type: ignore[arg-type]
    woken = threading.Event()
    evening.writer.wake = woken.set

    def write() -> None:
        while True:
            due_ns = evening.writer.pump(time.monotonic_ns())
            woken.wait(None if due_ns is None else max(0, due_ns - time.monotonic_ns()) / 1e9)
            woken.clear()

    threading.Thread(target=write, daemon=True).start()
    for i in range(1, 10**9):
        os.write(1, b"k")
        evening.journal.keep(edge(i))
        os.write(1, b".")
        if i % 5 == 0:
            os.write(1, b"a")
            evening.journal.append("alarm", {"i": i // 5}, i, urgent=i % 2 == 0)
            os.write(1, b".")
        evening.journal.tick(time.monotonic_ns())
        time.sleep(0.0005)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] == "ring")
