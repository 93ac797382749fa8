"""A disk with a volatile write cache, as QEMU's NBD client sees it: power cuts lose what it held.

Whatever is written stays in memory until a flush, or a write that asks for it (FUA). A cut then
lets each sector of the cache reach the platters or not, by lot: so order is not kept either.
"""

from __future__ import annotations

import os
import random
import socket
import struct
import threading
from pathlib import Path

SECTOR = 512
_HELLO = b"NBDMAGIC" + b"IHAVEOPT"
_OPTION_REPLY = 0x3E889045565A9
_REQUEST, _REPLY = 0x25609513, 0x67446698
_HAS_FLAGS, _SEND_FLUSH, _SEND_FUA = 1, 4, 8
_EXPORT_NAME, _ABORT, _INFO, _GO = 1, 2, 6, 7
_ACK, _SAYS, _UNKNOWN = 1, 3, 0x80000001
_READ, _WRITE, _BYE, _FLUSH = 0, 1, 2, 3
_FUA = 1


class VolatileDisk:
    """Serves one file at a Unix socket, from a thread of its own.

    Attributes:
        flushes: How many flushes and FUA writes have been asked for.
    """

    def __init__(self, path: Path, at: Path, *, deaf: bool = False) -> None:
        """Begin.

        Args:
            path: What is on the platters; raw.
            at: Where the socket is made.
            deaf: It says that it flushes and does not, as cheap cards do: for controls.
        """
        self.flushes = 0
        self._file = os.open(path, os.O_RDWR)
        self._size = os.fstat(self._file).st_size
        self._deaf = deaf
        self._held: dict[int, bytes] = {}
        self._guard = threading.Lock()
        self._fails_next = threading.Event()
        self._failed = threading.Event()
        at.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(at))
        self._listener.listen(2)
        self._thread = threading.Thread(target=self._serve_all, daemon=True)
        self._thread.start()

    def fail(self, limit_s: float) -> None:
        """Lose the power right behind a write that was not flushed; wait for that.

        Raises:
            TimeoutError: Nothing was written.
        """
        self._fails_next.set()
        if not self._failed.wait(limit_s):
            raise TimeoutError("nothing is written to this disk")

    def cut(self, lot: random.Random) -> int:
        """End as a power cut does; return how many held sectors are lost. QEMU is dead already."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(10)
        with self._guard:
            lost = {place for place in self._held if lot.random() < 0.5}
            lost |= set(list(self._held)[:1])  # so that a cut is a test
            for place, data in self._held.items():
                if place not in lost:
                    os.pwrite(self._file, data, place)
            self._held.clear()
        os.close(self._file)
        return len(lost)

    def _serve_all(self) -> None:
        while True:
            try:
                link, _ = self._listener.accept()
            except OSError:
                return
            with link:
                try:
                    if self._greeted(link):
                        self._serve(link)
                except (EOFError, OSError):
                    pass

    def _greeted(self, link: socket.socket) -> bool:
        """Speak about options until the client wants the disk itself."""
        link.sendall(_HELLO + struct.pack(">H", 1))
        _read(link, 4)
        flags = _HAS_FLAGS | _SEND_FLUSH | _SEND_FUA
        while True:
            _, option, length = struct.unpack(">8sII", _read(link, 16))
            _read(link, length)
            if option == _EXPORT_NAME:
                link.sendall(struct.pack(">QH124x", self._size, flags))
                return True
            if option in (_INFO, _GO):
                _tell(link, option, _SAYS, struct.pack(">HQH", 0, self._size, flags))
                _tell(link, option, _ACK)
                if option == _GO:
                    return True
            elif option == _ABORT:
                _tell(link, option, _ACK)
                return False
            else:
                _tell(link, option, _UNKNOWN)

    def _serve(self, link: socket.socket) -> None:
        while True:
            magic, flags, what, handle, at, length = struct.unpack(">IHHQQI", _read(link, 28))
            assert magic == _REQUEST
            data = _read(link, length) if what == _WRITE else b""
            if what == _BYE:
                return
            with self._guard:
                answer = self._do(what, flags, at, length, data)
                if self._held and self._fails_next.is_set():
                    self._failed.set()
                    return
            link.sendall(struct.pack(">IIQ", _REPLY, 0, handle) + answer)

    def _do(self, what: int, flags: int, at: int, length: int, data: bytes) -> bytes:
        places = range(at, at + length, SECTOR)
        if what == _READ:
            found = bytearray(os.pread(self._file, length, at))
            for place in places:
                if place in self._held:
                    found[place - at : place - at + SECTOR] = self._held[place]
            return bytes(found)
        if what == _WRITE:
            for place in places:
                self._held[place] = data[place - at : place - at + SECTOR]
        if what == _FLUSH or flags & _FUA:
            self.flushes += 1
            self._settle(list(self._held) if what == _FLUSH else list(places))
        return b""

    def _settle(self, places: list[int]) -> None:
        if not self._deaf:
            for place in places:
                os.pwrite(self._file, self._held.pop(place), place)


def _read(link: socket.socket, length: int) -> bytes:
    found = bytearray()
    while len(found) < length:
        data = link.recv(length - len(found))
        if not data:
            raise EOFError
        found += data
    return bytes(found)


def _tell(link: socket.socket, option: int, kind: int, data: bytes = b"") -> None:
    link.sendall(struct.pack(">QIII", _OPTION_REPLY, option, kind, len(data)) + data)
