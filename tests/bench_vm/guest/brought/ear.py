"""What the loudspeaker plays, recorded by arecord, and when each sample was. Runs in the guest.

A block of samples arrives some time after it was taken and never before: so the block that came
earliest, counted back to the first sample, gives the instant of that.
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
        self.first_ns = None
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
            first_ns = time.monotonic_ns() - frames * 10**9 // RATE_HZ
            self.first_ns = min(self.first_ns or first_ns, first_ns)

    def window(self, from_ns, to_ns):
        """Return samples in base64, and the instant of the first one."""
        begin = max(0, (from_ns - self.first_ns) * RATE_HZ // 10**9)
        end = (to_ns - self.first_ns) * RATE_HZ // 10**9
        part = bytes(self.data[begin * FRAME : end * FRAME])
        return base64.b64encode(part).decode(), self.first_ns + begin * 10**9 // RATE_HZ

    def stop(self):
        """Record no more."""
        self.process.terminate()
        self.process.wait()
