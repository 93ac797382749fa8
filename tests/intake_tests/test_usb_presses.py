"""Keys by USB through the real source and the real intake: drops, ties, losses, any reads."""

from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device_tests.input_tree import DROPPED, KEY, SYN, Tree
from firmware_host.engine.contest import Contender, possible_firsts
from firmware_host.intake.contact_words import USB
from firmware_host.intake.fingers import Finger
from firmware_host.intake.intake import Intake
from firmware_host.intake.source import Noticed
from hardware import event_device
from hardware.buttons.usb_keys import UsbKeys
from hardware.edges import KeyReport
from hardware.simulated.clock import SimulatedClock

MS, S = 1_000_000, 1_000_000_000
START_NS = 10**12 + 999
KEYS = {"RED1": "seat1", "RED2": "seat2"}
RED1, RED2 = 0x2C0, 0x2C5


@dataclass
class Hall:
    """A controller, its source and intake, on a simulated clock."""

    tree: Tree
    clock: SimulatedClock = field(default_factory=lambda: SimulatedClock(START_NS))
    intake: Intake = field(default_factory=Intake)
    fingers: list[Finger] = field(default_factory=list)
    noticed: list[Noticed] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.device = self.tree.plug("event0", {RED1, RED2}, id="054c:0002")
        self.source = UsbKeys(
            "buzz", dict.fromkeys(KEYS), self.clock, "054c:0002", root=self.tree.root
        )
        self.intake.add_source("buzz", KEYS, self.source.hold_back_ns, USB)
        self.source.start(self.take)
        self.run(30)
        self.noticed.clear()

    def take(self, report: KeyReport) -> None:
        self.noticed += self.intake.feed(report, 0)
        for finger in self.intake.sources["buzz"].fingers.values():
            if not any(finger is one for one in self.fingers):
                self.fingers.append(finger)

    def run(self, ms: int) -> None:
        """Let time pass, and levels be asked for as the loop does."""
        for _ in range(ms):
            for _, at_ns in self.intake.wanted(self.clock.now_ns(), True, None):
                self.source.ask(at_ns)
            self.clock.advance(MS)
            self.source.pump(self.clock.now_ns())

    def press(self, code: int, value: int) -> int:
        at_ns = self.clock.now_ns()
        self.device.key(code, value, at_ns)
        return at_ns

    def said(self) -> list[str]:
        return [one.what for one in self.noticed]


@pytest.fixture
def hall(tmp_path, monkeypatch):
    tree = Tree(tmp_path / "root")
    monkeypatch.setattr(event_device, "ioctl", tree.ioctl)
    hall = Hall(tree)
    yield hall
    hall.source.close()
    for one in list(tree.plugged.values()):
        one.unplug()


def test_a_press_is_one_at_its_stamp_with_the_doubt_of_the_poll(hall):
    at_ns = hall.press(RED1, 1)
    hall.run(80)
    hall.press(RED1, 0)
    hall.run(20)
    (finger,) = hall.fingers
    assert (finger.key, finger.at_ns, finger.u_ns) == ("seat1", at_ns, 15 * MS)
    assert hall.intake.pressed() == frozenset()
    assert hall.said() == []


def test_two_handsets_in_one_report_are_a_tie_and_later_than_a_poll_they_are_not(hall):
    at_ns = hall.clock.now_ns()
    hall.device.closed |= {RED1, RED2}
    hall.device.give((KEY, RED2, 1), (KEY, RED1, 1), (SYN, 0, 0), at_ns=at_ns)
    hall.run(2)
    presses = [Contender(one.key, one.at_ns, one.u_ns) for one in hall.fingers]
    assert [one.who for one in possible_firsts(presses)] == ["seat1", "seat2"]
    later = [presses[0], Contender("late", at_ns + 15 * MS + 1, 15 * MS)]
    assert len(possible_firsts(later)) == 1


def test_a_press_that_the_kernel_threw_away_is_found_by_the_levels_with_its_doubt(hall):
    hall.run(200)
    asked_ns = max(hall.intake.sources["buzz"].read_ns, 0)
    pressed_ns = hall.clock.now_ns()
    hall.device.closed = {RED1}
    hall.run(40)
    hall.device.give((SYN, DROPPED, 0), (SYN, 0, 0), at_ns=hall.clock.now_ns())
    hall.run(15)
    (finger,) = hall.fingers
    assert "level-only" in finger.marks
    assert finger.at_ns - finger.u_ns <= pressed_ns <= finger.at_ns
    assert finger.at_ns - finger.u_ns >= asked_ns - 10 * MS


def test_a_release_that_it_threw_away_is_found_and_the_next_press_heard(hall):
    hall.press(RED1, 1)
    hall.run(50)
    hall.device.closed = set()
    hall.device.give((SYN, DROPPED, 0), (SYN, 0, 0), at_ns=hall.clock.now_ns())
    hall.run(15)
    assert hall.intake.pressed() == frozenset()
    assert "lost-release" in hall.said()
    at_ns = hall.press(RED1, 1)
    hall.run(2)
    assert hall.fingers[-1].at_ns == at_ns
    assert "Lost" in hall.said()


def test_without_the_mark_a_lost_release_is_found_within_a_second(hall):
    hall.press(RED1, 1)  # the control of the speed: the levels are asked for anyway
    hall.run(50)
    hall.device.closed = set()
    hall.run(100)
    assert hall.intake.pressed() == {"seat1"}
    hall.run(1000)
    assert hall.intake.pressed() == frozenset()


def test_unplugged_in_mid_press_the_key_is_let_go_and_held_at_the_return_it_is_no_press(hall):
    hall.press(RED1, 1)
    hall.run(10)
    hall.device.unplug()
    hall.run(2)
    assert hall.said() == ["source-lost"]
    assert hall.intake.pressed() == frozenset()
    assert hall.intake.frontier_ns(hall.clock.now_ns()) == hall.clock.now_ns()  # nobody waits
    hall.device = hall.tree.plug("event7", {RED1, RED2}, id="054c:0002")
    hall.device.closed = {RED2}
    hall.run(1100)
    assert "source-back" in hall.said()
    assert [one.key for one in hall.fingers] == ["seat1"]
    hall.press(RED2, 0)
    hall.run(5)
    hall.press(RED2, 1)
    hall.run(5)
    assert [one.key for one in hall.fingers] == ["seat1", "seat2"]


STEPS = st.lists(
    st.tuples(st.sampled_from([RED1, RED2]), st.integers(1, 40), st.booleans(), st.booleans()),
    max_size=25,
)


@given(STEPS)
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_however_reads_and_repeats_fall_the_presses_are_those_of_the_stamps(hall, steps):
    hall.fingers.clear()
    truth = []
    down: set[int] = set()
    for code, ms, repeats, read in steps:
        at_ns = hall.press(code, int(code not in down))
        if code not in down:
            truth.append((KEYS["RED1" if code == RED1 else "RED2"], at_ns))
        down ^= {code}
        if repeats:
            hall.device.give((KEY, code, 2), (SYN, 0, 1), at_ns=at_ns + MS)
        if read:
            hall.run(ms)
        else:
            hall.clock.advance(ms * MS)
    for code in down:
        hall.press(code, 0)
    hall.run(15)
    assert [(one.key, one.at_ns) for one in hall.fingers] == truth
    assert hall.intake.pressed() == frozenset()
