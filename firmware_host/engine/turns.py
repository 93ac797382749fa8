"""One turn after another: how it is left, and how another format is chosen."""

from collections.abc import Mapping
from dataclasses import replace

from firmware_host.engine.course import take
from firmware_host.engine.following import laid_back, open_next, slot_in
from firmware_host.engine.order import put_off
from firmware_host.engine.outcome import judged, value
from firmware_host.engine.state import Game, Left
from firmware_host.engine.words import (
    Announced,
    Became,
    Chosen,
    Fact,
    Held,
    Pressed,
    Ruled,
)

LEAVE: Mapping[str, str] = {
    "skip": "closed",
    "annul": "annulled",
    "advance": "closed",
    "advance-begin": "closed",
    "announce": "closed",
}
"""What a verb makes of the turn."""


def leave_turn(game: Game, given: Pressed | Held | Ruled, verb: str) -> tuple[Game, list[Fact]]:
    """End the turn and make the next one ready; with START in DONE, begin it at once."""
    assert game.turn is not None
    ruling = given if isinstance(given, Ruled) else None
    game, facts = end_turn(game, LEAVE[verb], given.at_ns, ruling)
    old = game.closed.latest
    assert old is not None
    if verb == "announce":
        facts.append(Announced(turn=old.id, at_ns=given.at_ns, tour=old.tour))
    if verb == "skip":
        game = put_off(game, slot_in(old))
    game, opened = open_next(game, old.onward, given.at_ns)
    facts.extend(opened)
    if verb != "advance-begin" or game.turn is None:
        return game, facts
    # The same press begins the next turn: there it is a plain START, not a repeat of itself.
    fresh = replace(game.turn, last={}, quiet_ns=None)
    turn, begun = take(fresh, given) if isinstance(given, Pressed) else (fresh, [])
    fresh_opening = replace(fresh, opening=None)
    turn = replace(turn, course=(None, given), opening=fresh_opening)
    return replace(game, turn=turn), [*facts, *begun[1:]]


def end_turn(
    game: Game, status: str, at_ns: int, ruling: Ruled | None = None
) -> tuple[Game, list[Fact]]:
    """Leave the turn. A ruling that annuls one which was done can be undone: it was whole."""
    assert game.turn is not None
    turn = replace(game.turn, status=status, closing=status, left_ns=at_ns)
    if ruling is not None and turn.ended_ns is not None:
        turn = replace(turn, closing="closed", rulings=(*turn.rulings, ruling))
    elif status == "annulled":
        turn = replace(turn, ended_ns=at_ns)
    facts: list[Fact] = [Became(turn=turn.id, status=status, at_ns=at_ns)]
    if value(turn) != value(game.turn):
        facts.append(judged(turn, at_ns))
    return replace(game, turn=None, closed=game.closed.put(turn)), facts


def clear_table(game: Game, at_ns: int) -> tuple[Game, list[Fact]]:
    """Take what is ready or done off the table; `number` is what comes next then."""
    turn = game.turn
    if turn is None:
        return game, []
    if turn.status == "ready":
        return laid_back(game), []
    game, facts = end_turn(game, "closed", at_ns)
    return replace(game, number=turn.onward), facts


def choose(game: Game, given: Chosen) -> tuple[Game, list[Fact]]:
    """Put another format on the table. The caller has seen that no turn is going on.

    A plan that a single format is put in front of may be taken up again (`Ordered`, "plan").
    """
    facts: list[Fact] = []
    number = given.number if given.number is not None else 1
    if game.turn is not None:
        game, facts = clear_table(game, given.at_ns)
        number = game.number if given.number is None else number
    left = None if given.stages else game.left
    if game.stages and not given.stages:
        left = Left(
            rules=game.rules, tours=game.tours, stages=game.stages, number=game.number,
            owed=game.owed, away=game.away, shut=game.shut, since=game.since,
        )  # fmt: skip
    game = replace(
        game, rules=given.rules, tours=given.tours, stages=given.stages, since=game.opened,
        owed=(), away=frozenset(), shut=frozenset(), left=left,
    )  # fmt: skip
    game, opened = open_next(game, number, given.at_ns)
    return game, [*facts, *opened]


def may_choose(game: Game) -> bool:
    """Return whether another format may be chosen now: between turns only."""
    return game.turn is None or game.turn.status in ("ready", "done")
