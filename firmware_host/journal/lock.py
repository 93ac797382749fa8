"""One daemon an evening: a lock that the kernel takes back when its holder dies."""

import contextlib
import fcntl
import os
from pathlib import Path

from firmware_host.errors import InTheWay

LOCK_FILE = "lock"


def lock(folder: Path) -> int:
    """Take an evening's folder; return a descriptor that holds it until it is closed.

    The folder itself is locked, and a file in it only says by whom: so a disk that has
    become full or read-only does not keep the daemon from starting.

    Raises:
        InTheWay: Another process holds it (named).
        OSError: There is no such folder.
    """
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    name = folder / LOCK_FILE
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(fd)
        holder = "unknown"
        with contextlib.suppress(OSError):
            holder = name.read_text("ascii", "replace")[:20].strip() or holder
        raise InTheWay(f"{folder} is held by process {holder}: stop that Minuta first.") from error
    with contextlib.suppress(OSError):
        name.write_text(f"{os.getpid()}\n", "ascii")
    return fd
