"""A microphone or line-in, and when each of its samples was: for measuring, never for the game.

Blocks of samples arrive some time after they were taken, never before: the earliest arrival of
all blocks, counted back to the first sample, bounds its instant from above. What the device
itself takes is not seen: it is at most about a block, and belongs to the doubt.

The device is opened in a process of its own, which is killed in the end: a sick one hangs nobody.
"""

import contextlib
import os
import struct
import subprocess
import sys
import threading
import time
from array import array
from typing import IO

from hardware.clock import Clock, MonotonicClock
from hardware.errors import DeviceNotFound, HardwareError
from hardware.sound.clips import RATE_HZ

BLOCK_FRAMES = 256
BLOCK_NS = BLOCK_FRAMES * 1_000_000_000 // RATE_HZ
KEPT_BLOCKS = 4 * RATE_HZ // BLOCK_FRAMES
"""Four seconds."""
_HEAD = struct.Struct("<qi")  # when the block arrived, its bytes


class Microphone:
    """Keeps the last four seconds. `since` may be called from any thread."""

    def __init__(self, clock: Clock, device: str | None = None) -> None:
        """Open the device, and begin to keep; `device` is SDL's name, None the first one.

        Raises:
            DeviceNotFound: There is none, or none of this name.
        """
        self._clock = clock
        self._lock = threading.Lock()
        self._blocks: list[tuple[int, bytes]] = []
        self._opened = threading.Event()
        self._child = subprocess.Popen(
            [sys.executable, "-m", __name__, *([device] if device else [])],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert self._child.stdout is not None
        self._thread = threading.Thread(target=self._read, args=(self._child.stdout,), daemon=True)
        self._thread.start()
        while not self._opened.wait(0.05):
            if not self._thread.is_alive():
                why = self.close()
                raise DeviceNotFound(why or "the microphone says nothing")

    def since(self, at_ns: int) -> tuple["array[int]", int]:
        """Return the samples of the blocks that arrived since, and the instant of the first one."""
        with self._lock:
            blocks = [one for one in self._blocks if one[0] >= at_ns]
        samples = array("h", b"".join(block for _, block in blocks))
        frames, first_ns = 0, blocks[0][0] if blocks else at_ns
        for arrived_ns, block in blocks:
            frames += len(block) // 2
            first_ns = min(first_ns, arrived_ns - frames * 1_000_000_000 // RATE_HZ)
        return samples, first_ns

    def close(self) -> str:
        """Release the device; return what it said of a fault. Idempotent."""
        self._child.kill()
        _, said = self._child.communicate()
        self._thread.join()
        return said.decode(errors="replace").strip().rpartition("\n")[2]

    def _read(self, stream: IO[bytes]) -> None:
        while len(head := stream.read(_HEAD.size)) == _HEAD.size:
            arrived_ns, size = _HEAD.unpack(head)
            block = stream.read(size)
            with self._lock:
                self._blocks.append((arrived_ns, block))
                del self._blocks[:-KEPT_BLOCKS]
            self._opened.set()


def main() -> None:
    """Be the process: give blocks on standard output until nobody reads them."""
    from hardware.sound.pygame_mixer import capture

    clock, out = MonotonicClock(), os.dup(1)
    os.dup2(2, 1)

    def take(block: bytes) -> None:
        try:
            os.write(out, _HEAD.pack(clock.now_ns(), len(block)) + block)
        except OSError:
            os._exit(0)

    try:
        kept = capture(sys.argv[1] if sys.argv[1:] else None, BLOCK_FRAMES, take)
    except HardwareError as error:
        sys.exit(str(error))
    with contextlib.suppress(KeyboardInterrupt):
        while kept:
            time.sleep(3600)
    os._exit(0)


if __name__ == "__main__":
    main()
