"""The socket file of the daemon: made with its rights, never taken from a living daemon.

A file left by a dead daemon is replaced. The new one is bound beside its name and moved
there, so nobody ever meets it with the wrong rights.
"""

import contextlib
import errno
import grp
import os
import socket
import stat
import struct
from dataclasses import dataclass
from pathlib import Path

from firmware_host.errors import InTheWay

_MODE = 0o660
_SO_PEERGROUPS = 59  # asm-generic/socket.h, Linux 4.13; Python has no name for it
_UCRED = struct.Struct("iII")
_MAX_GROUPS = 256  # 1024 bytes: Python's getsockopt takes no longer answer


@dataclass(frozen=True, slots=True)
class Peer:
    """Who is at the other end, as the kernel says it."""

    pid: int
    uid: int
    groups: frozenset[int]


def open_listener(path: Path, group: str, backlog: int = 16) -> socket.socket:
    """Listen at `path`, mode 0660, owned by `group` where the machine has it.

    Raises:
        InTheWay: A living daemon answers there, something else stands there, or the folder
            cannot be used.
    """
    _clear(path)
    beside = path.with_name(path.name + ".new")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
    try:
        beside.unlink(missing_ok=True)
        listener.bind(str(beside))
        beside.chmod(_MODE)
        gid = group_id(group)
        if gid is not None:
            with contextlib.suppress(PermissionError):
                os.chown(beside, -1, gid)
        listener.listen(backlog)
        beside.rename(path)
    except OSError as error:
        listener.close()
        why = error.strerror or str(error)
        raise InTheWay(error.errno or errno.EIO, f"control socket {path}: {why}") from None
    return listener


def group_id(group: str) -> int | None:
    """Return the number of a group, or None where the machine has no such group."""
    try:
        return grp.getgrnam(group).gr_gid
    except KeyError:
        return None


def peer_of(connection: socket.socket) -> Peer:
    """Return who is at the other end of a connection."""
    raw = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _UCRED.size)
    pid, uid, gid = _UCRED.unpack(raw)
    groups = {gid}
    with contextlib.suppress(OSError):
        more = connection.getsockopt(socket.SOL_SOCKET, _SO_PEERGROUPS, 4 * _MAX_GROUPS)
        groups.update(struct.unpack(f"{len(more) // 4}I", more))
    return Peer(pid, uid, frozenset(groups))


def may_talk(peer: Peer, uid: int, gid: int | None) -> bool:
    """Return whether a peer may talk to a daemon of user `uid` whose group is `gid`."""
    return peer.uid in (0, uid) or (gid is not None and gid in peer.groups)


def _clear(path: Path) -> None:
    """Remove what a dead daemon left."""
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise InTheWay(errno.EEXIST, f"{path} is no socket: move it away")
    except FileNotFoundError:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            path.unlink(missing_ok=True)
            return
        except OSError as error:
            raise InTheWay(errno.EADDRINUSE, f"{path} is in use: {error}") from None
        raise InTheWay(
            errno.EADDRINUSE,
            f"{path}: a Minuta daemon already answers there (process {peer_of(probe).pid})",
        )
