"""Appeals of 004: window, one a question and team, deposit, votes, deadlines (l.33-36)."""

import pytest

from firmware_host.evening.answers import Answer, Grid
from firmware_host.evening.appeals import (
    DEPOSIT_RUB,
    Appeal,
    Ruling,
    Votes,
    applied,
    deadline_ns,
    deposit,
    in_time,
    left_ns,
    refusal,
    verdict,
    window_ns,
)
from firmware_host.evening.results import total

S = 1_000_000_000
TOLD_NS = 5_000 * S


def appeal(number=1, team="A", question=14, kind="credit", filed_ns=TOLD_NS + 60 * S, **more):
    """Return a proper appeal, some of it changed."""
    return Appeal(
        id=number, team=team, question=question, kind=kind, filed_ns=filed_ns,
        deposit_rub=more.get("deposit_rub", 300),
    )  # fmt: skip


def test_the_window_is_fifteen_minutes_from_the_announcement():
    """4-e: 15:00, falling."""
    assert window_ns(TOLD_NS) == (TOLD_NS, TOLD_NS + 900 * S)
    assert left_ns(TOLD_NS, TOLD_NS) == 900 * S
    assert left_ns(TOLD_NS, TOLD_NS + 899 * S) == S
    assert left_ns(TOLD_NS, TOLD_NS + 1000 * S) == 0


FILED = [
    (TOLD_NS - 1, "not-announced"),
    (TOLD_NS, None),
    (TOLD_NS + 900 * S, None),
    (TOLD_NS + 900 * S + 1, "closed"),
]


@pytest.mark.parametrize(("filed_ns", "reason"), FILED)
def test_both_ends_of_the_window(filed_ns, reason):
    """Within 15 minutes: the last instant is in."""
    assert refusal(appeal(filed_ns=filed_ns), TOLD_NS) == reason


def test_before_any_announcement():
    """Nothing to appeal against yet."""
    assert refusal(appeal(), None) == "not-announced"


def test_one_appeal_for_a_question_and_team():
    """Of whatever type; another team or another question is another appeal."""
    filed = [appeal()]

    assert refusal(appeal(2, kind="removal"), TOLD_NS, filed) == "repeated"
    assert refusal(appeal(2, team="B"), TOLD_NS, filed) is None
    assert refusal(appeal(2, question=15), TOLD_NS, filed) is None


def test_type_and_deposit_are_given_with_it():
    """Type explicit; 300 RUB together with the appeal."""
    assert DEPOSIT_RUB == 300
    assert refusal(appeal(kind="both"), TOLD_NS) == "type"
    assert refusal(appeal(deposit_rub=299), TOLD_NS) == "deposit"
    assert refusal(appeal(deposit_rub=100), TOLD_NS, deposit_rub=100) is None


VOTED = [
    ((2, 1, None), "upheld"), ((1, 2, None), "rejected"), ((3, 0, False), "upheld"),
    ((1, 1, True), "upheld"), ((1, 1, False), "rejected"), ((1, 1, None), None),
    ((0, 0, True), "upheld"), ((0, 3, True), "rejected"),
]  # fmt: skip


@pytest.mark.parametrize(("votes", "word"), VOTED)
def test_simple_majority_and_the_chair_decides_a_tie(votes, word):
    """Without the chair's word a tie is no verdict."""
    ayes, noes, chair = votes
    assert verdict(Votes(ayes=ayes, noes=noes, chair=chair)) == word


def test_the_deposit_is_returned_if_upheld():
    """Held until the verdict; kept if rejected."""
    assert [deposit(word) for word in (None, "upheld", "rejected")] == ["held", "returned", "kept"]


def test_deadlines():
    """Tours 1-2: the start of tour 3. Tours 3-5: announcement of tour 5 + 45:00."""
    announced = {1: 1 * S, 3: 100 * S, 5: 10_000 * S}

    assert deadline_ns(1, announced, third_tour_ns=90 * S) == 90 * S
    assert deadline_ns(2, announced, third_tour_ns=90 * S) == 90 * S
    for tour in (3, 4, 5):
        assert deadline_ns(tour, announced, third_tour_ns=90 * S) == 12_700 * S
    assert deadline_ns(4, {3: 100 * S}, third_tour_ns=90 * S) is None
    assert deadline_ns(2, announced, third_tour_ns=None) is None
    # 4-d: another event has one tour on its first day.
    assert deadline_ns(2, announced, third_tour_ns=90 * S, first_day={1}) == 12_700 * S


def test_not_later_than_the_deadline():
    """The instant itself is in time; an unknown deadline is not missed."""
    assert in_time(12_700 * S, 12_700 * S)
    assert not in_time(12_700 * S + 1, 12_700 * S)
    assert in_time(5, None)


GRID = Grid(
    teams=("A", "B", "C"),
    tours=(15,),
    answers={
        ("A", 14): Answer("not-taken"), ("B", 14): Answer("not-taken"), ("C", 14): Answer("taken"),
    },
)  # fmt: skip
AYE, NO = Votes(ayes=2, noes=1, chair=None), Votes(ayes=1, noes=2, chair=None)


def totals(grid):
    """Return the totals of A, B, C."""
    return [total(grid, team) for team in "ABC"]


def test_an_upheld_credit_and_these_teams_too():
    """A's appeal is upheld for A and B; taken away, the grid is what it was."""
    ruling = Ruling(appeal=appeal(), votes=AYE, also=("B",))

    assert totals(applied(GRID, [ruling])) == [1, 1, 1]
    assert applied(GRID, []) == GRID
    assert totals(applied(GRID, [Ruling(appeal=appeal(), votes=AYE)])) == [1, 0, 1]


def test_an_upheld_removal_takes_the_question_from_everyone():
    """4-g."""
    ruling = Ruling(appeal=appeal(team="B", kind="removal"), votes=AYE)

    assert totals(applied(GRID, [ruling])) == [0, 0, 0]


def test_what_was_rejected_or_is_undecided_changes_nothing():
    """Nor does a tie that waits for the chair."""
    undecided = Votes(ayes=1, noes=1, chair=None)

    assert applied(GRID, [Ruling(appeal=appeal(), votes=NO)]) == GRID
    assert applied(GRID, [Ruling(appeal=appeal(), votes=undecided)]) == GRID


def test_what_two_rulings_give_stays_when_one_of_them_is_left_out():
    """B by A's appeal and by its own: leaving either out, B keeps its point; so with a removal."""
    first = Ruling(appeal=appeal(), votes=AYE, also=("B",))
    own = Ruling(appeal=appeal(2, team="B"), votes=AYE)
    gone = [
        Ruling(appeal=appeal(i, team=t, kind="removal"), votes=AYE) for i, t in [(3, "A"), (4, "C")]
    ]

    assert totals(applied(GRID, [first, own])) == [1, 1, 1]
    assert totals(applied(GRID, [own])) == [0, 1, 1]
    assert totals(applied(GRID, [first])) == [1, 1, 1]
    assert totals(applied(GRID, gone)) == totals(applied(GRID, gone[1:])) == [0, 0, 0]
