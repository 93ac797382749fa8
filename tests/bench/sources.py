"""What each source of keys costs: its own threads' CPU at rest, and for a press and its release.

Pins in memory by gpiozero, a key box at a real pty, USB keys with the kernel's frames at a FIFO;
what is at the other end is not counted. Levels are asked for as often as while no press counts.
"""

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from baseline import pass_us
from table import Row, topic

from device_tests.input_tree import Tree
from device_tests.serial_pty import Pty
from device_tests.simulated_box import SimulatedBox
from firmware_host.intake.contact_words import TIMINGS
from firmware_host.supervision.threads import thread_cpu_ns
from hardware import event_device
from hardware.buttons.gpio_pins import GpiozeroButtons
from hardware.buttons.serial_box import SerialBoxButtons
from hardware.buttons.usb_keys import UsbKeys
from hardware.clock import MonotonicClock
from hardware.edges import Edge, KeyReport
from hardware.gpiozero_pins import make_factory
from hardware.ports import ButtonSource
from hardware.pumping import PumpThread

APART_S = 0.02
WITHIN_S = 30.0
OWN = ("keys", "serial-inbox")
"""Threads of a source; a mock pin's callback runs in the finger's thread, which is counted then."""


@dataclass
class Rig:
    """A source on its wire. `move` gives one edge of it; `counted` says that this thread works."""

    name: str
    timing: str
    source: ButtonSource
    move: Callable[[bool], None]
    counted: bool = False


@contextmanager
def pins() -> Iterator[Rig]:
    """Yield pins in memory."""
    factory = make_factory("mock")
    source = GpiozeroButtons("gpio", {"17": 17}, MonotonicClock(), factory)
    pin = factory.pin(17)  # type: ignore[attr-defined]

    def move(closed: bool) -> None:
        (pin.drive_low if closed else pin.drive_high)()

    yield Rig("pins by gpiozero, in memory", "gpio", source, move, counted=True)


@contextmanager
def key_box() -> Iterator[Rig]:
    """Yield a key box at a pty; its far end is a thread here."""
    clock, box, ended = MonotonicClock(), SimulatedBox(drift_ppm=80), threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        pty = Pty(Path(folder))
        mine = threading.Lock()

        def far_end() -> None:
            while not ended.is_set():
                heard = pty.read(within_s=0.05)
                with mine:
                    os.write(pty.leader, box.hear(heard, clock.now_ns()))

        def move(closed: bool) -> None:
            with mine:
                box.edge(1, closed, clock.now_ns())
                os.write(pty.leader, box.say())

        far = threading.Thread(target=far_end, name="far end")
        far.start()
        source = SerialBoxButtons("box", {"1": None}, clock, str(pty.link))
        yield Rig("a key box at a pty", "serial-raw", source, move)
        ended.set()
        far.join()
        pty.unplug()


@contextmanager
def usb_keys() -> Iterator[Rig]:
    """Yield a keypad at a FIFO; requests, which no FIFO knows, are answered in memory."""
    clock = MonotonicClock()
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder))
        event_device.ioctl = tree.ioctl  # type: ignore[assignment]
        keypad = tree.plug("event0", {79}, link="keypad")
        source = UsbKeys("usb", {"KEY_KP1": None}, clock, "/dev/input/by-id/keypad", root=tree.root)

        def move(closed: bool) -> None:
            keypad.key(79, int(closed), clock.now_ns())

        yield Rig("USB keys at a FIFO", "usb", source, move)
        keypad.unplug()


class Costs:
    """A source that runs: what its threads have used."""

    def __init__(self, rig: Rig) -> None:
        self.edges = 0
        self._rig = rig
        self._come = threading.Semaphore(0)
        self._thread = PumpThread(rig.source, MonotonicClock(), "keys")
        rig.source.start(self._take)
        self._thread.start()

    def _take(self, report: KeyReport) -> None:
        if isinstance(report, Edge):
            self.edges += 1
            self._come.release()

    def used_ns(self) -> int:
        """Return the CPU time of the source's threads."""
        own = {one.native_id for one in threading.enumerate() if one.name in OWN}
        return sum(used for thread, used in thread_cpu_ns().items() if thread in own)

    def rest(self, for_s: float) -> float:
        """Let it rest, asking for levels; return what it used, percent of a core."""
        poll_s = TIMINGS[self._rig.timing].poll_idle_ns / 1e9
        before_ns, began_s = self.used_ns(), time.monotonic()
        while time.monotonic() < began_s + for_s:
            self._rig.source.ask(time.monotonic_ns())
            time.sleep(poll_s)
        return (self.used_ns() - before_ns) / 1e7 / (time.monotonic() - began_s)

    def presses(self, count: int) -> float:
        """Press and release so often; return microseconds for each."""
        before_ns, finger_ns = self.used_ns(), 0
        for number in range(2 * count):
            began_ns = time.thread_time_ns()
            self._rig.move(number % 2 == 0)
            finger_ns += time.thread_time_ns() - began_ns
            assert self._come.acquire(timeout=WITHIN_S)
            time.sleep(APART_S)
        used_ns = self.used_ns() - before_ns + (finger_ns if self._rig.counted else 0)
        return used_ns / 1e3 / count

    def stop(self) -> None:
        """End it."""
        self._thread.stop()
        self._rig.source.close()


def measure(quick: bool) -> list[Row]:
    """Return two rows a source."""
    rest_s, count = (2.0, 25) if quick else (10.0, 500)
    base_us, _ = pass_us()
    rows = []
    for of in (pins, key_box, usb_keys):
        with of() as rig:
            costs = Costs(rig)
            time.sleep(1.0)  # a box is found within this
            rest = costs.rest(rest_s)
            press_us = costs.presses(count)
            costs.stop()
        common = {"topic": "sources", "baseline_of": "the fixed loop's pass"}
        rows += [
            Row(
                name=f"{rig.name}, at rest", value=rest, unit="% of a core", count=1,
                baseline=base_us, aim="< 2 of both processes", **common,
                note="its own threads; no edge, levels asked for as while no press counts",
            ),
            Row(
                name=f"{rig.name}, a press and its release", value=press_us, unit="us",
                count=count, baseline=base_us, **common,
            ),
        ]  # fmt: skip
    return rows


if __name__ == "__main__":
    topic(__doc__, measure)
