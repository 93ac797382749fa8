"""Each transition of one line, on both sides of its limit (REALTIME b.2, check B1)."""

import pytest

from firmware_host.intake.contact_words import GPIO, TIMINGS, USB, Down, Glitch, Lost, StillDown, Up
from firmware_host.intake.contacts import Contact, State
from intake_tests.line import MS, US, Line, S, T, pressed


def test_a_candidate_is_confirmed_by_a_level_at_3_ms_and_not_before() -> None:
    """1 ns before 3 ms says nothing; at 3 ms a closed level is the press of the first edge."""
    line = Line().edges((T, True))
    assert line.contact.wants_level_at(True) == T + 3 * MS
    assert line.levels((T + 3 * MS - 1, True)).events == []

    assert line.levels((T + 3 * MS, True)).events == [Down("17", T, 50 * US)]


@pytest.mark.parametrize(("ago", "state"), [(MS - 1, State.CAND), (MS, State.DOWN)])
def test_a_closed_level_confirms_1_ms_after_the_last_edge(ago: int, state: State) -> None:
    """Chattering at the level: asked again in 1 ms."""
    at = T + 3 * MS
    line = Line().edges((T, True), (T + MS, False), (at - ago, True)).levels((at, True))

    assert line.contact.state is state
    if state is State.CAND:
        assert line.contact.wants_level_at(True) == at + MS
        line.levels((at + MS, True))
    assert line.presses() == [Down("17", T, 50 * US)]


@pytest.mark.parametrize(("length", "presses"), [(MS - 1, 0), (MS, 1)])
def test_a_tap_closed_for_1_ms_is_a_short_press(length: int, presses: int) -> None:
    """A closed stretch 1 ns shorter is a glitch with its number of edges."""
    line = Line().edges((T, True), (T + length, False)).levels((T + 3 * MS, False))

    assert len(line.presses()) == presses
    if presses:
        assert line.events == [Down("17", T, 50 * US, ("short",))]
        line.levels((T + length + 12 * MS, False))
        assert line.events[1:] == [Up("17", T + length, True)]
    else:
        assert line.events == [Glitch("17", T, 2)]
        assert line.contact.state is State.TAIL


@pytest.mark.parametrize(("at", "state"), [(12 * MS - 1, State.CAND), (12 * MS, State.TAIL)])
def test_a_candidate_whose_opening_edge_never_comes_is_a_glitch_at_12_ms(
    at: int, state: State
) -> None:
    """Open, last hint closed: asked again each 1 ms, until 12 ms after the first edge."""
    line = Line().edges((T, True)).levels((T + 3 * MS, False))
    assert line.contact.wants_level_at(True) == T + 4 * MS

    assert line.levels((T + at, False)).contact.state is state


def test_an_opening_edge_under_way_makes_the_tap_short() -> None:
    """The level is open, the edge comes with the next batch, and the tap counts."""
    line = Line().edges((T, True)).levels((T + 3 * MS, False))
    line.edges((T + 2 * MS, False)).levels((T + 4 * MS, False))

    assert line.events == [Down("17", T, 50 * US, ("short",))]


