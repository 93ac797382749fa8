"""Where state, ring and socket live: as systemd says, else XDG, else HOME, else beside Python.

`find_places` only looks; `Places.make` makes the folders.
"""

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware_host.errors import InTheWay

SOCKET_MOST = 107
"""Bytes of a Unix socket's path: sun_path of Linux (unix(7)) without its last zero."""
SHARED = Path("/dev/shm")
RING = "tail.ring"
SOCKET = "minuta.sock"
_IN_MEMORY = ("tmpfs", "ramfs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where things are kept.

    Attributes:
        state: Folder of journals and plans; on the card.
        runtime: Folder of what lives only while the box runs.
        ring: The ring's file.
        socket: The control socket.
        notes: What is not as it should be, one sentence each, to be shown.
    """

    state: Path
    runtime: Path
    ring: Path
    socket: Path
    notes: tuple[str, ...] = ()

    def make(self) -> None:
        """Make the folders, for this user only.

        Raises:
            InTheWay: One cannot be made or written, or belongs to somebody else.
        """
        for folder in dict.fromkeys(
            (self.state, self.runtime, self.ring.parent, self.socket.parent)
        ):
            _make(folder)


def find_places(
    state: Path | None,
    env: Mapping[str, str],
    fs_type: Callable[[Path], str] | None = None,
    shared: Path = SHARED,
) -> Places:
    """Return where things are kept. Makes nothing.

    Args:
        state: The folder that the config names, if it does.
        env: STATE_DIRECTORY and RUNTIME_DIRECTORY of systemd, XDG_STATE_HOME,
            XDG_RUNTIME_DIR, HOME; relative XDG paths do not count (XDG base directories).
        fs_type: Kind of the file system below a path; None: as the kernel says.
        shared: A folder in memory that every user may write.
    """
    kind_of = fs_type or file_system
    notes: list[str] = []
    own = shared / f"minuta-{os.getuid()}"
    kept = state or _state(env)
    runtime = _runtime(env) or (own if shared.is_dir() else kept / "run")
    ring = runtime / RING
    if kind_of(runtime) not in _IN_MEMORY and shared.is_dir():
        ring = own / f"{_digest(runtime)}-{RING}"  # another daemon has its ring beside it
    if kind_of(ring.parent) not in _IN_MEMORY:
        notes.append(
            f"the ring is not in memory but in {ring.parent}: a crash may cost the last moments,"
            " and the card wears out; give RUNTIME_DIRECTORY a folder on tmpfs"
        )
    socket = _socket(runtime / SOCKET, own, shared, notes)
    return Places(state=kept, runtime=runtime, ring=ring, socket=socket, notes=tuple(notes))


def file_system(path: Path) -> str:
    """Return the kind of file system that a path is or will be on; "" if unknown."""
    try:
        lines = Path("/proc/self/mountinfo").read_text(errors="surrogateescape").splitlines()
    except OSError:
        return ""
    real, best, kind = os.path.realpath(path), "", ""
    for line in lines:
        head, _, tail = line.partition(" - ")
        point = re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), head.split()[4])
        inside = real == point or real.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, tail.split()[0]
    return kind


def _state(env: Mapping[str, str]) -> Path:
    if given := env.get("STATE_DIRECTORY"):
        return Path(given.split(":")[0])
    if found := _absolute(env, "XDG_STATE_HOME"):
        return found / "minuta"
    if home := _absolute(env, "HOME"):
        return home / ".local" / "state" / "minuta"
    return Path(sys.prefix) / "var" / "minuta"


def _runtime(env: Mapping[str, str]) -> Path | None:
    if given := env.get("RUNTIME_DIRECTORY"):
        return Path(given.split(":")[0])
    found = _absolute(env, "XDG_RUNTIME_DIR")
    return found / "minuta" if found else None


def _absolute(env: Mapping[str, str], name: str) -> Path | None:
    given = env.get(name, "")
    return Path(given) if given.startswith("/") else None


def _socket(wanted: Path, own: Path, shared: Path, notes: list[str]) -> Path:
    """Return the socket's path, or a shorter one that is as much its own."""
    if len(os.fsencode(wanted)) <= SOCKET_MOST:
        return wanted
    for folder in (own, Path(tempfile.gettempdir()) / own.name, Path("/tmp") / own.name):
        short = folder / f"{_digest(wanted)}.sock"
        if folder.parent.is_dir() and len(os.fsencode(short)) <= SOCKET_MOST:
            notes.append(f"{wanted} is too long for a socket: it is {short} instead")
            return short
    notes.append(f"{wanted} is too long for a socket, and there is no {shared} or /tmp")
    return wanted


def _digest(path: Path) -> str:
    """Return a short name that no other path has."""
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.name.startswith("minuta-") and folder.lstat().st_uid != os.getuid():
            raise InTheWay(f"{folder}: it belongs to another user: have it removed")
        with tempfile.TemporaryFile(dir=folder):
            pass
    except InTheWay:
        raise
    except OSError as error:
        why = error.strerror or str(error)
        raise InTheWay(
            f"{folder}: {why}: let this user write there, or name another folder in box.state,"
            " STATE_DIRECTORY or RUNTIME_DIRECTORY"
        ) from error
