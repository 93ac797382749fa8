"""The key box at a real pty: the contract, noise, resets, losses, a box that comes and goes."""

import os
import time

import pytest

from device_tests.contract_buttons import ButtonContract, ButtonRig
from device_tests.serial_pty import Pty
from device_tests.simulated_box import SimulatedBox
from hardware.buttons.box_lines import Answer, LineReader, ask, parsed
from hardware.buttons.serial_box import SerialBoxButtons
from hardware.clock import MonotonicClock
from hardware.edges import Edge, Levels, SourceState
from hardware.errors import DeviceBusy, DeviceUnsupported
from hardware.pumping import PumpThread
from hardware.simulated.clock import SimulatedClock

LINES = {"a": 1, "b": 2, "c": 3}
UPTIME_NS = 25 * 86_400 * 1_000_000_000
S = 1_000_000_000


class Turned(SerialBoxButtons):
    """The source, with its box turned by hand: what was asked is answered at once."""

    pty: Pty
    box: SimulatedBox
    _speaks = False  # something is on its way to the box

    def start(self, post):
        super().start(post)
        for _ in range(8):
            self.pump(self._clock.now_ns())

    def pump(self, now_ns):
        written = self.written
        super().pump(now_ns)
        heard = self.pty.read(within_s=2 if self._spoke(written) else 0)
        written = self.written
        self.say(self.box.hear(heard, self._clock.now_ns()))
        next_ns = super().pump(now_ns)
        self._speaks = self._spoke(written)
        return next_ns

    @property
    def written(self):
        return self._token, self._back_ns

    def _spoke(self, written):
        spoke, self._speaks = self._speaks or self.written != written, False
        return spoke and self.pty.leader >= 0

    def say(self, data):
        """Send to the host, and wait until it is there: the simulated clock stands meanwhile."""
        if not data or self._inbox is None or self.pty.leader < 0:
            return
        there = self._inbox.taken + len(data)
        os.write(self.pty.leader, data)
        for _ in range(5000):
            if self._inbox.taken >= there:
                return
            time.sleep(0.001)
        raise AssertionError("the bytes did not arrive")


