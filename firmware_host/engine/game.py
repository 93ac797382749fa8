"""The game as a whole: one turn after another. `step` is the one door in.

The state is frozen; `step` and `settle` return the next one and the facts. The caller feeds
inputs in stamp order and says up to where the past is settled; the game reads no clock.
"""

from dataclasses import dataclass, replace

from firmware_host.engine.annulment import annuls_turn
from firmware_host.engine.course import come_back, take
from firmware_host.engine.following import played_again, reopen
from firmware_host.engine.ordered import Ordered
from firmware_host.engine.outcome import judged, value
from firmware_host.engine.overdue import future
from firmware_host.engine.reorder import ASK, asks, reorder, too_soon
from firmware_host.engine.rulings import BOOKED, apply_rulings, located, refusal
from firmware_host.engine.state import Game
from firmware_host.engine.table import HOST_KEYS
from firmware_host.engine.turn import (
    INPUTS,
    Turn,
    advance,
    names_of,
    next_deadline_ns,
)
from firmware_host.engine.turns import LEAVE, choose, leave_turn
from firmware_host.engine.words import (
    Chosen,
    Crossed,
    Fact,
    Held,
    Input,
    Pressed,
    Restarted,
    Ruled,
    RulingTaken,
    Verdict,
    role_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A signal that will be due if nothing more is put in. `key` is the same until it moves."""

    key: tuple[int, int, int, int]
    cue: str
    sound: str
    due_ns: int
    length_ns: int


def step(game: Game, given: Input) -> tuple[Game, list[Fact]]:
    """Take one input, after all that time has brought before it.

    Args:
        game: The state.
        given: Stamped not before `game.last_at_ns`, unless it is marked late.
    """
    if isinstance(given, Restarted):
        return _come_back(game, given)
    if getattr(given, "late", False):
        return _take(game, given)
    game, facts = settle(game, given.at_ns)
    game, more = _take(game, given)
    return replace(game, last_at_ns=max(game.last_at_ns, given.at_ns)), [*facts, *more]


def settle(game: Game, at_ns: int) -> tuple[Game, list[Fact]]:
    """Let time pass up to an instant: no input stamped before it will come.

    Ends that include their instant wait until time has gone past it.
    """
    if game.turn is None:
        return game, []
    turn, facts = advance(game.turn, at_ns, INPUTS)
    if turn is game.turn:
        return game, []
    taken_ns = max((_instant(fact) for fact in facts), default=0)
    if turn.status == "done":
        facts.append(judged(turn, turn.ended_ns or at_ns))
    return replace(game, turn=turn, last_at_ns=max(taken_ns, game.last_at_ns)), facts


def deadline_ns(game: Game) -> int | None:
    """Return the next instant at which time alone brings something, or None."""
    return None if game.turn is None else next_deadline_ns(game.turn)


def plan(game: Game, at_ns: int) -> list[Planned]:
    """Return the signals to come if nothing more is put in, in order."""
    turn = game.turn
    if turn is None or turn.status != "running":
        return []
    signals = []
    for (phase, index), due_ns in future(turn, at_ns):
        if (phase, index) in turn.heard and (phase, index) not in turn.again:
            continue
        signal = turn.rules.phases[phase].signals[index]
        signals.append(
            Planned(
                key=(turn.id, turn.run, phase, index),
                cue=signal.cue,
                sound=signal.sound,
                due_ns=due_ns,
                length_ns=signal.length_ns,
            )
        )
    return signals


def _take(game: Game, given: Input) -> tuple[Game, list[Fact]]:
    if isinstance(given, Chosen):
        return choose(game, given)
    if isinstance(given, Ruled):
        return _rule(game, given)
    if isinstance(given, Ordered):
        return reorder(game, given)
    assert isinstance(given, Pressed | Held)
    if game.turn is None:
        return game, [_unheard(game, given)]
    before = game.turn
    turn, facts = take(before, given)
    verdict = facts[0]
    assert isinstance(verdict, Verdict)
    hosts = role_of(given.key) in HOST_KEYS  # a player's mark may have any word, "skip" too
    leaving = hosts and verdict.reason is None and verdict.verb in LEAVE
    if not (leaving and verdict.verb in ("advance", "advance-begin")):
        turn = replace(turn, course=(turn.course, given))
    if turn.marks != before.marks or value(turn) != value(before):
        facts.append(judged(turn, given.at_ns))
    game = replace(game, turn=turn)
    if not leaving:
        return game, facts
    game, more = leave_turn(game, given, verdict.verb)
    return game, [*facts, *more]


def _unheard(game: Game, given: Pressed | Held) -> Verdict:
    """Return the verdict on a key while nothing is at the table."""
    asked = asks(game, given)
    reason = "not-started" if not asked else "dead-time" if too_soon(game, given) else None
    return Verdict(
        i=given.i, key=given.key, turn=0, at_ns=given.at_ns, from_ns=given.from_ns,
        verb=ASK if asked else given.key, reason=reason,
    )  # fmt: skip


def _come_back(game: Game, back: Restarted) -> tuple[Game, list[Fact]]:
    last_ns = back.at_ns if back.reboot else max(game.last_at_ns, back.at_ns)
    if game.turn is None:
        return replace(game, last_at_ns=last_ns), []
    was = game.turn.status
    turn, facts = come_back(game.turn, back)
    turn = replace(turn, course=(turn.course, back))
    if turn.status == "done" != was:
        facts.append(judged(turn, turn.ended_ns or back.alive_ns))
    return replace(game, turn=turn, last_at_ns=last_ns), facts


def find_turn(game: Game, target: int | None, turn_id: object = None) -> Turn | None:
    """Return the turn that a ruling speaks of: by id, by the input it targets, or the present."""
    turn = game.turn
    if isinstance(turn_id, int):
        return turn if turn is not None and turn.id == turn_id else game.closed.get(turn_id)
    if target is None:
        return turn
    if turn is not None and target in names_of(turn):
        return turn
    return game.closed.of_input(target)


def _rule(game: Game, ruling: Ruled) -> tuple[Game, list[Fact]]:
    turn = find_turn(game, ruling.target, ruling.args.get("turn"))
    if turn is None and ruling.what in BOOKED and "turn" not in ruling.args:
        turn = game.closed.latest  # nothing is at the table: it happened in what was played last
    if turn is None:
        return game, [_ruled(ruling, 0, "moot")]
    reason = refusal(turn, ruling)
    if reason is not None:
        return game, [_ruled(ruling, turn.id, reason)]
    if annuls_turn(ruling) and turn is game.turn:
        if turn.status == "ready":
            return game, [_ruled(ruling, turn.id, "not-started")]
        game, facts = leave_turn(game, ruling, "annul")
        return game, [_ruled(ruling, turn.id, None), *facts]
    before = judged(turn, ruling.at_ns)
    rulings = (*turn.rulings, located(turn, ruling))
    changed, facts = apply_rulings(turn, rulings, ruling)
    if played_again(game, turn, changed):
        return game, [_ruled(ruling, turn.id, "over")]
    if judged(changed, ruling.at_ns) != before:
        facts.append(judged(changed, ruling.at_ns))
    if turn is game.turn:
        game = replace(game, turn=changed)
    else:
        game = replace(game, closed=game.closed.put(changed))
    game, opened = reopen(game, ruling.at_ns)
    facts.extend(opened)
    return game, [_ruled(ruling, turn.id, None), *facts]


def _ruled(ruling: Ruled, turn: int, reason: str | None) -> RulingTaken:
    return RulingTaken(i=ruling.i, turn=turn, at_ns=ruling.at_ns, what=ruling.what, reason=reason)


def _instant(fact: Fact) -> int:
    return fact.due_ns if isinstance(fact, Crossed) else fact.at_ns
