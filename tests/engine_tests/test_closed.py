"""Turns that are over lie packed: nothing is lost, and their presses leave no objects (H3)."""

import gc
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.engine.closed import Closed
from firmware_host.engine.game import Game, find_turn, step
from firmware_host.engine.turn import Turn, inputs_of
from firmware_host.engine.words import Chosen, Input, Pressed, Restarted, Ruled
from firmware_host.formats import builtin, resolve

S = 1_000_000_000
CLIPS = dict.fromkeys(("start", "ten-left", "end", "collect"), S)
RULES = resolve(builtin()["chgk-003"], {}, CLIPS)


def opened() -> Game:
    """A game with a question on the table."""
    game, _ = step(Game(), Chosen(i=1, at_ns=0, rules=RULES))
    return game


def press(i: int, key: str, at_ns: int) -> Pressed:
    """A press as intake tells of it."""
    return Pressed(i=i, key=key, at_ns=at_ns, from_ns=at_ns, u_ns=50_000, source="box")


def question(game: Game, cards: int) -> Game:
    """Play one question with so many cards, and begin none after it."""
    assert game.turn is not None
    i, at_ns = game.turn.id * 10_000, game.last_at_ns + 10 * S
    game, _ = step(game, press(i, "start", at_ns))
    for nth in range(1, cards + 1):
        game, _ = step(game, press(i + nth, f"seat{nth % 4 + 1}", at_ns + nth * S // 20))
    game, _ = step(game, press(i + cards + 1, "next", at_ns + 90 * S))
    return game


def tracked(root: object) -> int:
    """Count the objects that hang on one and that a collection has to walk through, rules apart."""
    seen, todo = {id(RULES)}, [root]
    while todo:
        for one in gc.get_referents(todo.pop()):
            if gc.is_tracked(one) and id(one) not in seen and not isinstance(one, type):
                seen.add(id(one))
                todo.append(one)
    return len(seen)


@pytest.mark.parametrize("cards", [0, 1, 1000])
def test_a_closed_turn_comes_back_whole(cards: int) -> None:
    game = question(opened(), cards)
    kept = game.closed.latest
    assert kept is not None
    assert len(inputs_of(kept)) == cards + 1
    game = question(game, 1)
    packed = game.closed[1]
    assert packed is not kept
    assert inputs_of(packed) == inputs_of(kept)
    assert replace(packed, course=None) == replace(kept, course=None)
    assert game.closed[1].opening == kept.opening
    assert game.closed[1].rules is RULES


def test_presses_of_closed_turns_leave_no_objects() -> None:
    few, many = opened(), opened()
    for _ in range(5):
        few, many = question(few, 1), question(many, 300)
    few, many = question(few, 1), question(many, 1)  # the latest one is whole: the same for both
    assert tracked(many.closed) == tracked(few.closed)


def test_the_control_would_see_presses_that_are_kept() -> None:
    few, many = question(opened(), 1), question(opened(), 300)
    assert tracked(many.closed.latest) > tracked(few.closed.latest) + 500


def test_each_closed_turn_adds_the_same_few_objects() -> None:
    game, counts = opened(), []
    for _ in range(12):
        game = question(game, 30)
        counts.append(tracked(game.closed))
    steps = {after - before for before, after in pairwise(counts[1:])}
    assert max(steps) <= 3, counts


def test_a_ruling_finds_the_closed_turn_of_a_press_and_of_a_ruling() -> None:
    game = opened()
    for _ in range(3):
        game = question(game, 3)
    mark = Ruled(
        i=90_000, what="mark", at_ns=game.last_at_ns + S, by="judge", why="", target=20_002,
        args={"as": "noise"},
    )  # fmt: skip
    game, _ = step(game, mark)
    for target, turn_id in ((10_001, 1), (20_002, 2), (90_000, 2), (30_000, 3)):
        found = find_turn(game, target)
        assert found is not None
        assert found.id == turn_id
    assert find_turn(game, 19_999) is None
    assert find_turn(game, None, 2) == game.closed[2]
    assert find_turn(game, None, 5) is None
    assert find_turn(game, None, 4) is game.turn


KEYS = st.sampled_from(["start", "stop", "next", "seat1", "seat2", "table11"])
INPUTS = st.lists(
    st.one_of(
        st.builds(press, st.integers(2, 99), KEYS, st.integers(0, 10**12)),
        st.builds(Restarted, i=st.integers(2, 99), alive_ns=st.integers(0), at_ns=st.integers(0)),
    ),
    max_size=20,
)


@given(inputs=INPUTS, replays=st.none() | st.integers(1, 9))
def test_any_turn_is_packed_without_loss(inputs: list[Input], replays: int | None) -> None:
    first = Turn(id=1, number=1, tour=0, in_tour=1, rules=RULES, replays=replays)
    for given_ in inputs:
        first = replace(first, course=(first.course, given_))
    whole = Closed().put(first).put(Turn(id=2, number=2, tour=0, in_tour=2, rules=RULES))
    assert whole[1] == first
    assert [one.replays for one in whole.briefs()] == [replays, None]
    assert all(whole.of_input(given_.i) == first for given_ in inputs)