class TestSerialBox(ButtonContract):
    @pytest.fixture
    def rig(self, pty):
        clock = SimulatedClock(UPTIME_NS)
        box = SimulatedBox(drift_ppm=150)

        def make():
            source = Turned("tables", LINES, clock, str(pty.link))
            source.pty, source.box = pty, box
            return source

        def drive(line, closed, at_ns):
            clock.set_ns(max(clock.now_ns(), at_ns))
            box.edge(LINES[line], closed, at_ns)
            rig.source.say(box.say())
            rig.source.pump(clock.now_ns())

        rig = ButtonRig(make(), drive, clock.now_ns, make, doubt_ns=2_000)
        rig.clock, rig.box = clock, box
        yield rig
        rig.source.close()

    def wait(self, rig, ns):
        """Let time pass in steps of a millisecond."""
        for _ in range(ns // 1_000_000):
            rig.clock.advance(1_000_000)
            rig.source.pump(rig.clock.now_ns())

    def test_levels_prove_that_all_edges_up_to_them_were_posted(self, rig):
        rig.start()
        rig.source.ask(rig.now_ns())
        rig.source.pump(rig.now_ns())
        (levels,) = rig.of(Levels)
        assert 0 <= levels.at_ns - levels.drained_ns < 2_000

    def test_boot_noise_and_torn_lines_are_as_if_they_had_never_come(self, rig):
        noise = bytes(range(256)) * 3 + b"$E 1a2b $$A 1a2b 0000\n$" + b"f" * 500
        rig.source.start(rig.posted.append)
        rig.source.say(noise)
        rig.drive("a", True, rig.now_ns())
        assert [e.line for e in rig.of(Edge)] == ["a"]
        assert rig.source.reader.torn >= 4

    def test_a_torn_edge_is_sent_again_with_its_own_stamp_and_nothing_is_lost(self, rig):
        rig.start()
        at = rig.now_ns() + 1_000_000
        rig.clock.set_ns(at)
        for line in (1, 2, 1):
            rig.box.edge(line, True, at)
        said = rig.box.say()
        rig.source.say(said[:12] + said[13:])
        self.wait(rig, 30_000_000)
        edges = rig.of(Edge)
        assert [(e.line, e.seq, e.line_seq) for e in edges] == [
            ("a", 1, 1),
            ("b", 2, 1),
            ("a", 3, 2),
        ]
        assert all(e.at_ns - e.u_ns <= at <= e.at_ns for e in edges)
        assert rig.source.link.lost == 0

    def test_a_torn_last_edge_is_missed_by_the_next_answer_and_levels_wait_for_it(self, rig):
        rig.start()
        rig.box.edge(1, True, rig.now_ns())
        rig.source.say(rig.box.say()[:-3])
        rig.source.ask(rig.now_ns())
        rig.source.pump(rig.now_ns())
        assert rig.of(Levels) == []
        self.wait(rig, 30_000_000)
        assert [type(r) for r in rig.posted[1:]] == [Edge, Levels]

    def test_edges_that_the_box_has_overwritten_are_gaps_in_both_numbers(self, rig):
        rig.start()
        for n in range(100):
            rig.box.edge(1 + n % 2, True, rig.now_ns())
        rig.source.say(rig.box.say())
        rig.source.pump(rig.now_ns())
        rig.source.pump(rig.now_ns())
        edges = rig.of(Edge)
        assert len(edges) == 64
        assert rig.source.link.lost == 36
        assert [edges[0].seq, edges[-1].seq] == [37, 100]

    def test_a_restart_in_the_middle_is_a_loss_and_a_return_and_numbers_go_on(self, rig):
        rig.start()
        rig.drive("a", True, rig.now_ns() + 1_000_000)
        rig.drive("b", True, rig.now_ns() + 1_000_000)
        rig.box.restart(0x1A2C, offset_us=0)
        rig.source.say(b"\xff\x00\x55" + rig.box.beat(rig.now_ns()))
        self.wait(rig, 5_000_000)
        assert [s.alive for s in rig.of(SourceState)] == [True, False, True]
        assert rig.of(SourceState)[1].why == "the box restarted"
        at = rig.now_ns() + 1_000_000
        rig.drive("a", False, at)
        edge = rig.of(Edge)[-1]
        assert (edge.seq, edge.line_seq, edge.at_ns) == (3, 2, at)

    def test_a_box_that_falls_silent_is_lost_within_a_second_and_a_half_and_looked_for(self, rig):
        rig.start()
        hear, rig.box.hear = rig.box.hear, lambda data, at_ns: b""
        self.wait(rig, 1_000_000_000)
        assert len(rig.of(SourceState)) == 1
        self.wait(rig, 600_000_000)
        assert [s.alive for s in rig.of(SourceState)] == [True, False]
        assert "does not answer" in rig.of(SourceState)[1].why
        rig.box.hear = hear
        self.wait(rig, 1_300_000_000)
        assert [s.alive for s in rig.of(SourceState)] == [True, False, True]

    def test_a_box_unplugged_is_lost_and_found_under_its_name_when_it_is_back(self, rig, pty):
        rig.start()
        pty.unplug()
        for _ in range(1000):
            if rig.source._inbox.lost is not None:
                break
            time.sleep(0.001)
        self.wait(rig, 100_000_000)
        assert [s.alive for s in rig.of(SourceState)] == [True, False]
        pty.plug()
        self.wait(rig, 2_100_000_000)
        rig.drive("a", True, rig.now_ns())
        assert [s.alive for s in rig.of(SourceState)] == [True, False, True]
        assert len(rig.of(Edge)) == 1

    def test_a_clock_beyond_the_stated_drift_is_no_stamp_but_a_loss(self, rig):
        rig.start()
        rig.box.drift_ppm += 1
        self.wait(rig, 1_000_000_000)
        states = rig.of(SourceState)
        assert not states[1].alive
        assert "beyond a drift of 200 ppm" in states[1].why

    def test_the_drift_is_seen(self, rig):
        rig.start()
        self.wait(rig, 2_000_000_000)
        assert abs(rig.source.clock_fit.drift_ppb + 150_000) < 1_000

    def test_the_stamp_of_the_box_may_wrap(self, rig):
        box = rig.box
        box.restart(1, offset_us=0)
        box.restart(1, offset_us=2**32 - box.us(rig.now_ns()) - 65_000)
        rig.start()
        assert box.us(rig.now_ns()) > 2**32 - 10**5
        self.wait(rig, 200_000_000)
        at = rig.now_ns() + 1
        rig.drive("c", True, at)
        assert rig.box.us(at) < 10**7
        assert rig.of(Edge)[0].at_ns == at
        assert len(rig.of(SourceState)) == 1

    def test_edges_of_lines_that_the_board_does_not_name_are_passed_over(self, rig):
        rig.start()
        rig.box.edge(9, True, rig.now_ns())
        rig.drive("a", True, rig.now_ns())
        assert [(e.line, e.seq) for e in rig.of(Edge)] == [("a", 1)]


def test_a_box_that_is_not_there_is_posted_as_lost_and_the_game_goes_on(tmp_path):
    clock = SimulatedClock(UPTIME_NS)
    source = SerialBoxButtons("tables", LINES, clock, str(tmp_path / "nothing"))
    posted = []
    source.start(posted.append)
    assert [(s.alive, "there is no port" in s.why) for s in posted] == [(False, True)]
    assert source.pump(clock.now_ns()) == UPTIME_NS + S
    source.close()


def test_a_port_that_another_program_has_is_refused_by_name(pty):
    first = SerialBoxButtons("one", LINES, SimulatedClock(), str(pty.link))
    second = SerialBoxButtons("two", LINES, SimulatedClock(), str(pty.link))
    first.start(lambda report: None)
    with pytest.raises(DeviceBusy, match="usb-box-if00"):
        second.start(lambda report: None)
    first.close()
    second.start(lambda report: None)
    second.close()


@pytest.mark.parametrize("line", ["0", "33", "x", "-1"])
def test_a_line_that_no_box_has_is_refused(line):
    with pytest.raises(DeviceUnsupported, match=line):
        SerialBoxButtons("tables", {line: None}, SimulatedClock(), "/dev/null")


def test_at_the_machines_own_clock_a_thread_stamps_edges_within_the_stated_doubt(pty):
    clock = MonotonicClock()
    box = SimulatedBox(drift_ppm=-80)
    source = SerialBoxButtons("tables", LINES, clock, str(pty.link))
    posted, true_ns = [], []
    thread = PumpThread(source, clock, "box")
    source.start(posted.append)
    thread.start()
    end_ns = clock.now_ns() + 1_500_000_000
    while clock.now_ns() < end_ns:
        said = box.hear(pty.read(), clock.now_ns())
        if any(isinstance(r, SourceState) for r in posted) and len(true_ns) < 200:
            true_ns.append(clock.now_ns())
            box.edge(1, len(true_ns) % 2 == 1, true_ns[-1])
            said += box.say()
        os.write(pty.leader, said)
        time.sleep(0.002)
    assert thread.stop()
    source.close()
    edges = [r for r in posted if isinstance(r, Edge)]
    assert [e.seq for e in edges] == list(range(1, len(true_ns) + 1))
    assert len(edges) > 50
    assert all(e.at_ns - e.u_ns <= at <= e.at_ns for e, at in zip(edges, true_ns, strict=True))
    assert thread.faults == 0


def test_every_cut_of_every_line_is_noticed():
    box = SimulatedBox()
    whole = box.hear(ask(7), 5)
    for start in range(len(whole)):
        for end in range(start + 1, len(whole) + 1):
            cut = whole[:start] + whole[end:]
            assert [parsed(text) for text, _ in LineReader().feed(cut, 0)] == []
    ((text, _),) = LineReader().feed(whole, 0)
    assert isinstance(parsed(text), Answer)
