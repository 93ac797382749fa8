"""What every source of keys must do. A driver's test subclasses this and gives a `rig`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from hardware.edges import Edge, KeyReport, Levels, SourceState


@dataclass
class ButtonRig:
    """A source with a way to move its contacts.

    Attributes:
        source: Not started. It has the lines "a", "b" and "c".
        drive: (line, closed, at_ns): one raw edge with exactly this stamp.
        now_ns: The source's clock.
        rebuild: Makes a second source over the same lines.
        posted: What the source has posted.
        doubt_ns: A stamp so long before the start is certainly older than it.
        step_ns: Two stamps of the source can be so close together.
    """

    source: Any
    drive: Callable[[str, bool, int], None]
    now_ns: Callable[[], int]
    rebuild: Callable[[], Any]
    posted: list[KeyReport] = field(default_factory=list)
    doubt_ns: int = 1
    step_ns: int = 1

    def start(self) -> None:
        self.source.start(self.posted.append)

    def of(self, kind: type) -> list[Any]:
        return [report for report in self.posted if isinstance(report, kind)]


class ButtonContract:
    """Subclasses override `rig`."""

    @pytest.fixture
    def rig(self) -> Iterator[ButtonRig]:
        raise NotImplementedError

    def test_start_says_that_the_source_is_alive_and_gives_no_edge(self, rig):
        rig.start()
        assert [type(report) for report in rig.posted] == [SourceState]
        assert rig.posted[0].alive
        assert rig.posted[0].source == rig.source.name

    def test_every_raw_edge_arrives_with_its_stamp_to_the_nanosecond(self, rig):
        rig.start()
        at = rig.now_ns()
        chatter = [("a", True, 1), ("b", True, 2), ("a", False, 301), ("a", True, 302)]
        for line, closed, after in chatter:
            rig.drive(line, closed, at + after * rig.step_ns)
        seen = [(e.line, e.closed_hint, (e.at_ns - at) / rig.step_ns) for e in rig.of(Edge)]
        assert seen == chatter
        assert {e.source for e in rig.of(Edge)} == {rig.source.name}
        assert {e.u_ns for e in rig.of(Edge)} == {rig.source.u_ns}

    def test_repeated_edges_of_the_same_level_arrive(self, rig):
        rig.start()
        at = rig.now_ns()
        for after in (1, 2, 3):
            rig.drive("a", True, at + after * rig.step_ns)
        assert [(e.at_ns - at) / rig.step_ns for e in rig.of(Edge)] == [1, 2, 3]

    def test_edges_are_numbered_from_one_by_line_and_over_all_without_a_gap(self, rig):
        rig.start()
        at = rig.now_ns()
        for after, line in enumerate("abaacb", start=1):
            rig.drive(line, bool(after % 2), at + after * rig.step_ns)
        assert [e.seq for e in rig.of(Edge)] == [1, 2, 3, 4, 5, 6]
        assert [e.line_seq for e in rig.of(Edge)] == [1, 1, 2, 3, 1, 2]

    def test_levels_are_read_not_remembered_and_come_after_the_edges(self, rig):
        rig.start()
        at = rig.now_ns()
        rig.drive("a", True, at + 1 * rig.step_ns)
        rig.drive("c", True, at + 2 * rig.step_ns)
        rig.drive("a", False, at + 3 * rig.step_ns)
        rig.source.ask(at + 3 * rig.step_ns)
        rig.source.pump(rig.now_ns())
        (levels,) = rig.of(Levels)
        assert rig.posted[-1] is levels
        assert levels.closed == {"c"}
        assert levels.at_ns >= at + 3 * rig.step_ns
        assert levels.drained_ns is None or levels.drained_ns <= levels.at_ns

    def test_pump_says_when_it_is_wanted_again_and_ask_wakes_it(self, rig):
        rig.start()
        woken = []
        rig.source.wake = lambda: woken.append(True)
        now = rig.now_ns()
        own_ns = rig.source.pump(now)  # a source may have work of its own
        assert own_ns is None or own_ns > now
        rig.source.ask(now + 9_000_000_000)
        rig.source.ask(now + 5_000_000_000)
        assert woken
        assert rig.source.pump(now) == min(now + 5_000_000_000, own_ns or 1 << 62)
        assert rig.of(Levels) == []

    def test_a_handler_that_raises_does_not_stop_the_next_event(self, rig):
        def post(report: KeyReport) -> None:
            if isinstance(report, Edge) and report.at_ns == at + rig.step_ns:
                raise RuntimeError("handler")
            rig.posted.append(report)

        at = rig.now_ns()
        rig.source.start(post)
        at = rig.now_ns()
        rig.drive("a", True, at + 1 * rig.step_ns)
        rig.drive("b", True, at + 2 * rig.step_ns)
        assert [e.line for e in rig.of(Edge)] == ["b"]
        assert rig.source.faults == 1
        assert "handler" in rig.source.last_fault

    def test_a_handler_that_raises_at_levels_does_not_raise_out_of_pump(self, rig):
        def post(report: KeyReport) -> None:
            raise RuntimeError("handler")

        rig.source.start(post)
        rig.source.ask(rig.now_ns())
        rig.source.pump(rig.now_ns())
        assert rig.source.faults == 2  # the state and the levels

    def test_edges_older_than_the_start_are_discarded_and_not_numbered(self, rig):
        rig.start()
        at = rig.now_ns()
        rig.drive("a", True, rig.of(SourceState)[0].at_ns - rig.doubt_ns)
        rig.drive("a", False, at + rig.step_ns)
        seen = [(e.at_ns - at, e.seq, e.line_seq) for e in rig.of(Edge)]
        assert seen == [(rig.step_ns, 1, 1)]
        assert rig.source.discarded == 1

    def test_close_is_idempotent_silences_and_frees_the_lines(self, rig):
        rig.start()
        rig.source.close()
        rig.source.close()
        rig.drive("a", True, rig.now_ns())
        rig.source.ask(rig.now_ns())
        rig.source.pump(rig.now_ns())
        assert [type(report) for report in rig.posted] == [SourceState]
        again = rig.rebuild()
        again.start(rig.posted.append)
        again.close()
