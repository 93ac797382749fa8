"""Where a journal stands, and which files make up an evening's journal."""

import re
from dataclasses import dataclass
from pathlib import Path

from firmware_host.journal.codec import BadLine, decode
from firmware_host.journal.record import MAX_LINE, ZERO_HASH, Record

FIRST_FILE = "journal.jsonl"
_NUMBERED = re.compile(r"journal-(\d{1,9})\.jsonl")


@dataclass(frozen=True, slots=True)
class Place:
    """How far something is: the file, its bytes up to there, the last record and its hash."""

    file: str = FIRST_FILE
    bytes: int = 0
    n: int = -1
    hash: str = ZERO_HASH


@dataclass(frozen=True, slots=True)
class Part:
    """One file of an evening. `upto`: only so many bytes of it count; None: all."""

    path: Path
    upto: int | None = None


def chain(folder: Path) -> list[Part]:
    """Return the files of an evening in order; empty if there is none. Any thread.

    The last file that holds anything leads; its head names the file it continues, and how
    much of that counts. A file that nothing continues, left by a disk that failed, is no part.

    Raises:
        OSError: The folder or a file cannot be read.
    """
    files = {_number(path): path for path in folder.iterdir() if _number(path)}
    numbers = sorted(n for n, path in files.items() if n == 1 or path.stat().st_size)
    parts: list[Part] = []
    upto: int | None = None
    while numbers:
        path = files[numbers.pop()]
        parts.append(Part(path, upto))
        head = _head(path)
        # Without a head that can be read the file before is the likeliest, all of it.
        before, upto = (None, None) if head is None else _continued(head)
        if before is not None:
            numbers = [n for n in numbers if n <= before]
    return parts[::-1]


def _number(path: Path) -> int:
    if path.name == FIRST_FILE:
        return 1
    match = _NUMBERED.fullmatch(path.name)
    return int(match[1]) if match else 0


def _head(path: Path) -> Record | None:
    with path.open("rb") as file:
        line = file.readline(MAX_LINE)
    try:
        return decode(line)
    except BadLine:
        return None


def _continued(head: Record) -> tuple[int | None, int | None]:
    """Return the number of the file that `head` continues, and how much of it counts."""
    name, size = head.data.get("file"), head.data.get("bytes")
    if head.kind != "continues" or not isinstance(name, str) or not isinstance(size, int):
        return None, None
    return _number(Path(name)) or None, size
