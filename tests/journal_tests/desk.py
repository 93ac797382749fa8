"""What the journal's tests share: edges, a clock by hand, an evening, a disk that fails."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

from firmware_host.journal.files import Files
from firmware_host.journal.opening import Evening, Options, open_evening
from firmware_host.journal.reader import Damage, read_evening
from firmware_host.journal.record import Record
from hardware.edges import Edge

MS = 1_000_000
S = 1_000_000_000


class HandClock:
    """A clock that stands until it is moved."""

    def __init__(self, at_ns: int = 0, boot: str = "boot-1") -> None:
        self.at_ns, self.boot, self.slept_ns = at_ns, boot, 0

    def now_ns(self) -> int:
        return self.at_ns

    def asleep_ns(self) -> int:
        return self.slept_ns

    def boot_id(self) -> str:
        return self.boot

    def wall(self) -> str:
        return "2026-11-30T18:20:33.120Z"


class FailingFiles(Files):
    """The real disk, but each call first asks what `fail` says for its name."""

    def __init__(self) -> None:
        self.append_by: Callable[[int, bytes], int] = os.write
        self.sync_errors: list[OSError | None] = []
        self.syncs = 0

    def append(self, fd: int, data: bytes) -> int:
        return self.append_by(fd, data)

    def sync(self, fd: int, now_ns: int) -> int:
        self.syncs += 1
        error = self.sync_errors.pop(0) if self.sync_errors else None
        if error is not None:
            raise error
        return super().sync(fd, now_ns)


class SmallDisk:
    """`append_by` of a disk with `room` bytes left: the last write is short, then ENOSPC."""

    def __init__(self, room: int) -> None:
        self.room = room

    def __call__(self, fd: int, data: bytes) -> int:
        taken = os.write(fd, data[: self.room]) if self.room else 0
        self.room -= taken
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        return taken


def edge(i: int, line: str = "17", source: str = "gpio", at_ns: int | None = None) -> Edge:
    """The i-th edge of a source with one line."""
    return Edge(source, line, i * 100_000 if at_ns is None else at_ns, i % 2 == 1, i, i, 50_000)


def opened(
    folder: Path, clock: HandClock | None = None, files: Files | None = None, **other: object
) -> Evening:
    """An evening in `folder`, its ring beside it."""
    sizes = {"ring_bytes": 1 << 17, "ballast_bytes": 0, **other}
    options = Options(files=files, records=True, **sizes)  # type: ignore[arg-type]
    ring = folder.parent / f"{folder.name}.ring"
    return open_evening(folder, ring, clock or HandClock(), {}, options=options)


def pumped(evening: Evening, now_ns: int) -> int:
    """Turn the writer until nothing is due any more; return the last instant."""
    due_ns: int | None = now_ns
    while due_ns is not None:
        now_ns = max(now_ns, due_ns)
        due_ns = evening.writer.pump(now_ns)
    return now_ns


def contents(folder: Path) -> tuple[list[Record], list[Damage]]:
    """All records of an evening, heads of continuations left out, and all damages."""
    items = list(read_evening(folder))
    return (
        [i for i in items if isinstance(i, Record) and i.kind != "continues"],
        [i for i in items if isinstance(i, Damage)],
    )
