"""Lamps of a quiz controller: the reports that the device would get, read from a FIFO."""

import os

import pytest

from device_tests.contract_switch import SwitchContract, SwitchRig
from device_tests.input_tree import Tree
from hardware.errors import DeviceLost, DeviceUnsupported
from hardware.lamps.buzz import BuzzLamp
from hardware.simulated.clock import SimulatedClock

S = 1_000_000_000
BUZZ = "054c:0002"


class Wires:
    """The device's end: what it was told, and whether it is plugged in."""

    def __init__(self, tree):
        self.tree = tree
        self.reports = []
        self.events = iter(range(99))
        self.plug()

    def plug(self):
        n = next(self.events)
        self.device = self.tree.plug(f"event{n}", set(), id=BUZZ, hidraw=f"hidraw{n}")
        self.path = self.tree.root / f"dev/hidraw{n}"
        self.fd = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)
        self.lit = (False,) * 4

    def unplug(self):
        self.read()
        os.close(self.fd)
        self.path.unlink()
        self.device.unplug()
        self.device = None

    def read(self):
        try:
            data = os.read(self.fd, 65536)
        except BlockingIOError:
            data = b""
        assert len(data) % 8 == 0
        for at in range(0, len(data), 8):
            one = data[at : at + 8]
            assert (one[:2], one[6:]) == (bytes(2), bytes(2))
            self.reports.append(tuple(one[2:6]))
            self.lit = tuple(byte == 0xFF for byte in one[2:6])
        return self.lit


@pytest.fixture
def wires(tmp_path):
    wires = Wires(Tree(tmp_path / "root"))
    yield wires
    if wires.device:
        wires.unplug()


@pytest.fixture
def clock():
    return SimulatedClock(S)


def lamp(wires, clock, handset=1, name="lamp"):
    return BuzzLamp(name, BUZZ, handset, clock, root=wires.tree.root)


class TestBuzzLamp(SwitchContract):
    @pytest.fixture
    def rig(self, wires, clock):
        def writes():
            wires.read()
            return len(wires.reports)

        def fail(bad):
            wires.unplug() if bad else wires.plug()

        return SwitchRig(lamp(wires, clock), lambda: wires.read()[0], writes, fail)


def test_the_four_of_a_set_are_one_report_and_none_touches_another(wires, clock):
    four = [lamp(wires, clock, n, f"lamp{n}") for n in (1, 2, 3, 4)]
    for one in (four[2], four[0]):
        one.set(True)
    assert wires.read() == (True, False, True, False)
    four[2].set(False)
    assert wires.read() == (True, False, False, False)
    assert wires.reports == [(0, 0, 255, 0), (255, 0, 255, 0), (255, 0, 0, 0)]


def test_what_is_so_is_told_again_after_two_seconds_and_not_before(wires, clock):
    one, other = lamp(wires, clock, 1), lamp(wires, clock, 2)
    one.set(True)
    for at_ns, reports in ((2 * S, 1), (3 * S - 1, 1), (3 * S, 2), (3 * S + 1, 2)):
        clock.set_ns(at_ns)
        one.set(True)
        other.set(False)
        wires.read()
        assert len(wires.reports) == reports


def test_a_set_that_comes_back_dark_under_another_number_is_lit_again(wires, clock):
    one = lamp(wires, clock)
    one.set(True)
    assert wires.read()[0]
    wires.unplug()
    clock.advance(2 * S)
    with pytest.raises(DeviceLost, match=f"lamp: lamps of {BUZZ}: there is no input device"):
        one.set(True)
    wires.plug()
    assert not wires.read()[0]
    one.set(True)
    assert wires.read()[0]


def test_a_lamp_that_was_never_set_is_put_out_at_close(wires, clock):
    lamp(wires, clock).close()
    wires.read()
    assert wires.reports == [(0, 0, 0, 0)]


def test_there_are_four_handsets(wires, clock):
    for handset in (0, 5):
        with pytest.raises(DeviceUnsupported, match=f"handset {handset}"):
            lamp(wires, clock, handset)
