"""Lamps and displays go out when the daemon stops, one fault stopping no other."""

import threading

from firmware_host.outputs.displays import DisplayRunner, Frame
from firmware_host.outputs.outputs import Outputs
from firmware_host.outputs.switches import SwitchRunner
from hardware.clock import MonotonicClock
from hardware.pumping import PumpThread
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.display import RecordingDisplay
from hardware.simulated.switch import RecordingSwitch
from hardware.sound.silent import SilentPlayer


def nobody(*_said: object) -> None:
    """Hear no report."""


class Hanging(RecordingDisplay):
    """A display whose write does not return until it is let go."""

    def __init__(self, name: str) -> None:
        super().__init__(name, SimulatedClock())
        self.inside = threading.Event()
        self.free = threading.Event()

    def show(self, text: str) -> None:
        self.inside.set()
        self.free.wait()
        super().show(text)


def test_a_lamp_that_fails_stops_no_other_from_going_out():
    clock = SimulatedClock()
    switches = [RecordingSwitch(name, clock) for name in ("one", "two")]
    display = RecordingDisplay("hall", clock)
    runners = [SwitchRunner(switch, switch.name, nobody) for switch in switches]
    for runner in runners:
        runner.state("on", 0)
        runner.pump(0)
    display.show("0:59")
    switches[0].close = lambda: (_ for _ in ()).throw(OSError("dead"))  # type: ignore[method-assign]
    outputs = Outputs([DisplayRunner(display, "hall", nobody)], runners, [], SilentPlayer("s"))
    outputs.close()
    assert (switches[1].on, display.text) == (False, "")
    assert outputs.faults == ["OSError: dead"]


def test_a_display_that_hangs_is_said_and_keeps_nothing_else_from_going_out():
    clock = SimulatedClock()
    lamp, hanging, other = (
        RecordingSwitch("l", clock),
        Hanging("hall"),
        RecordingDisplay("x", clock),
    )
    lamp.set(True)
    other.show("0:59")
    stuck = DisplayRunner(hanging, "hall", nobody)
    thread = PumpThread(stuck, MonotonicClock(), "display")
    thread.start()
    assert hanging.inside.wait(5)
    outputs = Outputs(
        [stuck, DisplayRunner(other, "hall", nobody)], [SwitchRunner(lamp, "l", nobody)], [],
        SilentPlayer("s"),
    )  # fmt: skip
    outputs.close()  # it would wait for ever
    assert (lamp.on, other.text) == (False, "")
    assert outputs.faults == ["display hall hangs, and shows the last thing"]
    hanging.free.set()
    assert thread.stop()


def test_the_newest_frame_wins_over_those_that_came_while_it_hung():
    hanging = Hanging("hall")
    runner = DisplayRunner(hanging, "hall", nobody)
    thread = PumpThread(runner, MonotonicClock(), "display")
    thread.start()
    assert hanging.inside.wait(5)
    for word in ("ONE", "TWO", "THREE"):
        runner.put(Frame(word=word))
    hanging.free.set()
    assert thread.stop()
    runner.pump(0)
    assert [text for _, text in hanging.frames] == ["THREE"]
