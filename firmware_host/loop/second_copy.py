"""What the daemon knows of the second copy: only what its process says, and when it fell silent."""

from pathlib import Path

from firmware_host.journal.writer import Writer
from firmware_host.loop.play import Play

SILENT_NS = 10_000_000_000
"""The copy's process says something each second; a stick that hangs hangs it too."""


class SecondCopy:
    """Loop thread only. Nobody waits for the copy; its loss is an alarm, once it has been there."""

    def __init__(self, play: Play, writer: Writer, evening: Path) -> None:
        self._play, self._writer = play, writer
        self._evening = f"{evening.parent.name}/{evening.name}"
        self._told_ns: int | None = None
        self._n = -1
        self._why = ""
        self._good = False

    def told(self, n: int | None, why: str, now_ns: int) -> dict[str, object]:
        """Note how far the copy is, or why it is not written; return how far the card is."""
        self._told_ns, self._n = now_ns, self._n if n is None else n
        self._note(why, n is not None, now_ns)
        synced = self._writer.synced
        return {
            "evening": self._evening, "file": synced.file, "bytes": synced.bytes, "n": synced.n,
        }  # fmt: skip

    def look(self, now_ns: int) -> None:
        """Notice that the copy's process has fallen silent."""
        if self._told_ns is not None and now_ns - self._told_ns > SILENT_NS and not self._why:
            self._note("no answer from minuta copy", False, now_ns)

    def row(self) -> dict[str, object] | None:
        """Return its part of the snapshot; None: there is no copy."""
        return None if self._told_ns is None else {"n": self._n, "why": self._why}

    def _note(self, why: str, good: bool, now_ns: int) -> None:
        if why and self._good:
            self._play.alarms.sound("copy-lost", now_ns, text=why)
        elif good:
            self._play.alarms.end("copy-lost", now_ns)
        self._play.changed |= why != self._why
        self._why, self._good = why, good or (self._good and not why)
