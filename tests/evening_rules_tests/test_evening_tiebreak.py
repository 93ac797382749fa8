"""Tie-breaks of 001, 002 and question rating (RULES 1-i, A.3, 2-k, C.1; S5, S6, S7)."""

from collections.abc import Mapping, Sequence

from firmware_host.evening.tiebreak import question_rating
from firmware_host.standings import Standing, Standings

S6 = {"A": 413, "B": 413, "C": 383}
S6_STAGE_2 = {"A": 170, "B": 200, "C": 120}


def test_s6_the_winner_has_more_in_stage_two():
    """B (100 > 85), A 2, C 3; with a word of B void A wins."""
    assert winner_places(S6, S6_STAGE_2) == {"B": (1, 1), "A": (2, 2), "C": (3, 3)}
    voided = winner_places({**S6, "B": 407}, S6_STAGE_2)
    assert voided == {"A": (1, 1), "B": (2, 2), "C": (3, 3)}
    assert winner_places(S6, S6_STAGE_2) == {"B": (1, 1), "A": (2, 2), "C": (3, 3)}


def test_a_tie_in_stage_two_is_shared():
    """2-k. S5 by the literal table: 1-2, 1-2, 3, 4, 5."""
    literal = {"A": 90, "B": 90, "C": 20, "D": 10, "E": -60}

    assert winner_places(literal, literal) == {
        "A": (1, 2), "B": (1, 2), "C": (3, 3), "D": (4, 4), "E": (5, 5),
    }  # fmt: skip


def test_three_and_five_tied_for_the_first_place():
    """All of them are parted by stage 2, as far as it parts them."""
    three = {"a": 100, "b": 100, "c": 100, "d": 90}
    assert winner_places(three, {"a": 10, "b": 20, "c": 20, "d": 99}) == {
        "b": (1, 2), "c": (1, 2), "a": (3, 3), "d": (4, 4),
    }  # fmt: skip
    five = dict.fromkeys("abcde", 100)
    stage = {"a": 50, "b": 40, "c": 40, "d": 30, "e": 30}
    assert winner_places(five, stage) == {
        "a": (1, 1), "b": (2, 3), "c": (2, 3), "d": (4, 5), "e": (4, 5),
    }  # fmt: skip


def test_other_places_are_shared_unless_set():
    """l.43 speaks of the winners only; setting `tiebreak_all`."""
    totals = {"A": 300, "B": 200, "C": 200}
    stage = {"A": 1, "B": 10, "C": 20}

    assert winner_places(totals, stage) == {"A": (1, 1), "B": (2, 3), "C": (2, 3)}
    assert winner_places(totals, stage, tiebreak_all=True) == {
        "A": (1, 1), "C": (2, 2), "B": (3, 3),
    }  # fmt: skip


def test_a_hint_in_stage_two_moves_the_tie_break():
    """-30 booked to stage 2 or to stage 1: the same total, another winner."""
    totals = {"A": 400, "B": 400}

    assert winner_places(totals, {"A": 200 - 60, "B": 180})["B"] == (1, 1)
    assert winner_places(totals, {"A": 200, "B": 180})["A"] == (1, 1)


def winner_places(
    totals: Mapping[str, int], stage_2: Mapping[str, int], tiebreak_all: bool = False
) -> dict[str, tuple[int, int]]:
    """Return the places of 002; the rest of each total stands in another stage."""
    teams = {
        team: Standing(team, {"second": stage_2.get(team, 0), "rest": total - stage_2.get(team, 0)})
        for team, total in totals.items()
    }
    return Standings(teams, tiebreak=["second"], tiebreak_all=tiebreak_all).places()


def timed_places(
    totals: Mapping[str, int],
    keys: Sequence[str] = (),
    rounds: Mapping[str, Standing] | None = None,
) -> dict[str, tuple[int, int]]:
    """Return the places of 001; the total beside the final stands in a stage of its own."""
    teams = {}
    for team, total in totals.items():
        one = (rounds or {}).get(team, Standing(team))
        stages = {**one.stages, "rest": total - sum(one.stages.values())}
        teams[team] = Standing(team, stages, 6, one.solved, one.violations)
    return Standings(teams, "ns", keys, tiebreak_all=True).places()


def test_s7_order():
    """D 59.9, B 60.0, A 67.3, C 100.0: less is better."""
    totals = {"A": 67_300, "B": 60_000, "C": 100_000, "D": 59_900}

    assert timed_places(totals) == {"D": (1, 1), "B": (2, 2), "A": (3, 3), "C": (4, 4)}


EQUAL = {"A": 600, "B": 600, "C": 600, "D": 600, "E": 600}
ROUNDS = {
    "A": Standing("A", {"final": 50}, violations=1, solved=5),
    "B": Standing("B", {"final": 40}, violations=0, solved=4),
    "C": Standing("C", {"final": 30}, violations=0, solved=5),
    "D": Standing("D", {"final": 20}, violations=0, solved=5),
    "E": Standing("E", {}, violations=2, solved=6),
}


def test_equal_times_share_by_default():
    """1-i."""
    assert set(timed_places(EQUAL).values()) == {(1, 5)}


def test_optional_keys_in_the_order_that_was_set():
    """Fewer violations, more solved rounds, better final."""
    assert timed_places(EQUAL, ("violations", "solved", "final"), ROUNDS) == {
        "D": (1, 1), "C": (2, 2), "B": (3, 3), "A": (4, 4), "E": (5, 5),
    }  # fmt: skip
    assert timed_places(EQUAL, ("violations", "solved"), ROUNDS) == {
        "C": (1, 2), "D": (1, 2), "B": (3, 3), "A": (4, 4), "E": (5, 5),
    }  # fmt: skip
    assert timed_places(EQUAL, ("solved",), ROUNDS) == {
        "E": (1, 1), "A": (2, 4), "C": (2, 4), "D": (2, 4), "B": (5, 5),
    }  # fmt: skip
    # No final, no better final: E is last by it.
    assert timed_places(EQUAL, ("final",), ROUNDS)["E"] == (5, 5)


def test_question_rating_by_hand():
    """C.1, 3 teams: q1 taken by A is worth 3, q2 by A and B 2, q3 by all 1; q4 by nobody."""
    taken = {"A": {1, 2, 3}, "B": {2, 3}, "C": {3}}

    assert question_rating(taken) == {"A": 6, "B": 3, "C": 1}
    assert question_rating({"A": {1}, "B": {1}, "C": set(), "D": {2}}) == {
        "A": 3, "B": 3, "C": 0, "D": 4,
    }  # fmt: skip


def test_two_and_three_equal_times():
    """1-i: shared; parted by a key as far as it parts them."""
    assert timed_places({"A": 600, "B": 600, "D": 700}) == {"A": (1, 2), "B": (1, 2), "D": (3, 3)}
    assert timed_places({"A": 600, "B": 600, "D": 700}, ("violations",), ROUNDS) == {
        "B": (1, 1),
        "A": (2, 2),
        "D": (3, 3),
    }
    three = {"A": 600, "B": 600, "C": 600, "E": 500}
    assert timed_places(three, ("violations",), ROUNDS) == {
        "E": (1, 1),
        "B": (2, 3),
        "C": (2, 3),
        "A": (4, 4),
    }
