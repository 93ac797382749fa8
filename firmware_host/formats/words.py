"""The words that a format may use (KEYS.md, "Words"). A word that is not here is refused."""

import difflib
from collections.abc import Iterable

CUES = frozenset(
    ["start", "ten-left", "end", "collect", "switch", "prepare", "prepare-end", "reserve-end"]
    + [f"count-{n}" for n in range(11)]
)
"""What a signal tells the hall. A new cue is a line here and a clip in every sound pack."""

KEYS = ("start", "stop", "next", "ok", "skip", "viol", "seat", "table", "start-held")
"""The board's words; a seat or table is a role of many keys."""

RULED = ("void", "undo", "hint", "violation", "title", "plot")
"""Marks that a ruling can set, so that a score may value them without a key."""

SHOWS = ("down", "count", "up", "zero", "below-zero")
UNTIL = ("before", "including")
WAITS = ("auto", "host")
STARTS = ("schedule", "signal")
PLAYERS = ("team", "hall", "rivals")
WHO = ("team", "other", "answerer")
READING = ("display", "literal")
OPEN_WORD = ("nothing", "skip")
FLOOR = ("none", "zero")

REPEAT = {"start": "0.5s", "stop": "0.5s", "next": "0.5s", "": "0.3s"}
"""KEYS.md: host keys under 0.5 s, all others as OK and SKIP under 0.3 s. `repeat` changes it."""


def near(word: object, known: Iterable[str]) -> str:
    """Return "; did you mean 'x'?" for the known word nearest to `word`, or nothing."""
    close = difflib.get_close_matches(str(word), sorted(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def listed(known: Iterable[object]) -> str:
    """Return words as a list for a sentence: "a, b, c"."""
    return ", ".join(str(word) for word in known)
