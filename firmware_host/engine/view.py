"""What people may be shown of the game: names for screens, and what each key would do now."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from firmware_host.engine.annulment import ACTORS
from firmware_host.engine.guess import Claim
from firmware_host.engine.judge import NO_FORCE, judge
from firmware_host.engine.outcome import KINDS
from firmware_host.engine.rows import row_of
from firmware_host.engine.shown import wall_of
from firmware_host.engine.state import Game
from firmware_host.engine.table import HOST_KEYS, STATUS_REASON, VERBS
from firmware_host.engine.turn import Turn, elapsed_ns, phase_of
from firmware_host.engine.wall import BLANK, SECOND_NS, Wall
from firmware_host.engine.words import Pressed

GESTURES = ("start", "start-hold", "stop", "stop-hold", "stop-long", "next", "next-long")

STATUS_WORDS: Mapping[str, Mapping[str, str]] = {
    "ready": {"en": "READY", "ru": "ГОТОВ"},
    "waiting": {"en": "PREPARED", "ru": "ЖДЁМ СТАРТА"},
    "paused": {"en": "PAUSED", "ru": "ПАУЗА"},
    "done": {"en": "DONE", "ru": "КОНЕЦ"},
    "closed": {"en": "DONE", "ru": "КОНЕЦ"},
    "annulled": {"en": "ANNULLED", "ru": "ПЕРЕИГРАТЬ"},
}
"""What the host reads where the status says it; in a running phase the format does."""
CLAIMED: Mapping[str, str] = {"en": "CLAIM", "ru": "ЗАЯВКА"}
"""A guess waits for the host: it stands above status and phase."""


def word(turn: Turn | None) -> Mapping[str, str]:
    """Return the word that the host reads, by language."""
    if turn is None:
        return {"en": "NO GAME", "ru": "НЕТ ИГРЫ"}
    if turn.claim is not None and turn.status in ("running", "done"):
        return CLAIMED
    return STATUS_WORDS.get(turn.status) or phase_of(turn).word


def slot(turn: Turn) -> int | None:
    """Return whose seconds it is where two alternate (001 R4): 0 of the one who began, or 1.

    None where nobody alternates, or the clock does not run.
    """
    signals = phase_of(turn).signals
    if turn.status != "running" or all(signal.cue != "switch" for signal in signals):
        return None
    return sum(signal.cue == "switch" for signal in signals[: turn.next_signal]) % 2


def wall(game: Game) -> Wall:
    """Return the wall's line."""
    return BLANK if game.turn is None else wall_of(game.turn)


def may(turn: Turn | None, at_ns: int) -> dict[str, str]:
    """Return gesture -> the verb that it would be now, or the reason of its refusal.

    The keys of players and judge stand by their role, with the mark that they would set.
    """
    if turn is None:
        return {gesture: "not-started" for gesture in GESTURES}
    row = {}
    for gesture in GESTURES:
        verb = VERBS.get((row_of(turn, at_ns), gesture))
        short = gesture in HOST_KEYS
        row[gesture] = verb or (STATUS_REASON[turn.status] if short else "wrong-phase")
    fresh = replace(turn, last={})  # that a press would come too soon is over in a moment
    for role in sorted({role for phase in turn.rules.phases for role in phase.keys}):
        if role not in GESTURES and role.isalpha():
            key = turn.actors[0] if turn.actors and role in ACTORS else role
            pressed = Pressed(i=0, key=key, at_ns=at_ns, from_ns=at_ns)
            verb, reason = judge(fresh, pressed, NO_FORCE)
            row[role] = reason or verb
    return row


def prices(turn: Turn, at_ns: int) -> list[tuple[int, int]]:
    """Return what a guess is worth: (instant, half-points) from now on, each change once.

    Only of a turn that is scored by prices, and is in its play; where its clock stands, or a
    guess waits or was right, there is one price.
    """
    if turn.rules.score.kind != "price":
        return []
    first = [phase.id for phase in turn.rules.phases].index(str(turn.rules.score.args["from"]))
    if turn.phase < first or turn.status == "ready" or turn.closing:
        return []
    claim = turn.solved or turn.claim
    if claim is not None:
        return [(at_ns, _price(turn, claim))]
    if turn.status != "running":
        if turn.status == "done":
            return []
        return [(at_ns, _price(turn, _guess(turn, turn.phase, turn.stood_ns)))]
    found = [(at_ns, _price(turn, _guess(turn, turn.phase, elapsed_ns(turn, at_ns))))]
    for change_ns in _changes(turn, first, at_ns):
        worth = _price(turn, _guess(turn, turn.phase, change_ns - turn.origin_ns))
        if worth != found[-1][1]:
            found.append((change_ns, worth))
    return found


def _changes(turn: Turn, first: int, at_ns: int) -> list[int]:
    """Return instants at which the price may become another one, by exact time or the wall."""
    args = turn.rules.score.args
    before_ns = sum(phase.for_ns or 0 for phase in turn.rules.phases[first : turn.phase])
    zero_ns = turn.origin_ns - before_ns + cast(int, args["total_ns"])
    table = cast(Sequence[tuple[int, int]], args["table"])
    found = {zero_ns - least_ns + more for least_ns, _ in table for more in (1, SECOND_NS)}
    return sorted(instant for instant in found if instant > at_ns)


def _guess(turn: Turn, phase: int, gone_ns: int) -> Claim:
    return Claim(i=0, mark="", held="", from_ns=0, phase=phase, elapsed_ns=gone_ns)


def _price(turn: Turn, claim: Claim) -> int:
    """Ask the scoring itself what this guess would be worth."""
    return KINDS["price"](replace(turn, solved=claim))[1] or 0
