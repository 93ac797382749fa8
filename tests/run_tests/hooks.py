"""What a test changes in a daemon before it starts; called in the child by `forge.become`."""

import gc
import json
import os
import resource
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from firmware_host.daemon import service
from firmware_host.daemon.daemon import Daemon
from firmware_host.daemon.parts import Part
from firmware_host.journal.files import Files
from hardware.clock import MonotonicClock
from hardware.edges import Post
from hardware.errors import DeviceNotFound
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.display import RecordingDisplay
from hardware.simulated.pins import nearest_stamp
from hardware.simulated.switch import RecordingSwitch

NOBODY = 65534
TAP_S = 0.04


def slow_card(seconds: float, after: int = 0) -> None:
    """Let each sync take this long, from the sync number `after` on."""
    real, count = Files.sync, [0]

    def sync(self: Files, fd: int, now_ns: int) -> int:
        count[0] += 1
        if count[0] > after:
            time.sleep(seconds)
        return real(self, fd, now_ns)

    Files.sync = sync  # type: ignore[method-assign]


def stalled_card(flag: str) -> None:
    """Let each sync wait while a file of this name is there."""
    real = Files.sync

    def sync(self: Files, fd: int, now_ns: int) -> int:
        while Path(flag).exists():
            time.sleep(0.01)
        return real(self, fd, now_ns)

    Files.sync = sync  # type: ignore[method-assign]


def durable_sizes(path: str) -> None:
    """Write down after each sync how long the journal's file is durable."""
    real = Files.sync

    def sync(self: Files, fd: int, now_ns: int) -> int:
        size = self.size(fd)
        at_ns = real(self, fd, now_ns)
        Path(f"{path}.new").write_text(str(size))
        Path(f"{path}.new").replace(path)
        return at_ns

    Files.sync = sync  # type: ignore[method-assign]


def another_boot(boot: str) -> None:
    """Say another boot id."""
    MonotonicClock.boot_id = lambda self: boot  # type: ignore[method-assign]


def asleep(path: str) -> None:
    """Take from a file how long the machine has slept, nanoseconds."""
    MonotonicClock.asleep_ns = lambda self: int(Path(path).read_text())  # type: ignore[method-assign]


def clock_behind(ns: int) -> None:
    """Let the monotonic clock be behind where it was."""
    MonotonicClock.now_ns = lambda self: time.monotonic_ns() - ns  # type: ignore[method-assign]


def mad_wall() -> None:
    """Let what Python calls the time jump by an hour, there and back, at each asking."""
    real, turn = time.time, [1]

    def mad() -> float:
        turn[0] = -turn[0]
        return real() + 3600 * turn[0]

    time.time = mad


def glass(path: str) -> None:
    """Write down what displays show and lamps do: "<name> <what>", a line each."""
    lock = threading.Lock()

    def note(text: str) -> None:
        with lock, Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")

    show, put = RecordingDisplay.show, RecordingSwitch.set

    def showing(self: RecordingDisplay, text: str) -> None:
        show(self, text)
        note(f"{self.name} {text}")

    def putting(self: RecordingSwitch, on: bool) -> None:
        put(self, on)
        note(f"{self.name} {'on' if on else 'off'}")

    RecordingDisplay.show, RecordingSwitch.set = showing, putting  # type: ignore[method-assign]


def hung_display() -> None:
    """Let the first write to a display never come back, nor its close."""

    def hang(*_: object) -> None:
        time.sleep(3600)

    RecordingDisplay.show = hang  # type: ignore[assignment, method-assign]
    RecordingDisplay.close = hang  # type: ignore[assignment, method-assign]


class _Spinner:
    """A pumped part that computes all the time."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None

    def pump(self, now_ns: int) -> int | None:
        by_ns = now_ns + 50_000_000
        while time.monotonic_ns() < by_ns:
            pass
        return by_ns


def spinner() -> None:
    """Give the daemon a helper that spins, at a helper's priority."""
    real = Daemon.parts

    def parts(self: Daemon) -> "list[Part]":
        return [*real(self), Part("spinner", _Spinner(), 12)]

    Daemon.parts = parts  # type: ignore[assignment, method-assign]


