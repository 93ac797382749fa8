"""A cable from a real SDL device's output to its input, with a length in time.

It takes what comes when it comes and gives 44,100 frames each second, as sound cards do: SDL's
disk device has a pace of its own. It knows when each frame comes out of it.
"""

from __future__ import annotations

import os
import threading
import time
from array import array
from pathlib import Path

RATE_HZ = 44_100
TICK_S = 0.005
_IN_FRAME, _OUT_FRAME = 4, 2  # left and right; left alone


class Cable:
    """From `out` to `into`, two FIFOs that it makes in a folder."""

    def __init__(self, folder: Path, long_s: float = 0.0, *, broken: bool = False) -> None:
        self.out, self.into = folder / "out", folder / "into"
        os.mkfifo(self.out)
        os.mkfifo(self.into)
        self.onsets_ns: list[int] = []
        """When the first frame after silence came out."""
        self._long_s = long_s
        self._broken = broken
        self._line: list[tuple[float, bytes]] = []  # due, mono samples
        self._lock = threading.Lock()
        for run in (self._take, self._give):
            threading.Thread(target=run, daemon=True).start()

    @property
    def env(self) -> dict[str, str]:
        return {
            "SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(self.out),
            "SDL_DISKAUDIOFILEIN": str(self.into),
        }  # fmt: skip

    def _take(self) -> None:
        with self.out.open("rb", buffering=0) as source:
            while block := source.read(4096):
                left = array("h", block[: len(block) // _IN_FRAME * _IN_FRAME])[::2].tobytes()
                if self._broken:
                    left = bytes(len(left))
                with self._lock:
                    self._line.append((time.monotonic() + self._long_s, left))

    def _give(self) -> None:
        fd = os.open(self.into, os.O_WRONLY)
        began, given, waiting, silent = time.monotonic(), 0, b"", True
        while True:
            time.sleep(TICK_S)
            now = time.monotonic()
            with self._lock:
                while self._line and self._line[0][0] <= now:
                    block = self._line.pop(0)[1]
                    if any(block) or len(waiting) < len(block):  # else silence heaps up
                        waiting += block
            want = (int((now - began) * RATE_HZ) - given) * _OUT_FRAME
            data, waiting = waiting[:want].ljust(want, b"\0"), waiting[want:]
            samples = array("h", data)
            if silent and any(samples):
                frame = given + next(n for n, one in enumerate(samples) if one)
                self.onsets_ns.append(int((began + frame / RATE_HZ) * 1e9))
            if data:
                silent = not any(samples[-200:])
            given += len(samples)
            try:
                os.write(fd, data)
            except BrokenPipeError:
                return
