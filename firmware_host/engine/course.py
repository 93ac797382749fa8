"""One input meets a turn: accepted or refused, why, and what it does to the course.

`take` is used twice: once when an input settles, and again in the re-fold after a ruling.
Whether it is accepted, `judge` says.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware_host.engine.claims import claim_of, confirm, confirm_held, fail, reject, take_back
from firmware_host.engine.judge import NO_FORCE, Force, judge, key_rule, verdict
from firmware_host.engine.overdue import LONG_AGO_NS, settle_overdue
from firmware_host.engine.rules import STAY
from firmware_host.engine.table import HOST_KEYS, JUDGE_KEYS
from firmware_host.engine.turn import (
    Turn,
    advance,
    begin,
    leave,
    pass_time,
    pause,
    phase_of,
    resume,
)
from firmware_host.engine.words import Became, Fact, Held, Pressed, Restarted, role_of

GAME_VERBS = frozenset({"skip", "annul", "advance", "advance-begin", "announce"})
"""Verbs that end a turn; `game` carries them out."""


def take(turn: Turn, given: Pressed | Held, force: Force = NO_FORCE) -> tuple[Turn, list[Fact]]:
    """Judge a press or hold. The turn has been advanced to its stamp.

    A verb that ends the turn is accepted here and carried out by `game`.
    """
    counted = _as_moved(given, force)
    verb, reason = judge(turn, counted, force)
    fact = verdict(turn, counted, verb, reason)
    noted = _remember(turn, given, reason, force)
    if reason is not None:
        return noted, [fact]
    turn, facts = _carry_out(noted, counted, verb, force)
    return turn, [fact, *facts]


def _as_moved(given: Pressed | Held, force: Force) -> Pressed | Held:
    """Return a press as one of the table that a ruling gives it to."""
    key = force.given_to.get(given.i)
    return given if key is None else replace(given, key=key)


def _remember(turn: Turn, given: Pressed | Held, reason: str | None, force: Force) -> Turn:
    """Note what later presses of the same hand are measured from: rulings move no hand."""
    lived = reason if force is NO_FORCE else judge(turn, given, NO_FORCE)[1]
    if given.late or lived == "repeat":
        return turn
    last = turn.last
    if isinstance(given, Pressed):
        last = {**last, given.key: given.from_ns}
    role = role_of(given.key)
    accepted = reason is None and (role in HOST_KEYS or role in JUDGE_KEYS)
    since_ns = given.at_ns if isinstance(given, Held) else given.from_ns
    return replace(turn, last=last, quiet_ns=since_ns if accepted else turn.quiet_ns)


def _carry_out(
    turn: Turn, given: Pressed | Held, verb: str, force: Force
) -> tuple[Turn, list[Fact]]:
    role = role_of(given.key)
    if verb in ("claim", "admit-claim"):
        return _claim(turn, given, role, verb, force)
    if role not in HOST_KEYS:
        return _set_mark(turn, given, verb)  # a mark may have any word, "skip" as well
    if verb in GAME_VERBS:
        return turn, []
    doing = _DOING.get(verb)
    return _set_mark(turn, given, verb) if doing is None else doing(turn, given.at_ns)


def _claim(
    turn: Turn, given: Pressed | Held, role: str, verb: str, force: Force
) -> tuple[Turn, list[Fact]]:
    claimed = claim_of(turn, given, role, force)
    if verb == "claim":
        return replace(turn, claim=claimed), []
    return replace(turn, solved=claimed), []


def _set_mark(turn: Turn, given: Pressed | Held, mark: str) -> tuple[Turn, list[Fact]]:
    if mark == "take-back":
        return take_back(turn, given)
    name = f"{mark}@{given.key}" if role_of(given.key) == "table" else mark
    turn = replace(turn, marks={**turn.marks, name: turn.marks.get(name, 0) + 1})
    rule = key_rule(turn, role_of(given.key))
    if turn.status != "running" or rule is None or rule.then == STAY:
        return turn, []
    return leave(turn, given.at_ns, to=rule.then)


def _early_start(turn: Turn, at_ns: int) -> tuple[Turn, list[Fact]]:
    """Begin the play before its preparation is over: 0.7 s after the first edge."""
    going = replace(turn, status="ready", phase=phase_of(turn).then)
    return begin(going, at_ns)


def _cancel_pause(turn: Turn, at_ns: int) -> tuple[Turn, list[Fact]]:
    """Let the clock stand where it would be had nobody paused; what fell due is owed."""
    since_ns = turn.origin_ns + turn.stood_ns
    going = replace(turn, status="running", run=turn.run + 1)
    became = Became(turn=turn.id, status="running", at_ns=since_ns)
    caught, facts = catch_up(going, at_ns)
    return caught, [became, *facts]


def catch_up(turn: Turn, at_ns: int) -> tuple[Turn, list[Fact]]:
    """Let the time pass in which no signal could be given (RULES A.7)."""
    heard = turn.heard
    turn, brought = pass_time(turn, at_ns, overdue_ns=at_ns)
    facts: list[Fact] = [item for item in brought if not isinstance(item, tuple)]
    turn, owed = settle_overdue(turn, heard, at_ns)
    return turn, [*facts, *owed]


def _after_reboot(turn: Turn, back: Restarted, facts: list[Fact]) -> tuple[Turn, list[Fact]]:
    """Stand at the last instant known. What was measured on the old clock is long ago."""
    turn = replace(
        turn, last={}, quiet_ns=None, confirmed_ns=None, run=turn.run + 1,
        passed=dict.fromkeys(turn.passed, LONG_AGO_NS),
        heard=dict.fromkeys(turn.heard, LONG_AGO_NS),
    )  # fmt: skip
    if turn.status != "running":
        return replace(turn, rebooted=turn.status != "ready"), facts
    stood_ns = max(0, back.alive_ns - turn.origin_ns)
    stood = replace(turn, status="paused", stood_ns=stood_ns, rebooted=True)
    return stood, [*facts, Became(turn=turn.id, status="paused", at_ns=back.alive_ns)]


def come_back(turn: Turn, back: Restarted) -> tuple[Turn, list[Fact]]:
    """Go on after a restart, or stand after a reboot (REALTIME e)."""
    turn, facts = advance(turn, back.alive_ns)
    if back.reboot:
        return _after_reboot(turn, back, facts)
    if turn.status != "running":
        return turn, facts
    turn, caught = catch_up(replace(turn, run=turn.run + 1), back.at_ns)
    return turn, [*facts, *caught]


_DOING: Mapping[str, Callable[[Turn, int], tuple[Turn, list[Fact]]]] = {
    "begin": begin,
    "early-start": _early_start,
    "pause": pause,
    "resume": resume,
    "cancel-pause": _cancel_pause,
    "reject": reject,
    "confirm": confirm,
    "confirm-held": confirm_held,
    "fail": fail,
}
"""What the host's verbs do to the course."""
