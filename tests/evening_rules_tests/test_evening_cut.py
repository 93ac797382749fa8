"""Cuts of the hat league: held at a tie, let go by a decision (RULES 0-d, 0-e; S10)."""

import pytest

from firmware_host.evening.cut import Missing, advance_totals, by_draw, by_points, cut, let_through
from firmware_host.evening.places import places, settle

TOTALS = {
    "T1": 61, "T2": 60, "T3": 58, "T4": 57, "T5": 55, "T6": 52, "T7": 50, "T8": 49, "T9": 47,
    "T10": 45, "T11": 44, "T12": 41, "T13": 41, "T14": 40, "T15": 33,
}  # fmt: skip
"""S10, after tour 1."""


def ranked(**changes):
    """Return the places of S10, some totals changed."""
    return places({team: (total,) for team, total in {**TOTALS, **changes}.items()})


def tied(how_many, above):
    """Return places: `above` teams ahead, `how_many` equal, one behind."""
    rows = {f"a{i}": (100 - i,) for i in range(above)}
    rows |= {f"t{i}": (50,) for i in range(how_many)}
    return places(rows | {"z": (1,)})


def test_s10_places():
    """1, 2, ... 11, 12-13, 12-13, 14, 15."""
    found = ranked()

    assert [found[f"T{i}"] for i in range(1, 12)] == [(i, i) for i in range(1, 12)]
    assert found["T12"] == found["T13"] == (12, 13)
    assert (found["T14"], found["T15"]) == ((14, 14), (15, 15))


def test_s10_the_advance_is_held():
    """The two tied teams are named; one seat is free."""
    line = cut(ranked(), 12)

    assert line.inside == ("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11")
    assert line.held == ("T12", "T13")
    assert line.outside == ("T14", "T15")
    assert (line.place, line.free, line.reason) == ((12, 13), 1, "tie-at-the-cut")


def test_s10_extra_explanation_five_to_six():
    """The team with 6 goes on as 12th, the other is 13th; the totals are not touched."""
    extra = by_points((12, 13), {"T12": 5, "T13": 6})
    line = cut(ranked(), 12, [extra])

    assert line.reason is None
    assert line.inside[-1] == "T13"
    assert line.outside == ("T12", "T14", "T15")
    settled = settle(ranked(), [extra])
    assert (settled["T13"], settled["T12"]) == ((12, 12), (13, 13))


def test_a_level_extra_explanation_holds_on_and_the_next_one_decides():
    """A.7: repeated until split. Undo of the second is the first alone."""
    level = by_points((12, 13), {"T12": 5, "T13": 5})
    second = by_points((12, 13), {"T12": 7, "T13": 4})

    assert cut(ranked(), 12, [level]).held == ("T12", "T13")
    assert cut(ranked(), 12, [level, second]).inside[-1] == "T12"


def test_a_later_credit_makes_the_decision_fall_away():
    """T14 comes up to 41: another set, held again. T12 to 42: no tie, nothing to decide."""
    extra = by_points((12, 13), {"T12": 5, "T13": 6})

    assert cut(ranked(T14=41), 12, [extra]).held == ("T12", "T13", "T14")
    assert cut(ranked(T12=42), 12, [extra]).inside[-1] == "T12"
    # The same two teams one place higher are another tie.
    assert cut(ranked(T11=33, T15=32), 11, [extra]).held == ("T12", "T13")


def test_both_let_through():
    """13 go on, and they share their place."""
    both = let_through((12, 13), ("T12", "T13"))
    line = cut(ranked(), 12, [both])

    assert (len(line.inside), line.held, line.outside) == (13, (), ("T14", "T15"))
    assert settle(ranked(), [both])["T12"] == (12, 13)


def test_a_draw_is_recorded_and_the_same_again():
    """The lot names its seed; the order is one of the two."""
    lots = {seed: by_draw((12, 13), ("T13", "T12"), seed) for seed in range(20)}

    assert {lot.order for lot in lots.values()} == {
        (("T12",), ("T13",)), (("T13",), ("T12",)),
    }  # fmt: skip
    assert all(lot.seed == seed and lot.by == "draw" for seed, lot in lots.items())
    assert lots[7] == by_draw((12, 13), ("T12", "T13"), 7)
    assert cut(ranked(), 12, [lots[7]]).reason is None


