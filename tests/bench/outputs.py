"""What each output costs at rest and at work: this process's CPU, with its own thread alone in it.

Displays on recorders of their buses, a scoreboard at a real pty, a lamp at a pin in memory, the
loudspeaker on SDL's device that plays nothing. At rest a text stands and is sent again as its
driver wants; at work it changes each second, and the lamp blinks.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from baseline import pass_us
from table import Row, topic

from device_tests import test_ht16k33, test_max7219
from device_tests.serial_pty import Pty
from firmware_host.daemon.pack import load_pack
from firmware_host.engine.wall import Wall
from firmware_host.outputs.displays import DisplayRunner, Frame
from firmware_host.outputs.switches import SwitchRunner
from hardware.clock import MonotonicClock
from hardware.displays.ht16k33 import Ht16k33Digits
from hardware.displays.max7219 import Max7219Digits
from hardware.displays.serial_text import SerialDisplay
from hardware.displays.wired import Wiring
from hardware.gpiozero_pins import make_factory
from hardware.lamps.gpiozero_switch import GpiozeroSwitch
from hardware.ports import CountdownDisplay, Pumped
from hardware.pumping import PumpThread
from hardware.sound.pygame_mixer import PygamePlayer

MINUTE_NS = 60_000_000_000
CLOCK = MonotonicClock()
Work = Callable[[bool], None]
"""Begin to work, or to rest."""


@dataclass
class Rig:
    """An output with its thread's part."""

    part: Pumped
    work: Work


def _nobody(_name: str, _alive: bool, _why: str) -> None:
    """Nobody is told of a loss."""


def shown(display: CountdownDisplay) -> Rig:
    """Return a display, on which a minute stands or runs."""
    runner = DisplayRunner(display, "hall", _nobody)

    def work(on: bool) -> None:
        runs = Wall(running=True, zero_ns=CLOCK.now_ns() + 10 * MINUTE_NS)
        runner.put(Frame(runs if on else Wall(left_ns=MINUTE_NS)))

    return Rig(runner, work)


@contextmanager
def max7219() -> Iterator[Rig]:
    """Yield eight digits on SPI."""
    yield shown(test_max7219.make(Max7219Digits, 1)[1])


@contextmanager
def ht16k33() -> Iterator[Rig]:
    """Yield four digits on I2C."""
    yield shown(Ht16k33Digits("hall", Wiring(), test_ht16k33.Chip().open))


@contextmanager
def scoreboard() -> Iterator[Rig]:
    """Yield a scoreboard at a pty that is always read."""
    with tempfile.TemporaryDirectory() as folder:
        pty = Pty(Path(folder))
        rig = shown(SerialDisplay("hall", str(pty.link)))
        pump = rig.part.pump

        def pump_and_read(now_ns: int) -> int | None:
            until_ns = pump(now_ns)
            pty.read()
            return until_ns

        rig.part.pump = pump_and_read  # type: ignore[method-assign]
        yield rig
        pty.unplug()


@contextmanager
def lamp() -> Iterator[Rig]:
    """Yield a lamp, which is lit or blinks twice a second."""
    factory = make_factory("mock")
    runner = SwitchRunner(GpiozeroSwitch("lamp", 23, factory), "running", _nobody)
    yield Rig(runner, lambda on: runner.state("blink" if on else "on", CLOCK.now_ns()))
    runner.close()
    factory.close()


@contextmanager
def loudspeaker() -> Iterator[Rig]:
    """Yield the loudspeaker, which plays a click a second or nothing."""
    player = PygamePlayer("sound", CLOCK, drivers=("dummy",))
    player.load({cue: str(path) for cue, path in load_pack("en").files.items()})
    clicks = [False]
    pump = player.pump

    def pump_and_click(now_ns: int) -> int | None:
        until_ns = pump(now_ns)
        if clicks[0] and now_ns // 1_000_000_000 != clicks[-1]:
            clicks[1:] = [now_ns // 1_000_000_000]
            player.play("switch")
        return until_ns

    player.pump = pump_and_click  # type: ignore[method-assign]
    yield Rig(player, lambda on: clicks.__setitem__(0, on))
    player.close()


OUTPUTS = {
    "MAX7219 digits": max7219, "HT16K33 digits": ht16k33, "a scoreboard at a pty": scoreboard,
    "a lamp": lamp, "the loudspeaker": loudspeaker,
}  # fmt: skip


def used(for_s: float) -> float:
    """Return what this process uses while it waits, percent of a core."""
    before_s, began_s = time.process_time(), time.monotonic()
    time.sleep(for_s)
    return (time.process_time() - before_s) * 100 / (time.monotonic() - began_s)


def measure(quick: bool) -> list[Row]:
    """Return two rows an output."""
    for_s = 2.0 if quick else 10.0
    base_us, _ = pass_us()
    rows = []
    for name, of in OUTPUTS.items():
        with of() as rig:
            thread = PumpThread(rig.part, CLOCK, name)
            rig.work(False)
            thread.start()
            time.sleep(0.5)
            figures = {"at rest": used(for_s)}
            rig.work(True)
            figures["at work"] = used(for_s)
            thread.stop()
        rows += [
            Row(
                topic="outputs", name=f"{name}, {what}", value=value, unit="% of a core", count=1,
                baseline=base_us, baseline_of="the fixed loop's pass, us",
            )
            for what, value in figures.items()
        ]  # fmt: skip
    return rows


if __name__ == "__main__":
    topic(__doc__, measure)
