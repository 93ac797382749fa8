"""Draws: seating of 000, order, tickets; the same everywhere for a seed (RULES A.1, A.2, A.7)."""

from collections import Counter
from itertools import islice

import pytest

from firmware_host.evening.chance import below, drawn_one, numbers, shuffled
from firmware_host.evening.draw import (
    Nothing,
    counts,
    drawn_order,
    hand_seating,
    order_of_circle,
    seating,
    seats_of,
    ticket,
    typed_refusal,
)


def teams(how_many):
    """Return so many names."""
    return tuple(f"T{i}" for i in range(1, how_many + 1))


def test_the_generator_is_splitmix64():
    """The published first numbers of two seeds."""
    assert list(islice(numbers(1234567), 5)) == [
        6457827717110365317, 3203168211198807973, 9817491932198370423,
        4593380528125082431, 16408922859458223821,
    ]  # fmt: skip
    assert next(numbers(0)) == 0xE220A8397B1DCDAF


def test_a_shuffle_worked_by_hand():
    """Seed 1234567: 64...317 mod 3 = 0 swaps third and first; 32...973 mod 2 = 1 swaps nothing."""
    assert shuffled("ABC", 1234567) == ("C", "B", "A")


def test_a_choice_worked_by_hand():
    """Seed 0 gives 16294208416658607535, mod 5 = 0; seed 1234567 ends in 7, mod 5 = 2."""
    assert drawn_one("abcde", 0) == "a"
    assert drawn_one("abcde", 1234567) == "c"


def test_no_number_is_favoured():
    """What would make a remainder unfair is passed over."""
    most = (1 << 64) - 1
    assert below(iter([most, 7]), 3) == 1
    assert below(iter([most - 1]), 3) == (most - 1) % 3
    with pytest.raises(ValueError, match="0"):
        below(iter([1]), 0)


def test_every_order_comes_up():
    """Six orders of three, about equally often over 6000 seeds."""
    found = Counter(shuffled("ABC", seed) for seed in range(6000))

    assert len(found) == 6
    assert all(850 < count < 1150 for count in found.values())


SEATED = [
    # teams, tables a team, teams a table, pairs that meet, most often, twice
    (15, 3, 3, 45, 1, 0),
    (12, 3, 3, 36, 1, 0),
    (9, 3, 3, 27, 1, 0),
    (6, 3, 3, 15, 2, 3),
    (7, 3, 3, 21, 1, 0),
    (8, 3, 3, 24, 1, 0),
    (16, 3, 3, 48, 1, 0),
    (5, 3, 3, 10, 2, 5),
    (4, 3, 3, 6, 2, 6),
    (3, 3, 3, 3, 3, 0),
]


@pytest.mark.parametrize("seed", [0, 7, 123456789])
@pytest.mark.parametrize(("n", "tables", "seats", "meetings", "most", "twice"), SEATED)
def test_seating_counts(n, tables, seats, meetings, most, twice, seed):
    """RULES A.1 and S10 for 15, 12, 9, 6; the others worked out from the differences 1, 2, 3."""
    found = counts(seating(teams(n), seed).tables)

    assert (found.tables_a_team, found.teams_a_table) == ((tables, tables), (seats, seats))
    assert (found.meetings, found.most, found.twice) == (meetings, most, twice)
    assert found.faults == ()


def test_the_same_seed_is_the_same_draw_and_is_recorded():
    """And others differ; the order in which teams entered does not matter."""
    one = seating(teams(15), 7)

    assert one == seating(tuple(reversed(teams(15))), 7)
    assert one.seed == 7
    assert len({seating(teams(15), seed).tables for seed in range(50)}) == 50


def test_the_order_at_a_table_is_the_slot():
    """A.7: the team of table 1 sits at 1, 15 and 13, in slots 1, 2 and 3 (S10)."""
    drawn = seating(teams(15), 7)

    assert seats_of(drawn, drawn.tables[0][0]) == ((1, 1), (15, 2), (13, 3))
    for team in teams(15):
        assert [slot for _, slot in seats_of(drawn, team)] == [1, 2, 3]


def test_a_few_teams_and_byes():
    """0-k: two teams leave a bye at each table, and still sit at three."""
    drawn = seating(("A", "B"), 1)

    assert len(drawn.tables) == 3
    assert all(sorted(table) == ["", "A", "B"] for table in drawn.tables)
    assert counts(drawn.tables).tables_a_team == (3, 3)
    assert counts(drawn.tables).teams_a_table == (2, 2)
    with pytest.raises(Nothing):
        seating((), 1)


def test_a_team_entered_twice_is_refused():
    """It would sit against itself."""
    with pytest.raises(ValueError, match="A"):
        seating(("A", "B", "A"), 1)


def test_hand_seating_shows_what_it_breaks():
    """l.12: never two pairs of a team at one table; the counts are shown, nothing is forbidden."""
    hand = hand_seating([("A", "B", "C"), ("A", "A", "B"), ("C", "B", "")])
    found = counts(hand.tables)

    assert hand.seed is None
    assert found.tables_a_team == (2, 3)
    assert found.teams_a_table == (2, 3)
    assert (found.meetings, found.most, found.twice) == (3, 2, 2)
    assert found.faults == ((2, "A"),)


def test_order_of_explaining():
    """Rotating: each circle begins with the next team. Drawn: the seed alone decides."""
    assert order_of_circle("ABCDE", 1) == tuple("ABCDE")
    assert order_of_circle("ABCDE", 2) == tuple("BCDEA")
    assert order_of_circle("ABCDE", 6) == tuple("ABCDE")
    assert drawn_order("ABC", seed=1234567) == ("C", "B", "A")
    assert drawn_order("CAB", seed=1234567) == ("C", "B", "A")


def test_tickets_are_not_repeated_within_an_event():
    """Of 1-5 without 1, seed 1234567: ...17 mod 4 = 1, the second of 2, 3, 4, 5."""
    assert ticket((1, 2, 3, 4, 5), taken={1}, seed=1234567) == 3
    taken = set()
    for seed in range(5):
        taken.add(ticket((1, 2, 3, 4, 5), taken=taken, seed=seed))
    assert taken == {1, 2, 3, 4, 5}
    with pytest.raises(Nothing):
        ticket((1, 2, 3, 4, 5), taken=taken, seed=9)


def test_a_ticket_typed_in():
    """One that is not there, one that was drawn already, one that is free."""
    assert typed_refusal(9, pool=(1, 2), taken={1}) == "unknown"
    assert typed_refusal(1, pool=(1, 2), taken={1}) == "drawn"
    assert typed_refusal(2, pool=(1, 2), taken={1}) is None


def test_conditions_may_repeat():
    """001 l.46: five of them, with repetition."""
    found = [drawn_one((1, 2, 3, 4, 5), seed) for seed in range(40)]

    assert set(found) == {1, 2, 3, 4, 5}
