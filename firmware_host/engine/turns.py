"""One turn after another: opened, left, numbered; and which format the next one has."""

from collections.abc import Mapping
from dataclasses import replace

from firmware_host.engine.course import take
from firmware_host.engine.order import Next, next_turn, place_in_tour, put_off
from firmware_host.engine.ordered import Slot
from firmware_host.engine.outcome import judged, value
from firmware_host.engine.state import Game
from firmware_host.engine.turn import Turn
from firmware_host.engine.words import (
    Announced,
    Became,
    Chosen,
    Fact,
    Held,
    Pressed,
    Ruled,
    TurnOpened,
)

LEAVE: Mapping[str, tuple[str, int]] = {
    "skip": ("closed", 1),
    "annul": ("annulled", 0),
    "advance": ("closed", 1),
    "advance-begin": ("closed", 1),
    "announce": ("closed", 1),
}
"""What a verb makes of the turn, and by how much the number goes on."""


def leave_turn(game: Game, given: Pressed | Held | Ruled, verb: str) -> tuple[Game, list[Fact]]:
    """End the turn and make the next one ready; with START in DONE, begin it at once."""
    assert game.turn is not None
    status, onward = LEAVE[verb]
    ruling = given if isinstance(given, Ruled) else None
    game, facts = _end_turn(game, status, given.at_ns, ruling)
    old = game.closed.latest
    assert old is not None
    if verb == "announce":
        facts.append(Announced(turn=old.id, at_ns=given.at_ns, tour=old.tour))
    if verb == "skip":
        game = put_off(game, slot_in(old))
    replays = old if status == "annulled" else None
    game, opened = open_next(game, old.number + (0 if old.aside else onward), given.at_ns, replays)
    facts.extend(opened)
    if verb != "advance-begin" or game.turn is None:
        return game, facts
    # The same press begins the next turn: there it is a plain START, not a repeat of itself.
    fresh = replace(game.turn, last={}, quiet_ns=None)
    turn, begun = take(fresh, given) if isinstance(given, Pressed) else (fresh, [])
    fresh_opening = replace(fresh, opening=None)
    turn = replace(turn, course=(None, given), opening=fresh_opening)
    return replace(game, turn=turn), [*facts, *begun[1:]]


def _end_turn(
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


def open_next(
    game: Game, number: int, at_ns: int, replays: Turn | None = None
) -> tuple[Game, list[TurnOpened]]:
    """Make the turn of a number ready, or the replay of one; none where the plan is over."""
    if replays is not None:
        return put_on_table(game, Next(slot_in(replays), number, replays.aside), at_ns, replays.id)
    game, coming = next_turn(game, number)
    return (game, []) if coming is None else put_on_table(game, coming, at_ns)


def slot_in(turn: Turn) -> Slot:
    """Return who plays what in a turn."""
    return Slot(rules=turn.rules, stage=turn.stage, circle=turn.circle, team=turn.team)


def put_on_table(
    game: Game, coming: Next, at_ns: int, replays: int | None = None
) -> tuple[Game, list[TurnOpened]]:
    """Make a turn ready; nothing else is at the table."""
    slot, number = coming.slot, coming.number
    tour, in_tour = place_in_tour(game.tours, number)
    old = game.closed.latest
    turn = Turn(
        id=game.opened + 1,
        number=number,
        tour=tour,
        in_tour=in_tour,
        rules=slot.rules,
        stage=slot.stage,
        circle=slot.circle,
        team=slot.team,
        opened_ns=at_ns,
        replays=replays,
        aside=coming.aside,
        last=old.last if old else {},
        quiet_ns=old.quiet_ns if old else None,
    )
    opened = TurnOpened(
        turn=turn.id, at_ns=at_ns, number=number, tour=tour, in_tour=in_tour,
        format=slot.rules.format, sha=slot.rules.sha, settings=slot.rules.settings,
        stage=slot.stage, circle=slot.circle, team=slot.team, replays=replays,
        aside=coming.aside,
    )  # fmt: skip
    turn = replace(turn, opening=turn)
    return replace(game, turn=turn, opened=turn.id, number=number), [opened]


def clear_table(game: Game, at_ns: int) -> tuple[Game, list[Fact]]:
    """Take what is ready or done off the table; `number` is what comes next then.

    A ready turn was never begun: it leaves no trace but its opening, and one that was owed is
    owed again.
    """
    turn = game.turn
    if turn is None:
        return game, []
    if turn.status == "ready":
        owed = (slot_in(turn), *game.owed) if turn.aside and turn.team else game.owed
        return replace(game, turn=None, number=turn.number, owed=owed), []
    onward = 0 if turn.aside else 1
    game, facts = _end_turn(game, "closed", at_ns)
    return replace(game, number=turn.number + onward), facts


def replay_begun(game: Game, turn: Turn) -> bool:
    """Return whether the turn's number is being played again, or has been."""
    going = game.turn is not None and game.turn.status != "ready"
    at_table = going and game.turn is not None and game.turn.replays == turn.id
    return at_table or game.closed.replayed(turn.id)


def swap_replay(game: Game, turn: Turn, at_ns: int) -> tuple[Game, list[TurnOpened]]:
    """Put the replay on the table, or the next number, where neither has begun.

    An annulment that is undone leaves its turn whole: the host goes on to the next number.
    """
    ready = game.turn
    if (
        ready is None
        or ready.status != "ready"
        or ready.number not in (turn.number, turn.number + 1)
    ):
        return game, []
    game, _ = clear_table(game, at_ns)
    if turn.status == "annulled":
        return open_next(game, turn.number, at_ns, turn)
    return open_next(game, turn.number + (0 if turn.aside else 1), at_ns)


def choose(game: Game, given: Chosen) -> tuple[Game, list[Fact]]:
    """Put another format on the table. The caller has seen that no turn is going on."""
    facts: list[Fact] = []
    number = given.number if given.number is not None else 1
    if game.turn is not None:
        game, facts = clear_table(game, given.at_ns)
        number = game.number if given.number is None else number
    game = replace(
        game, rules=given.rules, tours=given.tours, stages=given.stages,
        owed=(), away=frozenset(), shut=frozenset(),
    )  # fmt: skip
    game, opened = open_next(game, number, given.at_ns)
    return game, [*facts, *opened]


def may_choose(game: Game) -> bool:
    """Return whether another format may be chosen now: between turns only."""
    return game.turn is None or game.turn.status in ("ready", "done")
