"""What people may be shown of the game: names for screens, and what each key would do now."""

from collections.abc import Mapping

from firmware_host.engine.rows import row_of
from firmware_host.engine.shown import wall_of
from firmware_host.engine.state import Game
from firmware_host.engine.table import HOST_KEYS, STATUS_REASON, VERBS
from firmware_host.engine.turn import Turn, phase_of
from firmware_host.engine.wall import BLANK, Wall

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


def word(turn: Turn | None) -> Mapping[str, str]:
    """Return the word that the host reads, by language."""
    if turn is None:
        return {"en": "NO GAME", "ru": "НЕТ ИГРЫ"}
    return STATUS_WORDS.get(turn.status) or phase_of(turn).word


def wall(game: Game) -> Wall:
    """Return the wall's line."""
    return BLANK if game.turn is None else wall_of(game.turn)


def may(turn: Turn | None, at_ns: int) -> dict[str, str]:
    """Return gesture -> the verb that it would be now, or the reason of its refusal."""
    if turn is None:
        return {gesture: "not-started" for gesture in GESTURES}
    row = {}
    for gesture in GESTURES:
        verb = VERBS.get((row_of(turn, at_ns), gesture))
        short = gesture in HOST_KEYS
        row[gesture] = verb or (STATUS_REASON[turn.status] if short else "wrong-phase")
    return row