@pytest.mark.parametrize("how_many", [2, 3, 5])
@pytest.mark.parametrize("free", [1, 2, 3, 4])
def test_ties_of_two_three_and_five(how_many, free):
    """Held only while the line goes through the tie."""
    line = cut(tied(how_many, above=4), 4 + free)
    names = tuple(f"t{i}" for i in range(how_many))

    if free < how_many:
        assert (line.held, line.free, line.outside) == (names, free, ("z",))
        assert line.place == (5, 4 + how_many)
    else:
        assert (line.held, line.place) == ((), None)
        assert line.inside[4 : 4 + how_many] == names


def test_a_tie_inside_or_outside_holds_nothing():
    """Only the line matters."""
    assert cut(tied(3, above=0), 3).inside == ("t0", "t1", "t2")
    assert cut(tied(3, above=4), 4).outside == ("t0", "t1", "t2", "z")


def test_three_tied_for_one_seat_one_separated():
    """6, 5, 5: the first goes on; the two others are out, their tie is nobody's concern."""
    line = cut(tied(3, above=4), 5, [by_points((5, 7), {"t0": 5, "t1": 6, "t2": 5})])

    assert (line.inside[-1], line.held, line.outside) == ("t1", (), ("t0", "t2", "z"))


def test_three_tied_for_two_seats_one_separated_the_rest_play_on():
    """6, 5, 5 for two seats: the rest stay held, and their own extra decides."""
    first = by_points((5, 7), {"t0": 5, "t1": 6, "t2": 5})
    line = cut(tied(3, above=4), 6, [first])

    assert (line.inside[-1], line.held, line.free) == ("t1", ("t0", "t2"), 1)
    assert line.place == (6, 7)
    second = by_points((6, 7), {"t0": 1, "t2": 2})
    assert cut(tied(3, above=4), 6, [first, second]).inside[-2:] == ("t1", "t2")


def test_five_tied_for_three_seats_split_two_and_three():
    """9, 9, 4, 4, 4: two are in, three are held for the last seat."""
    points = {"t0": 4, "t1": 9, "t2": 4, "t3": 9, "t4": 4}
    line = cut(tied(5, above=4), 7, [by_points((5, 9), points)])

    assert line.inside[-2:] == ("t1", "t3")
    assert (line.held, line.free, line.place) == (("t0", "t2", "t4"), 1, (7, 9))


def test_absent_teams_do_not_go_on():
    """C49: whoever is not there is not chosen; the next takes the seat."""
    line = cut(ranked(), 12, absent=("T3",))

    assert "T3" not in line.inside
    assert line.inside[-1] == "T13"
    assert line.outside == ("T3", "T14", "T15")


def test_everybody_goes_on_when_there_is_room():
    """0-k: fewer teams than seats."""
    assert len(cut(ranked(), 20).inside) == 15


TOURS = [{"A": 10, "B": 8, "C": 3}, {"A": 1, "B": 4}]


def test_advance_by_must_be_chosen():
    """0-d: cumulative or the last tour; no default."""
    assert advance_totals(TOURS, "cumulative") == {"A": 11, "B": 12}
    assert advance_totals(TOURS, "last_tour") == {"A": 1, "B": 4}
    for choice in (None, "", "best"):
        with pytest.raises(Missing, match="advance_by"):
            advance_totals(TOURS, choice)


def test_a_tour_that_was_not_played_is_no_zero():
    """None stays None; a team that came in later has what it has."""
    tours = [{"A": 10, "B": None}, {"A": None, "B": None, "C": 0}]

    assert advance_totals(tours, "cumulative") == {"A": 10, "B": None, "C": 0}
    assert advance_totals(tours, "last_tour") == {"A": None, "B": None, "C": 0}
