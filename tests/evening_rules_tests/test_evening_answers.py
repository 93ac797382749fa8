"""The answer grid of 003 and 004: states, removals, credits, standings (RULES A.5, C.1)."""

import pytest

from firmware_host.evening.answers import (
    Answer,
    Grid,
    credit,
    differences,
    enter,
    lift_refusal,
    mask,
    missing,
    question_state,
    remove,
    tour_of,
)
from firmware_host.evening.results import standing, standings, taken_by, total, tour_totals

TAKEN, NOT, CONTESTED = Answer("taken"), Answer("not-taken"), Answer("contested")


def void(ground):
    """Return a technical void."""
    return Answer("void", ground)


GRID = Grid(
    teams=("A", "B", "C"),
    tours=(2, 3),
    answers={
        ("A", 1): TAKEN, ("A", 2): NOT, ("A", 3): TAKEN, ("A", 4): TAKEN, ("A", 5): TAKEN,
        ("B", 1): TAKEN, ("B", 2): void("late"), ("B", 3): TAKEN, ("B", 4): CONTESTED,
        ("C", 1): NOT, ("C", 3): TAKEN,
    },
)  # fmt: skip


def test_totals_per_tour_and_in_all():
    """A 1 + 3, B 1 + 1, C 0 + 1; void and contested count nothing."""
    assert [tour_totals(GRID, team) for team in "ABC"] == [(1, 3), (1, 1), (0, 1)]
    assert [total(GRID, team) for team in "ABC"] == [4, 2, 1]


def test_not_entered_is_not_not_taken():
    """B has no answer to 5, C none to 2, 4 and 5."""
    assert missing(GRID) == (("C", 2), ("C", 4), ("B", 5), ("C", 5))
    assert question_state(GRID, "C", 1) == "not-taken"
    assert question_state(GRID, "C", 2) == "not-entered"
    empty = Grid(teams=("Z", "A"), tours=(2,), answers={("A", 1): NOT})
    assert (total(empty, "Z"), total(empty, "A")) == (None, 0)
    assert standing(empty) == {"A": (1, 1), "Z": (2, 2)}


def test_masks():
    """Taken 1, not taken 0, void V, contested ?, removed X, not entered a dot."""
    assert [mask(GRID, team) for team in "ABC"] == ["10111", "1V1?·", "0·1··"]
    assert mask(remove(GRID, 3), "C") == "0·X··"


def test_a_removed_question_is_out_of_all_sums_and_comes_back():
    """4-g, A.7: everyone loses it, the answers under it stay."""
    without = remove(GRID, 3)

    assert [total(without, team) for team in "ABC"] == [3, 1, 0]
    assert tour_totals(without, "A") == (1, 2)
    assert ("C", 4) in missing(without)
    assert missing(remove(GRID, 5)) == (("C", 2), ("C", 4))
    assert taken_by(without)["A"] == {1, 4, 5}
    assert remove(without, 3, back=True) == GRID


def test_the_maximum_falls_to_74():
    """A.7, 004: 75 questions, one removed."""
    answers = {("A", question): TAKEN for question in range(1, 76)}
    grid = Grid(teams=("A",), tours=(15,) * 5, answers=answers)

    assert total(grid, "A") == 75
    assert total(remove(grid, 40), "A") == 74
    assert tour_totals(remove(grid, 40), "A") == (15, 15, 14, 15, 15)


def test_a_credited_answer_for_these_teams_too():
    """A.7: usually the same for several teams; taken back, all is as before."""
    credited = credit(GRID, 2, ("A", "C"))

    assert [total(credited, team) for team in "ABC"] == [5, 2, 2]
    assert question_state(credited, "C", 2) == "taken"
    assert credit(credited, 2, ("A", "C"), back=True) == GRID


def test_a_credit_lifts_no_technical_void():
    """l.14-18 and l.33 are two matters: the answer may be right and still be void."""
    assert question_state(credit(GRID, 2, ("B",)), "B", 2) == "void"


def test_a_credit_under_a_removed_question_waits():
    """Removed for everyone; when it comes back, the credit is there."""
    both = remove(credit(GRID, 1, ("C",)), 1)

    assert total(both, "C") == 1
    assert total(remove(both, 1, back=True), "C") == 2


