"""Rulings are a set in force: undo of undo gives the same bytes; no ruling changes another turn."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_tests.table import S, Table
from firmware_host.engine.game import find_turn, settle
from firmware_host.engine.outcome import value
from firmware_host.engine.words import Held, Rejudged


def essence(turn):
    """A turn without the list of rulings, and without what only counts runs and inputs."""
    bare = replace(turn, rulings=(), run=0)
    return repr((bare.status, bare.phase, bare.origin_ns, bare.stood_ns, bare.next_signal,
                 sorted(bare.passed.items()), sorted(bare.heard.items()), bare.ended_ns,
                 sorted(bare.shifts.items()), sorted(bare.marks.items()), bare.closing,
                 value(turn)))  # fmt: skip


RULINGS = st.one_of(
    st.tuples(st.just("cancel-press"), st.integers(0, 5)),
    st.tuples(st.just("admit"), st.integers(0, 5)),
    st.tuples(st.just("mark"), st.integers(0, 5)),
    st.tuples(st.just("undo"), st.integers(0, 5)),
)


def played() -> tuple[Table, list[int]]:
    """A question with four cards (one late, one straggler) and a mark, done at 80."""
    table = Table()
    table.press("start", 10 * S)
    presses = [
        table.press("seat1", 20 * S),
        table.press("stop", 30 * S),
        table.press("seat2", 75 * S),
        table.press("seat3", 79 * S, late=True),
        table.press("seat4", 81 * S),
    ]
    presses.append(table.press("seat1", 82 * S))
    return table, presses


@settings(max_examples=150, deadline=None)
@given(st.lists(RULINGS, max_size=8))
def test_undo_gives_back_what_was_and_undo_of_undo_what_was_then(words):
    """After any rulings: one more, undone, is as if it had not been; undone again it is back."""
    table, presses = played()
    rulings = []
    at_ns = 100 * S
    for what, number in words:
        at_ns += S
        target = (
            presses[number]
            if what != "undo"
            else (rulings[number % len(rulings)] if rulings else 1)
        )
        args = {"as": "noise"} if what == "mark" else {}
        i = table.rule(what, at_ns, target, **args)
        if table.reason() is None:
            rulings.append(i)
    before = essence(table.game.turn)
    last = table.rule("admit", at_ns + S, presses[4])
    assert table.reason() is None
    with_it = essence(table.game.turn)
    undo = table.rule("undo", at_ns + 2 * S, last)
    assert essence(table.game.turn) == before
    undo_of_undo = table.rule("undo", at_ns + 3 * S, undo)
    assert essence(table.game.turn) == with_it
    table.rule("undo", at_ns + 4 * S, undo_of_undo)
    assert essence(table.game.turn) == before


@pytest.mark.parametrize("format_id", ["chgk-003", "chgk-004"])
@pytest.mark.parametrize("what", ["late-start", "give-back"])
@pytest.mark.parametrize("ruled_s", [15, 55, 65, 69])
def test_a_shift_undone_puts_the_clock_back(format_id, what, ruled_s):
    """Ruled and undone at once, the schedule is what it was."""
    table = Table(format_id)
    table.press("start", 10 * S)
    table.game, _ = settle(table.game, ruled_s * S)
    was = table.game.turn
    ruling = table.rule(what, ruled_s * S, for_ns=500_000_000)
    assert table.game.turn.origin_ns != was.origin_ns
    table.rule("undo", ruled_s * S, ruling)
    now = table.game.turn

    assert (now.origin_ns, now.phase, now.status) == (was.origin_ns, was.phase, was.status)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["cancel-press", "admit", "mark", "annul"]),
                          st.integers(0, 4)), max_size=6))  # fmt: skip
def test_no_ruling_changes_another_turn(words):
    """Rulings on the first question leave the second one exactly as it is."""
    table, presses = played()
    table.press("start", 100 * S)
    table.press("seat1", 120 * S)
    second = repr(table.game.turn)
    at_ns = 130 * S
    for what, number in words:
        if what == "annul":
            table.rule(what, at_ns, turn=1)
        else:
            table.rule(what, at_ns, presses[number], **({"as": "hint"} if what == "mark" else {}))
        table.rule("undo", at_ns, table.i)
        assert all(fact.turn in (0, 1) for fact in table.facts)

    assert repr(table.game.turn) == second


def test_what_a_press_was_comes_back_with_the_same_word():
    """An admitted straggler is `late-delivery` again when the admission is undone, not moot."""
    table, presses = played()
    admit = table.rule("admit", 90 * S, presses[3])
    assert [(f.was, f.now) for f in table.facts if isinstance(f, Rejudged)] == [
        ("late-delivery", None)
    ]
    table.rule("undo", 91 * S, admit)
    assert [(f.was, f.now) for f in table.facts if isinstance(f, Rejudged)] == [
        (None, "late-delivery")
    ]


def test_host_presses_are_not_taken_back():
    """What the hall lived through is annulled and replayed, not edited (ENGINE 1, row 4)."""
    table = Table()
    start = table.press("start", 10 * S)
    table.rule("cancel-press", 20 * S, start)
    assert table.reason() == "wrong-phase"
    assert table.game.turn.status == "running"


def test_a_target_that_is_none_is_moot():
    """A number that no input of any turn has changes nothing."""
    table = Table()
    table.press("start", 10 * S)
    before, _ = settle(table.game, 20 * S)
    table.rule("admit", 20 * S, 999)
    assert table.reason() == "moot"
    assert table.game.turn == before.turn


def test_an_annulled_turn_takes_no_key_and_is_found_again():
    """STOP held 2 s: the turn is closed as annulled, the next has its number and names it."""
    table = Table()
    table.press("start", 10 * S)
    table.tell(Held, key="stop", step="hold", at_ns=20 * S, from_ns=20 * S)
    table.tell(Held, key="stop", step="long", at_ns=23 * S, from_ns=20 * S)

    assert table.game.closed[1].status == "annulled"
    assert (table.game.turn.number, table.game.turn.replays) == (1, 1)
    assert find_turn(table.game, None, 1).id == 1
