"""24 teams and 75 questions: places, shared ones, categories and the rating, all typed by hand."""

import pytest

from evening_rules_tests.big_table import TOTALS, big_table, question_of
from firmware_host.evening.answers import Answer, credit, enter, missing, remove
from firmware_host.evening.results import standing, standings, taken_by, total, tour_totals
from firmware_host.evening.tiebreak import question_rating

PLACES = {
    "T07": (1, 1),
    "T03": (2, 3), "T19": (2, 3),  # 58
    "T12": (4, 4),
    "T01": (5, 7), "T08": (5, 7), "T22": (5, 7),  # 52
    "T15": (8, 8),
    "T04": (9, 9),
    "T02": (10, 14), "T06": (10, 14), "T11": (10, 14), "T17": (10, 14), "T23": (10, 14),  # 45
    "T20": (15, 15),
    "T09": (16, 16),
    "T13": (17, 17),
    "T05": (18, 19), "T24": (18, 19),  # 36
    "T10": (20, 20),
    "T16": (21, 21),
    "T18": (22, 22),
    "T14": (23, 23),
    "T21": (24, 24),
}  # fmt: skip

# C.1: a question that k of 24 teams took is worth 25 - k. Rungs 1-10 are taken by 23 teams, 11-22
# by 22, 23-29 by 21, 30-33 by 20, 34-36 by 19, 37-38 by 17, 39-41 by 16, 42-43 by 15, 44 by 14,
# 45 by 11 (three take another), 46-48 by 9, 49-50 by 8, 51 by 7, 52 by 5 (two take another),
# 53-55 by 4, 56-57 by 3, 58 by 2 (one takes another), 59-61 by 1; 73 by 2; 70, 71, 72, 74 by 1.
RATING = {
    "T21": 0,
    "T14": 20,                           # 10 x 2
    "T18": 56,                           # + 12 x 3
    "T16": 84,                           # + 7 x 4
    "T10": 104,                          # + 4 x 5
    "T05": 122, "T24": 122,              # + 3 x 6
    "T13": 138,                          # + 2 x 8
    "T09": 165,                          # + 3 x 9
    "T20": 185,                          # + 2 x 10
    "T17": 210, "T23": 210,              # + 11 (196 with rung 44) + 14
    "T02": 219, "T06": 219,              # 196 + 23
    "T11": 220,                          # 196 + 24
    "T04": 258,                          # 210 + 3 x 16
    "T15": 292,                          # + 2 x 17
    "T22": 330,                          # + 18 (310 with rung 51) + 20
    "T01": 334, "T08": 334,              # 310 + 24
    "T12": 393,                          # 330 + 3 x 21
    "T19": 460,                          # + 2 x 22 (437 with rung 57) + 23
    "T03": 461,                          # 437 + 24
    "T07": 532,                          # 460 + 3 x 24
}  # fmt: skip

RATED = {
    **PLACES,
    "T03": (2, 2), "T19": (3, 3),
    "T01": (5, 6), "T08": (5, 6), "T22": (7, 7),
    "T11": (10, 10), "T02": (11, 12), "T06": (11, 12), "T17": (13, 14), "T23": (13, 14),
}  # fmt: skip
"""The rating parts the ties of 2, 3 and 5; what is equal in it too goes on to share."""

GRID = big_table()


def test_it_has_24_teams_75_questions_and_1800_answers() -> None:
    assert len(GRID.teams) == 24
    assert len(GRID.questions) == 75
    assert len(GRID.answers) == 1800
    assert missing(GRID) == ()


def test_each_team_has_the_total_that_was_given_to_it() -> None:
    assert {team: total(GRID, team) for team in GRID.teams} == TOTALS
    assert sum(TOTALS.values()) == 999


def test_tours_add_up_to_the_total() -> None:
    for team in GRID.teams:
        tours = tour_totals(GRID, team)
        assert len(tours) == 5
        assert max(tours) <= 15
        assert sum(tours) == TOTALS[team]


def test_ties_of_two_three_and_five_share_their_places() -> None:
    assert standing(GRID) == PLACES


def test_the_best_stand_first() -> None:
    order = list(standing(GRID))
    assert order[0] == "T07"
    assert set(order[1:3]) == {"T03", "T19"}
    assert set(order[9:14]) == {"T02", "T06", "T11", "T17", "T23"}
    assert order[-1] == "T21"


def test_the_rating_of_every_team() -> None:
    assert question_rating(taken_by(GRID)) == RATING


def test_the_rating_parts_equal_totals_and_no_others() -> None:
    assert standing(GRID, rating=True) == RATED


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_which_question_is_which_changes_no_place(seed: int) -> None:
    grid = big_table(seed)
    assert grid.answers != GRID.answers
    assert standing(grid) == PLACES
    assert standing(grid, rating=True) == RATED


CATEGORIES = {
    "students": ("T03", "T08", "T11", "T21", "T24"),  # 58 52 45 0 36
    "schools": ("T02", "T06", "T09", "T14", "T17"),  # 45 45 41 10 45
    "first-year": ("T02", "T06", "T11", "T17", "T23"),  # 45 each
    "all": tuple(GRID.teams),
}


def test_categories_are_standings_of_their_own_over_the_same_answers() -> None:
    assert standings(GRID, CATEGORIES) == {
        "students": {"T03": (1, 1), "T08": (2, 2), "T11": (3, 3), "T24": (4, 4), "T21": (5, 5)},
        "schools": {"T02": (1, 3), "T06": (1, 3), "T17": (1, 3), "T09": (4, 4), "T14": (5, 5)},
        "first-year": dict.fromkeys(("T02", "T06", "T11", "T17", "T23"), (1, 5)),
        "all": PLACES,
    }


def test_the_rating_of_a_category_is_reckoned_over_all_teams() -> None:
    found = standings(GRID, CATEGORIES, rating=True)
    assert found["first-year"] == {
        "T11": (1, 1), "T02": (2, 3), "T06": (2, 3), "T17": (4, 5), "T23": (4, 5),
    }  # fmt: skip
    assert found["schools"] == {
        "T02": (1, 2), "T06": (1, 2), "T17": (3, 3), "T09": (4, 4), "T14": (5, 5),
    }  # fmt: skip


def test_a_removed_question_that_one_team_alone_took_parts_a_tie() -> None:
    """Rung 70 is T03's alone: 57 beside T19's 58."""
    without = remove(GRID, question_of(70))
    assert standing(without) == {**PLACES, "T19": (2, 2), "T03": (3, 3)}
    assert standing(remove(without, question_of(70), back=True)) == PLACES


def test_a_removed_question_that_all_but_the_last_took_moves_nobody() -> None:
    """Rung 1."""
    without = remove(GRID, question_of(1))
    assert total(without, "T07") == 60
    assert total(without, "T21") == 0
    assert standing(without) == PLACES


def test_a_credited_answer_joins_two_places() -> None:
    """T24 takes rung 37 by an appeal: 37, above T05's 36. T05 does too, and 37 is shared."""
    entered = enter(GRID, "T24", question_of(37), Answer("contested"))
    entered = enter(entered, "T05", question_of(37), Answer("not-taken"))
    one = credit(entered, question_of(37), ["T24"])
    assert standing(one) == {**PLACES, "T24": (18, 18), "T05": (19, 19)}
    assert standing(credit(one, question_of(37), ["T05"])) == PLACES
