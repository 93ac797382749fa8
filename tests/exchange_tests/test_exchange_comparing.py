"""Two independent entries of one grid: where they differ, what is missing, what they agree on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.errors import FileFaults
from firmware_host.evening.answers import Answer, Grid, mask
from firmware_host.exchange.comparing import compare, merged
from firmware_host.exchange.grid_file import of_grid

T, N, C = Answer("taken"), Answer("not-taken"), Answer("contested")
FILES = ("one.csv", "two.csv")
GRID = Grid(
    teams=("A", "B"), tours=(2, 1),
    answers={("A", 1): T, ("A", 2): N, ("A", 3): T, ("B", 1): N, ("B", 2): Answer("void", "late")},
)  # fmt: skip
KEYS = st.tuples(st.sampled_from("AB"), st.integers(1, 3))
ENTRIES = st.dictionaries(KEYS, st.sampled_from([T, N, C]))


def _with(**answers: Answer | None):
    """The grid with A1=… put in, or taken out (None)."""
    kept = {**GRID.answers, **{(key[0], int(key[1:])): one for key, one in answers.items()}}
    grid = replace(GRID, answers={key: one for key, one in kept.items() if one is not None})
    return of_grid(grid)


def test_two_entries_that_agree():
    """Only what neither has is missing; the grid is theirs."""
    found = compare(of_grid(GRID), of_grid(GRID), FILES)

    assert (found.agree, found.differ, found.once, found.decided) == (True, (), (), ())
    assert found.missing == (("B", 3),)
    assert merged(of_grid(GRID), of_grid(GRID), found).grid == GRID


def test_where_they_differ():
    """A mark, and a ground of a void; question by question."""
    found = compare(_with(), _with(A3=N, B2=Answer("void", "form")), FILES)

    assert found.differ == (
        ("B", 2, Answer("void", "late"), Answer("void", "form")), ("A", 3, T, N),
    )  # fmt: skip
    assert not found.agree
    with pytest.raises(ValueError, match="differ"):
        merged(_with(), _with(A3=N), found)


def test_what_only_one_has_is_not_confirmed():
    """It is not different; it is left out, or taken when that is wished."""
    one, two = _with(A1=None), _with(B1=None, B3=C)
    found = compare(one, two, FILES)

    assert found.agree
    assert found.once == ((("A", 1), 2), (("B", 1), 1), (("B", 3), 2))
    assert found.missing == ()
    assert [mask(merged(one, two, found).grid, team) for team in "AB"] == ["·01", "·V·"]
    both = merged(one, two, found, once=True).grid
    assert [mask(both, team) for team in "AB"] == ["101", "0V?"]


def test_a_decision_in_one_entry_only_is_a_difference():
    """A removal, a credit."""
    decided = replace(GRID, removed=frozenset({2}), credited=frozenset({("B", 1)}))
    found = compare(of_grid(decided), of_grid(GRID), FILES)

    assert found.decided == (2, ("B", 1))
    assert not found.agree
    assert compare(of_grid(decided), of_grid(decided), FILES).agree


def test_grids_of_other_teams_or_tours_cannot_be_compared():
    """All of it is said at once; the order of teams does not matter."""
    other = of_grid(Grid(teams=("B", "C"), tours=(3,), answers={}))
    with pytest.raises(FileFaults) as caught:
        compare(of_grid(GRID), other, FILES)

    assert caught.value.file == "two.csv"
    assert [(fault.path, fault.value) for fault in caught.value.faults] == [
        ("teams", "A"), ("teams", "C"), ("tours", "3"),
    ]  # fmt: skip
    turned = of_grid(replace(GRID, teams=("B", "A")))
    assert compare(of_grid(GRID), turned, FILES).agree


@given(ENTRIES, ENTRIES)
def test_it_does_not_matter_which_is_first(one, two):
    """The same differences with sides exchanged, and the same merged entries."""
    first = of_grid(replace(GRID, answers=one))
    second = of_grid(replace(GRID, answers=two))
    there, back = compare(first, second, FILES), compare(second, first, FILES)

    assert [(t, q, b, a) for t, q, a, b in there.differ] == list(back.differ)
    assert [(key, 3 - nth) for key, nth in there.once] == list(back.once)
    if there.agree:
        for once in (False, True):
            assert merged(first, second, there, once).grid == merged(second, first, back, once).grid
        assert merged(first, second, there).grid.answers.items() == one.items() & two.items()
