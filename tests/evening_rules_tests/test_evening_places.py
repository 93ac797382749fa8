"""Places: shared by default, zero is a value, non-finishers last (RULES A.7, CASES C48, C49)."""

import pytest

from firmware_host.evening.places import Decision, place_text, places, settle

MS = 1_000_000


def column(**values):
    """Return rows of one value each."""
    return {team: (value,) for team, value in values.items()}


def test_two_share_a_place_and_non_finishers_share_the_last():
    """C49: 2.10, 2.35, 2.35, 2.90 and two without a time; the absent seventh has no place."""
    times = column(a=2100 * MS, b=2350 * MS, c=2350 * MS, d=2900 * MS, e=None, f=None)

    assert places(times, smaller=(True,)) == {
        "a": (1, 1), "b": (2, 3), "c": (2, 3), "d": (4, 4), "e": (5, 6), "f": (5, 6),
    }  # fmt: skip


def test_zero_is_a_value_and_none_is_none():
    """C48: 0.000, 0.0004, 0.123, 9.999 and none; scores 0 and -5."""
    times = column(a=0, b=400_000, c=123 * MS, d=9999 * MS, e=None)

    assert places(times, smaller=(True,)) == {
        "a": (1, 1), "b": (2, 2), "c": (3, 3), "d": (4, 4), "e": (5, 5),
    }  # fmt: skip
    assert places(column(x=-5, y=0, z=None)) == {"y": (1, 1), "x": (2, 2), "z": (3, 3)}


def test_later_keys_part_equal_teams_each_in_its_own_direction():
    """A ranking is a list of keys; a missing later key is last among equals."""
    rows = {"a": (10, 3), "b": (10, 1), "c": (12, 9), "d": (10, None), "e": (10, 1)}

    assert places(rows, smaller=(False, True)) == {
        "c": (1, 1), "b": (2, 3), "e": (2, 3), "a": (4, 4), "d": (5, 5),
    }  # fmt: skip


def test_without_a_first_key_no_later_key_parts():
    """Who did not finish is not ranked by a tie-break: C49."""
    assert places({"a": (None, 5), "b": (None, 7), "c": (0, 0)}) == {
        "c": (1, 1), "a": (2, 3), "b": (2, 3),
    }  # fmt: skip


@pytest.mark.parametrize(("how_many", "place"), [(2, (1, 2)), (3, (1, 3)), (5, (1, 5))])
def test_equal_teams_share(how_many, place):
    """2, 3 and 5 teams; the next place is counted after all of them."""
    rows = {f"t{i}": (7,) for i in range(how_many)} | {"last": (6,)}
    found = places(rows)

    assert {found[f"t{i}"] for i in range(how_many)} == {place}
    assert found["last"] == (how_many + 1, how_many + 1)


def test_no_teams_no_places():
    """An empty standing is one."""
    assert places({}) == {}


def test_rows_of_another_length_are_an_error():
    """A key forgotten for one team is a mistake of the caller, not a tie."""
    with pytest.raises(ValueError, match="b"):
        places({"a": (1, 2), "b": (1,)})
    with pytest.raises(ValueError, match="smaller"):
        places({"a": (1, 2)}, smaller=(True,))


def test_places_as_people_read_them():
    """A.7: shared places are written 2-3."""
    assert place_text((2, 3)) == "2-3"
    assert place_text((4, 4)) == "4"


SHARED = {"a": (1, 1), "b": (2, 4), "c": (2, 4), "d": (2, 4), "e": (5, 5)}


def decision(place, *order, where="", by="extra"):
    """Return a decision over the teams of its order."""
    return Decision(where=where, place=place, order=tuple(order), by=by)


def test_a_decision_parts_its_teams():
    """One is separated, two still share."""
    done = settle(SHARED, [decision((2, 4), ("d",), ("b", "c"))])

    assert done == {"a": (1, 1), "d": (2, 2), "b": (3, 4), "c": (3, 4), "e": (5, 5)}


def test_a_second_decision_parts_what_the_first_left():
    """And falls with the first, since its group is no longer there."""
    first = decision((2, 4), ("d",), ("b", "c"))
    second = decision((3, 4), ("c",), ("b",))

    assert settle(SHARED, [first, second])["c"] == (3, 3)
    assert settle(SHARED, [first, second])["b"] == (4, 4)
    assert settle(SHARED, [second]) == SHARED


def test_of_two_decisions_on_one_tie_the_later_counts():
    """An extra round that parted nobody is followed by another on the same tie."""
    even = decision((2, 4), ("b", "c", "d"))
    odd = decision((2, 4), ("c",), ("b",), ("d",))

    assert settle(SHARED, [even]) == SHARED
    assert settle(SHARED, [even, odd])["c"] == (2, 2)


@pytest.mark.parametrize(
    "stale",
    [
        decision((2, 3), ("b",), ("c",)),
        decision((3, 5), ("b",), ("c",), ("d",)),
        decision((2, 4), ("b",), ("c",), ("x",)),
        decision((2, 4), ("b",), ("c",), ("d",), where="youth"),
    ],
)
def test_a_decision_for_another_place_or_other_teams_falls_away(stale):
    """ENGINE 4: keyed by the place and the exact set of teams, of one standing."""
    assert settle(SHARED, [stale]) == SHARED


def test_a_team_twice_in_a_decision_is_an_error():
    """An order names each team once."""
    with pytest.raises(ValueError, match="b"):
        decision((2, 4), ("b",), ("b", "c"))
    with pytest.raises(ValueError, match="2-3"):
        decision((2, 3), ("b",), ("c",), ("d",))
