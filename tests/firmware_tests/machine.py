"""The box's firmware in simavr, turned in step with a simulated host clock.

Each step sets the host's clock to its end, then lets the processor run to there: so a byte of the
box is stamped when it arrived or later, one of the host leaves when it was written or later, and
every instant is known exactly.
"""

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from hardware.buttons import serial_box
from hardware.buttons.serial_box import SerialBoxButtons
from hardware.edges import Edge, Levels, SourceState
from hardware.serial_port import SerialPort
from hardware.simulated.clock import SimulatedClock

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "hardware" / "firmware"
PACKAGES = "gcc-avr avr-libc libsimavr-dev gcc libc6-dev make"
T0_NS = 5 * 86_400 * 10**9
STEP = 8_000  # half a millisecond at 16 MHz
LINES = {str(n): n for n in range(1, 19)}


def build(folder, defines=""):
    """Compile firmware and simulator; skip, which is a failure in CI, where a tool is missing."""
    there = shutil.which("avr-gcc") and shutil.which("gcc") and shutil.which("make")
    if not there or not Path("/usr/include/simavr/sim_avr.h").exists():
        pytest.skip(f"no AVR tools: apt install {PACKAGES}")
    make = ["make", "-s", "-C", FIRMWARE, f"OUT={folder}", f"DEFINES={defines}"]
    subprocess.run(make, check=True)
    flags = ["-O2", "-Wall", "-Wextra", "-Werror"]
    files = ["-o", folder / "runner", HERE / "runner.c", "-lsimavr", "-lutil"]
    subprocess.run(["gcc", *flags, *files], check=True)


class CountedPort(SerialPort):
    """A port that counts what was written, so that the simulator can wait for it."""

    written = 0

    def write(self, data):
        count = super().write(data)
        self.written += count
        return count


class Machine:
    """The running box and the source at its port."""

    def __init__(self, folder, monkeypatch, drift_ppm=0):
        monkeypatch.setattr(serial_box, "SerialPort", CountedPort)
        self.process = subprocess.Popen(
            [folder / "runner", folder / "box.elf"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        while not (name := self.process.stdout.readline().strip()).startswith("/dev/"):
            assert self.process.poll() is None
        self.drift_ppm = drift_ppm
        self.cycle = 0
        self.clock = SimulatedClock(T0_NS)
        self.posted, self.truth, self.box_edges = [], [], []
        self.source = SerialBoxButtons("box", LINES, self.clock, name)
        self._taken = 0
        edge = self.source._edge
        self.source._edge = lambda line, at_ns: (self.box_edges.append(line), edge(line, at_ns))

    def ns(self, cycle):
        """Return the host's time of a cycle; the box's quartz is off by the drift."""
        return T0_NS + cycle * 625 * (1_000_000 + self.drift_ppm) // 10_000_000

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def pin(self, line, closed, cycle):
        """Move a contact; known to the truth."""
        self.truth.append((str(line), closed, self.ns(cycle)))
        self.tell(f"pin {line} {int(closed)} {cycle}")

    def run(self, seconds):
        for _ in range(round(seconds * 16_000_000 / STEP)):
            self.step()

    def step(self):
        self.cycle += STEP
        self.clock.set_ns(self.ns(self.cycle + 64))  # an instruction may end a little later
        written = getattr(self.source._device, "written", 0)
        self.tell(f"run {self.cycle} {written - self._taken}")
        self._taken = written
        _, sent = self.process.stdout.readline().split()
        inbox = self.source._inbox
        for _ in range(20_000):
            if inbox is None or inbox.taken >= int(sent):
                break
            time.sleep(0.0001)
        else:
            raise AssertionError("the box's bytes did not arrive")
        self.source.pump(self.clock.now_ns())

    def start(self):
        self.source.start(self.posted.append)
        self.source.pump(self.clock.now_ns())
        self.run(0.3)
        assert [state.alive for state in self.of(SourceState)] == [True]

    def levels(self):
        """Ask, and return the lines that were closed."""
        before = len(self.of(Levels))
        self.source.ask(self.clock.now_ns())
        self.run(0.05)
        assert len(self.of(Levels)) == before + 1
        return self.of(Levels)[-1].closed

    def of(self, kind):
        return [report for report in self.posted if isinstance(report, kind)]

    def outside(self):
        """Return the edges whose stated interval does not have the truth in it."""
        edges = self.of(Edge)
        assert [(e.line, e.closed_hint) for e in edges] == [t[:2] for t in self.truth]
        return [
            (edge, at_ns)
            for edge, (_, _, at_ns) in zip(edges, self.truth, strict=True)
            if not edge.at_ns - edge.u_ns <= at_ns <= edge.at_ns
        ]

    def close(self):
        self.source.close()
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()
