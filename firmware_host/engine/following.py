"""What is played next: a replay that is owed, else the running order.

An annulled turn is replayed at once, under its number. Of a slot in which a single table's part
was annulled that table owes a replay: a turn of the slot's number in which only it plays, put
before what the running order has next. All of it is read from the turns, so that a ruling and
its undo need no bookkeeping.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from firmware_host.engine.annulment import annulled_actors, replay_due
from firmware_host.engine.rules import Rules
from firmware_host.engine.state import Game
from firmware_host.engine.turn import Turn
from firmware_host.engine.words import TurnOpened


@dataclass(frozen=True, slots=True)
class Slot:
    """Who plays what in the turn of a number."""

    rules: Rules
    stage: str = ""
    circle: int = 0
    team: str = ""


def slot_of(game: Game, number: int) -> Slot | None:
    """Return what a number of the running order is; None: the plan is over.

    Stages in order; in each, circle after circle; in each, every format with every team.
    """
    if not game.stages:
        return None if game.rules is None else Slot(game.rules)
    left = number - 1
    for stage in game.stages:
        if left >= stage.turns:
            left -= stage.turns
            continue
        teams = stage.teams or ("",)
        circle, rest = divmod(left, len(stage.formats) * len(teams))
        rules, team = divmod(rest, len(teams))
        return Slot(stage.formats[rules], stage.id, circle + 1, teams[team])
    return None


@dataclass(frozen=True, slots=True)
class Opening:
    """A turn to be made ready.

    Attributes:
        number: Its number in the running order.
        onward: The number that comes after it.
        replays: The turn that it replays, or None.
        actors: The tables that play in it; empty: all.
    """

    number: int
    onward: int
    replays: int | None = None
    actors: tuple[str, ...] = ()


def follows(game: Game, number: int) -> Opening:
    """Return what is played next where the running order has come to a number."""
    left = game.closed[max(game.closed)] if game.closed else None
    if left is not None and left.id > game.since and _whole_due(left):
        return Opening(left.number, left.onward, left.id, left.actors)
    for turn in game.closed.values():
        owing = owed(game, turn)
        if owing:
            return Opening(turn.number, number, turn.id, owing)
    return Opening(number, number + 1)


def _whole_due(turn: Turn) -> bool:
    """Return whether a turn was left by annulling it: by a ruling later on it is only annulled."""
    return turn.status == "annulled" and (turn.closing == "annulled" or replay_due(turn))


def owed(game: Game, turn: Turn) -> tuple[str, ...]:
    """Return the tables that owe a replay of their part of a turn, each once."""
    if turn.id <= game.since or turn.status == "annulled":
        return ()
    annulled = dict.fromkeys(annulled_actors(turn))
    played = {actor for other in replays_of(game, turn) for actor in other.actors}
    return tuple(actor for actor in annulled if actor not in played)


def replays_of(game: Game, turn: Turn) -> Iterator[Turn]:
    """Yield the replays of a turn that have begun, or were skipped."""
    begun = [*game.closed.values()]
    if game.turn is not None and game.turn.status != "ready":
        begun.append(game.turn)
    return (other for other in begun if other.replays == turn.id)


def played_again(game: Game, was: Turn, now: Turn) -> bool:
    """Return whether a ruling makes whole what is being replayed, or has been: never both."""
    freed = {*annulled_actors(was)} - {*annulled_actors(now)}
    whole = replay_due(was) and not replay_due(now)
    return any(
        freed.intersection(other.actors) or (whole and other.actors == was.actors)
        for other in replays_of(game, was)
    )


def open_next(game: Game, number: int, at_ns: int) -> tuple[Game, list[TurnOpened]]:
    """Make the next turn ready where the running order has come to a number."""
    return open_turn(game, follows(game, number), at_ns)


def reopen(game: Game, at_ns: int) -> tuple[Game, list[TurnOpened]]:
    """Put another turn in the place of the ready one, where a ruling changed what is next."""
    ready = game.turn
    if ready is None and game.closed:  # the plan is over, but for what is owed
        return open_next(game, game.closed[max(game.closed)].onward, at_ns)
    if ready is None or ready.status != "ready":
        return game, []
    number = ready.number if ready.replays is None else ready.onward
    opening = follows(game, number)
    if opening == Opening(ready.number, ready.onward, ready.replays, ready.actors):
        return game, []
    return open_turn(replace(game, turn=None), opening, at_ns)  # it leaves but its opening


def open_turn(game: Game, opening: Opening, at_ns: int) -> tuple[Game, list[TurnOpened]]:
    """Make a turn ready; none where the plan is over."""
    slot = slot_of(game, opening.number)
    if slot is None:
        return game, []
    tour, in_tour = place_in_tour(game.tours, opening.number)
    old = game.closed[max(game.closed)] if game.closed else None
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
        opened_ns=at_ns,
        replays=opening.replays,
        actors=opening.actors,
        last=old.last if old else {},
        quiet_ns=old.quiet_ns if old else None,
    )
    opened = TurnOpened(
        turn=turn.id, at_ns=at_ns, number=turn.number, tour=tour, in_tour=in_tour,
        format=slot.rules.format, sha=slot.rules.sha, settings=slot.rules.settings,
        stage=slot.stage, circle=slot.circle, team=slot.team, replays=turn.replays,
        actors=turn.actors,
    )  # fmt: skip
    turn = replace(turn, opening=turn)
    return replace(game, turn=turn, opened=turn.id), [opened]


def place_in_tour(tours: tuple[int, ...], number: int) -> tuple[int, int]:
    """Return (tour, question in the tour) of a question number, both from 1; without tours
    (0, number); past the last tour the questions go on in it."""
    before = 0
    for tour, count in enumerate(tours, start=1):
        if number <= before + count or tour == len(tours):
            return tour, number - before
        before += count
    return 0, number
