"""What is played next: a replay that is owed, else the running order.

An annulled turn is replayed at once, under its number; a team's turn that is annulled later, as
soon as a turn may begin. Of a slot in which a single table's part
was annulled that table owes a replay: a turn of the slot's number in which only it plays, put
before what the running order has next. All of it is read from the turns, so that a ruling and
its undo need no bookkeeping.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from firmware_host.engine.annulment import annulled_actors, turn_annulled
from firmware_host.engine.closed import Brief, brief_of
from firmware_host.engine.order import next_turn, slot_of
from firmware_host.engine.ordered import Slot
from firmware_host.engine.questions import tour_at
from firmware_host.engine.state import Game
from firmware_host.engine.turn import Turn
from firmware_host.engine.words import TurnOpened


@dataclass(frozen=True, slots=True)
class Opening:
    """A turn to be made ready.

    Attributes:
        slot: Who plays what in it.
        number: Its number in the running order.
        onward: The number that comes after it.
        replays: The turn that it replays, or None.
        actors: The tables that play in it; empty: all.
        aside: It stands beside the running order.
    """

    slot: Slot
    number: int
    onward: int
    replays: int | None = None
    actors: tuple[str, ...] = ()
    aside: bool = False


def slot_in(turn: Turn) -> Slot:
    """Return who plays what in a turn."""
    return Slot(
        rules=turn.rules, stage=turn.stage, circle=turn.circle, team=turn.team,
        actors=turn.actors, debt=turn.debt,
    )  # fmt: skip


def replay_next(game: Game, number: int) -> Opening | None:
    """Return the replay that comes before a number of the running order, or None."""
    for one in game.closed.briefs():
        if one.id <= game.since or one.planned != bool(game.stages):
            continue  # of another format, or of the plan while a single format is played
        owing = owed(game, one)
        if owing or owes_whole(game, one):
            slot = slot_in(game.closed[one.id])
            return Opening(slot, one.number, number, one.id, owing or one.actors, one.aside)
    return None


def owed(game: Game, turn: Brief) -> tuple[str, ...]:
    """Return the tables that owe a replay of their part of a turn, each once.

    Where it is known which tables have a pair, one whose pair is away waits until it is back.
    """
    if not turn.parts:
        return ()
    played = {actor for other in replays_of(game, turn.id) for actor in other.actors}
    slot = None if turn.aside else slot_of(game, turn.number)
    here = turn.parts if slot is None or not slot.actors else slot.actors
    return tuple(actor for actor in turn.parts if actor in here and actor not in played)


def owes_whole(game: Game, turn: Brief) -> bool:
    """Return whether a turn was annulled as a whole, and is not replayed yet."""
    return turn.whole and not any(replays_of(game, turn.id))


def replays_of(game: Game, turn_id: int) -> Iterator[Brief]:
    """Yield the replays of a turn that have begun, or were skipped."""
    yield from (one for one in game.closed.briefs() if one.replays == turn_id)
    turn = game.turn
    if turn is not None and turn.status != "ready" and turn.replays == turn_id:
        yield brief_of(turn)


def played_again(game: Game, was: Turn, now: Turn) -> bool:
    """Return whether a ruling makes whole what is being replayed, or has been: never both."""
    freed = {*annulled_actors(was)} - {*annulled_actors(now)}
    whole = turn_annulled(was) and not turn_annulled(now)
    return any(
        freed.intersection(other.actors) or (whole and other.actors == was.actors)
        for other in replays_of(game, was.id)
    )


def open_next(game: Game, number: int, at_ns: int) -> tuple[Game, list[TurnOpened]]:
    """Make the next turn ready where the running order has come to a number, if there is one."""
    due = replay_next(game, number)
    if due is not None:
        return open_turn(game, due, at_ns)
    game, coming = next_turn(game, number)
    if coming is None:
        return game, []
    onward = coming.number if coming.aside else coming.number + 1
    opening = Opening(coming.slot, coming.number, onward, aside=coming.aside)
    return open_turn(game, opening, at_ns)


def reopen(game: Game, at_ns: int) -> tuple[Game, list[TurnOpened]]:
    """Put another turn in the place of the ready one, where a ruling changed what is next."""
    ready = game.turn
    if ready is None:
        return open_next(game, game.number, at_ns) if game.closed else (game, [])
    if ready.status != "ready":
        return game, []
    onward = ready.number if ready.replays is None else ready.onward
    due = replay_next(game, onward)
    if (None if due is None else (due.replays, due.actors)) == (
        None if ready.replays is None else (ready.replays, ready.actors)
    ):
        return game, []
    return open_next(laid_back(game), onward, at_ns)


def laid_back(game: Game) -> Game:
    """Take the ready turn off the table: it leaves but its opening; who owed it owes it again."""
    ready = game.turn
    assert ready is not None
    onward, owes = ready.number, game.owed
    if ready.replays is not None:
        onward = ready.onward
    elif ready.aside and ready.team:
        owes = tuple(sorted((slot_in(ready), *owes), key=lambda slot: slot.debt))
    return replace(game, turn=None, number=onward, owed=owes)


def open_turn(game: Game, opening: Opening, at_ns: int) -> tuple[Game, list[TurnOpened]]:
    """Make a turn ready; nothing else is at the table."""
    slot = opening.slot
    tour, in_tour = tour_at(game, slot.stage, opening.number)
    old = game.closed.latest
    turn = Turn(
        id=game.opened + 1,
        number=opening.number,
        onward=opening.onward,
        tour=tour,
        in_tour=in_tour,
        rules=slot.rules,
        stage=slot.stage,
        circle=slot.circle,
        team=slot.team,
        debt=slot.debt,
        opened_ns=at_ns,
        replays=opening.replays,
        actors=opening.actors or slot.actors,
        aside=opening.aside,
        last=old.last if old else {},
        quiet_ns=old.quiet_ns if old else None,
    )
    opened = TurnOpened(
        turn=turn.id, at_ns=at_ns, number=turn.number, tour=tour, in_tour=in_tour,
        format=slot.rules.format, sha=slot.rules.sha, settings=slot.rules.settings,
        stage=slot.stage, circle=slot.circle, team=slot.team, replays=turn.replays,
        actors=turn.actors, aside=turn.aside,
    )  # fmt: skip
    turn = replace(turn, opening=turn)
    return replace(game, turn=turn, opened=turn.id), [opened]
