"""What all sources on one device share: nobody waits for it, and it is not tried all the time."""

import threading

import pytest

from hardware.buttons.reopened import RETRY_NS, ReopenedSource
from hardware.edges import Levels, SourceState
from hardware.errors import DeviceBusy, DeviceLost, DeviceNotFound
from hardware.simulated.clock import SimulatedClock

WAIT_S = 30


class Source(ReopenedSource[str]):
    """A device that does what the test says."""

    def __init__(self, clock, *, opens=lambda: "device", turns=lambda: None, at_once=False):
        super().__init__("x", ["a"], clock, hold_back_ns=0, u_ns=0, stamped="kernel")
        self.opens, self.turns, self.at_once = opens, turns, at_once
        self.opened = self.shut = 0

    def _waits_for(self, error):
        return isinstance(error, DeviceNotFound)

    def _open(self):
        self.opened += 1
        device = self.opens()
        self._say(self._clock.now_ns(), alive=True)
        return device

    def _shut(self, device):
        assert device == "device"
        self.shut += 1

    def _turn(self, device, now_ns):
        self.turns()
        if self._due(now_ns):
            self._give(Levels("x", now_ns, frozenset(), now_ns))
        return None


def raising(error):
    def call():
        raise error

    return call


def test_who_asks_waits_for_no_device_that_hangs_while_it_is_opened():
    clock, posted = SimulatedClock(), []
    source = Source(clock, opens=raising(DeviceNotFound("gone")))
    source.start(posted.append)
    inside, go_on = threading.Event(), threading.Event()

    def hang():
        inside.set()
        assert go_on.wait(WAIT_S)
        return "device"

    source.opens = hang
    clock.set_ns(RETRY_NS)
    pump = threading.Thread(target=source.pump, args=[RETRY_NS])
    pump.start()
    assert inside.wait(WAIT_S)
    asked = threading.Thread(target=source.ask, args=[RETRY_NS])
    asked.start()
    asked.join(WAIT_S)
    assert not asked.is_alive()
    go_on.set()
    pump.join(WAIT_S)
    source.pump(RETRY_NS)
    assert [type(one) for one in posted] == [SourceState, SourceState, Levels]
    assert [one.alive for one in posted[:2]] == [False, True]


def test_one_that_opens_and_fails_at_each_turn_is_tried_once_a_second():
    """Also where a lost one is opened anew at once: that is for one that had lived."""
    clock = SimulatedClock()
    source = Source(clock, turns=raising(DeviceLost("gone")), at_once=True)
    source.start(lambda report: None)
    assert source.pump(0) == RETRY_NS
    assert source.pump(RETRY_NS - 1) == RETRY_NS
    assert source.opened == source.shut == 1
    clock.set_ns(RETRY_NS)
    assert source.pump(RETRY_NS) == 2 * RETRY_NS
    assert source.opened == source.shut == 2


def test_one_that_had_lived_is_opened_anew_at_once_where_its_driver_says_so():
    for at_once, again_ns in ((True, 0), (False, RETRY_NS)):
        clock = SimulatedClock()
        source = Source(clock, at_once=at_once)
        source.start(lambda report: None)
        assert source.pump(0) is None
        clock.set_ns(RETRY_NS)
        source.turns = raising(DeviceLost("gone"))
        assert source.pump(RETRY_NS) == RETRY_NS + again_ns


def test_one_that_another_program_has_is_refused_and_nothing_is_left_running():
    source = Source(SimulatedClock(), opens=raising(DeviceBusy("held by fan")))
    with pytest.raises(DeviceBusy, match="fan"):
        source.start(lambda report: None)
    assert source.pump(RETRY_NS) is None
    assert source.opened == 1
