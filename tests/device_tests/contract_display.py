"""What every display must do. A driver's test subclasses this and gives a `display`."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from firmware_host.engine.wall import Wall
from firmware_host.outputs.displays import RETRY_NS, DisplayRunner, Frame
from hardware.clock import MonotonicClock
from hardware.errors import DeviceLost
from hardware.pumping import PumpThread

TEXTS = ("0:59", "", "10:00", "-0:05", "4:31 ?", "HOLD", "Пауза", "9" * 200, "67.3", "~")


class DisplayContract:
    """Subclasses override `display`."""

    @pytest.fixture
    def display(self) -> Iterator[Any]:
        raise NotImplementedError

    def test_it_has_its_name(self, display):
        assert display.name == "hall"

    @pytest.mark.parametrize("text", TEXTS)
    def test_any_text_can_be_shown(self, display, text):
        display.show(text)
        display.show(text)

    def test_close_is_idempotent(self, display):
        display.show("0:59")
        display.close()
        display.close()


@dataclass
class BusRig:
    """A display on a bus, with what an eye sees of its chip.

    Attributes:
        read: The text that is seen now; "" if it is dark, "#" in it for what is no sign.
        fail: Take the device away, or bring it back.
        lose_power: The chip forgets everything, as it does when it is switched off and on.
        glitch: A spike puts the chip into a mode in which it shows nothing that is true.
        gate: While it is not set, a write to the bus does not return.
        sent_bits: How many bits went over the bus so far.
        hz: How many go in a second.
    """

    display: Any
    read: Callable[[], str]
    fail: Callable[[bool], None]
    lose_power: Callable[[], None]
    glitch: Callable[[], None]
    gate: threading.Event
    sent_bits: Callable[[], int]
    hz: int


class BusContract(DisplayContract):
    """Subclasses override `rig`, and `CLOSED`: text -> what is seen of it."""

    CLOSED: ClassVar[dict[str, str]]

    @pytest.fixture
    def rig(self) -> Iterator[BusRig]:
        raise NotImplementedError

    @pytest.fixture
    def display(self, rig):
        return rig.display

    def test_what_is_shown_is_seen(self, rig):
        for text, seen in self.CLOSED.items():
            rig.display.show(text)
            assert (text, rig.read()) == (text, seen)

    def test_nothing_of_an_earlier_text_stays(self, rig):
        for text, seen in reversed(self.CLOSED.items()):
            rig.display.show("88:88")
            rig.display.show(text)
            assert (text, rig.read()) == (text, seen)

    def test_it_is_dark_after_close_and_refuses_texts(self, rig):
        rig.display.show("0:59")
        rig.display.close()
        assert rig.read() == ""
        with pytest.raises(DeviceLost, match="hall is closed"):
            rig.display.show("0:58")
        assert rig.read() == ""

    def test_a_display_that_was_never_used_is_dark_after_close(self, rig):
        rig.display.close()
        assert rig.read() == ""

    def test_a_chip_that_lost_its_power_or_was_hit_is_right_at_the_next_text(self, rig):
        for harm in (rig.lose_power, rig.glitch):
            rig.display.show("59")
            harm()
            assert rig.read() != "59"  # the control: it did harm
            rig.display.show("59")
            assert rig.read() == "59"

    def test_a_lost_display_raises_until_it_is_back_with_the_whole_frame(self, rig):
        rig.display.show("59")
        rig.fail(True)
        for _ in range(2):
            with pytest.raises(DeviceLost, match="display hall"):
                rig.display.show("58")
        rig.fail(False)
        rig.lose_power()
        rig.display.show("57")
        assert rig.read() == "57"

    def test_one_that_is_not_there_at_the_start_is_found_later(self, rig):
        rig.fail(True)
        with pytest.raises(DeviceLost, match="display hall"):
            rig.display.show("59")
        rig.fail(False)
        rig.display.show("58")
        assert rig.read() == "58"

    def test_closing_a_lost_display_raises_nothing(self, rig):
        rig.display.show("59")
        rig.fail(True)
        rig.display.close()

    def test_a_frame_takes_less_than_50_ms_of_the_bus(self, rig):
        rig.display.show("59")
        before = rig.sent_bits()
        rig.display.show("10:58 ?")
        assert 0 < (rig.sent_bits() - before) / rig.hz < 0.05

    def test_the_host_shows_it_again_each_second_and_so_finds_loss_and_return(self, rig):
        reports = []
        runner = DisplayRunner(rig.display, "hall", lambda *said: reports.append(said[:2]))
        runner.put(Frame(Wall(left_ns=60_000_000_000, form="count")))
        assert runner.pump(0) == 1_000_000_000
        rig.glitch()
        assert runner.pump(999_999_999) == 1_000_000_000
        assert rig.read() != "60"
        assert runner.pump(1_000_000_000) == 2_000_000_000
        assert rig.read() == "60"
        rig.fail(True)
        assert runner.pump(2_000_000_000) == 2_000_000_000 + RETRY_NS
        rig.fail(False)
        rig.lose_power()
        runner.pump(2_000_000_000 + RETRY_NS)
        assert rig.read() == "60"
        assert reports == [("hall", False), ("hall", True)]

    def test_a_bus_that_hangs_delays_nobody_and_shows_the_newest_when_it_is_free(self, rig):
        faults = []
        runner = DisplayRunner(rig.display, "hall", lambda *said: None)
        thread = PumpThread(
            runner, MonotonicClock(), "display", on_fault=lambda *a: faults.append(a)
        )
        rig.gate.clear()
        thread.start()
        for left_s in range(40, 30, -1):
            runner.put(Frame(Wall(left_ns=left_s * 1_000_000_000, form="count")))
        assert thread.stop(20_000_000) is False  # it says that it hangs, and does not wait
        assert len(faults) == 1
        rig.gate.set()
        thread._thread.join(5)
        runner.pump(MonotonicClock().now_ns())
        assert rig.read() == "31"
