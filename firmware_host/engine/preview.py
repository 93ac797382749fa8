"""What a ruling would change, before anybody takes it.

The ruling is put into the game as it would be, and the game that comes out is thrown away: what
is shown and what then happens are one fold (ENGINE 5).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.engine.game import find_turn, plan, settle, step
from firmware_host.engine.outcome import judged
from firmware_host.engine.state import Game
from firmware_host.engine.turn import SignalId, phase_of
from firmware_host.engine.words import Crossed, Fact, Judged, Rejudged, Ruled, RulingTaken


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """How a turn stands: its status, its phase's id, and what it is worth."""

    number: int
    status: str
    phase: str
    worth: Judged


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnChange:
    """A turn that would stand otherwise; `was` None: it would open, `now` None: it would go."""

    turn: int
    was: Stand | None
    now: Stand | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalChange:
    """A signal that would sound at another instant; None: not at all, if nothing more comes."""

    cue: str
    was_ns: int | None
    now_ns: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a ruling would change.

    Attributes:
        taken: Whether it would be in force, or why it would be refused.
        presses: The verdicts that it would change.
        turns, signals: The turns that would stand otherwise; what would sound at other instants.
    """

    taken: RulingTaken
    presses: tuple[Rejudged, ...]
    turns: tuple[TurnChange, ...]
    signals: tuple[SignalChange, ...]


def preview(game: Game, ruling: Ruled) -> Preview:
    """Return what a ruling would change, were it taken at its instant.

    Args:
        ruling: With the number that it would get: the next one.
    """
    before, _ = settle(game, ruling.at_ns)
    after, facts = step(before, ruling)
    taken = next(fact for fact in facts if isinstance(fact, RulingTaken))
    return Preview(
        taken=taken,
        presses=tuple(fact for fact in facts if isinstance(fact, Rejudged)),
        turns=_turns(before, after, {taken.turn}, ruling.at_ns),
        signals=_signals(_coming(before, (), ruling.at_ns), _coming(after, facts, ruling.at_ns)),
    )


def _turns(before: Game, after: Game, touched: set[int], at_ns: int) -> tuple[TurnChange, ...]:
    """Return what changed of the turn that was ruled on, and of those at the table."""
    touched |= {game.turn.id for game in (before, after) if game.turn is not None}
    changes = [
        TurnChange(turn=turn, was=_stand(before, turn, at_ns), now=_stand(after, turn, at_ns))
        for turn in sorted(touched)
    ]
    return tuple(change for change in changes if change.was != change.now)


def _stand(game: Game, turn_id: int, at_ns: int) -> Stand | None:
    turn = find_turn(game, None, turn_id)
    if turn is None:
        return None
    worth = judged(turn, at_ns)
    return Stand(number=turn.number, status=turn.status, phase=phase_of(turn).id, worth=worth)


Coming = Mapping[tuple[int, SignalId], tuple[int, str]]
"""(turn, signal) -> when it sounds, and its cue."""


def _coming(game: Game, facts: list[Fact] | tuple[()], at_ns: int) -> Coming:
    """Return what sounds from an instant on: what these facts give now, and the plan."""
    found: dict[tuple[int, SignalId], tuple[int, str]] = {}
    for fact in facts:
        if isinstance(fact, Crossed) and not fact.missed:
            sounds_ns = fact.due_ns if fact.owed_ns is None else fact.owed_ns
            found[fact.turn, (fact.phase, fact.index)] = (sounds_ns, fact.cue)
    for signal in plan(game, at_ns):
        turn, _, phase, index = signal.key
        found[turn, (phase, index)] = (signal.due_ns, signal.cue)
    return found


def _signals(was: Coming, now: Coming) -> tuple[SignalChange, ...]:
    changes = []
    for key in sorted(was.keys() | now.keys()):
        was_ns, cue = was.get(key, (None, ""))
        now_ns, cue = now.get(key, (None, cue))
        if was_ns != now_ns:
            changes.append(SignalChange(cue=cue, was_ns=was_ns, now_ns=now_ns))
    return tuple(sorted(changes, key=_first_ns))


def _first_ns(change: SignalChange) -> tuple[int, str]:
    return min(at for at in (change.was_ns, change.now_ns) if at is not None), change.cue
