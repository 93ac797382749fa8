"""The stage hour of 002 and the programme of 003 (RULES 2-h, A.4, A.7), worked by hand."""

import pytest

from firmware_host.evening.forecast import (
    Length,
    circles_that_fit,
    equal,
    forecast,
    owed,
    turns_left,
    warnings,
)
from firmware_host.evening.programme import Item, Real, overrun_ns, pace_ns, programme

S = 1_000_000_000
MIN = 60 * S

HAT = Length(prep_ns=120 * S, worst_ns=60 * S, planned_ns=60 * S, changeover_ns=0)
DRAWING = Length(prep_ns=120 * S, worst_ns=305 * S, planned_ns=200 * S, changeover_ns=0)
OVERLAPPED = Length(
    prep_ns=120 * S, worst_ns=305 * S, planned_ns=200 * S, changeover_ns=0, overlap=True
)

WORST_2H = [
    # 5 teams x 3 circles x (2:00 + 5:05) = 106:15; overlapped 2:00 + 15 x 5:05 = 78:15
    (DRAWING, 15, 6375, 106),
    (OVERLAPPED, 15, 4695, 78),
    # 3 teams x 3 circles x (2:00 + 5:05) = 63:45
    (DRAWING, 9, 3825, 64),
    # hat: 5 teams, 3 circles 45:00, 4 circles 60:00
    (HAT, 15, 2700, 45),
    (HAT, 20, 3600, 60),
]


@pytest.mark.parametrize(("length", "turns", "seconds", "minutes"), WORST_2H)
def test_2h(length, turns, seconds, minutes):
    """106, 78, 64, 45 and 60 minutes, without changeover."""
    worst_ns = forecast(length, turns).worst_ns

    assert worst_ns == seconds * S
    assert round(seconds / 60) == minutes


def test_changeover_of_thirty_seconds_between_turns():
    """A.7: 15 drawings have 14 changeovers: 6375 + 420; planned 15 x 320 + 420."""
    length = Length(prep_ns=120 * S, worst_ns=305 * S, planned_ns=200 * S)

    assert length.changeover_ns == 30 * S
    assert length.overlap is False
    assert forecast(length, 15).worst_ns == 6795 * S
    assert forecast(length, 15).planned_ns == 5220 * S
    # Between the turns of a stage that is going on there is one before each.
    assert forecast(length, 15, begun=True).worst_ns == 6825 * S
    assert forecast(length, 0, begun=True).worst_ns == 0


def test_overlapped_preparation_hides_behind_the_turn_before():
    """Hat: 2:00, then 15 x 1:00 and 14 x the 1:00 that preparation is longer; a changeover of
    30 s lies inside that minute, one of 90 s does not."""
    hat = {"prep_ns": 120 * S, "worst_ns": 60 * S, "planned_ns": 60 * S, "overlap": True}

    assert forecast(Length(**hat, changeover_ns=0), 15).worst_ns == (120 + 900 + 840) * S
    assert forecast(Length(**hat, changeover_ns=30 * S), 15).worst_ns == 1860 * S
    assert forecast(Length(**hat, changeover_ns=90 * S), 15).worst_ns == (120 + 900 + 1260) * S


def test_turns_left_and_the_circle_to_be_finished():
    """Five teams, three circles, two have played two and three one: 8 left, 3 in this circle."""
    played = {"A": 2, "B": 2, "C": 1, "D": 1, "E": 1}
    hat = Length(prep_ns=120 * S, worst_ns=60 * S, planned_ns=60 * S)

    assert turns_left(played, 3) == 8
    assert owed(played) == {"C": 1, "D": 1, "E": 1}
    assert not equal(played)
    assert forecast(hat, 8, begun=True).worst_ns == 1680 * S
    assert forecast(hat, sum(owed(played).values()), begun=True).worst_ns == 630 * S


def test_equal_attempts_owe_nothing():
    """A stage with equal attempts may close."""
    assert owed({"A": 3, "B": 3}) == {}
    assert equal({"A": 3, "B": 3})
    assert equal({})


def test_a_late_team_owes_what_the_others_have_played():
    """A.7: it came in the third circle."""
    assert owed({"A": 2, "B": 2, "late": 0}) == {"late": 2}
    assert turns_left({"A": 5, "B": 1}, 3) == 2


FIT = [
    (HAT, 5, 4),
    (DRAWING, 5, 1),
    (DRAWING, 3, 2),
    # 1050 s a circle, less one changeover: 3 circles 3120 s, 4 circles 4170 s
    (Length(prep_ns=120 * S, worst_ns=60 * S, planned_ns=60 * S), 5, 3),
    (DRAWING, 0, 0),
    (Length(prep_ns=0, worst_ns=0, planned_ns=0, changeover_ns=0), 5, 0),
]


@pytest.mark.parametrize(("length", "teams", "circles"), FIT)
def test_whole_circles_that_fit_the_hour(length, teams, circles):
    """Only whole ones, so that attempts stay equal."""
    assert circles_that_fit(length, teams, 60 * MIN) == circles


