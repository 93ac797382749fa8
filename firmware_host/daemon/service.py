"""`minuta run`: the daemon with its threads, its socket and its signals, until SIGTERM.

It is out within 2 s, whatever hangs: threads first, then displays and lamps, the card last.
What a hung card did not take stands in the ring for the next start.
"""

import logging
import os
import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from firmware_host.admission.guests import FILE
from firmware_host.config import Config, Places
from firmware_host.config.model import with_desk_keys
from firmware_host.control.server import ControlServer
from firmware_host.daemon.daemon import WRITER, Daemon, Part
from firmware_host.daemon.devices import Devices, build_devices
from firmware_host.daemon.snapshot import PRODUCT
from firmware_host.errors import InTheWay
from firmware_host.journal.lock import lock
from firmware_host.journal.opening import Options
from firmware_host.supervision.ending import Bell, within
from firmware_host.supervision.notify import notify
from firmware_host.supervision.process import collect, freeze, prepare
from firmware_host.supervision.threads import ThreadWatch
from hardware.clock import Clock, MonotonicClock
from hardware.pumping import PumpThread

CONTROL_PRIORITY = 11
COLLECT_EVERY_NS = 60_000_000_000
WATCH_S = 1.0
"""The loop has so long to turn, or systemd is not told that all is well."""
THREADS_NS = 300_000_000
DEVICES_S = 0.2
CARD_NS = 1_400_000_000
MARKER = "evening"
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
        self._bell = Bell()
        self._turned = True
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
        self._catch_signals()
        with ExitStack() as closing:
            self._start(closing)
            freeze()
            notify("READY=1")
            for one in self.daemon.snapshots.sources():
                _log.info("keys %(name)s: %(kind)s, stamped by the %(stamped)s", one)
            _log.info("ready; the journal is in %s; %s", self._setting.evening, gained)
            ready()
            while not self._bell.wait(WATCH_S):
                self._watch_loop()
            notify("STOPPING=1")
        return 0

    def stop(self) -> None:
        """Let `run` end. Any thread, and signal handlers."""
        self._bell.ring()

    def _watch_loop(self) -> None:
        """Tell systemd that the loop turns; a writer in a hung card is no reason to be killed."""
        if self._turned:
            notify("WATCHDOG=1")
        self._turned = False
        self.daemon.loop.call(self._turn)

    def _turn(self) -> None:
        """In the loop's thread, once a second."""
        self._turned = True
        real_time = self._real_time()
        if real_time != self.daemon.snapshots.real_time:
            self.daemon.snapshots.real_time = real_time
            self.daemon.play.changed = True

    def _start(self, closing: ExitStack) -> None:
        setting = self._setting
        # Before anything is touched: socket, ring and lines are the living daemon's.
        closing.callback(os.close, lock(setting.places.runtime))
        _mark(setting.places, setting.evening)
        setting.evening.parent.mkdir(parents=True, exist_ok=True)
        config = replace(setting.config, board=with_desk_keys(setting.config.board))
        devices = build_devices(config, self._clock)
        server = self._server()
        self.daemon = Daemon(
            config, self._clock, devices, setting.evening, setting.places.ring,
            setting.places.state / FILE, setting.options, server.publish,
        )  # fmt: skip
        self._make_threads()
        closing.callback(self._end)
        self._notes(devices)
        self.daemon.start()
        self.daemon.idle = self._idle
        for thread in self._threads:
            thread.start()
        server.start()
        closing.callback(server.close)
        self.daemon.loop.call(self._begun)

    def _end(self) -> None:
        """Stop the threads, switch off, and give the card what it still takes."""
        now_ns = self._clock.now_ns
        for thread in self._threads:
            thread.halt()
        by_ns = now_ns() + THREADS_NS
        writer = next(thread for thread in self._threads if thread.name == WRITER)
        for thread in self._threads:
            if thread is not writer:
                thread.stop(max(0, by_ns - now_ns()))
        if not within(DEVICES_S, self.daemon.switch_off):
            _log.error("a device hangs: it may go on showing the last thing")
        by_ns = now_ns() + CARD_NS
        if not writer.stop(CARD_NS) or not within(
            max(0, by_ns - now_ns()) / 1e9, self.daemon.close_journal
        ):
            _log.error("the card hangs: its last records are in the ring alone")

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
        self._turn()
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
    chosen = name.strip() or config.box.evening or _marked(places) or clock.wall()[:10]
    if not _is_name(chosen):
        shown = chosen[:80].encode("ascii", "backslashreplace").decode()
        raise InTheWay(f"{shown!r} cannot be the name of an evening: write a word or a date")
    return places.state / "events" / event / chosen


def _is_name(text: str) -> bool:
    try:
        size = len(text.encode())
    except UnicodeEncodeError:  # bytes of a command line that are no text
        return False
    return 0 < size <= 200 and "/" not in text and text[0] != "." and text.isprintable()


def _marked(places: Places) -> str:
    """Return the evening that this boot began; empty if none can be read there."""
    try:
        text = (places.runtime / MARKER).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""
    return text if _is_name(text) else ""


def _mark(places: Places, evening: Path) -> None:
    (places.runtime / MARKER).write_text(evening.name, encoding="utf-8")
