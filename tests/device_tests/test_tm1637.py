"""TM1637 on gpiozero's pins in memory: a module of the data sheet hangs on the two wires."""

import threading
from typing import ClassVar

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from device_tests import seven
from device_tests.contract_display import BusContract, BusRig
from hardware.displays.tm1637 import Tm1637Digits
from hardware.displays.wired import Wiring
from hardware.errors import DeviceBusy, DeviceLost, DeviceUnsupported
from hardware.gpiozero_pins import claim_output

CLK, DIO = 23, 24
HZ = 7_000
"""Bits in a second where each rest is stretched to 50 us by an ordinary thread's timer."""


class Module:
    """The chip: what it hears between a start and a stop, what it answers, what shines."""

    def __init__(self):
        self.gate = threading.Event()
        self.gate.set()
        self.lost = False
        self.bits = 0
        self.now_us = 0.0
        self.pulling = False
        self.host_high = {CLK: True, DIO: True}
        self.driven = {CLK: False, DIO: False}
        self.seen = (True, True)
        self.edge_us = -1000.0
        self.heard: list[int] | None = None
        self.shift: list[int] = []
        self.lose_power()

    def lose_power(self):
        self.registers = [0x5A] * 6
        self.lit, self.level, self.auto = False, 0, False

    def glitch(self):
        self.registers = [0xFF] * 6

    def rest(self, seconds):
        self.now_us += seconds * 1e6

    def drive(self, pin, function, state):
        """The host changed a line."""
        self.gate.wait()
        self.driven[pin] = function == "output"
        self.host_high[pin] = function == "input" or bool(state)
        assert not (self.pulling and self.driven[DIO] and self.host_high[DIO]), "against each other"
        clk, dio = self.host_high[CLK], self.host_high[DIO] and not self.pulling
        was_clk, was_dio = self.seen
        self.seen = (clk, dio)
        if clk != was_clk:
            assert self.now_us - self.edge_us >= 1, "too quick for the chip"
            self.edge_us = self.now_us
            self.clocked(clk, dio)
        elif dio != was_dio and clk:
            self.stop() if dio else self.start()

    def start(self):
        self.heard, self.shift = [], []

    def clocked(self, clk, dio):
        self.bits += clk
        if self.heard is None:
            return
        if clk and len(self.shift) < 8:
            self.shift.append(int(dio))
        elif clk:
            self.shift.append(9)  # the ninth clock carries the answer
        elif len(self.shift) == 8:
            self.heard.append(sum(bit << n for n, bit in enumerate(self.shift)))
            self.pulling = not self.lost
            self.seen = (clk, self.host_high[DIO] and not self.pulling)
        elif len(self.shift) == 9:
            self.shift, self.pulling = [], False
            self.seen = (clk, self.host_high[DIO])

    def stop(self):
        assert self.heard is not None
        assert self.shift in ([], [0]), "in a byte; the clock before a stop looks like a bit"
        data, self.heard = self.heard, None
        if self.lost or not data:
            return
        kind = data[0] & 0xC0
        if kind == 0x40:
            assert data == [0x40]
            self.auto = True
        elif kind == 0xC0:
            assert self.auto
            for n, byte in enumerate(data[1:]):
                self.registers[(data[0] & 0x0F) + n] = byte
        else:
            assert kind == 0x80
            self.lit, self.level = bool(data[0] & 8), data[0] & 7

    def read(self, order, mark, *, rotated=False):
        """Read these registers from the left; the eighth bit is a point or the one colon."""
        places = []
        for place, register in enumerate(order):
            byte = self.registers[register] if self.lit else 0
            lamps = "".join(s for n, s in enumerate("abcdefg") if byte >> n & 1)
            if mark == "p" or place == 1:
                lamps += mark * (byte >> 7)
            places.append(lamps)
        return seven.read(places, rotated=rotated)


