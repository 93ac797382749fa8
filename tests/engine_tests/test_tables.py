"""The tables of the host's keys are whole, and say what KEYS.md says."""

from firmware_host.engine import table
from firmware_host.engine.view import GESTURES, STATUS_WORDS

STATUSES = ("ready", "waiting", "running", "paused", "done", "closed", "annulled")
# KEYS.md, "Phases and keys", the rows of 003 and 004, typed from there. "-" is no verb.
KEYS_003 = {
    "ready": ["begin", "-", "-", "-", "-", "-", "skip"],
    "running": ["-", "-", "mark", "pause", "annul", "-", "-"],
    "paused": ["resume", "cancel-pause", "-", "-", "annul", "-", "-"],
    "collecting": ["-", "-", "mark", "-", "annul", "-", "-"],
    "done-all": ["advance-begin", "-", "mark", "-", "annul", "advance", "announce"],
}
# The rows of 001 and 002, typed from KEYS.md's other tables.
KEYS_001_002 = {
    "prepare": ["-", "early-start", "-", "-", "annul", "-", "-"],
    "prepared": ["begin", "-", "-", "-", "-", "-", "-"],
    "guessing": ["-", "-", "claim", "pause", "annul", "-", "-"],
    "gong": ["-", "-", "claim", "-", "-", "-", "-"],
    "claimed": ["reject", "-", "-", "-", "-", "confirm", "confirm-held"],
    "stopped": ["resume", "cancel-pause", "-", "-", "annul", "fail", "-"],
    "done": ["-", "-", "mark", "-", "annul", "advance", "announce"],
    "done-late": ["-", "-", "-", "-", "annul", "advance", "announce"],
}
REASONS = {
    *("not-started", "running", "paused", "over", "early", "late", "late-delivery", "repeat"),
    *("held", "wrong-phase", "not-your-turn", "no-skip", "already-claimed", "dead-time"),
    *("locked", "later", "cancelled", "moot", "rehearsal-only"),
}


def test_every_gesture_in_every_status_is_as_keys_says():
    """A missing key is a refusal: the table has no verb that KEYS.md does not have."""
    for name, row in {**KEYS_003, **KEYS_001_002}.items():
        found = [table.VERBS.get((name, gesture), "-") for gesture in GESTURES]
        assert found == row, name


def test_no_verb_in_a_turn_that_was_left():
    """A closed or annulled turn takes no key any more."""
    assert {row for row, _ in table.VERBS} <= {*KEYS_003, *KEYS_001_002, "waiting"}


def test_every_status_has_a_reason_and_a_word():
    """Wherever a press can be refused there is a word for it; running ones name the phase."""
    assert set(table.STATUS_REASON) == set(STATUSES)
    assert set(table.PLAYER_REASON) == set(STATUSES) - {"running"}
    assert set(STATUS_WORDS) == set(STATUSES) - {"running"}
    assert {*table.STATUS_REASON.values(), *table.PLAYER_REASON.values()} <= REASONS


def test_times_are_those_of_keys():
    """0.7 s, 2 s, 8 s; 0.5 s, 1 s, 0.5 s."""
    assert (table.HOLD_NS, table.LONG_NS, table.STUCK_NS) == (7 * 10**8, 2 * 10**9, 8 * 10**9)
    assert (table.HOST_REPEAT_NS, table.DONE_DEAD_NS) == (5 * 10**8, 10**9)
    assert table.NEXT_DEAD_NS == 5 * 10**8


def test_order_at_equal_instants():
    """Players, judge, host, rulings (REALTIME c.1)."""
    order = [table.order_class(key) for key in ("seat1", "table11", "ok", "viol", "start")]

    assert order == [0, 0, 0, 1, 2]
    assert table.RULING_CLASS == 3
