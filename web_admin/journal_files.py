"""Where the journal's bytes are: the only door of the pages to `firmware_host.journal`."""

from pathlib import Path

from firmware_host.journal import reader
from firmware_host.journal.reader import Damage, Tail, tail
from firmware_host.journal.record import ZERO_HASH, Record

__all__ = ["ZERO_HASH", "Damage", "Record", "Tail", "evening_of", "parts_of", "tail"]


def evening_of(folder: Path) -> Path | None:
    """Return the evening's folder: `folder` itself, or the newest below it; None: no journal."""
    if (folder / "journal.jsonl").is_file():
        return folder
    found = [path for path in folder.rglob("journal*.jsonl") if path.is_file()]
    return max(found, key=lambda path: path.stat().st_mtime_ns).parent if found else None


def parts_of(evening: Path) -> list[tuple[Path, int | None]]:
    """Return the evening's files in order, each with how many bytes count (None: all)."""
    parts = reader.chain(evening)  # type: ignore[attr-defined]  # the reader's own order of files
    return [(part.path, part.upto) for part in parts]