@pytest.mark.parametrize(
    ("ground", "refusal"),
    [
        ("number", None), ("form", None), ("late", None),
        ("roster", "automatic"), ("exchange", "automatic"), ("references", "automatic"),
    ],
)  # fmt: skip
def test_the_jury_may_lift_a_minor_void_only(ground, refusal):
    """4-h: l.14-18 may be lifted, l.19-21 may not."""
    assert lift_refusal(void(ground)) == refusal


def test_only_a_void_is_lifted():
    """An answer that stands is not lifted."""
    assert lift_refusal(NOT) == "not-void"


def test_a_state_that_nobody_knows_is_refused():
    """Also a void without its ground, and a ground without a void."""
    for state, ground in [("maybe", ""), ("void", ""), ("void", "mood"), ("taken", "late")]:
        with pytest.raises(ValueError, match=ground or state):
            Answer(state, ground)


def test_entering_and_taking_back():
    """An entry replaces; None takes it out again: not yet entered."""
    grid = enter(GRID, "C", 2, TAKEN)

    assert total(grid, "C") == 2
    assert enter(grid, "C", 2, None) == GRID
    for team, question in [("Z", 1), ("A", 0), ("A", 6)]:
        with pytest.raises(KeyError):
            enter(GRID, team, question, TAKEN)


def test_tours():
    """Question numbers go on through the tours."""
    assert [tour_of(GRID, question) for question in range(1, 6)] == [1, 1, 2, 2, 2]
    with pytest.raises(KeyError):
        tour_of(GRID, 6)


def test_a_second_entry_is_compared():
    """What both have and differs; what only one has is not a difference."""
    second = enter(enter(enter(GRID, "A", 2, TAKEN), "B", 2, void("form")), "C", 2, NOT)

    assert differences(GRID, second) == (("A", 2, NOT, TAKEN), ("B", 2, void("late"), void("form")))
    assert differences(GRID, GRID) == ()


def test_several_standings_over_the_same_answers():
    """4-i: each category by itself; the main one keeps the shared place."""
    grid = credit(GRID, 4, ("C",))

    found = standings(grid, {"youth": ("B", "C"), "school": ("C",)})
    assert found["youth"] == {"B": (1, 2), "C": (1, 2)}
    assert found["school"] == {"C": (1, 1)}
    assert standing(grid) == {"A": (1, 1), "B": (2, 3), "C": (2, 3)}


def test_question_rating_parts_when_set():
    """B has q1 (2 of 3 teams took it: 2) and q3 (3 of 3: 1); C has q3 and q4 (2 of 3): 3 each.
    With q1 taken from A, B's is worth 3 and C's still 2: B 4, C 3."""
    grid = credit(GRID, 4, ("C",))

    assert standing(grid, rating=True)["B"] == (2, 3)
    other = enter(grid, "A", 1, NOT)
    assert standing(other, rating=True) == {"A": (1, 1), "B": (2, 2), "C": (3, 3)}
    assert standing(other)["B"] == (2, 3)


def big():
    """Return 24 teams and 75 questions, made by a formula, one question removed."""
    answers = {}
    for team in range(24):
        for question in range(1, 76):
            value = (team * 7 + question * question * 3 + team * question) % 11
            answers[f"Team {team:02d}", question] = TAKEN if value < 5 else NOT
    names = tuple(f"Team {team:02d}" for team in range(24))
    return remove(Grid(teams=names, tours=(15,) * 5, answers=answers), 33)


def test_a_table_of_24_teams_and_75_questions():
    """Places agree with a slow computation that knows nothing of the product."""
    sums = {}
    for team in range(24):
        took = 0
        for q in range(1, 76):
            if q != 33 and (team * 7 + q * q * 3 + team * q) % 11 < 5:
                took += 1
        sums[f"Team {team:02d}"] = took
    slow = {}
    for team, mine in sums.items():
        better = sum(1 for other in sums.values() if other > mine)
        same = sum(1 for other in sums.values() if other == mine)
        slow[team] = (better + 1, better + same)

    assert standing(big()) == slow
    assert len(set(slow.values())) < 24, "the table must have shared places"
    assert {team: total(big(), team) for team in big().teams} == sums