def log_flood() -> None:
    """Log 2,000 long lines a second from a thread, more than a pipe holds in a moment."""

    def flood() -> None:
        while True:
            service._log.info("x" * 500)
            time.sleep(0.0005)

    threading.Thread(target=flood, daemon=True).start()


def no_rights(memlock: int | None = None) -> None:
    """Be an ordinary user's process without a right to real time, and to lock so much."""
    resource.setrlimit(resource.RLIMIT_RTPRIO, (0, 0))
    if memlock is not None:
        resource.setrlimit(resource.RLIMIT_MEMLOCK, (memlock, memlock))
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def probe(path: str) -> None:
    """Write once in 50 ms, as JSON: is the collector on, VmLck and RSS in KiB."""

    def look() -> None:
        while True:
            lines = Path("/proc/self/status").read_text().splitlines()
            status = dict(line.split(":", 1) for line in lines)
            found = {
                "gc": gc.isenabled(),
                "frozen": gc.get_freeze_count(),
                "locked_kib": int(status["VmLck"].split()[0]),
                "rss_kib": int(status["VmRSS"].split()[0]),
            }
            Path(f"{path}.new").write_text(json.dumps(found))
            Path(f"{path}.new").replace(path)
            time.sleep(0.05)

    threading.Thread(target=look, daemon=True).start()


def hung_loop() -> None:
    """Let the loop hang at the first thing that it is asked."""
    from firmware_host.loop.loop import Loop

    real = Loop.pump
    began = time.monotonic()

    def pump(self: Loop, now_ns: int) -> int | None:
        if time.monotonic() - began > 1.0:
            time.sleep(3600)
        return real(self, now_ns)

    Loop.pump = pump  # type: ignore[method-assign]


def fingers(path: str) -> None:
    """Let a FIFO move the fingers on the simulated board, an order a line.

    "close 17", "open 17", "tap 17 2" (twice); "chatter 17 5 2" is five closings and openings, 2 ms
    apart to the nanosecond, a closing, and an opening later.
    """
    sources: list[SimulatedButtons] = []
    real = SimulatedButtons.start

    def start(self: SimulatedButtons, post: Post) -> None:
        sources.append(self)
        real(self, post)

    SimulatedButtons.start = start  # type: ignore[method-assign]

    def move() -> None:
        with Path(path).open(encoding="ascii") as orders:
            for order in orders:
                what, line, *figures = order.split()
                if what in ("close", "open"):
                    sources[0].edge(line, what == "close")
                elif what == "tap":
                    for closed in [True, False] * int(figures[0]):
                        with suppress(DeviceNotFound):  # nobody listens there
                            sources[0].edge(line, closed)
                        time.sleep(TAP_S)
                else:
                    _chatter(sources[0], line, int(figures[0]), int(figures[1]) * 1_000_000)

    threading.Thread(target=move, daemon=True).start()


def _chatter(source: SimulatedButtons, line: str, many: int, apart_ns: int) -> None:
    at_ns = time.monotonic_ns() + 50_000_000
    for nth in range(2 * many + 1):
        source.edge(line, nth % 2 == 0, nearest_stamp(at_ns + nth * apart_ns))
    time.sleep(2 * many * apart_ns / 1e9 + 0.05 + TAP_S)
    source.edge(line, False)
    time.sleep(TAP_S)


def photodiode(line: str, lamp: str, late_ms: int) -> None:
    """Let a line of the simulated board close so long after a lamp goes on, and open with it."""
    real, started = RecordingSwitch.set, SimulatedButtons.start
    sources: list[SimulatedButtons] = []

    def start(self: SimulatedButtons, post: Post) -> None:
        sources.append(self)
        started(self, post)

    def put(self: RecordingSwitch, on: bool) -> None:
        changed = on != self.on
        real(self, on)
        if changed and self.name == lamp:
            at_ns = self.changes[-1][0] + late_ms * 1_000_000
            sources[0].edge(line, on, nearest_stamp(at_ns))

    RecordingSwitch.set, SimulatedButtons.start = put, start  # type: ignore[method-assign]