def test_open_chatter_at_the_level_is_asked_again() -> None:
    """An open instant of chatter decides nothing: the solid contact after it is the press."""
    line = Line().edges((T, True), (T + MS // 2, False))
    line.edges((T + 2200 * US, True), (T + 3 * MS - 1, False))
    line.levels((T + 3 * MS, False)).edges((T + 3 * MS + 200 * US, True))

    assert line.levels((T + 5 * MS, True)).events == [Down("17", T, 50 * US)]


def test_a_closed_level_against_an_opening_hint_needs_a_second() -> None:
    """A level may fall into a spike whose edge is still under way."""
    line = Line().edges((T, True), (T + 200 * US, False))
    assert line.levels((T + 3 * MS, True), (T + 4 * MS - 1, True)).events == []

    assert line.levels((T + 4 * MS, True)).presses() == [Down("17", T, 50 * US)]


@pytest.mark.parametrize(("at", "state"), [(12 * MS - 1, State.TAIL), (12 * MS, State.DOWN)])
def test_a_glitch_that_is_closed_after_quiet_was_a_press(at: int, state: State) -> None:
    """Closed 12 ms after the last edge: late-confirmed, with the stamp of the first edge."""
    last = T + 500 * US
    line = Line().edges((T, True), (last, False)).levels((T + 3 * MS, False))
    assert line.contact.open_since_ns == T
    line.levels((last + at, True))

    assert line.contact.state is state
    if state is State.DOWN:
        assert line.presses() == [Down("17", T, 50 * US, ("late-confirmed",))]


def test_a_glitch_that_is_open_after_quiet_is_over() -> None:
    """From TAIL the line goes back to IDLE by an open level, 12 ms after the last edge."""
    line = Line().edges((T, True), (T + 500 * US, False)).levels((T + 3 * MS, False))
    line.levels((T + 500 * US + 12 * MS - 1, False))
    assert line.contact.state is State.TAIL

    assert line.levels((T + 500 * US + 12 * MS, False)).contact.state is State.IDLE
    assert line.contact.open_since_ns is None


@pytest.mark.parametrize(("at", "state"), [(12 * MS - 1, State.DOWN), (12 * MS, State.IDLE)])
def test_a_release_is_its_first_edge_proven_by_an_open_level_after_quiet(
    at: int, state: State
) -> None:
    """12 ms after the last edge of the release; the frontier can be told where it will be."""
    release = T + 100 * MS
    line = pressed().edges((release, False), (release + MS, True), (release + 2 * MS, False))
    assert line.contact.release_since_ns == release
    assert line.contact.wants_level_at(False) == release + 14 * MS
    line.levels((release + 2 * MS + at, False))

    assert line.contact.state is state
    assert line.contact.closed is (state is State.DOWN)
    if state is State.IDLE:
        assert line.events[-1] == Up("17", release, True)


def test_a_closed_level_after_quiet_proves_the_key_still_down() -> None:
    """A dip within a hold is no release, and no level within its chatter is a proof."""
    line = pressed().edges((T + 100 * MS, False), (T + 101 * MS, True))
    line.levels((T + 113 * MS - 1, True), (T + 113 * MS, True))

    assert line.events == [
        Down("17", T, 50 * US),
        StillDown("17", T + 12 * MS),
        StillDown("17", T + 113 * MS),
    ]
    assert line.contact.release_since_ns is None
    assert line.contact.down_since_ns == T


@pytest.mark.parametrize(
    ("gap", "hint", "found"),
    [(12 * MS - 1, True, 0), (12 * MS, False, 0), (12 * MS, True, 1)],
)
def test_a_stalled_reader_still_gets_the_second_press(gap: int, hint: bool, found: int) -> None:
    """Hinted closed, 12 ms after the release's last edge, no level between: a new press."""
    release = T + 100 * MS
    line = pressed().edges((release, False), (release + gap, hint))
    line.levels((release + gap + 12 * MS, True))

    again = [Down("17", release + gap, 50 * US, ("unsampled",))]
    assert line.presses()[1:] == again * found
    assert (Up("17", release, False) in line.events) is bool(found)


def test_the_late_edge_of_a_release_is_not_a_candidate() -> None:
    """Chatter of the release, delivered after the level that proved it, stays with it."""
    release = T + 100 * MS
    line = pressed().edges((release, False)).levels((release + 12 * MS, False))
    line.edges((release + 5 * MS, True))

    assert line.contact.state is State.IDLE
    assert line.contact.open_since_ns is None


# Devices that debounce.


def test_a_debounced_key_is_believed_at_once() -> None:
    """USB keys and stamped boxes: down and up by their own edges, no level needed."""
    line = Line(Contact("17", USB)).edges((T, True), (T + 4 * MS, False), (T + 9 * MS, True))

    assert line.events == [
        Down("17", T, 50 * US),
        Up("17", T + 4 * MS, True),
        Down("17", T + 9 * MS, 50 * US),
    ]


def test_a_debounced_key_whose_release_was_lost_hears_the_next_press() -> None:
    """Closed twice with a number missing: the loss, an uncertain release, the press."""
    line = Line(Contact("17", USB)).edges((T, True)).edges((T + S, True), skip=1)

    assert line.events == [
        Down("17", T, 50 * US),
        Lost("17", T + S, 1),
        Up("17", T + S, False),
        Down("17", T + S, 50 * US, ("lost",)),
    ]


def test_a_board_row_can_name_its_timing() -> None:
    """The names of the table in REALTIME b.1."""
    assert list(TIMINGS) == [*("gpio", "usb", "serial-raw", "serial-stamped", "serial-unstamped")]
    assert TIMINGS["gpio"] is GPIO
