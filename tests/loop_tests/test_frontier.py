"""Nobody is named before every live source has passed the stamp (REALTIME b.5, B9)."""

from firmware_host.engine.table import NONE
from firmware_host.intake.contact_words import GPIO
from firmware_host.intake.intake import Intake
from hardware.edges import Edge, Levels, SourceState

MS = 1_000_000
H = 25 * MS


def _intake() -> Intake:
    """Two sources, both open and drained at 1 ms."""
    intake = Intake()
    for name, key in (("a", "seat1"), ("b", "seat2")):
        intake.add_source(name, {"1": key}, H, GPIO)
        intake.feed(Levels(name, 1 * MS, frozenset(), 1 * MS), 0)
    return intake


def _ripe(intake: Intake, now_ns: int) -> list[str]:
    """Let every key be decided at once, as a seat's is; return those that are decided."""
    keys = []
    for entry, _, _ in intake.ripe(now_ns):
        finger, step, _ = entry
        if step is None:
            intake.decided(finger, NONE)
        else:
            keys.append(finger.key)
    return keys


def _press(intake: Intake, source: str, at_ns: int, seq: int = 1) -> None:
    """One closing edge, confirmed by a level 4 ms later; what came before is drained."""
    intake.feed(Edge(source, "1", at_ns, True, seq, seq, 50_000), 0)
    intake.feed(Levels(source, at_ns + 4 * MS, frozenset({"1"}), at_ns + 4 * MS), 0)


def test_a_press_waits_until_the_other_source_has_passed_it():
    """Drained up to just before it is not enough; drained past it is proof."""
    intake = _intake()
    _press(intake, "a", 100 * MS)
    assert _ripe(intake, 104 * MS) == []
    intake.feed(Levels("b", 99 * MS, frozenset(), 100 * MS - 1), 0)
    assert _ripe(intake, 105 * MS) == []
    intake.feed(Levels("b", 105 * MS, frozenset(), 105 * MS), 0)
    assert _ripe(intake, 105 * MS) == ["seat1"]


def test_without_proof_the_hold_back_ends_the_wait():
    """A source that never proves anything is waited for 25 ms, to the nanosecond."""
    intake = _intake()
    _press(intake, "a", 100 * MS)
    assert _ripe(intake, 100 * MS + H - 1) == []
    assert _ripe(intake, 100 * MS + H) == ["seat1"]


def test_an_earlier_candidate_of_a_rival_is_waited_for():
    """A rival's edge that is not confirmed yet may still be the first press."""
    intake = _intake()
    intake.feed(Edge("b", "1", 99 * MS, True, 1, 1, 50_000), 0)
    _press(intake, "a", 100 * MS)
    intake.feed(Levels("b", 101 * MS, frozenset({"1"}), 101 * MS), 0)
    assert _ripe(intake, 104 * MS) == []
    intake.feed(Levels("b", 104 * MS, frozenset({"1"}), 104 * MS), 0)
    assert _ripe(intake, 104 * MS) == ["seat2", "seat1"]


def test_a_lost_source_holds_nobody_back_not_even_with_an_open_candidate():
    """C6: unplugged in the midst of a press, it leaves the order at once."""
    intake = _intake()
    intake.feed(Edge("b", "1", 99 * MS, True, 1, 1, 50_000), 0)
    _press(intake, "a", 100 * MS)
    assert _ripe(intake, 104 * MS) == []
    intake.feed(SourceState("b", 104 * MS, False, "unplugged"), 0)
    assert _ripe(intake, 104 * MS) == ["seat1"]


def test_the_frontier_never_goes_back():
    """Whatever is reported late, what was reached stays reached."""
    intake = _intake()
    for name in ("a", "b"):
        intake.feed(Levels(name, 200 * MS, frozenset(), 200 * MS), 0)
    _press(intake, "a", 300 * MS)
    intake.feed(Levels("b", 305 * MS, frozenset(), 305 * MS), 0)
    assert _ripe(intake, 305 * MS) == ["seat1"]
    reached_ns = intake.reached_ns
    intake.feed(Edge("b", "1", 250 * MS, True, 1, 1, 50_000), 0)

    assert intake.frontier_ns(306 * MS) >= reached_ns
