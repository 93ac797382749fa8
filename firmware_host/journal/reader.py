"""Reading a journal: every record that can be read, and a name for everything that cannot.

Lines end at LF and nowhere else (never `splitlines`: CR, NEL and U+2028 are content). Whatever
the bytes are, reading goes on at the next LF and raises nothing but the disk's own errors.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from firmware_host.journal.codec import BadLine, decode
from firmware_host.journal.place import Part, Place, chain
from firmware_host.journal.record import MAX_LINE, Record

_CHUNK = 1 << 18
TAIL_BYTES = 4 << 20


@dataclass(frozen=True, slots=True)
class Damage:
    """Something that is not as it was written.

    Attributes:
        file: Name of the file.
        line: Which line of it, from 1.
        offset, length: Its bytes; length 0 where only something is missing.
        kind: "line" (unreadable), "torn" (unreadable and the last, without LF), "no-lf" (a
            whole record that only lacks its LF), "gap" (numbers are missing before it),
            "chain" (it was not written behind the one before it), "duplicate" (its number has
            been; the first counts, this one is not given).
        why: For people.
    """

    file: str
    line: int
    offset: int
    length: int
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Tail:
    """What was added to a file: see `tail`."""

    items: list[Record | Damage]
    offset: int
    hash: str
    rebuild: str = ""
    """Not empty: the file is another than it was, and why; forget all and read from 0."""


def read(
    path: Path, *, after: Place | None = None, upto: int | None = None
) -> Iterator[Record | Damage]:
    """Read one file, streaming. Any thread; a damage stands before the record it concerns.

    Args:
        after: The last record before this file; None: take the first as it is.
        upto: How many bytes count; None: all.

    Raises:
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        yield from _read(file, path.name, after, upto)


def read_evening(folder: Path) -> Iterator[Record | Damage]:
    """Read all files of an evening, in order. As `read`."""
    yield from read_parts(chain(folder))


def read_parts(parts: list[Part]) -> Iterator[Record | Damage]:
    """Read files that `chain` named, in order. As `read`."""
    after: Place | None = Place()
    for part in parts:
        for item in read(part.path, after=after, upto=part.upto):
            if isinstance(item, Record):
                after = Place(part.path.name, item.offset, item.n, item.hash)
            yield item


def tail(path: Path, offset: int, prev_hash: str, *, limit: int = TAIL_BYTES) -> Tail:
    """Read what was added since the last call, up to the last LF: never a part of a record.

    Args:
        offset, prev_hash: As the last call gave them, so the end of a good record and its hash;
            0 and ZERO_HASH at first, or "" at the head of a continuation.
        limit: About how many bytes to read at once; call again while `offset` grows.

    Returns:
        Records and damages in between. Bytes that no good record follows yet are left for
        the next call.

    Raises:
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        size = file.seek(0, 2)
        why = _changed(file, size, offset, prev_hash)
        if why:
            return Tail([], 0, "", why)
        items: list[Record | Damage] = []
        while True:
            file.seek(offset)
            items, end, digest = _whole(file.read(limit), path.name, offset, prev_hash)
            if end > offset or offset + limit >= size:
                return Tail(items, end, digest)
            limit *= 2


def _changed(file: BinaryIO, size: int, offset: int, prev_hash: str) -> str:
    if size < offset:
        return f"the file is shorter than the {offset} bytes that were read"
    if not offset:
        return ""
    end = f'"h":"{prev_hash}"}}\n'.encode()
    file.seek(max(0, offset - len(end)))
    return "" if file.read(len(end)) == end else "another record stands where the last one did"


def _whole(
    data: bytes, name: str, offset: int, prev_hash: str
) -> tuple[list[Record | Damage], int, str]:
    """Return the items of `data` up to its last good record, its end and its hash."""
    items: list[Record | Damage] = []
    good, end, digest = 0, offset, prev_hash
    check = _Check(name, Place(name, offset, -2, prev_hash) if prev_hash else None)
    at = line = 0
    while (lf := data.find(b"\n", at)) >= 0:
        line += 1
        items.extend(check.line(data[at : lf + 1], line, offset + at, lf + 1 - at))
        at = lf + 1
        if items and isinstance(items[-1], Record):
            good, end, digest = len(items), offset + at, items[-1].hash
    return items[:good], end, digest


def _read(
    file: BinaryIO, name: str, after: Place | None, upto: int | None
) -> Iterator[Record | Damage]:
    check = _Check(name, after)
    for line, (raw, offset, length) in enumerate(_lines(file, upto), 1):
        yield from check.line(raw, line, offset, length)


def _lines(file: BinaryIO, upto: int | None) -> Iterator[tuple[bytes, int, int]]:
    """Split at LF; give each line, its offset and its length. A line of more than `MAX_LINE`
    bytes is given by its beginning only, so that no file can fill the memory."""
    offset = 0
    rest = b""
    skipped = 0
    left = upto if upto is not None else 1 << 62
    while chunk := file.read(min(_CHUNK, left)):
        left -= len(chunk)
        pieces = (rest + chunk).split(b"\n")
        rest = pieces.pop()
        for piece in pieces:
            length = skipped + len(piece) + 1
            yield piece + b"\n", offset, length
            offset, skipped = offset + length, 0
        if len(rest) > 2 * MAX_LINE:
            skipped += len(rest) - MAX_LINE - 1
            rest = rest[: MAX_LINE + 1]
    if rest or skipped:
        yield rest, offset, skipped + len(rest)


class _Check:
    """The chain, one line after the other. `after.n` -2: only the hash is known."""

    def __init__(self, name: str, after: Place | None) -> None:
        self._name = name
        self._n = None if after is None else after.n
        self._hash = "" if after is None else after.hash

    def line(self, raw: bytes, line: int, offset: int, length: int) -> Iterator[Record | Damage]:
        whole = raw.endswith(b"\n")
        try:
            if length > MAX_LINE:
                raise BadLine("longer than 64 KiB")
            record = decode(raw, offset)
        except BadLine as bad:
            kind = "line" if whole else "torn"
            yield Damage(self._name, line, offset, length, kind, bad.reason)
            return
        if not whole:
            yield Damage(self._name, line, offset, 0, "no-lf", "only its LF is missing")
        trouble = self._place(record)
        if trouble is not None:
            kind, why = trouble
            extent = length if kind == "duplicate" else 0
            yield Damage(self._name, line, offset, extent, kind, why)
            if kind == "duplicate":
                return
        self._n, self._hash = record.n, record.hash
        yield record

    def _place(self, record: Record) -> tuple[str, str] | None:
        """Return the kind and the text of what is wrong with a record's place, or None."""
        if self._n is None:
            return None
        if self._n != -2:
            expected = self._n + (record.kind != "continues")
            if record.n < expected:
                return "duplicate", f"number {record.n} has been"
            if record.n > expected:
                return "gap", f"numbers {expected} to {record.n - 1} are missing"
        if record.prev != self._hash:
            return "chain", f"record {record.n} was not written behind the one before it"
        return None
