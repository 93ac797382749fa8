"""A lamp with a plug of its own: that it went and came back is seen though nothing changes."""

import pytest

from device_tests.input_tree import Tree
from device_tests.test_buzz_lamps import BUZZ, Wires
from firmware_host.outputs.switches import SwitchRunner
from hardware.lamps.buzz import BuzzLamp
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.switch import RecordingSwitch

S = 1_000_000_000


@pytest.fixture
def wires(tmp_path):
    wires = Wires(Tree(tmp_path / "root"))
    yield wires
    if wires.device:
        wires.unplug()


class Turned:
    """A lamp's runner, turned when it asks for it, on a simulated clock."""

    def __init__(self, switch, clock):
        self.said = []
        self.clock = clock
        self.runner = SwitchRunner(
            switch, "running", lambda name, alive, why: self.said.append((clock.now_ns(), alive))
        )

    def run_to(self, end_ns):
        """Turn it at each instant that it asks for; return how often."""
        turns = 0
        while (next_ns := self.runner.pump(self.clock.now_ns())) is not None and next_ns <= end_ns:
            self.clock.set_ns(next_ns)
            turns += 1
        self.clock.set_ns(end_ns)
        return turns


def test_pulled_out_it_is_said_within_two_seconds_and_lit_again_within_five(wires):
    clock = SimulatedClock(S)
    lamp = BuzzLamp("seat1", BUZZ, 1, clock, root=wires.tree.root)
    turned = Turned(lamp, clock)
    turned.runner.state("on", S)
    turned.run_to(10 * S)
    assert wires.read()[0]
    assert turned.said == []
    wires.unplug()
    turned.run_to(20 * S)
    ((at_ns, alive),) = turned.said
    assert not alive
    assert at_ns <= 12 * S
    wires.plug()
    turned.run_to(30 * S)
    (_, (at_ns, alive)) = turned.said
    assert alive
    assert at_ns <= 25 * S
    assert wires.read()[0]


def test_a_dark_lamp_is_put_out_at_the_start_whatever_it_was_before(wires):
    clock = SimulatedClock(S)
    Turned(BuzzLamp("seat1", BUZZ, 1, clock, root=wires.tree.root), clock).run_to(2 * S)
    wires.read()
    assert wires.reports[0] == (0, 0, 0, 0)


def test_a_lamp_on_a_pin_is_not_asked_again():
    clock = SimulatedClock(S)
    turned = Turned(RecordingSwitch("running", clock), clock)
    turned.runner.state("on", S)
    assert turned.run_to(60 * S) == 0
