"""Edges that never came, keys that were held, numbers that are missing (B5-B7, CASES 1)."""

import pytest

from firmware_host.intake.contact_words import GPIO, Down, Glitch, HeldAtStart, Lost, Up
from firmware_host.intake.contacts import Contact
from hardware.edges import Edge
from intake_tests.line import MS, US, Line, S, T, pressed

# B5: lost edges.


def test_a_lost_press_edge_gives_one_level_only_press_after_two_polls() -> None:
    """Two closed levels 10 ms apart: the first is the stamp, u reaches back a poll + 10 ms."""
    line = Line().levels((T, False), (T + 20 * MS, True))
    assert line.contact.wants_level_at(True) == T + 30 * MS
    assert line.contact.open_since_ns == T + 20 * MS
    assert line.levels((T + 30 * MS - 1, True)).events == []
    line.levels((T + 30 * MS, True), (T + 50 * MS, True))

    assert line.presses() == [Down("17", T + 20 * MS, 30 * MS, ("level-only",))]


def test_an_edge_that_comes_after_the_first_closed_level_takes_over() -> None:
    """Delivered late, it brings its own stamp; the key is pressed once."""
    line = Line().levels((T, False), (T + 20 * MS, True)).edges((T + 18 * MS, True))
    line.levels((T + 30 * MS, True), (T + 50 * MS, True))

    assert line.presses() == [Down("17", T + 18 * MS, 50 * US)]


def test_an_edge_long_after_a_closed_level_has_a_doubt_that_holds_the_contact() -> None:
    """The first edge is missing: its own stamp, lost, and u back to the last open level."""
    line = Line().levels((T, False), (T + 20 * MS, True)).edges((T + 24 * MS, True))
    line.levels((T + 27 * MS, True))

    assert line.presses() == [Down("17", T + 24 * MS, 34 * MS, ("lost",))]


def test_a_lost_release_is_found_within_60_ms_and_the_next_press_is_heard() -> None:
    """Polled each 20 ms; one open level is not enough, two 10 ms apart are."""
    line = pressed()
    opened = now = T + 100 * MS
    while line.contact.closed:
        now = max(now + 100 * US, line.contact.wants_level_at(True))
        line.levels((now, now < opened))
        assert now <= opened + 60 * MS

    up = line.events[-2]
    assert isinstance(up, Up)
    assert opened <= up.at_ns <= opened + 20 * MS
    assert line.events[-2:] == [Up("17", up.at_ns, False), Lost("17", up.at_ns, 0)]
    line.edges((opened + 80 * MS, True)).levels((opened + 83 * MS, True))
    assert line.presses()[1:] == [Down("17", opened + 80 * MS, 50 * US)]


def test_one_open_level_against_the_edges_is_not_a_release() -> None:
    """Closed again at the second look: still the same press."""
    line = pressed().levels((T + 100 * MS, False))
    assert line.contact.release_since_ns == T + 100 * MS
    assert line.contact.wants_level_at(True) == T + 110 * MS
    line.levels((T + 110 * MS - 1, False), (T + 110 * MS, True), (T + 120 * MS, False))

    assert line.contact.closed
    assert len(line.presses()) == 1


# B6: held at start.


@pytest.mark.parametrize("restart", [False, True])
def test_a_key_held_at_start_or_restart_is_no_press_and_its_next_one_is(restart: bool) -> None:
    """HELD ends by release; a press that was open at the restart ends uncertain."""
    line = pressed() if restart else Line(Contact("17", GPIO))
    presses = len(line.presses())
    line.events += line.contact.begin(T + S, True)
    assert line.events[-1] == HeldAtStart("17", T + S)
    assert (Up("17", T + S, False) in line.events) is restart
    assert line.contact.closed
    line.levels((T + 2 * S, True)).edges((T + 3 * S, False)).levels((T + 3 * S + 12 * MS, False))
    assert len(line.presses()) == presses
    line.edges((T + 4 * S, True)).levels((T + 4 * S + 3 * MS, True))

    assert line.presses()[presses:] == [Down("17", T + 4 * S, 50 * US)]


def test_nothing_is_a_press_before_the_first_level() -> None:
    """A contact that was not begun asks for a level at once and gives no press."""
    contact = Contact("17", GPIO)
    events = contact.edge(Edge("gpio", "17", T, True, 1, 1, 0))

    assert contact.wants_level_at(False) <= 0
    assert events + contact.level(T + 3 * MS, True) == [HeldAtStart("17", T + 3 * MS)]


