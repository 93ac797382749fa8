"""The game as a whole: one turn after another. `step` is the one door in.

The state is frozen; `step` and `settle` return the next one and the facts. The caller feeds
inputs in stamp order and says up to where the past is settled; the game reads no clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware_host.engine.course import come_back, take
from firmware_host.engine.outcome import judged, value
from firmware_host.engine.overdue import future
from firmware_host.engine.rules import Rules
from firmware_host.engine.rulings import apply_rulings, located, refusal
from firmware_host.engine.turn import (
    INPUTS,
    Turn,
    advance,
    inputs_of,
    next_deadline_ns,
)
from firmware_host.engine.words import (
    Announced,
    Became,
    Chosen,
    Crossed,
    Fact,
    Held,
    Input,
    Pressed,
    Restarted,
    Ruled,
    RulingTaken,
    TurnOpened,
    Verdict,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The state between inputs.

    Attributes:
        rules: By what the next turn will be played; None until a format was chosen.
        tours: Questions a tour; empty: none.
        turn: The turn at the table, or None.
        opened: How many turns have been opened; the id of the latest.
        closed: Turns that are over, by id: rulings may still speak of them.
        last_at_ns: The latest instant that was taken; nothing earlier is taken any more.
    """

    rules: Rules | None = None
    tours: tuple[int, ...] = ()
    turn: Turn | None = None
    closed: Mapping[int, Turn] = field(default_factory=dict)
    opened: int = 0
    last_at_ns: int = 0


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
        if (phase, index) in turn.heard:
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
        return _choose(game, given)
    if isinstance(given, Ruled):
        return _rule(game, given)
    assert isinstance(given, Pressed | Held)
    if game.turn is None:
        return game, [_unheard(given)]
    before = game.turn
    turn, facts = take(before, given)
    verdict = facts[0]
    assert isinstance(verdict, Verdict)
    leaving = verdict.reason is None and verdict.verb in _LEAVE
    if not (leaving and verdict.verb in ("advance", "advance-begin")):
        turn = replace(turn, course=(turn.course, given))
    if turn.marks != before.marks or (turn.status == "done" != before.status):
        facts.append(judged(turn, given.at_ns))
    game = replace(game, turn=turn)
    if not leaving:
        return game, facts
    game, more = _leave(game, given, verdict.verb)
    return game, [*facts, *more]


_LEAVE: Mapping[str, tuple[str, int]] = {
    "skip": ("closed", 1),
    "annul": ("annulled", 0),
    "advance": ("closed", 1),
    "advance-begin": ("closed", 1),
    "announce": ("closed", 1),
}
"""What a verb makes of the turn, and by how much the number goes on."""


def _unheard(given: Pressed | Held) -> Verdict:
    return Verdict(
        i=given.i, key=given.key, turn=0, at_ns=given.at_ns, from_ns=given.from_ns,
        verb=given.key, reason="not-started",
    )  # fmt: skip


def _leave(game: Game, given: Pressed | Held | Ruled, verb: str) -> tuple[Game, list[Fact]]:
    """End the turn and make the next one ready; with START in DONE, begin it at once."""
    assert game.turn is not None
    status, onward = _LEAVE[verb]
    game, facts = _end_turn(game, status, given.at_ns)
    old = game.closed[max(game.closed)]
    if verb == "announce":
        facts.append(Announced(turn=old.id, at_ns=given.at_ns, tour=old.tour))
    replays = old.id if status == "annulled" else None
    game, opened = _open(game, old.number + onward, given.at_ns, replays)
    facts.append(opened)
    if verb != "advance-begin":
        return game, facts
    # The same press begins the next turn: there it is a plain START, not a repeat of itself.
    assert game.turn is not None
    fresh = replace(game.turn, last={}, quiet_ns=None)
    turn, begun = take(fresh, given) if isinstance(given, Pressed) else (fresh, [])
    fresh_opening = replace(fresh, opening=None)
    turn = replace(turn, course=(None, given), opening=fresh_opening)
    return replace(game, turn=turn), [*facts, *begun[1:]]


