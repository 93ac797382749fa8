"""USB keys: the kernel's frames, byte by byte as it writes them, through a FIFO.

What only the kernel can show (its clock, the grab, dropped events) is in tests/bench_vm.
"""

import threading
from pathlib import Path

import pytest

from device_tests.contract_buttons import ButtonContract, ButtonRig
from device_tests.input_tree import DROPPED, GRAB, KEY, MSC, SET_CLOCK, SYN, Tree
from hardware import event_device
from hardware.buttons.usb_keys import UsbKeys
from hardware.clock import MonotonicClock
from hardware.edges import Edge, Levels, SourceState
from hardware.errors import DeviceBusy, DeviceUnsupported
from hardware.pumping import PumpThread
from hardware.simulated.clock import SimulatedClock

MS, S = 1_000_000, 1_000_000_000
NOW_NS = 3 * 86_400 * S + 999  # stamps are the last nanosecond of a microsecond
LINES = {"a": 79, "b": 80, "c": 0x2C0}
KEYPAD = "/dev/input/by-id/usb-1a2c_USB_Keypad-event-kbd"
LINK = KEYPAD.rpartition("/")[2]


@pytest.fixture
def tree(tmp_path, monkeypatch):
    tree = Tree(tmp_path / "root")
    monkeypatch.setattr(event_device, "ioctl", tree.ioctl)
    yield tree
    for one in list(tree.plugged.values()):
        one.unplug()


@pytest.fixture
def clock():
    return SimulatedClock(NOW_NS)


@pytest.fixture
def rig(tree, clock):
    keypad = tree.plug("event3", set(LINES.values()), link=LINK)

    def make():
        return UsbKeys("keypad", LINES, clock, KEYPAD, root=tree.root)

    def drive(line, closed, at_ns):
        clock.set_ns(max(clock.now_ns(), at_ns))
        rig.keypad.key(LINES[line], int(closed), at_ns)
        rig.source.pump(clock.now_ns())

    rig = ButtonRig(make(), drive, clock.now_ns, make, doubt_ns=1000, step_ns=1000)
    rig.keypad, rig.clock, rig.tree = keypad, clock, tree
    yield rig
    rig.source.close()


def edges(rig):
    return [(e.line, e.closed_hint, e.line_seq, e.seq) for e in rig.of(Edge)]


class TestUsbKeys(ButtonContract):
    @pytest.fixture
    def rig(self, rig):
        return rig


def test_the_clock_is_set_right_after_the_open_and_then_the_grab_is_taken(rig):
    rig.start()
    assert [request for request, _ in rig.tree.requests] == [SET_CLOCK, GRAB]
    assert rig.tree.requests[0][1] == b"\x01\0\0\0"  # CLOCK_MONOTONIC
    assert rig.tree.requests[1][1] == 1


def test_a_stamp_is_never_earlier_than_it_was_and_less_than_a_microsecond_later(rig):
    rig.start()
    for after_ns in (1, 500, 999, 1000, 1001):
        at_ns = NOW_NS + after_ns
        rig.drive("a", True, at_ns)
        assert 0 <= rig.of(Edge)[-1].at_ns - at_ns < 1000


def test_what_repeats_by_itself_and_what_is_no_key_of_the_board_is_no_edge(rig):
    rig.start()
    at = rig.now_ns()
    rig.keypad.give((MSC, 4, 0x7005B), (KEY, 79, 1), (SYN, 0, 0), at_ns=at)
    for n in range(5):
        rig.keypad.give((KEY, 79, 2), (SYN, 0, 1), at_ns=at + n * 1000)
    rig.keypad.key(81, 1, at)
    rig.source.pump(at)
    assert edges(rig) == [("a", True, 1, 1)]


def test_keys_of_one_report_have_one_stamp(rig):
    rig.start()
    rig.keypad.give((KEY, 79, 1), (KEY, 80, 1), (SYN, 0, 0), at_ns=rig.now_ns())
    rig.source.pump(rig.now_ns())
    one, other = rig.of(Edge)
    assert one.at_ns == other.at_ns
    assert {one.line, other.line} == {"a", "b"}


def test_levels_prove_that_all_edges_up_to_them_were_posted(rig):
    rig.start()
    rig.source.ask(rig.now_ns())
    rig.keypad.key(79, 1, rig.now_ns())
    rig.source.pump(rig.now_ns())
    assert [type(report) for report in rig.posted[1:]] == [Edge, Levels]
    (levels,) = rig.of(Levels)
    assert levels.drained_ns == levels.at_ns == rig.now_ns()
    assert levels.closed == {"a"}


