"""A display whose glass is a terminal; on any other stream, one line a frame.

It never waits: what cannot be written at once is dropped and counted. The stream's own flags
are not touched, since a log may share it: pipes and terminals are opened a second time
without blocking, sockets (journald's) are sent to without waiting.
"""

import os
import select
import socket
import stat
from collections.abc import Callable

from hardware.displays.segments import COLON, DASH, POINT, segments
from hardware.errors import DeviceLost

_CLEAR = "\x1b[H\x1b[2J"


class ConsoleDisplay:
    """A `CountdownDisplay` on a stream. Thread: its own output's.

    Attributes:
        dropped: Frames that the stream would not take at once. The next one is shown again.
    """

    again_ns: int | None = None

    def __init__(self, name: str, fd: int = 2, *, big: bool | None = None) -> None:
        """Open the stream behind `fd` for frames.

        Args:
            fd: An open file descriptor; it stays its owner's and is not closed here.
            big: Digits of three rows, each frame over the last; if not given, on terminals.
        """
        self.name = name
        self.dropped = 0
        self._big = os.isatty(fd) if big is None else big
        self._fd, self._write, self._release = _never_waiting(fd)
        self._closed = False

    def show(self, text: str) -> None:
        """Write one frame, or drop it if the stream is stalled."""
        if self._closed:
            raise DeviceLost(f"display {self.name} is closed")
        frame = f"{_CLEAR}{big_text(text, self._columns())}\n" if self._big else self._line(text)
        data = frame.encode("utf-8", "replace")
        try:
            self.dropped += self._write(data) < len(data)
        except BlockingIOError:
            self.dropped += 1
        except OSError as error:
            raise DeviceLost(f"display {self.name}: {error}") from error

    def close(self) -> None:
        """Blank a terminal; on a stream nothing is written."""
        if self._closed:
            return
        try:
            if self._big:
                self.show("")
        except DeviceLost:
            pass  # it is gone: as blank as it gets
        finally:
            self._closed = True
            self._release()

    def _line(self, text: str) -> str:
        return f"{self.name} {text}\n"

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._fd).columns or 80
        except OSError:
            return 80


def big_text(text: str, columns: int = 80) -> str:
    """Return `text` in three rows of seven-segment shapes, or as it is if that does not fit."""
    masks = segments(text, max(len(text), 1))
    while len(masks) > 1 and not masks[0]:
        del masks[0]
    if len(masks) * 4 > columns or (len(masks) > 1 and all(mask == DASH for mask in masks)):
        return text
    rows = ["", "", ""]
    for mask in masks:
        bit = [bool(mask >> n & 1) for n in range(7)]
        mark = ("." if mask & (POINT | COLON) else " ", "." if mask & COLON else " ")
        rows[0] += f" {'_' if bit[0] else ' '}  "
        rows[1] += (
            f"{'|' if bit[5] else ' '}{'_' if bit[6] else ' '}{'|' if bit[1] else ' '}{mark[1]}"
        )
        rows[2] += (
            f"{'|' if bit[4] else ' '}{'_' if bit[3] else ' '}{'|' if bit[2] else ' '}{mark[0]}"
        )
    if text.rstrip().endswith("?"):
        rows[2] = f"{rows[2][:-1]}?"
    return "\n".join(row.rstrip() for row in rows)


def _never_waiting(fd: int) -> tuple[int, Callable[[bytes], int], Callable[[], None]]:
    """Return a descriptor of our own for `fd`'s stream, its write that never waits, its close."""
    kind = os.fstat(fd).st_mode
    if stat.S_ISSOCK(kind):
        peer = socket.socket(fileno=os.dup(fd))
        return peer.fileno(), lambda data: peer.send(data, socket.MSG_DONTWAIT), peer.close
    write: Callable[[int, bytes], int] = os.write
    try:
        if stat.S_ISREG(kind):
            own = os.dup(fd)  # a file is always ready, and opened anew would begin at its start
        else:
            own = os.open(f"/proc/self/fd/{fd}", os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:  # somebody else's terminal, as after su
        own, write = os.dup(fd), _write_if_room
    return own, lambda data: write(own, data), lambda: os.close(own)


def _write_if_room(fd: int, data: bytes) -> int:
    room = select.poll()
    room.register(fd, select.POLLOUT)
    return os.write(fd, data) if room.poll(0) else 0
