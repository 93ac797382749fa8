"""One turn after another: opened, left, numbered; and which format the next one has."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware_host.engine.course import take
from firmware_host.engine.outcome import judged, value
from firmware_host.engine.rules import Rules
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
    replays = old.id if status == "annulled" else None
    game, opened = _open(game, old.number + onward, given.at_ns, replays)
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


def _open(
    game: Game, number: int, at_ns: int, replays: int | None
) -> tuple[Game, list[TurnOpened]]:
    """Make the turn of a number ready; none where the plan is over."""
    slot = slot_of(game, number)
    if slot is None:
        return game, []
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
        last=old.last if old else {},
        quiet_ns=old.quiet_ns if old else None,
    )
    opened = TurnOpened(
        turn=turn.id, at_ns=at_ns, number=number, tour=tour, in_tour=in_tour,
        format=slot.rules.format, sha=slot.rules.sha, settings=slot.rules.settings,
        stage=slot.stage, circle=slot.circle, team=slot.team, replays=replays,
    )  # fmt: skip
    turn = replace(turn, opening=turn)
    return replace(game, turn=turn, opened=turn.id), [opened]


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
    onward = 0 if turn.status == "annulled" else 1
    game = replace(game, turn=None)  # never begun: it leaves no trace but its opening
    return _open(game, turn.number + onward, at_ns, None if onward else turn.id)


def place_in_tour(tours: tuple[int, ...], number: int) -> tuple[int, int]:
    """Return (tour, question in the tour) of a question number, both from 1; without tours
    (0, number); past the last tour the questions go on in it."""
    before = 0
    for tour, count in enumerate(tours, start=1):
        if number <= before + count or tour == len(tours):
            return tour, number - before
        before += count
    return 0, number


def choose(game: Game, given: Chosen) -> tuple[Game, list[Fact]]:
    """Put another format on the table. The caller has seen that no turn is going on."""
    facts: list[Fact] = []
    number = given.number if given.number is not None else 1
    if game.turn is not None:
        if given.number is None:
            number = game.turn.number + (1 if game.turn.status == "done" else 0)
        if game.turn.status == "ready":
            game = replace(game, turn=None)  # never begun: it leaves no trace but its opening
        else:
            game, facts = _end_turn(game, "closed", given.at_ns)
    game = replace(game, rules=given.rules, tours=given.tours, stages=given.stages)
    game, opened = _open(game, number, given.at_ns, None)
    return game, [*facts, *opened]


def may_choose(game: Game) -> bool:
    """Return whether another format may be chosen now: between turns only."""
    return game.turn is None or game.turn.status in ("ready", "done")