# B7: numbers.


def test_a_gap_in_the_lines_numbers_is_a_loss_and_asks_for_a_level_at_once() -> None:
    """The count is told, the candidate is marked, and its u reaches back to the open level."""
    line = Line().edges((T - 9 * MS, True), (T - 8 * MS, False)).levels((T + 20 * MS, False))
    line = Line(line.contact).edges((T, True), (T + 300 * US, False))
    line.levels((T + 3 * MS, False), (T + 20 * MS, False))
    line.edges((T + 30 * MS, True), skip=2)
    assert Lost("17", T + 30 * MS, 2) in line.events
    assert line.contact.wants_level_at(False) == T + 30 * MS
    line.levels((T + 33 * MS, True))

    assert line.presses() == [Down("17", T + 30 * MS, 20 * MS, ("lost",))]


def test_an_edge_that_may_be_merged_is_marked_and_has_its_doubt_added() -> None:
    """What `Merges` says of the first edge goes into u."""
    line = Line().edges((T, True), merged_ns=700 * US).levels((T + 3 * MS, True))

    assert line.presses() == [Down("17", T, 750 * US, ("merged",))]


# CASES.md, section 1.


def test_c01_a_lost_release_edge_makes_no_held_key() -> None:
    """Pressed 0-20 ms with the release edge lost: open again soon; the press at 5 s counts."""
    line = Line().edges((T, True)).levels((T + 3 * MS, True))
    now = T + 3 * MS
    while now < T + 5 * S:
        now = max(now + 100 * US, line.contact.wants_level_at(False))
        line.levels((min(now, T + 5 * S - MS), now < T + 20 * MS))
    assert not line.contact.closed
    line.edges((T + 5 * S, True)).levels((T + 5 * S + 3 * MS, True))

    assert [down.at_ns for down in line.presses()] == [T, T + 5 * S]


def test_c02_chatter_at_the_release_of_a_long_hold_is_no_press() -> None:
    """Held 1.2 s; release, press, release at +0, +0.4, +0.9 ms: one press."""
    up = T + 1200 * MS
    line = pressed().levels((up - MS, True))
    line.edges((up, False), (up + 400 * US, True), (up + 900 * US, False))
    line.levels((up + 3 * MS, False), (up + 13 * MS, False), (up + 33 * MS, False))

    assert len(line.presses()) == 1
    assert line.events[-1] == Up("17", up, True)


def test_c03_a_dip_of_0_3_ms_is_a_glitch_and_a_press_soon_after_counts() -> None:
    """No press from the dip; the 30 ms press of the same second has its own first edge."""
    line = Line().edges((T, True), (T + 300 * US, False))
    line.levels((T + 3 * MS, False), (T + 13 * MS, False))
    assert line.events == [Glitch("17", T, 2)]
    line.edges((T + 500 * MS, True)).levels((T + 503 * MS, True))

    assert line.presses() == [Down("17", T + 500 * MS, 50 * US)]


def test_c06_the_stamp_is_the_first_contact_however_long_it_chatters() -> None:
    """A at 1.000 chatters until 1.014, B at 1.003 is clean: A 1.000, B 1.003."""
    a, b = Line(), Line()
    for at in range(T, T + 14 * MS, 2 * MS):
        for edge in ((at, True), (at + 300 * US, False)):
            a.edges(edge)
            while a.contact.wants_level_at(True) < at + (300 * US if edge[1] else 2 * MS):
                a.levels((a.contact.wants_level_at(True), edge[1]))
    a.edges((T + 14 * MS, True)).levels((T + 26 * MS, True))
    b.edges((T + 3 * MS, True)).levels((T + 6 * MS, True))

    assert a.presses() == [Down("17", T, 50 * US, ("late-confirmed",))]
    assert b.presses() == [Down("17", T + 3 * MS, 50 * US)]


@pytest.mark.parametrize(("apart", "early"), [(10 * MS, 0), (5 * MS, 24 * MS)])
def test_noise_before_a_press_lends_it_no_old_stamp(apart: int, early: int) -> None:
    """After an open pause of 5 ms the press has its own stamp; else within the last 24 ms."""
    line = Line().edges((T, True), (T + 200 * US, False)).levels((T + 3 * MS, False))
    for at in range(T + apart, T + 100 * MS, apart):
        line.edges((at, True), (at + 200 * US, False))
    line.edges((T + 100 * MS, True)).levels((T + 112 * MS, True))

    assert T + 100 * MS - early <= line.presses()[0].at_ns <= T + 100 * MS