def test_warnings_are_no_refusals():
    """A.7: fewer than three circles; 2-h: longer than the hour; l.1: more than five teams."""
    assert warnings(HAT, teams=5, circles=3, limit_ns=60 * MIN) == ()
    assert warnings(HAT, teams=5, circles=2, limit_ns=60 * MIN) == ("few-circles",)
    assert warnings(DRAWING, teams=5, circles=3, limit_ns=60 * MIN) == ("over-the-hour",)
    assert warnings(HAT, teams=6, circles=3, limit_ns=60 * MIN) == ("second-space",)


def clock(text):
    """Return the instant of a clock time, from midnight."""
    hours, minutes = text.split(":")
    return (int(hours) * 60 + int(minutes)) * MIN


def item(word, start, end, **more):
    """Return one line of the programme."""
    return Item(id=word, from_ns=clock(start), to_ns=clock(end), **more)


DAY = (
    item("registration", "11:00", "11:40"),
    item("opening", "11:40", "11:55"),
    item("tour1", "12:00", "13:30"),
    item("break", "13:30", "14:00", least_ns=10 * MIN),
    item("tour2", "14:00", "15:30"),
    item("results", "15:30", "16:00"),
)
"""003."""


def times(shown):
    """Return expected times as clock texts."""
    return {
        entry.id: tuple(
            f"{ns // MIN // 60}:{ns // MIN % 60:02d}" for ns in (entry.from_ns, entry.to_ns)
        )
        for entry in shown
    }


def real(end):
    """Return what has happened when tour 1 ended at some time."""
    return {
        "registration": Real(clock("11:00"), clock("11:40")),
        "opening": Real(clock("11:40"), clock("11:55")),
        "tour1": Real(clock("12:00"), clock(end)),
    }


def test_the_plan_stands_while_all_is_in_time():
    """The five minutes at 11:55 stay a gap; 4:30 a question."""
    shown = times(programme(DAY, {}, clock("10:00"), "shift"))

    assert shown["tour1"] == ("12:00", "13:30")
    assert shown["results"] == ("15:30", "16:00")
    assert pace_ns(DAY[2], 20) == 270 * S


def test_shift_all():
    """Tour 1 ends 12 minutes late: everything after it is 12 minutes later."""
    shown = programme(DAY, real("13:42"), clock("13:42"), "shift")

    assert times(shown)["break"] == ("13:42", "14:12")
    assert times(shown)["tour2"] == ("14:12", "15:42")
    assert times(shown)["results"] == ("15:42", "16:12")
    assert overrun_ns(DAY, shown) == 12 * MIN


def test_shorten_the_break():
    """12 minutes late: the break is 18 minutes, the rest in time. 25 late: 10 is its least."""
    shown = programme(DAY, real("13:42"), clock("13:42"), "shorten")
    assert times(shown)["break"] == ("13:42", "14:00")
    assert times(shown)["tour2"] == ("14:00", "15:30")
    assert overrun_ns(DAY, shown) == 0

    shown = programme(DAY, real("13:55"), clock("13:55"), "shorten")
    assert times(shown)["break"] == ("13:55", "14:05")
    assert times(shown)["results"] == ("15:35", "16:05")
    assert overrun_ns(DAY, shown) == 5 * MIN


def test_what_runs_over_pushes_on():
    """Tour 2 began in time and is still going at 15:40."""
    going = {**real("13:30"), "break": Real(clock("13:30"), clock("14:00"))}
    going["tour2"] = Real(clock("14:00"), None)

    before = times(programme(DAY, going, clock("15:00"), "shift"))
    assert before["tour2"] == ("14:00", "15:30")
    after = times(programme(DAY, going, clock("15:40"), "shift"))
    assert (after["tour2"], after["results"]) == (("14:00", "15:40"), ("15:40", "16:10"))


def test_nothing_begins_before_its_time_or_in_the_past():
    """An early end brings nothing forward; what should have begun begins now at the earliest."""
    assert times(programme(DAY, real("13:10"), clock("13:10"), "shift"))["break"][0] == "13:30"
    late = times(programme(DAY, real("13:30"), clock("13:50"), "shift"))
    assert late["break"] == ("13:50", "14:20")
    assert times(programme(DAY, real("13:30"), clock("13:50"), "shorten"))["break"] == (
        "13:50", "14:00",
    )  # fmt: skip


def test_a_gap_is_kept_by_shift_and_used_up_by_shorten():
    """The opening ends 3 minutes late: shifted 12:03, or still 12:00."""
    late = {"registration": Real(clock("11:00"), clock("11:40"))}
    late["opening"] = Real(clock("11:40"), clock("11:58"))

    assert times(programme(DAY, late, clock("11:58"), "shift"))["tour1"][0] == "12:03"
    assert times(programme(DAY, late, clock("11:58"), "shorten"))["tour1"][0] == "12:00"


def test_how_to_catch_up_is_a_word():
    """A policy that nobody knows is refused."""
    with pytest.raises(ValueError, match="hurry"):
        programme(DAY, {}, 0, "hurry")
