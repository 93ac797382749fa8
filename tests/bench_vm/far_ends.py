"""What is at the far end of a serial line of the guest: a key box, a scoreboard. In this process.

The guest's clock goes on as this machine's does; only its zero is another.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from device_tests.scoreboard import PlainBoard
from device_tests.simulated_box import SimulatedBox

_BEAT_S = 0.5


class _FarEnd:
    """Reads a socket on a thread of its own until it is closed."""

    def __init__(self, path: Path, hear: Callable[[bytes], bytes]) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._socket.settimeout(0.01)
        self._hear = hear
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while not self._ended.is_set():
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                data = b""
            if said := self._hear(data):
                self._socket.sendall(said)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._socket.close()


class Box(_FarEnd):
    """The key box: the tests' own, speaking the open protocol (hardware/firmware/README.md)."""

    def __init__(self, path: Path) -> None:
        self._box = SimulatedBox()
        self._lock = threading.Lock()
        self._beat_s = 0.0
        super().__init__(path, self._answer)

    def _answer(self, data: bytes) -> bytes:
        now_ns = time.monotonic_ns()
        with self._lock:
            said: bytes = self._box.hear(data, now_ns)
            if now_ns / 1e9 >= self._beat_s + _BEAT_S:
                self._beat_s = now_ns / 1e9
                said += self._box.beat(now_ns)
        return said

    def tap(self, line: int, closed_s: float = 0.08) -> None:
        """Press a key of the box."""
        for closed in (True, False):
            with self._lock:
                self._box.edge(line, closed, time.monotonic_ns())
            time.sleep(closed_s)


class Scoreboard(_FarEnd):
    """A board of the plain protocol (hardware/displays/SERIAL.md); keeps each text it showed."""

    def __init__(self, path: Path) -> None:
        self._board = PlainBoard()
        super().__init__(path, self._take)

    @property
    def texts(self) -> list[str]:
        """What it has shown."""
        return list(self._board.shown)

    def _take(self, data: bytes) -> bytes:
        self._board.feed(data)
        return b""
