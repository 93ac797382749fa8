"""Penalty series of 003 and shoot-out of 004 (RULES 3-c, 3-d, 3-f, 4-f, 4-i, A.7)."""

import pytest

from firmware_host.evening.places import places, settle
from firmware_host.evening.series import Group, groups, series

PENALTY = {"first_block": 3}
SHOOTOUT = {"first_block": 1}


def standing(**totals):
    """Return places by a total, bigger first."""
    return places({team: (total,) for team, total in totals.items()})


def asked(*questions, teams):
    """Return rounds: each question is the names of those who took it, as one word."""
    return [{team: team in taken for team in teams} for taken in questions]


def settled(shown, rounds, **how):
    """Return the places after a series, and who plays on."""
    orders, still = series(groups(shown), rounds, **how)
    return settle(shown, orders), still


def test_which_groups_play():
    """Every tied group that touches a place up to 3, however large; nobody who is sure."""
    assert groups(standing(a=30, b=28, c=28, d=20)) == (Group(place=(2, 3), teams=frozenset("bc")),)
    assert groups(standing(a=9, b=9, c=8, d=8, e=7, f=7)) == (
        Group(place=(1, 2), teams=frozenset("ab")), Group(place=(3, 4), teams=frozenset("cd")),
    )  # fmt: skip
    assert groups(standing(a=9, b=8, c=7, d=7, e=7, f=7, g=7)) == (
        Group(place=(3, 7), teams=frozenset("cdefg")),
    )
    assert groups(standing(a=9, b=8, c=7, d=6, e=6)) == ()


def test_two_teams_after_three_questions():
    """b takes 2, c takes 1."""
    shown = standing(a=30, b=28, c=28)
    found, still = settled(shown, asked("b", "bc", "", teams="bc"), **PENALTY)

    assert (found["b"], found["c"], still) == ((2, 2), (3, 3), ())


def test_a_block_of_three_is_compared_when_it_is_complete():
    """2 : 0 after two questions decides nothing yet; no answers entered decides nothing."""
    shown = standing(a=30, b=28, c=28)
    _, still = settled(shown, asked("b", "b", teams="bc"), **PENALTY)
    assert still == (Group(place=(2, 3), teams=frozenset("bc")),)

    entered = [*asked("b", "b", teams="bc"), {"b": False}]
    assert settled(shown, entered, **PENALTY)[1] == still
    assert settled(shown, [*asked("b", "b", teams="bc"), {"b": False, "c": True}], **PENALTY) == (
        {"a": (1, 1), "b": (2, 2), "c": (3, 3)}, (),
    )  # fmt: skip


def test_three_teams_split_two_and_one():
    """3-f: the separated team is placed, the others continue one by one."""
    shown = standing(a=30, b=30, c=30, d=1)
    first = asked("abc", "abc", "a", teams="abc")
    found, still = settled(shown, first, **PENALTY)
    assert found == {"a": (1, 1), "b": (2, 3), "c": (2, 3), "d": (4, 4)}
    assert still == (Group(place=(2, 3), teams=frozenset("bc")),)

    found, still = settled(shown, [*first, *asked("", "b", teams="bc")], **PENALTY)
    assert (found["a"], found["b"], found["c"], still) == ((1, 1), (2, 2), (3, 3), ())


def test_the_separated_team_plays_no_more():
    """3-d: what it answers later moves nothing."""
    shown = standing(a=30, b=30, c=30)
    rounds = [*asked("abc", "abc", "a", teams="abc"), *asked("bc", "c", teams="abc")]

    assert settled(shown, rounds, **PENALTY) == ({"a": (1, 1), "c": (2, 2), "b": (3, 3)}, ())


def test_five_teams_for_the_third_place():
    """3, 3, 2, 1, 0: two play on, three are placed 5, 6, 7."""
    shown = standing(a=9, b=8, c=7, d=7, e=7, f=7, g=7)
    first = asked("cdef", "cde", "cd", teams="cdefg")
    found, still = settled(shown, first, **PENALTY)
    assert (found["e"], found["f"], found["g"]) == ((5, 5), (6, 6), (7, 7))
    assert still == (Group(place=(3, 4), teams=frozenset("cd")),)

    found, still = settled(shown, [*first, *asked("d", teams="cd")], **PENALTY)
    assert (found["d"], found["c"], still) == ((3, 3), (4, 4), ())


