"""A whole Minuta in this process: the real Service with its threads, files, ring and socket.

The board is the simulated one: edges enter through gpiozero's mock pins, in whatever thread
moves the finger, where on a Pi the factory's notify thread calls.
"""

import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from firmware_host.config import Config, Key, Places, boards, default_config, simulated
from firmware_host.control.client import ControlClient
from firmware_host.daemon.daemon import Daemon
from firmware_host.daemon.service import Service, Setting
from firmware_host.journal.opening import Options
from firmware_host.journal.reader import read_evening
from firmware_host.journal.record import Record
from firmware_host.supervision.threads import thread_cpu_ns as cpu_of_threads
from hardware.clock import MonotonicClock
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.sound import RecordingPlayer
from hardware.simulated.switch import RecordingSwitch

SHARED = Path("/dev/shm")
SOURCE = "gpio"
FINGER_PRIORITY = 25
WAIT_S = 20.0


@contextmanager
def folders() -> Iterator[Places]:
    """Yield places of a box of its own: files in a temporary folder, the ring on tmpfs."""
    with tempfile.TemporaryDirectory(prefix="minuta-bench-") as below:
        state = Path(below)
        shared = SHARED if SHARED.is_dir() else state
        runtime = Path(tempfile.mkdtemp(prefix="minuta-bench-", dir=shared))
        try:
            yield Places(
                state=state, runtime=runtime, ring=runtime / "tail.ring",
                socket=runtime / "minuta.sock",
            )  # fmt: skip
        finally:
            shutil.rmtree(runtime)


def config_of(
    board: str = "four-seats",
    format_id: str = "chgk-003",
    settings: Mapping[str, object] | None = None,
    folder: Path | None = None,
    lines: int = 0,
) -> Config:
    """Return the demo's config with this format on this board.

    Args:
        folder: Where a format of the bench's own lies.
        lines: Give the board so many lines: more seats on further headers.
    """
    config = default_config()
    wired = simulated(boards()[board])
    if lines:
        free = iter(range(28, 28 + lines))
        more = [
            Key(key=f"seat{number}", source=SOURCE, line=str(pin), pin=pin)
            for number, pin in zip(
                range(5, 5 + lines - len(wired.keys)), free, strict=False
            )
        ]  # fmt: skip
        wired = replace(wired, keys=(*wired.keys, *more))
    choice = replace(config.format, id=format_id, set=dict(settings or {}), folder=folder)
    sound = replace(config.sound, kind="simulated")
    return replace(config, board=wired, format=choice, sound=sound)


class Running:
    """A service that runs; its devices are the simulated ones and may be looked at."""

    def __init__(self, service: Service, config: Config, places: Places, evening: Path) -> None:
        self.service = service
        self.daemon: Daemon = service.daemon
        self.places = places
        self.evening = evening
        self.keys = _source(self.daemon)
        self._line_of = {key.key: key.line for key in config.board.keys}
        self.client = ControlClient(places.socket, "bench")

    def line(self, key: str) -> str:
        """Return the line of a key."""
        return self._line_of[key]

    def lamp(self, name: str) -> RecordingSwitch:
        """Return a lamp of the board."""
        found = next(one.switch for one in self.daemon.outputs.lamps if one.role == name)
        assert isinstance(found, RecordingSwitch)
        return found

    @property
    def sound(self) -> RecordingPlayer:
        """Return the loudspeaker."""
        found = self.daemon.outputs.sound
        assert isinstance(found, RecordingPlayer)
        return found

    @property
    def status(self) -> str:
        """Return the status of the turn at the table."""
        turn = self.daemon.play.game.turn
        return turn.status if turn else ""

    def annul(self) -> None:
        """Take the turn back; the next one is ready."""
        reply = self.client.request("rule", {"what": "annul", "because": "bench"})
        assert reply.ok, reply

    def tap(self, key: str, for_s: float = 0.04) -> None:
        """Press a key, and release it."""
        line = self.line(key)
        self.keys.press(line)
        time.sleep(for_s)
        self.keys.release(line)


def _source(daemon: Daemon) -> SimulatedButtons:
    found = next(part.part for part in daemon.parts() if part.name == f"keys-{SOURCE}")
    assert isinstance(found, SimulatedButtons)
    return found


@contextmanager
def running(
    config: Config, places: Places, *, real_time: bool = True, options: Options | None = None
) -> Iterator[Running]:
    """Run a service beside this thread, until the block ends.

    Args:
        real_time: False: its threads are made ordinary ones once they run.
    """
    evening = places.state / "events" / "bench" / "evening"
    service = Service(
        Setting(config, places, evening, options or Options(ballast_bytes=0)), MonotonicClock()
    )
    ready = threading.Event()
    faults: list[BaseException] = []

    def run() -> None:
        try:
            service.run(ready.set)
        except BaseException as error:
            faults.append(error)
            ready.set()

    thread = threading.Thread(target=run, name="service")
    thread.start()
    try:
        if not ready.wait(WAIT_S) or faults:
            raise RuntimeError(f"the service does not start: {faults}")
        if not real_time:
            make_ordinary()
        box = Running(service, config, places, evening)
        with box.client:
            yield box
    finally:
        service.stop()
        thread.join(WAIT_S)
    if faults:
        raise faults[0]


def make_ordinary() -> None:
    """Make every thread of this process an ordinary one."""
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):
            os.sched_setscheduler(int(task.name), os.SCHED_OTHER, os.sched_param(0))


@contextmanager
def finger(real_time: bool) -> Iterator[None]:
    """Let this thread be as urgent as a thread that reads edges."""
    before = os.sched_getscheduler(0)
    if real_time:
        with suppress(OSError):
            policy = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
            os.sched_setscheduler(0, policy, os.sched_param(FINGER_PRIORITY))
    try:
        yield
    finally:
        os.sched_setscheduler(0, before & ~os.SCHED_RESET_ON_FORK, os.sched_param(0))


def thread_cpu_ns() -> dict[str, int]:
    """Return the CPU of each thread of this process, by its name; this one's is "finger"."""
    own = threading.get_native_id()
    names = {one.native_id: one.name for one in threading.enumerate()}
    used = {}
    for number, ns in cpu_of_threads().items():
        used["finger" if number == own else names.get(number, "?")] = ns
    return used


def cpu_since(before: Mapping[str, int]) -> dict[str, int]:
    """Return the CPU of the busy threads since then, nanoseconds; the rest is "others"."""
    used = {name: ns - before.get(name, 0) for name, ns in thread_cpu_ns().items()}
    busy = {name: ns for name, ns in used.items() if ns > sum(used.values()) / 50}
    return {**busy, "others": sum(used.values()) - sum(busy.values())}


def wait_for(what: Callable[[], bool], within_s: float = WAIT_S, every_s: float = 0.002) -> None:
    """Wait until something is so.

    Raises:
        TimeoutError: It is not so in time.
    """
    by_s = time.monotonic() + within_s
    while not what():
        if time.monotonic() > by_s:
            raise TimeoutError("what the bench waits for does not come")
        time.sleep(every_s)


def records_of(evening: Path) -> list[Record]:
    """Return the evening's journal."""
    return [one for one in read_evening(evening) if isinstance(one, Record)]


def fifo_allowed() -> bool:
    """Return whether this process may have real-time threads."""
    before = os.sched_getscheduler(0)
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except OSError:
        return False
    os.sched_setscheduler(0, before, os.sched_param(0))
    return True


NO_FIFO = "SCHED_FIFO is refused here: the real-time rows are ordinary ones too"
