"""From a folder to a journal that can be appended to: lock, recover, take over."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.journal.alarms import Alarms
from firmware_host.journal.files import Files, file_system
from firmware_host.journal.keeper import Journal
from firmware_host.journal.lock import lock
from firmware_host.journal.machine import Clock
from firmware_host.journal.record import MATCH
from firmware_host.journal.recover import Found, evening_of, recover
from firmware_host.journal.ring import DEFAULT_SIZE, Ring
from firmware_host.journal.writer import BALLAST_BYTES, ROTATE_BYTES, Writer


@dataclass(frozen=True, slots=True)
class Options:
    """How an evening is kept; tests and `minuta scenario` have others.

    Attributes:
        files: The disk; None: the real one.
        records: Whether *recorded* may be said; None: as the file system is.
        ring_bytes, ballast_bytes, rotate_bytes: Sizes of files.
    """

    files: Files | None = None
    records: bool | None = None
    ring_bytes: int = DEFAULT_SIZE
    ballast_bytes: int = BALLAST_BYTES
    rotate_bytes: int = ROTATE_BYTES


@dataclass(slots=True)
class Evening:
    """An open evening. `journal` is the loop's, `writer` the writer's thread's."""

    journal: Journal
    writer: Writer
    found: Found
    alarms: Alarms
    fs_kind: str
    _lock: int = field(repr=False)

    def close(self, now_ns: int) -> bool:
        """Write what is left and let go. Nobody pumps any more. Loop thread; idempotent.

        Returns:
            Whether everything is in the file and synced.
        """
        self.journal.close()
        done = self.writer.finish(now_ns)
        self._unlock()
        return done

    def kill(self) -> None:
        """Let go as a SIGKILL would: the queue is lost, the ring stays. For scenarios."""
        self.journal.abandon()
        self.writer.abandon()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def open_evening(
    folder: Path,
    ring: Path,
    clock: Clock,
    boot: Mapping[str, object],
    *,
    mode: str = MATCH,
    options: Options | None = None,
) -> Evening:
    """Open an evening's journal, new or not, and append the `boot` record. Loop thread.

    What the ring has beyond the file is queued first, then its raw edges, then `boot`, then
    what was passed over. All of it is in the new ring before the old one is replaced, so that
    a kill in here loses nothing.

    Args:
        folder: The evening's; it is made if its parent is there.
        ring: The ring's file; best on tmpfs.
        boot: What the daemon adds to the `boot` record.

    Raises:
        InTheWay: Another daemon has it.
        NewerJournal: A newer version wrote it.
        OSError: The disk does not let itself be read, or there is no room for a ring.
    """
    options = options or Options()
    folder.mkdir(exist_ok=True)
    held = lock(folder)
    try:
        return _open(folder, ring, clock, boot, mode, options, held)
    except BaseException:
        os.close(held)
        raise


def _open(
    folder: Path,
    ring: Path,
    clock: Clock,
    boot: Mapping[str, object],
    mode: str,
    options: Options,
    held: int,
) -> Evening:
    found = recover(folder, ring, clock)
    alarms = Alarms()
    _report(found, alarms)
    system = file_system(folder)
    records = system.records if options.records is None else options.records
    fresh = _new_ring(folder, ring, clock, found, options.ring_bytes)
    writer = Writer(
        folder, found.place, alarms, files=options.files, records=records, lead=found.lead,
        fresh_file=found.fresh_file, ballast_bytes=options.ballast_bytes,
        rotate_bytes=options.rotate_bytes,
    )  # fmt: skip
    journal = Journal(
        fresh, writer, alarms, next_n=found.place.n + 1, boot=found.boots, wall=clock.wall,
        mode=mode,
    )  # fmt: skip
    journal.take_over(found.kept, found.edges)
    facts = {"boot_id": clock.boot_id(), "asleep_ns": clock.asleep_ns(), "fs": system.kind,
             "records": records, "ring": file_system(ring.parent).kind,
             "alive_ns": found.alive_ns}  # fmt: skip
    journal.begin_boot({**facts, **boot}, clock.now_ns())
    for passed in found.passed:
        journal.append("recovered", passed, clock.now_ns())
    return Evening(journal, writer, found, alarms, system.kind, held)


def _new_ring(folder: Path, path: Path, clock: Clock, found: Found, size: int) -> Ring:
    """Return a ring in the old one's place that holds what the files do not have."""
    who = {"boot": clock.boot_id(), "evening": evening_of(folder)}
    ring = Ring(path, who, size, found.ring_generation + 1)
    ring.beat(clock.now_ns())
    for kept in found.kept:
        ring.record(kept.n, kept.raw, stand_in=kept.stand_in)
    for edge in found.edges:
        ring.edge(edge)
    if found.ring_aside:
        _set_aside(path)
    ring.publish()
    return ring


def _report(found: Found, alarms: Alarms) -> None:
    if found.ring_aside:
        alarms.sound("ring-disagrees", f"The ring was set aside: {found.ring_why}.")
    for damage in found.damages:
        if damage.kind != "no-lf":
            alarms.sound(
                "journal-damage",
                f"{damage.file}, line {damage.line}, byte {damage.offset}: {damage.why}.",
            )


def _set_aside(ring: Path) -> None:
    """Rename the ring to the first free name; it is evidence, and for people to look at."""
    number = 1
    while (aside := ring.with_name(f"{ring.name}.aside-{number}")).exists():
        number += 1
    ring.rename(aside)