def test_an_edge_that_comes_while_levels_are_read_is_posted_before_them(rig, monkeypatch):
    rig.start()
    rig.source.ask(rig.now_ns())

    def press_meanwhile(fd, request, argument):
        rig.keypad.key(79, 1, rig.now_ns())
        return rig.tree.ioctl(fd, request, argument)

    monkeypatch.setattr(event_device, "ioctl", press_meanwhile)
    rig.source.pump(rig.now_ns())
    assert [type(report) for report in rig.posted[1:]] == [Edge, Levels]


def test_more_than_one_turn_takes_is_left_for_the_next_and_proves_nothing(rig):
    rig.start()
    rig.source.ask(rig.now_ns())
    for _ in range(1200):
        rig.keypad.key(79, 1, rig.now_ns())
    rig.source.pump(rig.now_ns())
    assert len(rig.of(Edge)) < 1200
    assert rig.of(Levels)[0].drained_ns is None
    rig.source.ask(rig.now_ns())
    rig.source.pump(rig.now_ns())
    assert len(rig.of(Edge)) == 1200
    assert rig.of(Levels)[1].drained_ns == rig.now_ns()


def test_dropped_events_are_a_gap_of_every_line_and_the_levels_are_said_at_once(rig):
    rig.start()
    at = rig.now_ns() + 5000
    rig.clock.set_ns(at)
    rig.drive("a", True, at)
    # The kernel keeps the mark and what came last: an unfinished report, which is no evidence.
    rig.keypad.give((SYN, DROPPED, 0), (KEY, 79, 0), (SYN, 0, 0), at_ns=at)
    rig.keypad.closed = {80}
    rig.source.pump(at)
    assert edges(rig) == [("a", True, 1, 1)]
    (levels,) = rig.of(Levels)
    assert levels.closed == {"b"}
    rig.drive("c", True, at + 1000)
    rig.drive("a", True, at + 2000)
    assert edges(rig)[1:] == [("c", True, 2, 5), ("a", True, 3, 6)]
    assert rig.source.drops == 1


def test_without_the_mark_there_is_no_gap_and_nobody_is_asked(rig):
    rig.start()  # the control
    rig.drive("a", True, rig.now_ns() + 1000)
    rig.drive("a", False, rig.now_ns() + 1000)
    assert edges(rig) == [("a", True, 1, 1), ("a", False, 2, 2)]
    assert rig.of(Levels) == []


def test_the_mark_that_setting_the_clock_leaves_is_no_loss(rig):
    rig.start()
    since_ns = rig.of(SourceState)[0].at_ns
    rig.keypad.give((SYN, DROPPED, 0), (SYN, 0, 0), at_ns=since_ns - 1000)
    rig.drive("a", True, rig.now_ns() + 1000)
    assert edges(rig) == [("a", True, 1, 1)]
    assert rig.of(Levels) == []


def test_unplugged_it_is_lost_and_found_by_its_name_under_another_number(rig):
    rig.start()
    rig.drive("a", True, rig.now_ns())
    rig.keypad.unplug()
    rig.source.pump(rig.now_ns())
    assert [state.alive for state in rig.of(SourceState)] == [True, False]
    assert "event3" in rig.of(SourceState)[1].why
    other = rig.tree.plug("event3", {30}, link="usb-another-event-kbd", id="feed:0001")
    rig.keypad = rig.tree.plug("event4", set(LINES.values()), link=LINK)
    again_ns = rig.source.pump(rig.now_ns())
    assert again_ns == rig.now_ns() + S
    rig.clock.set_ns(again_ns)
    rig.source.pump(again_ns)
    assert [state.alive for state in rig.of(SourceState)] == [True, False, True]
    other.key(79, 0, rig.now_ns() + 1000)
    rig.drive("b", True, rig.now_ns() + 1000)
    assert edges(rig) == [("a", True, 1, 1), ("b", True, 1, 2)]


def test_a_device_that_is_not_there_is_posted_as_lost_and_looked_for(tree, clock):
    source = UsbKeys("keypad", LINES, clock, KEYPAD, root=tree.root)
    posted = []
    source.start(posted.append)
    assert [(one.alive, KEYPAD in one.why) for one in posted] == [(False, True)]
    assert source.pump(clock.now_ns()) == NOW_NS + S
    tree.plug("event0", set(LINES.values()), link=LINK)
    source.pump(NOW_NS + S)
    assert [one.alive for one in posted] == [False, True]
    source.close()


