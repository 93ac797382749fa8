"""What the desk changes in the running order: a turn between, a debt now, a stage closed, a team
away or back. `order.order_refusal` says beforehand whether it may."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware_host.engine.following import Opening, open_next, open_turn, reopen, slot_in
from firmware_host.engine.order import (
    first_of_next,
    put_off,
    shut,
    slot_of,
    stage_at,
    take_owed,
    waits,
)
from firmware_host.engine.ordered import Ordered, Slot
from firmware_host.engine.state import Game
from firmware_host.engine.table import NEXT_DEAD_NS
from firmware_host.engine.turns import clear_table, end_turn
from firmware_host.engine.words import Fact, Held, Pressed

ASK = "ask-advance"
"""The verb of NEXT while a stage waits to be closed: the desk is asked, and answers."""


def reorder(game: Game, given: Ordered) -> tuple[Game, list[Fact]]:
    """Change the order, and put on the table what comes then."""
    return _DOING[given.what](game, given)


def _insert(game: Game, given: Ordered) -> tuple[Game, list[Fact]]:
    assert given.slot is not None
    return _between(game, given.slot, given.at_ns)


def _between(game: Game, slot: Slot, at_ns: int) -> tuple[Game, list[Fact]]:
    game, facts = clear_table(game, at_ns)
    opening = Opening(slot, game.number, game.number, aside=True)
    game, opened = open_turn(game, opening, at_ns)
    return game, [*facts, *opened]


def _play_owed(game: Game, given: Ordered) -> tuple[Game, list[Fact]]:
    game, slot = take_owed(game, given.team)
    assert slot is not None
    return _between(game, slot, given.at_ns)


def _close_stage(game: Game, given: Ordered) -> tuple[Game, list[Fact]]:
    stage = stage_at(game)
    game, facts = clear_table(game, given.at_ns)
    game, opened = open_next(shut(game, stage), first_of_next(game, stage), given.at_ns)
    return game, [*facts, *opened]


def _away(game: Game, given: Ordered) -> tuple[Game, list[Fact]]:
    game = replace(game, away=game.away | {given.team})
    turn = game.turn
    if turn is None or turn.status != "ready" or turn.team != given.team:
        return game, []
    if turn.replays is not None:  # else it would come again: it is put off, as by the host's key
        game, facts = end_turn(game, "closed", given.at_ns)
        game = replace(put_off(game, slot_in(turn)), number=turn.onward)
    else:
        game, facts = clear_table(game, given.at_ns)
    game, opened = open_next(game, game.number, given.at_ns)  # passes over who is away
    return game, [*facts, *opened]


def _back(game: Game, given: Ordered) -> tuple[Game, list[Fact]]:
    game = replace(game, away=game.away - {given.team})
    if game.turn is not None:
        return game, []
    game, opened = open_next(game, game.number, given.at_ns)
    return game, [*opened]


def _order(game: Game, given: Ordered) -> tuple[Game, list[Fact]]:
    stages = tuple(
        replace(one, teams=given.teams) if one.id == given.stage else one for one in game.stages
    )
    game, turn = replace(game, stages=stages), game.turn
    if turn is None or turn.status != "ready" or turn.stage != given.stage or turn.aside:
        return game, []
    game, facts = clear_table(game, given.at_ns)
    game, opened = open_next(game, game.number, given.at_ns)
    return game, [*facts, *opened]


def _tables(game: Game, given: Ordered) -> tuple[Game, list[Fact]]:
    """Seats were given: of the turn that stands ready too, in its place."""
    stages = tuple(
        replace(one, tables=given.tables) if one.id == given.stage else one for one in game.stages
    )
    game, turn = replace(game, stages=stages), game.turn
    fresh = turn is not None and turn.status == "ready" and turn.replays is None and not turn.aside
    if turn is not None and fresh and turn.stage == given.stage and turn.opening is not None:
        slot = slot_of(game, turn.number)
        actors = () if slot is None else slot.actors
        opening = replace(turn.opening, actors=actors)
        game = replace(game, turn=replace(turn, actors=actors, opening=opening))
    game, opened = reopen(game, given.at_ns)  # a pair went away, or is back: its replay with it
    return game, [*opened]


def _take_up(game: Game, given: Ordered) -> tuple[Game, list[Fact]]:
    """Take up the plan that was left, where it stood."""
    left = game.left
    assert left is not None
    game, facts = clear_table(game, given.at_ns)
    game = replace(
        game, rules=left.rules, tours=left.tours, stages=left.stages, owed=left.owed,
        away=left.away, shut=left.shut, since=left.since, left=None,
    )  # fmt: skip
    game, opened = open_next(game, left.number, given.at_ns)
    return game, [*facts, *opened]


_DOING: Mapping[str, Callable[[Game, Ordered], tuple[Game, list[Fact]]]] = {
    "insert": _insert,
    "owed": _play_owed,
    "close-stage": _close_stage,
    "away": _away,
    "back": _back,
    "order": _order,
    "tables": _tables,
    "plan": _take_up,
}


def asks(game: Game, given: Pressed | Held) -> bool:
    """Return whether NEXT asks the desk to close the stage that has been played."""
    if game.turn is not None or given.key != "next" or isinstance(given, Held):
        return False
    return bool(game.stages) and waits(game, stage_at(game))


def too_soon(game: Game, given: Pressed | Held) -> bool:
    """Return whether the host pressed something else just before: the dead time of NEXT."""
    latest = game.closed.latest
    quiet_ns = None if latest is None else latest.quiet_ns
    return quiet_ns is not None and given.from_ns - quiet_ns < NEXT_DEAD_NS