def test_five_teams_one_is_third_and_the_rest_share():
    """Places past 3 are shared: nobody plays for 4."""
    shown = standing(a=9, b=8, c=7, d=7, e=7, f=7, g=7)
    found, still = settled(shown, asked("c", "cdefg", "", teams="cdefg"), **PENALTY)

    assert (found["c"], still) == ((3, 3), ())
    assert {found[team] for team in "defg"} == {(4, 7)}


def test_several_groups_on_the_same_questions():
    """3-c: compared only inside a group; d's three answers do not lift it over b."""
    shown = standing(a=9, b=9, c=8, d=8)
    rounds = asked("ad", "d", "d", teams="abcd")

    assert settled(shown, rounds, **PENALTY) == (
        {"a": (1, 1), "b": (2, 2), "d": (3, 3), "c": (4, 4)}, (),
    )  # fmt: skip


def test_an_unresolved_series_names_who_plays_on():
    """All equal after the block: the whole group."""
    shown = standing(a=9, b=9, c=9)

    assert settled(shown, asked("abc", "abc", "", teams="abc"), **PENALTY) == (
        shown, (Group(place=(1, 3), teams=frozenset("abc")),),
    )  # fmt: skip
    assert settled(shown, [], **PENALTY)[1] == groups(shown)


def test_the_shoot_out_goes_one_by_one():
    """004, 4-f: all tied teams play; those separated are placed."""
    shown = standing(a=9, b=8, c=8, d=8)
    found, still = settled(shown, asked("bc", teams="bcd"), **SHOOTOUT)
    assert (found["d"], found["b"]) == ((4, 4), (2, 3))
    assert still == (Group(place=(2, 3), teams=frozenset("bc")),)

    both = [*asked("bc", teams="bcd"), *asked("bc", "c", teams="bc")]
    assert settled(shown, both, **SHOOTOUT) == (
        {"a": (1, 1), "c": (2, 2), "b": (3, 3), "d": (4, 4)}, (),
    )  # fmt: skip


def test_a_removed_question_of_a_series_is_asked_anew():
    """It counts for nobody and completes no block."""
    shown = standing(a=9, b=9)
    rounds = [*asked("a", "a", teams="ab"), {}, *asked("b", teams="ab")]

    assert settled(shown, rounds, **PENALTY)[0] == {"a": (1, 1), "b": (2, 2)}
    assert series(groups(shown), rounds[:3], **PENALTY)[1] == groups(shown)


def test_a_tie_of_another_standing_is_its_own():
    """4-i: a shoot-out in the youth standing leaves the main one shared."""
    main = standing(a=9, b=8, c=7, y=5, z=5)
    youth = standing(y=5, z=5)
    orders, still = series(groups(youth), asked("z", teams="yz"), where="youth", **SHOOTOUT)

    assert still == ()
    assert settle(youth, orders, where="youth") == {"z": (1, 1), "y": (2, 2)}
    assert settle(main, orders) == main


@pytest.mark.parametrize("first_block", [0, -1])
def test_a_block_has_a_question(first_block):
    """A series of nothing would never end."""
    with pytest.raises(ValueError, match="first_block"):
        series((), [], first_block=first_block)


def test_a_shoot_out_of_two():
    """Both, neither, then b alone."""
    shown = standing(a=9, b=9, c=1)

    assert settled(shown, asked("ab", "", teams="ab"), **SHOOTOUT)[1] == groups(shown)
    assert settled(shown, asked("ab", "", "b", teams="ab"), **SHOOTOUT) == (
        {"b": (1, 1), "a": (2, 2), "c": (3, 3)},
        (),
    )


def test_a_shoot_out_of_five_splits_and_splits_again():
    """Two and three; then a 1, b 2, e 5 and two on for 3; then d 3, c 4."""
    shown = standing(a=9, b=9, c=9, d=9, e=9)
    first = asked("ab", teams="abcde")
    _, still = settled(shown, first, **SHOOTOUT)
    assert [(group.place, sorted(group.teams)) for group in still] == [
        ((1, 2), ["a", "b"]),
        ((3, 5), ["c", "d", "e"]),
    ]

    second = [*first, *asked("acd", teams="abcde")]
    found, still = settled(shown, second, **SHOOTOUT)
    assert (found["a"], found["b"], found["e"]) == ((1, 1), (2, 2), (5, 5))
    assert still == (Group(place=(3, 4), teams=frozenset("cd")),)

    found, still = settled(shown, [*second, *asked("d", teams="cd")], **SHOOTOUT)
    assert (found["d"], found["c"], still) == ((3, 3), (4, 4), ())
