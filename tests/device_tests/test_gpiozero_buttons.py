"""Keys through the real gpiozero, over its mock factory."""

import gc
from functools import partial
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device_tests.contract_buttons import ButtonContract, ButtonRig
from hardware.buttons.gpio_pins import GpiozeroButtons
from hardware.clock import MonotonicClock
from hardware.edges import Edge, Levels, SourceState
from hardware.errors import DeviceBusy, DeviceNotFound, DeviceUnsupported
from hardware.gpiozero_pins import make_factory, ticks_to_ns
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.pins import nearest_stamp, stamped_factory

LINES = {"a": 17, "b": 27, "c": 22}
UPTIME_NS = 25 * 86_400 * 1_000_000_000


class TestGpiozeroButtons(ButtonContract):
    @pytest.fixture
    def rig(self):
        clock = SimulatedClock(UPTIME_NS)
        factory = stamped_factory()

        def make():
            return GpiozeroButtons("gpio", LINES, clock, factory)

        def drive(line, closed, at_ns):
            clock.set_ns(max(clock.now_ns(), at_ns))
            factory.pin(LINES[line]).drive_at(closed, at_ns)

        rig = ButtonRig(make(), drive, clock.now_ns, make)
        yield rig
        rig.source.close()

    def test_it_does_not_claim_to_be_drained(self, rig):
        rig.start()
        rig.source.ask(0)
        rig.source.pump(rig.now_ns())
        assert rig.of(Levels)[0].drained_ns is None

    def test_a_key_closed_at_the_start_is_in_the_levels_and_gives_no_edge(self, rig):
        rig.drive("a", True, rig.now_ns())
        rig.start()
        rig.source.ask(rig.now_ns())
        rig.source.pump(rig.now_ns())
        assert rig.of(Levels)[0].closed == {"a"}
        assert rig.of(Edge) == []

    def test_handlers_outlive_a_collection(self, rig):
        rig.start()
        gc.collect()
        rig.drive("b", True, rig.now_ns())
        assert len(rig.of(Edge)) == 1

    def test_levels_that_cannot_be_read_are_a_lost_source_that_comes_back(self, rig):
        rig.start()
        device = rig.source._claimed["a"].device
        pin, device._pin = device._pin, None
        rig.source.ask(rig.now_ns())
        retry_ns = rig.source.pump(rig.now_ns())
        assert [s.alive for s in rig.of(SourceState)] == [True, False]
        assert "levels" in rig.of(SourceState)[1].why
        assert retry_ns == rig.now_ns() + 1_000_000_000
        device._pin = pin
        rig.source.pump(retry_ns)
        assert [s.alive for s in rig.of(SourceState)] == [True, False, True]
        assert len(rig.of(Levels)) == 1

    def test_no_bounce_time_is_ever_set(self, rig):
        rig.start()
        pins = [wire.device.pin for wire in rig.source._claimed.values()]
        assert [(pin.bounce, pin.edges, pin.pull) for pin in pins] == [(None, "both", "up")] * 3

    def test_lines_are_released_in_the_order_of_their_claim(self, rig):
        rig.start()
        order = []
        for line, wire in rig.source._claimed.items():
            wire.device = SimpleNamespace(pin=wire.device.pin, close=partial(order.append, line))
        rig.source.close()
        assert order == ["a", "b", "c"]


def test_a_held_line_is_named_and_nothing_stays_claimed():
    factory = make_factory("mock")
    first = GpiozeroButtons("one", {"seat1": 17}, MonotonicClock(), factory)
    second = GpiozeroButtons("two", {"ok": 4, "seat1": 17}, MonotonicClock(), factory)
    first.start(lambda report: None)
    with pytest.raises(DeviceBusy, match=r"line seat1 \(GPIO17\)"):
        second.start(lambda report: None)
    first.close()
    second.start(lambda report: None)
    second.close()


def test_a_pin_that_does_not_exist_is_named():
    source = GpiozeroButtons("g", {"seat1": 99}, MonotonicClock(), make_factory("mock"))
    with pytest.raises(DeviceNotFound, match="seat1"):
        source.start(lambda report: None)


def test_a_mock_pin_driven_by_gpiozero_itself_is_stamped_by_the_machine_clock():
    clock = MonotonicClock()
    factory = make_factory("mock")
    posted = []
    source = GpiozeroButtons("g", {"a": 17}, clock, factory)
    source.start(posted.append)
    before = clock.now_ns()
    factory.pin(17).drive_low()
    edge = posted[-1]
    assert before - 2 <= edge.at_ns <= clock.now_ns() + 2
    assert edge.closed_hint
    source.close()


@given(st.integers(0, 26 * 86_400 * 10**9))
def test_stamps_survive_gpiozero_exactly_for_26_days(at_ns):
    assert ticks_to_ns(at_ns / 1e9) == at_ns
    assert nearest_stamp(at_ns) == at_ns


@given(st.integers(0, 2**62))
def test_the_nearest_stamp_survives_and_is_near(at_ns):
    near = nearest_stamp(at_ns)
    assert ticks_to_ns(near / 1e9) == near
    assert 0 <= at_ns - near <= max(1, at_ns >> 50)


def test_a_stamp_that_floats_cannot_carry_is_refused():
    pin = stamped_factory().pin(17)
    pin.input_with_pull("up")
    at_ns = next(n for n in range(2**61, 2**61 + 9999) if ticks_to_ns(n / 1e9) != n)
    with pytest.raises(DeviceUnsupported, match="float"):
        pin.drive_at(True, at_ns)
