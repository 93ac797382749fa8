"""The few calls by which the journal touches a disk, so that a test can let one fail.

Also what kind of file system a folder is on, and whether that can give *recorded*.
"""

import contextlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

_MOUNTS = Path("/proc/self/mountinfo")
_OCTAL = re.compile(r"\\([0-7]{3})")
_MEMORY = frozenset({"tmpfs", "ramfs", "devtmpfs", "hugetlbfs"})


class Files:
    """The real file system. Writer's thread; each call may block for as long as a card does."""

    def create(self, path: Path) -> int:
        """Create a file that is not there yet and make its name durable; return a descriptor.

        Raises:
            OSError: It exists, or the disk refuses.
        """
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
        fd = os.open(path, flags, 0o640)
        try:
            self.sync_folder(path.parent)
        except OSError:
            self.close(fd)
            raise
        return fd

    def open(self, path: Path) -> int:
        """Open an existing file for appending; return a descriptor.

        Raises:
            OSError: It is not there, or the disk refuses.
        """
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)

    def append(self, fd: int, data: bytes) -> int:
        """Write at the end; return how many bytes were taken, maybe not all.

        Raises:
            OSError: None were.
        """
        return os.write(fd, data)

    def sync(self, fd: int, now_ns: int) -> int:
        """Make the file's bytes durable; return the instant from which they are.

        That is `now_ns` here, since the call has come back; a simulated disk names a later one.

        Raises:
            OSError: They may be lost, and a second call could not tell.
        """
        os.fdatasync(fd)
        return now_ns

    def sync_folder(self, folder: Path) -> None:
        """Make a folder's names durable.

        Raises:
            OSError: They are not.
        """
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    def size(self, fd: int) -> int:
        """Return the file's length, bytes."""
        return os.fstat(fd).st_size

    def close(self, fd: int) -> None:
        """Close a descriptor, whatever the disk says to it."""
        with contextlib.suppress(OSError):
            os.close(fd)

    def fill(self, path: Path, size: int) -> None:
        """Take room on the disk: a file of `size` bytes, unless less than four times is free.

        Raises:
            OSError: No room.
        """
        free = os.statvfs(path.parent)
        if path.exists() or free.f_bavail * free.f_frsize < 4 * size:
            return
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(fd, 0, size)
        finally:
            os.close(fd)

    def remove(self, path: Path) -> None:
        """Remove a file, if it is there.

        Raises:
            OSError: The disk refuses.
        """
        path.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class FileSystem:
    """What a folder is on: `kind` for people, `records`: whether a sync there means anything."""

    kind: str
    records: bool


def file_system(folder: Path, mounts: str | None = None) -> FileSystem:
    """Tell what `folder`, which exists, is on.

    An overlay is what its upper folder is on. Where that cannot be seen (it was mounted before
    the root was changed) nothing is claimed: *recorded* must never be said of memory.

    Args:
        mounts: Text of /proc/self/mountinfo; None: of this process.
    """
    text = _MOUNTS.read_text(encoding="utf-8") if mounts is None else mounts
    rows = [_row(line) for line in text.splitlines() if " - " in line]
    kind, options = _mount(rows, folder.resolve() if mounts is None else folder)
    if kind != "overlay":
        return FileSystem(kind or "unknown", bool(kind) and kind not in _MEMORY)
    upper = next((o[9:] for o in options.split(",") if o.startswith("upperdir=")), "")
    below, _ = _mount(rows, Path(upper)) if upper.startswith("/") else ("", "")
    if below in ("", "overlay"):
        return FileSystem("overlay on an unseen file system", False)
    return FileSystem(f"overlay on {below}", below not in _MEMORY)


def _row(line: str) -> tuple[str, str, str]:
    """Return mount point, kind and options of the super block (proc(5))."""
    before, _, after = line.partition(" - ")
    point = _OCTAL.sub(lambda match: chr(int(match[1], 8)), before.split(" ")[4])
    kind, _, options = [*after.split(" "), "", ""][:3]
    return point, kind, options


def _mount(rows: list[tuple[str, str, str]], path: Path) -> tuple[str, str]:
    """Return kind and options of what is mounted nearest above `path`; the last one hides."""
    best, found = -1, ("", "")
    for point, kind, options in rows:
        inside = f"{path}/".startswith(point.rstrip("/") + "/")
        if inside and len(point) >= best:
            best, found = len(point), (kind, options)
    return found
