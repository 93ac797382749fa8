"""`minuta run`: the daemon with its threads, its socket and its signals, until SIGTERM."""

import logging
import os
import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from firmware_host.config import Config, Places
from firmware_host.control.server import ControlServer
from firmware_host.daemon.daemon import Daemon, Part
from firmware_host.daemon.devices import Devices, build_devices
from firmware_host.daemon.snapshot import PRODUCT
from firmware_host.errors import InTheWay
from firmware_host.journal.opening import Options
from firmware_host.supervision.notify import notify
from firmware_host.supervision.process import collect, freeze, prepare
from firmware_host.supervision.threads import ThreadWatch
from hardware.clock import Clock, MonotonicClock
from hardware.pumping import PumpThread

CONTROL_PRIORITY = 11
COLLECT_EVERY_NS = 60_000_000_000
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Setting:
    """What a service is started with."""

    config: Config
    places: Places
    evening: Path
    options: Options | None = None


class Service:
    """One run. Everything is started in order here, and stopped in reverse."""

    def __init__(self, setting: Setting, clock: Clock | None = None) -> None:
        self._setting = setting
        self._clock = clock or MonotonicClock()
        self._stopping = threading.Event()
        self._threads: list[PumpThread] = []
        self._loop_thread = 0
        self._collected_ns = 0
        self.daemon: Daemon

    def run(self, ready: Callable[[], None] = lambda: None) -> int:
        """Run until `stop` or a signal; return the exit code.

        Raises:
            InTheWay: The socket, the journal or a folder is held.
            HostError, HardwareError: What cannot be started, in words.
        """
        gained = prepare()
        with ExitStack() as closing:
            self._start(closing)
            self._catch_signals()
            freeze()
            notify("READY=1")
            _log.info("ready: %s", {**gained, "real_time": self._real_time()})
            ready()
            while not self._stopping.wait(timeout=3.0):
                notify("WATCHDOG=1")
            notify("STOPPING=1")
        return 0

    def stop(self) -> None:
        """Let `run` end. Any thread, and signal handlers."""
        self._stopping.set()

    def _start(self, closing: ExitStack) -> None:
        setting = self._setting
        setting.evening.parent.mkdir(parents=True, exist_ok=True)
        devices = build_devices(setting.config, self._clock)
        server = self._server()
        self.daemon = Daemon(
            setting.config, self._clock, devices, setting.evening, setting.places.ring,
            setting.options, server.publish,
        )  # fmt: skip
        closing.callback(self.daemon.stop)
        self._make_threads()
        self._notes(devices)
        self.daemon.start()
        self.daemon.idle = self._idle
        for thread in self._threads:
            thread.start()
            closing.callback(thread.stop)
        server.start()
        closing.callback(server.close)
        self.daemon.loop.call(self._begun)

    def _server(self) -> ControlServer:
        return ControlServer(
            self._setting.places.socket,
            lambda request, answer: self.daemon.loop.submit(request, answer),
            boot=self._clock.boot_id(), product=PRODUCT,
            in_thread=lambda: _real_time(CONTROL_PRIORITY), now_ns=self._clock.now_ns,
        )  # fmt: skip

    def _make_threads(self) -> None:
        for part in [*self.daemon.parts(), Part("watch", self._watch(), 31)]:
            self._threads.append(
                PumpThread(
                    part.part, self._clock, part.name, priority=part.priority,
                    on_fault=self._fault,
                )
            )  # fmt: skip

    def _watch(self) -> ThreadWatch:
        return ThreadWatch(self._demoted, lambda: frozenset({self._loop_thread, os.getpid()}))

    def _begun(self) -> None:
        """First thing in the loop's thread."""
        self._loop_thread = threading.get_native_id()
        self.daemon.snapshots.real_time = self._real_time()
        self.daemon.play.changed = True

    def _real_time(self) -> bool:
        return all(thread.real_time for thread in self._threads)

    def _notes(self, devices: Devices) -> None:
        for note in self._setting.places.notes:
            devices.faults.append(note)

    def _demoted(self, _thread: int, name: str) -> None:
        self._alarm("thread-demoted", name)

    def _fault(self, name: str, error: Exception) -> None:
        _log.error("%s: %s: %s", name, type(error).__name__, error, exc_info=error)
        self._alarm("fault", f"{name}: {type(error).__name__}: {error}")

    def _alarm(self, kind: str, text: str) -> None:
        def sound() -> None:
            self.daemon.play.alarms.sound(kind, self._clock.now_ns(), text, text=text)
            self.daemon.play.changed = True

        self.daemon.loop.call(sound)

    def _idle(self, now_ns: int) -> None:
        """No turn runs and nothing is due within a second. Loop thread."""
        if now_ns - self._collected_ns > COLLECT_EVERY_NS:
            self._collected_ns = now_ns
            collect()

    def _catch_signals(self) -> None:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda _number, _frame: self.stop())


def _real_time(priority: int) -> None:
    try:
        param = os.sched_param(priority)
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, param)
    except OSError:
        _log.info("no real-time priority for the control thread")


def evening_folder(config: Config, places: Places, name: str, clock: Clock) -> Path:
    """Return the folder of the evening.

    A name that the config gives leads; else the evening that this boot began (its name lies
    beside the ring, so a restart after midnight goes on with it); else today's date.
    """
    event = config.box.event or "event"
    marker = places.runtime / "evening"
    chosen = name or config.box.evening
    if not chosen and marker.exists():
        chosen = marker.read_text(encoding="utf-8").strip()
    chosen = chosen or clock.wall()[:10]
    if "/" in chosen or chosen.startswith("."):
        raise InTheWay(f"{chosen!r} cannot be the name of an evening: write a word or a date")
    marker.write_text(chosen, encoding="utf-8")
    return places.state / "events" / event / chosen