def test_a_device_without_a_key_of_the_board_is_lost_and_the_key_is_named(tree, clock):
    tree.plug("event0", {79, 80}, link=LINK)
    source = UsbKeys("keypad", LINES, clock, KEYPAD, root=tree.root)
    posted = []
    source.start(posted.append)
    assert "no key of number 704" in posted[0].why
    source.close()


def test_a_device_that_another_program_has_grabbed_is_refused(rig):
    rig.keypad.grabbed = True
    with pytest.raises(DeviceBusy, match="event3"):
        rig.start()
    assert rig.posted == []
    rig.keypad.grabbed = False
    rig.start()
    assert rig.of(SourceState)[0].alive


def test_it_may_be_named_by_its_numbers_and_the_one_that_has_the_keys_is_taken(tree, clock):
    tree.plug("event1", {30}, id="054c:0002")
    keypad = tree.plug("event2", set(LINES.values()), id="054c:0002", phys="usb-1.3/input0")
    source = UsbKeys("keypad", LINES, clock, "054c:0002", root=tree.root)
    posted = []
    source.start(posted.append)
    keypad.key(79, 1, NOW_NS)
    source.pump(NOW_NS)
    assert [type(one) for one in posted] == [SourceState, Edge]
    source.close()
    tree.plug("event4", set(LINES.values()), id="054c:0002", phys="usb-1.4/input0")
    posted.clear()
    source.start(posted.append)
    assert "name one of 054c:0002@usb-1.3, 054c:0002@usb-1.4" in posted[0].why
    source.close()
    named = UsbKeys("keypad", LINES, clock, "054c:0002@usb-1.4", root=tree.root)
    named.start(posted.append)
    assert posted[-1].alive
    named.close()


@pytest.mark.parametrize(
    ("interval", "told_ns", "u_ns"),
    [
        ("10ms", None, 15 * MS),
        ("8ms", None, 13 * MS),
        ("125us", None, 5_125_000),
        ("", None, 15 * MS),
        ("soon", None, 15 * MS),
        ("10ms", 6 * MS, 6 * MS),
    ],
)
def test_the_doubt_is_the_poll_interval_and_the_devices_own_time(
    tree, clock, interval, told_ns, u_ns
):
    tree.plug("event1", set(LINES.values()), link=LINK, interval=interval)
    source = UsbKeys("keypad", LINES, clock, KEYPAD, u_ns=told_ns, root=tree.root)
    source.start(lambda report: None)
    assert source.u_ns == u_ns
    source.close()


def test_it_says_what_it_is(rig):
    assert (rig.source.hold_back_ns, rig.source.stamped) == (3 * MS, "kernel")
    with pytest.raises(DeviceUnsupported, match="KEY_KP11"):
        UsbKeys("keypad", {"KEY_KP11": None}, rig.clock, KEYPAD)
    assert UsbKeys("keypad", {"KEY_KP1": None}, rig.clock, KEYPAD).lines == ("KEY_KP1",)


def test_half_a_frame_is_no_device_of_ours(rig):
    rig.start()
    rig.keypad.raw(bytes(23))
    rig.source.pump(rig.now_ns())
    assert [state.alive for state in rig.of(SourceState)] == [True, False]


def test_on_a_thread_a_press_wakes_the_pump_and_nothing_else_does(tree):
    keypad = tree.plug("event3", set(LINES.values()), link=LINK)
    clock = MonotonicClock()
    source = UsbKeys("keypad", LINES, clock, KEYPAD, root=tree.root)
    posted, come = [], threading.Semaphore(0)

    def post(report):
        posted.append(report)
        come.release()

    thread = PumpThread(source, clock, "usb")
    source.start(post)
    thread.start()
    assert come.acquire(timeout=30)
    for n in range(20):
        keypad.key(79, n % 2 == 0, clock.now_ns())
        assert come.acquire(timeout=30)
    assert len([one for one in posted if isinstance(one, Edge)]) == 20
    assert thread.turns <= 25  # at rest none at all
    keypad.unplug()
    assert come.acquire(timeout=30)
    assert not posted[-1].alive
    assert thread.stop()
    source.close()
    assert thread.faults == 0


def test_no_file_is_left_open(rig):
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        rig.start()
        rig.source.pump(rig.now_ns())
        rig.source.close()
    assert len(list(Path("/proc/self/fd").iterdir())) == before