def _end_turn(game: Game, status: str, at_ns: int) -> tuple[Game, list[Fact]]:
    assert game.turn is not None
    turn = replace(game.turn, status=status, closing=status)
    if status == "annulled":
        turn = replace(turn, ended_ns=at_ns)
    facts: list[Fact] = [Became(turn=turn.id, status=status, at_ns=at_ns)]
    if value(turn) != value(game.turn):
        facts.append(judged(turn, at_ns))
    return replace(game, turn=None, closed={**game.closed, turn.id: turn}), facts


def _open(game: Game, number: int, at_ns: int, replays: int | None) -> tuple[Game, TurnOpened]:
    assert game.rules is not None
    tour, in_tour = place_in_tour(game.tours, number)
    old = game.closed[max(game.closed)] if game.closed else None
    turn = Turn(
        id=game.opened + 1,
        number=number,
        tour=tour,
        in_tour=in_tour,
        rules=game.rules,
        replays=replays,
        last=old.last if old else {},
        quiet_ns=old.quiet_ns if old else None,
    )
    opened = TurnOpened(
        turn=turn.id, at_ns=at_ns, number=number, tour=tour, in_tour=in_tour,
        format=game.rules.format, sha=game.rules.sha, settings=game.rules.settings,
        replays=replays,
    )  # fmt: skip
    turn = replace(turn, opening=turn)
    return replace(game, turn=turn, opened=turn.id), opened


def place_in_tour(tours: tuple[int, ...], number: int) -> tuple[int, int]:
    """Return (tour, question in the tour) of a question number, both from 1; without tours
    (0, number); past the last tour the questions go on in it."""
    before = 0
    for tour, count in enumerate(tours, start=1):
        if number <= before + count or tour == len(tours):
            return tour, number - before
        before += count
    return 0, number


def _choose(game: Game, given: Chosen) -> tuple[Game, list[Fact]]:
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
    game = replace(game, rules=given.rules, tours=given.tours)
    game, opened = _open(game, number, given.at_ns, None)
    return game, [*facts, opened]


def may_choose(game: Game) -> bool:
    """Return whether another format may be chosen now: between turns only."""
    return game.turn is None or game.turn.status in ("ready", "done")


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
    turns = [*game.closed.values(), *([game.turn] if game.turn else [])]
    if isinstance(turn_id, int):
        return next((turn for turn in turns if turn.id == turn_id), None)
    if target is None:
        return game.turn
    for turn in reversed(turns):
        known = {given.i for given in inputs_of(turn)} | {ruling.i for ruling in turn.rulings}
        if target in known:
            return turn
    return None


def _rule(game: Game, ruling: Ruled) -> tuple[Game, list[Fact]]:
    turn = find_turn(game, ruling.target, ruling.args.get("turn"))
    if turn is None:
        return game, [_ruled(ruling, 0, "moot")]
    reason = refusal(turn, ruling)
    if reason is not None:
        return game, [_ruled(ruling, turn.id, reason)]
    if ruling.what == "annul" and turn is game.turn:
        if turn.status == "ready":
            return game, [_ruled(ruling, turn.id, "not-started")]
        game, facts = _leave(game, ruling, "annul")
        return game, [_ruled(ruling, turn.id, None), *facts]
    before = value(turn), turn.marks
    rulings = (*turn.rulings, located(turn, ruling))
    changed, facts = apply_rulings(turn, rulings, ruling)
    if (value(changed), changed.marks) != before:
        facts.append(judged(changed, ruling.at_ns))
    if turn is game.turn:
        game = replace(game, turn=changed)
    else:
        game = replace(game, closed={**game.closed, turn.id: changed})
    return game, [_ruled(ruling, turn.id, None), *facts]


def _ruled(ruling: Ruled, turn: int, reason: str | None) -> RulingTaken:
    return RulingTaken(i=ruling.i, turn=turn, at_ns=ruling.at_ns, what=ruling.what, reason=reason)


def _instant(fact: Fact) -> int:
    return fact.due_ns if isinstance(fact, Crossed) else fact.at_ns
