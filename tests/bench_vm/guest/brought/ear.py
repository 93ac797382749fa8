"""What the loudspeaker plays, recorded by arecord, and when each sample was. Runs in the guest.

A block of samples arrives some time after it was taken and never before: so of the blocks about an
instant the one that came earliest says when its samples were. Only those are asked: where the
emulator stood still, samples are missing.
"""

import base64
import os
import subprocess
import threading
import time

RATE_HZ = 44_100
FRAME = 2  # 16 bits, one channel
BLOCK_FRAMES = 441


class Ear:
    """Records from its making on."""

    def __init__(self):
        self.data = bytearray()
        self.zeros = []  # (arrival, instant of the first sample if none was ever missing)
        self.process = subprocess.Popen(
            ["arecord", "-q", "-D", "default", "-f", "S16_LE", "-c", "1", "-r", str(RATE_HZ),
             "-t", "raw", f"--period-size={BLOCK_FRAMES}", "--buffer-size=32768"],
            stdout=subprocess.PIPE,
        )  # fmt: skip
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        pipe = self.process.stdout.fileno()
        while block := os.read(pipe, BLOCK_FRAMES * FRAME):
            self.data += block
            frames = len(self.data) // FRAME
            now_ns = time.monotonic_ns()
            self.zeros.append((now_ns, now_ns - frames * 10**9 // RATE_HZ))

    def window(self, from_ns, to_ns):
        """Return samples in base64, and the instant of the first one."""
        zero_ns = min(zero for at, zero in self.zeros if from_ns <= at <= to_ns)
        begin = max(0, (from_ns - zero_ns) * RATE_HZ // 10**9)
        end = (to_ns - zero_ns) * RATE_HZ // 10**9
        part = bytes(self.data[begin * FRAME : end * FRAME])
        return base64.b64encode(part).decode(), zero_ns + begin * 10**9 // RATE_HZ

    def stop(self):
        """Record no more."""
        self.process.terminate()
        self.process.wait()
