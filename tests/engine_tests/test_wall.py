"""The wall's text: rounded away from zero, constant between its changes (RULES A.3, CASES C21)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.engine.wall import BLANK, Wall, next_change_ns, seconds_shown, shown

S = 1_000_000_000
LEAST = -3600 * S

SHOWN = [
    (0, "0:00"),
    (1, "0:01"),
    (-1, "-0:01"),
    (9 * S, "0:09"),
    (9 * S + 1, "0:10"),
    (10 * S, "0:10"),
    (59 * S, "0:59"),
    (60 * S, "1:00"),
    (60 * S + 1, "1:01"),
    (599 * S, "9:59"),
    (600 * S, "10:00"),
    (3599 * S, "59:59"),
    (3600 * S, "60:00"),
    (5999 * S, "99:59"),
    (6000 * S, "100:00"),
    (-S, "-0:01"),
    (-S - 1, "-0:02"),
    (-59 * S, "-0:59"),
    (-60 * S, "-1:00"),
    (-600 * S, "-10:00"),
    # RULES A.3, the golden boundary vectors of 002: elapsed of 300 s -> display.
    (300 * S - 28_999_000_000, "4:32"),
    (300 * S - 29_000_000_000, "4:31"),
    (300 * S - 29_001_000_000, "4:31"),
    (300 * S - 30_000_000_000, "4:30"),
    (300 * S - 299_999_000_000, "0:01"),
    (300 * S - 300_001_000_000, "-0:01"),
    (300 * S - 304_999_000_000, "-0:05"),
    (300 * S - 305_000_000_000, "-0:05"),
    (300 * S - 305_001_000_000, "-0:06"),
]


@pytest.mark.parametrize(("left_ns", "text"), SHOWN)
def test_standing_and_running_show_the_same(left_ns, text):
    """A line that stands at a value and one that runs through it show one text."""
    standing = Wall(left_ns=left_ns, floor_ns=LEAST * 2)
    running = Wall(running=True, zero_ns=5 * S + left_ns, floor_ns=LEAST * 2)

    assert shown(standing, 0) == text
    assert shown(running, 5 * S) == text


def test_other_forms():
    """The count has no minutes, a claim a question mark, a blank wall nothing."""
    assert shown(Wall(left_ns=9_000_000_001, form="count"), 0) == "10"
    assert shown(Wall(left_ns=0, form="count"), 0) == "0"
    assert shown(Wall(left_ns=30 * S, mark="?"), 0) == "0:30 ?"
    assert shown(BLANK, 0) == ""


def test_it_stops_at_its_floor():
    """Without a reserve 0:00 stays; with one of 5 s, -0:05."""
    assert shown(Wall(running=True, zero_ns=S), 99 * S) == "0:00"
    assert shown(Wall(running=True, zero_ns=S, floor_ns=-5 * S), 99 * S) == "-0:05"


@given(st.integers(-400 * S, 400 * S))
def test_seconds_are_rounded_away_from_zero(left_ns):
    """Never under the true value in size, and by less than a second."""
    seconds = seconds_shown(left_ns)

    assert 0 <= abs(seconds * S) - abs(left_ns) < S
    assert seconds == 0 or (seconds > 0) == (left_ns > 0)


@given(
    st.integers(0, 20 * S),
    st.integers(-8 * S, 20 * S),
    st.sampled_from([0, -5 * S, -3 * S - 1]),
    st.sampled_from(["clock", "count"]),
    st.integers(0, 10**9),
)
def test_the_text_is_constant_between_its_changes(at_ns, left_ns, floor_ns, form, part):
    """Up to the instant before the next change nothing changes; at it, the text is another."""
    wall = Wall(running=True, zero_ns=at_ns + left_ns, floor_ns=floor_ns, form=form)
    change_ns = next_change_ns(wall, at_ns)
    text = shown(wall, at_ns)
    if change_ns is None:
        assert shown(wall, at_ns + 3600 * S) == text
        return
    assert change_ns > at_ns
    assert shown(wall, change_ns - 1) == text
    assert shown(wall, at_ns + (change_ns - 1 - at_ns) * part // 10**9) == text
    assert shown(wall, change_ns) != text
