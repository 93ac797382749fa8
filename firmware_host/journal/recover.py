"""Opening an evening at the start of the daemon, whatever happened to it before.

Nothing here changes a journal file: what is to be added is handed to the writer. Files are
never cut. What the file has leads; the ring adds what the file does not have yet.
"""

from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from firmware_host.errors import HostError
from firmware_host.journal.codec import body_of, decode, seal
from firmware_host.journal.machine import Clock
from firmware_host.journal.place import Part, Place, chain
from firmware_host.journal.reader import Damage, read_parts
from firmware_host.journal.record import Record
from firmware_host.journal.salvage import Kept, Salvage, salvage
from hardware.edges import Edge

SLEPT_NS = 10_000_000
_CHUNK = 1 << 18
_TOLD = frozenset({"in", "ruling", "settled"})


class NewerJournal(HostError, ValueError):
    """A newer Minuta wrote this evening; an older one would judge it wrongly."""


@dataclass(slots=True)
class Found:
    """What an evening's folder and the ring hold.

    Attributes:
        place: The last record in the files, and the whole length of the last file.
        lead: What the file lacks at its end: b"" or an LF.
        fresh_file: The last file has damage that nothing explains: go on in a new one.
        records: All records, for the replay, the ring's included (`kept`). Drop it after.
        kept: Bodies that the ring has beyond the files.
        edges: Raw edges that the ring has beyond any record.
        passed: `d` of the `recovered` records that are owed.
        damages: Everything that is not as it was written, explained or not.
        boots: How many `boot` records there are.
        alive_ns: The last instant at which a daemon is known to have run, in the clock of the
            last boot; None: never.
        same_clock: `alive_ns` and the present clock can be compared.
        ring_why: What there is to say about the ring; empty if all of it could be read.
        ring_aside: The ring holds something that must not be written here: it is renamed.
    """

    place: Place = field(default_factory=Place)
    lead: bytes = b""
    fresh_file: bool = False
    records: list[Record] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    passed: list[dict[str, object]] = field(default_factory=list)
    damages: list[Damage] = field(default_factory=list)
    boots: int = 0
    alive_ns: int | None = None
    same_clock: bool = False
    ring_why: str = ""
    ring_aside: bool = False
    ring_generation: int = 0


def recover(folder: Path, ring: Path, clock: Clock) -> Found:
    """Read an evening's folder and the ring. The caller holds the lock. Changes nothing.

    Raises:
        NewerJournal: A record is of a newer version.
        OSError: The disk does not let itself be read.
    """
    found = Found()
    parts = chain(folder)
    explained: set[object] = set()
    for item in read_parts(parts):
        if isinstance(item, Damage):
            found.damages.append(item)
            continue
        _refuse_newer(item, folder)
        found.records.append(item)
        if item.kind == "continues":
            explained.clear()
        elif item.kind == "recovered":
            explained.add(item.data.get("offset"))
    if parts:
        _take_files(found, parts, explained)
    _take_ring(found, salvage(ring), evening_of(folder), clock.boot_id())
    found.boots = max((record.boot for record in found.records), default=0)
    _take_clock(found, clock)
    return found


def evening_of(folder: Path) -> str:
    """Return the name by which a ring knows whose it is."""
    return sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _refuse_newer(record: Record, folder: Path) -> None:
    if record.newer:
        raise NewerJournal(
            f"{folder}: record {record.n} ({record.kind!r}, version {record.v}) is from a newer "
            "Minuta. Start that one, or begin another evening."
        )


def _take_files(found: Found, parts: list[Part], explained: set[object]) -> None:
    last = parts[-1].path
    at = Place()
    if found.records:
        at = Place(n=found.records[-1].n, hash=found.records[-1].hash)
    found.place = replace(at, file=last.name, bytes=last.stat().st_size)
    for damage in found.damages:
        if damage.file != last.name or (damage.kind == "line" and damage.offset in explained):
            continue
        if damage.kind in ("torn", "no-lf"):
            found.lead = b"\n"
        else:
            found.fresh_file = True
        if damage.kind == "torn":
            found.passed.append(_passed(last, damage))
    if found.fresh_file:
        found.lead = b""
        found.passed.clear()


def _passed(path: Path, damage: Damage) -> dict[str, object]:
    digest = sha256()
    left = damage.length
    with path.open("rb") as file:
        file.seek(damage.offset)
        while left and (chunk := file.read(min(left, _CHUNK))):
            digest.update(chunk)
            left -= len(chunk)
    return {"offset": damage.offset, "length": damage.length, "sha256": digest.hexdigest()}


def _take_ring(found: Found, ring: Salvage, evening: str, boot_id: str) -> None:
    found.ring_why, found.ring_generation = ring.why, ring.generation
    if ring.boot_id and ring.boot_id != boot_id:
        # Its file outlived a reboot, so it is not on tmpfs, and nothing says which of its
        # pages reached the disk.
        found.ring_why = "the ring is of an earlier boot"
        return
    if ring.boot_id and ring.evening != evening:
        found.ring_why = "the ring is of another evening"
        found.ring_aside = bool(ring.records or ring.edges)
        return
    why = _differs(found, ring)
    if why:
        found.ring_why, found.ring_aside = why, True
        return
    found.alive_ns = ring.alive_ns
    found.edges = ring.edges
    prev = found.place.hash
    for kept in ring.records:
        if kept.n > found.place.n:
            line, prev = seal(kept.raw, prev)
            found.kept.append(kept)
            found.records.append(decode(line))


def _differs(found: Found, ring: Salvage) -> str:
    """Return how ring and files contradict each other; empty: they do not."""
    if not ring.records:
        return ""
    first = ring.records[0].n
    if first > found.place.n + 1:
        return f"the file ends at record {found.place.n}, the ring begins at {first}"
    bodies = {kept.n: kept for kept in ring.records}
    for record in reversed(found.records):
        if record.n < first:
            break
        kept = bodies.get(record.n)
        if kept is None or kept.stand_in or record.kind == "continues":
            continue
        if body_of(record) != kept.raw:
            return f"ring and file differ in record {record.n}"
    return ""


def _take_clock(found: Found, clock: Clock) -> None:
    """Find the last instant of the last boot, and whether this is still its clock."""
    boots = {r.boot: r for r in found.records if r.kind == "boot"}
    if not boots:
        return
    # A start that failed after its `boot` record changed nothing of the game: its clock is that
    # of the last boot in which the engine was told something.
    told = [r.boot for r in found.records if r.kind in _TOLD and r.boot in boots]
    number = max(told, default=max(boots))
    last = boots[number]
    mine = [r for r in found.records if r.boot == number and r.kind != "continues"]
    latest_ns = max((r.at_ns for r in mine), default=last.at_ns)
    if number != max(boots):
        after = min(n for n in boots if n > number)
        heard_ns = boots[after].data.get("alive_ns")
        found.alive_ns = heard_ns if isinstance(heard_ns, int) else None
    found.alive_ns = max(latest_ns, found.alive_ns or latest_ns)
    asleep = [r.data["asleep_ns"] for r in mine if "asleep_ns" in r.data]
    slept_ns = asleep[-1] if asleep else None
    found.same_clock = (
        last.data.get("boot_id") == clock.boot_id()
        and clock.now_ns() >= latest_ns
        and isinstance(slept_ns, int)
        and abs(clock.asleep_ns() - slept_ns) < SLEPT_NS
    )
