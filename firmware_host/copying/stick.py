"""Journals on a stick: the same files, byte for byte, behind the card by a second at most.

A pass looks at everything anew and remembers nothing, so a stick may be pulled, changed or filled
at any instant; the next pass goes on from what is there.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from firmware_host.journal.place import Part, chain
from firmware_host.journal.record import MAX_LINE

FOLDER = "minuta-journals"
_CHUNK = 1 << 20
_NOT_ON_FAT = re.compile(r'[<>:"|?*\\\x00-\x1f]|[ .]$')


@dataclass(frozen=True, slots=True)
class Vouched:
    """How far the daemon's journal is *recorded*: its evening as "event/evening", the file there,
    its bytes, and the number of the last record in them."""

    evening: str = ""
    file: str = ""
    bytes: int = 0
    n: int = -1


class NoStick(OSError):
    """Nothing is mounted there: what was written there would fill the card."""


def copy_all(events: Path, mount: Path, vouched: Vouched) -> int:
    """Bring the copy of every evening up to the card; return how many bytes it took.

    What the daemon vouches for is copied to there and no further: a power cut may take the rest
    from the card, and number it anew. Of files that it does not write this makes sure itself.

    Args:
        events: The folder of all events.
        mount: Where the stick is mounted.

    Raises:
        NoStick: `mount` is a folder of the card, or none.
        OSError: The stick or the card refuses.
    """
    if not events.is_dir():
        return 0
    if not mount.is_dir() or mount.stat().st_dev == events.stat().st_dev:
        raise NoStick(0, "no stick is mounted here", str(mount))
    added = 0
    for evening in sorted(events.glob("*/*")):
        name = str(evening.relative_to(events))
        parts = chain(evening) if evening.is_dir() else []
        if name == vouched.evening:
            parts = _up_to(parts, vouched)
        if parts:
            home = _home(mount / FOLDER / _fat(evening.parent.name), _fat(evening.name), parts)
            added += sum(_append(part, home / part.path.name) for part in parts)
    return added


def _up_to(parts: list[Part], vouched: Vouched) -> list[Part]:
    """Cut an evening's files at what the daemon vouches for."""
    names = [part.path.name for part in parts]
    if vouched.file not in names:
        return []
    at = names.index(vouched.file)
    return [*parts[:at], Part(parts[at].path, vouched.bytes)]


def _fat(name: str) -> str:
    return _NOT_ON_FAT.sub("_", name)


def _home(folder: Path, name: str, parts: list[Part]) -> Path:
    """Return the evening's folder on the stick, a new one where others hold another chain."""
    number, home = 1, folder / name
    while home.exists() and not _same_chain(home, parts):
        number += 1
        home = folder / f"{name}~{number}"
    if not home.exists():
        home.mkdir(parents=True)
        _sync(home.parent)
    return home


def _same_chain(home: Path, parts: list[Part]) -> bool:
    names = {part.path.name for part in parts}
    there = {path.name for path in home.glob("journal*.jsonl")}
    return there <= names and all(
        _agree(part.path, home / part.path.name) for part in parts if part.path.name in there
    )


def _agree(source: Path, copy: Path) -> bool:
    """Tell whether one file is the other's beginning, by its last whole line at least: that
    line's hash stands for all before it."""
    with source.open("rb") as one, copy.open("rb") as other:
        size = min(os.fstat(one.fileno()).st_size, os.fstat(other.fileno()).st_size)
        at = max(0, size - 2 * MAX_LINE)
        one.seek(at)
        other.seek(at)
        return one.read(size - at) == other.read(size - at)


def _append(part: Part, copy: Path) -> int:
    """Append what the copy lacks, and sync it; return how many bytes."""
    with part.path.open("rb") as source:
        size = os.fstat(source.fileno()).st_size if part.upto is None else part.upto
        have = copy.stat().st_size if copy.exists() else -1
        if have >= size:
            return 0
        if part.upto is None:
            os.fdatasync(source.fileno())
        source.seek(max(have, 0))
        with copy.open("ab", buffering=0) as target:
            at = max(have, 0)
            while at < size and (data := source.read(min(_CHUNK, size - at))):
                at += target.write(data)
                source.seek(at)
            os.fdatasync(target.fileno())
    if have < 0:
        _sync(copy.parent)
    return at - max(have, 0)


def _sync(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