class Pin(MockPin):
    """A pin of which a module hears."""

    def _set_function(self, value):
        super()._set_function(value)
        if value == "input":
            self._tell()

    def _set_state(self, value):
        super()._set_state(value)
        self._tell()

    def _get_state(self):
        module = self.factory.module
        if self._function == "input" and self.info.name == f"GPIO{DIO}":
            return module.host_high[DIO] and not module.pulling
        return super()._get_state()

    def _tell(self):
        number = int(self.info.name.removeprefix("GPIO"))
        if number in (CLK, DIO):
            self.factory.module.drive(number, self._function, self._state)


class Factory(MockFactory):
    """gpiozero's mock factory with a module."""

    def __init__(self):
        self.module = Module()
        super().__init__(pin_class=Pin)


def make(**wiring):
    factory = Factory()
    display = Tm1637Digits(
        "hall", Wiring(pins=(CLK, DIO), **wiring), factory, rest=factory.module.rest
    )
    return factory, display


def rig_of(module, display, read) -> BusRig:
    return BusRig(
        display, read, lambda bad: setattr(module, "lost", bad), module.lose_power,
        module.glitch, module.gate, lambda: module.bits, HZ,
    )  # fmt: skip


class TestClock(BusContract):
    CLOSED: ClassVar = {
        "": "", "0:00": "0:00", "0:59": "0:59", "10:00": "10:00", "59:59": "59:59",
        "60:00": "60:00", "-0:05": "-0:05", "100:00": "----", "-10:00": "----", "9999": "9999",
        "67.3": "----", "673": "673", "4:31 ?": "4:31", "-15": "-15", "HOLD": "H0Ld",
        "Пауза": "----", "~": "____",
    }  # fmt: skip
    rotated = False

    @pytest.fixture
    def rig(self):
        factory, display = make(rotated=self.rotated)
        read = factory.module.read
        return rig_of(factory.module, display, lambda: read(range(4), "q", rotated=self.rotated))


class TestClockUpsideDown(TestClock):
    rotated = True


class TestSixDigitsWithPoints(BusContract):
    CLOSED: ClassVar = {
        "": "", "0:59": "0.59", "67.3": "67.3", "123456": "123456", "1234567": "-" * 6,
        "4:31 ?": "4.31?", "~": "_" * 6,
    }  # fmt: skip

    @pytest.fixture
    def rig(self):
        factory, display = make(digits=6)
        return rig_of(factory.module, display, lambda: factory.module.read((2, 1, 0, 5, 4, 3), "p"))


@pytest.mark.parametrize(("brightness", "level"), [(1, 0), (2, 0), (3, 1), (15, 7), (16, 7)])
def test_sixteen_steps_of_brightness_become_eight(brightness, level):
    factory, display = make(brightness=brightness)
    display.show("1")
    assert factory.module.level == level


def test_a_module_that_does_not_answer_is_lost_and_gets_its_stop():
    factory, display = make()
    factory.module.lost = True
    with pytest.raises(DeviceLost, match="display hall: the module does not answer"):
        display.show("1")
    assert factory.module.heard is None
    assert not any(factory.module.driven.values())  # both lines are let go


def test_a_held_pin_is_named_and_both_are_free_again():
    factory, display = make()
    other = claim_output(factory, CLK, "lamp", active_high=True)
    with pytest.raises(DeviceLost, match="output hall clk"):
        display.show("1")
    factory.module.rest(1)
    other.close()
    factory.module.rest(1)
    display.show("1")
    assert factory.module.read(range(4), "q") == "1"
    with pytest.raises(DeviceBusy):
        claim_output(factory, DIO, "lamp", active_high=True)
    display.close()
    claim_output(factory, DIO, "lamp", active_high=True).close()


@pytest.mark.parametrize("pins", [(), (23,), (23, 24, 25)])
def test_it_wants_two_pins(pins):
    with pytest.raises(DeviceUnsupported, match="clk, dio"):
        Tm1637Digits("hall", Wiring(pins=pins), Factory())
