"""What the host's keys mean, and why they mean nothing: literal tables.

A gesture is a key and how it was pressed: "stop" (short), "stop-hold" (0.7 s), "stop-long"
(2 s, done at the release). A gesture that is not in VERBS is refused and changes nothing.
Source: KEYS.md, "Phases and keys".
"""

from collections.abc import Mapping

from firmware_host.engine.words import role_of

HOLD_NS = 700_000_000
LONG_NS = 2_000_000_000
STUCK_NS = 8_000_000_000
HOST_REPEAT_NS = 500_000_000
DONE_DEAD_NS = 1_000_000_000
NEXT_DEAD_NS = 500_000_000
CONFIRM_DEAD_NS = 1_500_000_000
LATE_CLAIM_NS = 15_000_000_000
"""KEYS says 5 s; evening S9 of ACCEPTANCE has a late claim 13 s after the end (DECISIONS 20)."""

HOST_KEYS = frozenset({"start", "stop", "next"})
JUDGE_KEYS = frozenset({"viol"})

VERBS: Mapping[tuple[str, str], str] = {
    ("ready", "start"): "begin",
    ("ready", "next-long"): "skip",
    ("prepare", "start-hold"): "early-start",
    ("prepare", "stop-long"): "annul",
    ("prepared", "start"): "begin",
    ("waiting", "start"): "begin",
    ("waiting", "stop"): "mark",
    ("waiting", "stop-long"): "annul",
    ("running", "stop"): "mark",
    ("running", "stop-hold"): "pause",
    ("running", "stop-long"): "annul",
    ("collecting", "stop"): "mark",
    ("collecting", "stop-long"): "annul",
    ("guessing", "stop"): "claim",
    ("guessing", "stop-hold"): "pause",
    ("guessing", "stop-long"): "annul",
    ("gong", "stop"): "claim",
    ("claimed", "start"): "reject",
    ("claimed", "next"): "confirm",
    ("claimed", "next-long"): "confirm-held",
    ("paused", "start"): "resume",
    ("paused", "start-hold"): "cancel-pause",
    ("paused", "stop-long"): "annul",
    ("stopped", "start"): "resume",
    ("stopped", "start-hold"): "cancel-pause",
    ("stopped", "stop-long"): "annul",
    ("stopped", "next"): "fail",
    ("done", "stop"): "mark",
    ("done", "stop-long"): "annul",
    ("done", "next"): "advance",
    ("done", "next-long"): "announce",
    ("done-all", "start"): "advance-begin",
    ("done-all", "stop"): "mark",
    ("done-all", "stop-long"): "annul",
    ("done-all", "next"): "advance",
    ("done-all", "next-long"): "announce",
    ("done-late", "stop-long"): "annul",
    ("done-late", "next"): "advance",
    ("done-late", "next-long"): "announce",
}
"""(row, gesture) -> verb; `turn.row_of` says in which row a turn stands."""

STATUS_REASON: Mapping[str, str] = {
    "ready": "not-started",
    "waiting": "not-started",
    "running": "running",
    "paused": "paused",
    "done": "over",
    "closed": "over",
    "annulled": "over",
}
"""Why a host's short press was refused."""

PLAYER_REASON: Mapping[str, str] = {
    "ready": "early",
    "waiting": "early",
    "paused": "paused",
    "done": "late",
    "closed": "late",
    "annulled": "late",
}
"""Why a player's key was refused outside a running phase."""

NONE, HOLD, LONG = "none", "hold", "long"

_HOLDS: Mapping[str, frozenset[str]] = {
    "start": frozenset({"paused", "stopped", "prepare"}),
    "stop": frozenset({"running", "guessing"}),
}
_ELSEWHERE: Mapping[str, str] = {"next": LONG, "viol": LONG, "stop": LONG}


def hold_class(key: str, row: str) -> str:
    """Return how a key is decided in a row of the table.

    Returns:
        NONE: as soon as its contact is confirmed. HOLD: at its release, or when a closed level
        proves 0.7 s. LONG: at its release; under 2 s it is the short press.
    """
    if row in _HOLDS.get(key, ()):
        return HOLD
    if key == "stop" and row in ("gong", "claimed"):
        return NONE  # STOP has no hold here: in the signal of 001 it claims at once
    return _ELSEWHERE.get(key, NONE)


def order_class(key: str) -> int:
    """Return the place of a key at equal instants: players, then judge, then host."""
    role = role_of(key)
    return 2 if role in HOST_KEYS else 1 if role in JUDGE_KEYS else 0


RULING_CLASS = 3
