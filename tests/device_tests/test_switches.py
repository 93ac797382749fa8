"""Lamps and buzzers: gpiozero over its mock pins, and the recording one."""

import pytest

from device_tests.contract_switch import SwitchContract, SwitchRig
from hardware.errors import DeviceBusy, DeviceNotFound
from hardware.gpio_lines import DEV
from hardware.gpiozero_pins import make_factory
from hardware.lamps.gpiod_switch import GpiodSwitch
from hardware.lamps.gpiozero_switch import GpiozeroSwitch
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.switch import RecordingSwitch


class TestRecordingSwitch(SwitchContract):
    @pytest.fixture
    def rig(self):
        switch = RecordingSwitch("lamp", SimulatedClock())
        return SwitchRig(
            switch,
            lambda: switch.on,
            lambda: len(switch.changes),
            lambda bad: switch.fail() if bad else switch.restore(),
        )


class TestGpiozeroSwitch(SwitchContract):
    active_high = True

    @pytest.fixture
    def rig(self, monkeypatch):
        factory = make_factory("mock")
        switch = GpiozeroSwitch("lamp", 17, factory, active_high=self.active_high)
        pin = factory.pin(17)

        write = type(pin)._set_state
        writes = []
        broken = []

        def counted(self, value):
            writes.append(value)
            if broken:
                raise OSError("GPIO write")
            write(self, value)

        monkeypatch.setattr(type(pin), "_set_state", counted)

        def is_on():
            return pin.function == "output" and bool(pin.state) is self.active_high

        def fail(bad):
            broken[:] = [True] if bad else []

        return SwitchRig(switch, is_on, lambda: len(writes), fail)

    def test_a_failed_switch_off_at_close_still_releases_the_pin(self, rig):
        rig.switch.set(True)
        device = rig.switch._device
        rig.fail(True)
        with pytest.raises(OSError, match="lamp"):
            rig.switch.close()
        assert device.closed
        rig.fail(False)


class TestGpiozeroSwitchActiveLow(TestGpiozeroSwitch):
    active_high = False


class MemoryLine:
    """Stands for `OutputLine`; the real one is tried in `tests/bench_vm`."""

    made = None

    def __init__(self, name, pin, *, active_high, dev):
        self.asked = (name, pin, active_high, dev)
        self.writes, self.broken, self.closed = [], False, False
        MemoryLine.made = self

    def on(self):
        self._write(True)

    def off(self):
        self._write(False)

    def _write(self, value):
        self.writes.append(value)
        if self.broken:
            raise OSError("No such device")

    def close(self):
        self.closed = True


class TestGpiodSwitch(SwitchContract):
    @pytest.fixture
    def rig(self, monkeypatch):
        monkeypatch.setattr("hardware.lamps.gpiod_switch.OutputLine", MemoryLine)
        switch = GpiodSwitch("lamp", 17, active_high=False)
        line = MemoryLine.made
        assert line.asked == ("lamp", 17, False, DEV)
        return SwitchRig(
            switch,
            lambda: bool(line.writes) and line.writes[-1] and not line.closed,
            lambda: len(line.writes),
            lambda bad: setattr(line, "broken", bad),
        )


def test_the_idle_level_of_the_pin_is_set_at_the_start():
    factory = make_factory("mock")
    kept = GpiozeroSwitch("lamp", 17, factory, active_high=False)
    also = GpiozeroSwitch("horn", 27, factory)
    assert (bool(factory.pin(17).state), bool(factory.pin(27).state)) == (True, False)
    kept.close()
    also.close()


def test_changes_are_kept_with_their_instants():
    clock = SimulatedClock()
    switch = RecordingSwitch("lamp", clock)
    switch.set(True)
    clock.advance(80)
    switch.set(False)
    switch.set(True)
    switch.fail()
    assert switch.changes == [(0, True), (80, False), (80, True), (80, False)]


def test_a_held_and_a_missing_pin_are_named():
    factory = make_factory("mock")
    kept = GpiozeroSwitch("lamp", 17, factory)
    with pytest.raises(DeviceBusy, match="output horn"):
        GpiozeroSwitch("horn", 17, factory)
    with pytest.raises(DeviceNotFound, match="output horn"):
        GpiozeroSwitch("horn", 99, factory)
    kept.close()
