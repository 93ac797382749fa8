"""One daemon an evening: a lock that the kernel takes back when its holder dies."""

import fcntl
import os
from pathlib import Path

from firmware_host.errors import InTheWay

LOCK_FILE = "lock"


def lock(folder: Path) -> int:
    """Take an evening's folder; return a descriptor that holds it until it is closed.

    Raises:
        InTheWay: Another process holds it (named), or the lock cannot be made.
    """
    path = folder / LOCK_FILE
    try:
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
    except OSError as error:
        raise InTheWay(f"{path} cannot be made: {error}. Is the disk read-only?") from error
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.pread(fd, 20, 0).decode("ascii", "replace").strip() or "unknown"
        os.close(fd)
        raise InTheWay(f"{folder} is held by process {holder}: stop that Minuta first.") from error
    os.ftruncate(fd, 0)
    os.pwrite(fd, f"{os.getpid()}\n".encode(), 0)
    return fd
