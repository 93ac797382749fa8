"""Who may have been first: twenty contests worked out by hand (REALTIME b.4).

The rule: each press has [lo, hi] = [at - u, at]; M is the least hi; all with lo <= M tie.
"""

import pytest

from firmware_host.engine.contest import Contender, possible_firsts, ranked

# (stamps as (who, at, u)), who may have been first, in order of stamps.
CASES = [
    ([], ""),
    ([("A", 100, 50)], "A"),
    ([("A", 100, 0), ("B", 101, 0)], "A"),
    ([("A", 100, 0), ("B", 100, 0)], "AB"),
    ([("A", 100, 50), ("B", 100, 50)], "AB"),
    ([("A", 100, 0), ("B", 150, 50)], "AB"),  # B's lo is exactly A's hi
    ([("A", 100, 0), ("B", 150, 49)], "A"),  # one nanosecond past it
    ([("A", 100, 0), ("B", 151, 50)], "A"),
    ([("A", 100, 1000), ("B", 150, 0)], "A"),  # A's own doubt only makes A earlier
    ([("A", 100, 1000), ("B", 150, 50)], "AB"),
    ([("B", 100, 10), ("A", 90, 10)], "AB"),  # order of delivery does not matter
    # No transitivity: C meets B, B meets A, and C was certainly after A.
    ([("A", 100, 10), ("B", 140, 45), ("C", 180, 50)], "AB"),
    ([("A", 100, 10), ("B", 140, 45), ("C", 180, 80)], "ABC"),
    ([("A", 100, 10), ("B", 120, 10), ("C", 130, 40)], "AC"),  # the middle stamp is out
    ([("A", 100, 50), ("B", 149, 50), ("C", 150, 50), ("D", 151, 50)], "ABC"),
    # 2 ms of a merged edge against 50 us of clean ones.
    ([("A", 10_000_000, 50_000), ("B", 11_900_000, 2_000_000)], "AB"),
    ([("A", 10_000_000, 50_000), ("B", 12_000_001, 2_000_000)], "A"),
    ([("A", 10_000_000, 50_000), ("B", 10_050_000, 50_000)], "AB"),
    ([("A", 10_000_000, 50_000), ("B", 10_050_001, 50_000)], "A"),
    ([("A", 5, 5), ("B", 5, 0), ("C", 6, 1), ("D", 7, 1), ("E", 1000, 995)], "ABCE"),
]


@pytest.mark.parametrize(("presses", "firsts"), CASES)
def test_possible_firsts(presses, firsts):
    """One is a winner, more are a declared tie of exactly these."""
    contenders = [Contender(*press) for press in presses]

    assert "".join(press.who for press in possible_firsts(contenders)) == firsts


def test_there_are_twenty_cases():
    """As many as REALTIME asks for."""
    assert len(CASES) == 20


def test_the_rest_is_ordered_by_the_same_rule():
    """After A and C: B and D cannot be told apart, E comes last."""
    given = [("A", 100, 10), ("B", 120, 10), ("C", 130, 40), ("D", 125, 6), ("E", 140, 1)]
    order = ranked([Contender(*press) for press in given])

    assert ["".join(press.who for press in tied) for tied in order] == ["AC", "BD", "E"]
