"""All devices of a board, started and turned as in `minuta run`, with a person in between."""

import queue
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace

from firmware_host.config import Board, Config
from firmware_host.daemon.devices import build_devices
from firmware_host.daemon.pack import load_pack
from firmware_host.daemon.parts import Part, make_outputs, output_parts, source_parts
from firmware_host.intake.fingers import Finger
from firmware_host.intake.source import Noticed
from firmware_host.outputs.displays import Frame
from firmware_host.preflight.listener import Listener
from hardware.clock import Clock
from hardware.errors import plain
from hardware.pumping import PumpThread


@dataclass(frozen=True, slots=True)
class Typed:
    """A line from the terminal."""

    text: str


News = Finger | Noticed | Typed


class Rig:
    """The devices in hand. Made by `open_rig`; one thread asks for `news`.

    Attributes:
        faults: Part -> the last exception of its pump.
        typing: Whether somebody may still type.
    """

    def __init__(self, config: Config, board: Board, clock: Clock) -> None:
        self.clock = clock
        self.config = config
        self.devices = build_devices(replace(config, board=board), clock)
        self.pack = load_pack(config.sound.pack)
        self.faults: dict[str, str] = {}
        self.typing = True
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self.listener = Listener(self.devices, self._news.put)
        self.outputs = make_outputs(self.devices, lambda name, alive, why: None)
        self._threads: list[PumpThread] = []

    def news(self, until_ns: int) -> News | None:
        """Return the next thing heard or typed; None: nothing came until then."""
        wait_s = max(0, until_ns - self.clock.now_ns()) / 1e9
        try:
            return self._news.get(timeout=wait_s)
        except queue.Empty:
            return None

    def forget(self) -> None:
        """Drop what was heard and typed so far."""
        while not self._news.empty():
            self._news.get()

    def rest(self, for_ns: int) -> None:
        """Wait, and drop what is heard meanwhile."""
        until_ns = self.clock.now_ns() + for_ns
        while self.news(until_ns) is not None:
            pass

    def show(self, word: str) -> None:
        """Show a word on all displays."""
        for display in self.outputs.displays:
            display.put(Frame(word=word))

    def start(self, closing: ExitStack) -> None:
        """Claim the lines, begin to turn, and listen to the terminal."""
        closing.callback(self._end)
        self.outputs.sound.load(self.pack.files)
        parts = [
            *source_parts(self.devices),
            Part("listener", self.listener, 30),
            *output_parts(self.outputs),
        ]
        self._threads = [
            PumpThread(one.part, self.clock, one.name, priority=one.priority, on_fault=self._fault)
            for one in parts
        ]
        for source in self.devices.sources.values():
            source.start(self.listener.post)
        for thread in self._threads:
            thread.start()
        threading.Thread(target=self._read, name="terminal", daemon=True).start()

    def _end(self) -> None:
        for thread in self._threads:
            thread.halt()
        for thread in self._threads:
            thread.stop()
        self.outputs.close()
        for source in self.devices.sources.values():
            source.close()

    def _read(self) -> None:
        # Unbuffered: at its end Python takes the locks of buffers, and this thread may be reading.
        with suppress(OSError), open(0, "rb", buffering=0, closefd=False) as typed:
            while line := typed.readline():
                self._news.put(Typed(line.decode(errors="replace").strip()))
        self.typing = False

    def _fault(self, name: str, error: Exception) -> None:
        self.faults[name] = plain(error)


@contextmanager
def open_rig(config: Config, board: Board, clock: Clock) -> Iterator[Rig]:
    """Start the devices; when the block ends all is dark and released, whatever happened. What
    could not be switched off is in `outputs.faults` then.

    Raises:
        HardwareError: A source of keys cannot be made or started.
        FileFaults: There is no such sound pack.
    """
    with ExitStack() as closing:
        rig = Rig(config, board, clock)
        rig.start(closing)
        yield rig
