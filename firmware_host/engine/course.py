"""One input meets a turn: accepted or refused, why, and what it does to the course.

`take` is used twice: once when an input settles, and again in the re-fold after a ruling.
Reasons are KEYS.md's words, in its order: late-delivery, repeat, dead-time, then the status,
then the phase.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware_host.engine.overdue import settle_overdue
from firmware_host.engine.rules import STAY
from firmware_host.engine.table import (
    DONE_DEAD_NS,
    HOST_KEYS,
    HOST_REPEAT_NS,
    JUDGE_KEYS,
    NEXT_DEAD_NS,
    PLAYER_REASON,
    STATUS_REASON,
    VERBS,
)
from firmware_host.engine.turn import (
    Turn,
    advance,
    begin,
    elapsed_ns,
    end_ns,
    leave,
    pass_time,
    pause,
    phase_of,
    resume,
)
from firmware_host.engine.words import Became, Fact, Held, Pressed, Restarted, Verdict, role_of

GAME_VERBS = frozenset({"skip", "annul", "advance", "advance-begin", "announce"})
"""Verbs that end a turn; `game` carries them out."""


@dataclass(frozen=True, slots=True)
class Force:
    """The rulings in force that speak of presses: press number -> the ruling's number."""

    cancelled: Mapping[int, int] = field(default_factory=dict)
    admitted: Mapping[int, int] = field(default_factory=dict)


NO_FORCE = Force()


def take(turn: Turn, given: Pressed | Held, force: Force = NO_FORCE) -> tuple[Turn, list[Fact]]:
    """Judge a press or hold. The turn has been advanced to its stamp.

    A verb that ends the turn is accepted here and carried out by `game`.
    """
    gesture = given.key if isinstance(given, Pressed) else f"{given.key}-{given.step}"
    verb, reason = _judge(turn, given, gesture, force)
    verdict = _verdict(turn, given, verb, reason)
    turn = _remember(turn, given, reason)
    if reason is not None:
        return turn, [verdict]
    turn, facts = _carry_out(turn, given, verb)
    return turn, [verdict, *facts]


def _judge(turn: Turn, given: Pressed | Held, gesture: str, force: Force) -> tuple[str, str | None]:
    role = role_of(given.key)
    verb = VERBS.get((turn.status, gesture)) if role in HOST_KEYS else _mark_of(turn, role)
    if given.i in force.admitted:
        return verb or _any_mark(turn, role) or "mark", None
    reason = _reason(turn, given, gesture, role, verb)
    if reason is None and given.i in force.cancelled:
        reason = "cancelled"
    return verb or gesture, reason


def _reason(
    turn: Turn, given: Pressed | Held, gesture: str, role: str, verb: str | None
) -> str | None:
    if given.late:
        return "late-delivery"
    if isinstance(given, Pressed) and _is_repeat(turn, given, role):
        return "repeat"
    if _is_dead(turn, given, gesture):
        return "dead-time"
    if verb == "pause" and not phase_of(turn).pausable:
        return "wrong-phase"
    if verb == "cancel-pause" and turn.rebooted:
        return "wrong-phase"  # what ran on while the machine was off, nobody knows
    if verb is not None:
        return None
    if role in HOST_KEYS:
        return STATUS_REASON[turn.status] if isinstance(given, Pressed) else "wrong-phase"
    return _player_reason(turn, role)


def _player_reason(turn: Turn, role: str) -> str:
    used = any(role in phase.keys for phase in turn.rules.phases)
    if not used:
        return "no-skip" if role == "skip" else "wrong-phase"
    return PLAYER_REASON.get(turn.status, "wrong-phase")


def _mark_of(turn: Turn, role: str) -> str | None:
    rule = phase_of(turn).keys.get(role)
    return rule.mark if rule is not None and turn.status == "running" else None


def _any_mark(turn: Turn, role: str) -> str | None:
    marks = [phase.keys[role].mark for phase in turn.rules.phases if role in phase.keys]
    return marks[0] if marks else None


def _is_repeat(turn: Turn, given: Pressed, role: str) -> bool:
    last_ns = turn.last.get(given.key)
    if last_ns is None:
        return False
    window_ns = HOST_REPEAT_NS if role in HOST_KEYS else turn.rules.repeat_ns.get(role)
    if window_ns is None:
        window_ns = turn.rules.repeat_ns.get("", 0)
    return 0 <= given.from_ns - last_ns < window_ns


def _is_dead(turn: Turn, given: Pressed | Held, gesture: str) -> bool:
    if turn.status == "done" and gesture == "start":
        if turn.ended_ns is None or turn.rebooted:  # it ended on another clock, long ago
            return False
        return given.at_ns - turn.ended_ns < DONE_DEAD_NS
    if given.key == "next" and turn.quiet_ns is not None:
        return 0 <= given.from_ns - turn.quiet_ns < NEXT_DEAD_NS
    return False


def _verdict(turn: Turn, given: Pressed | Held, verb: str, reason: str | None) -> Verdict:
    ended_ns = None if turn.rebooted else turn.ended_ns
    border_ns = end_ns(turn) if turn.status == "running" else ended_ns
    margin_ns = None if border_ns is None else border_ns - given.from_ns
    u_ns = given.u_ns if isinstance(given, Pressed) else 0
    standing = turn.status in ("running", "paused", "done", "waiting")
    return Verdict(
        i=given.i,
        key=given.key,
        turn=turn.id,
        at_ns=given.at_ns,
        from_ns=given.from_ns,
        verb=verb,
        reason=reason,
        phase=phase_of(turn).id if standing else "",
        elapsed_ns=elapsed_ns(turn, given.from_ns) if standing else None,
        margin_ns=margin_ns,
        marginal=margin_ns is not None and abs(margin_ns) < u_ns,
    )


def _remember(turn: Turn, given: Pressed | Held, reason: str | None) -> Turn:
    """Note what later presses of the same hand are measured from."""
    if given.late or reason == "repeat":
        return turn
    last = turn.last
    if isinstance(given, Pressed):
        last = {**last, given.key: given.from_ns}
    role = role_of(given.key)
    accepted = reason is None and (role in HOST_KEYS or role in JUDGE_KEYS)
    return replace(turn, last=last, quiet_ns=given.from_ns if accepted else turn.quiet_ns)


def _carry_out(turn: Turn, given: Pressed | Held, verb: str) -> tuple[Turn, list[Fact]]:
    if role_of(given.key) not in HOST_KEYS:
        return _set_mark(turn, given, verb)  # a mark may have any word, "skip" as well
    if verb in GAME_VERBS:
        return turn, []
    if verb == "begin":
        return begin(turn, given.at_ns)
    if verb == "pause":
        return pause(turn, given.at_ns)
    if verb == "resume":
        return resume(turn, given.at_ns)
    if verb == "cancel-pause":
        return _cancel_pause(turn, given.at_ns)
    return _set_mark(turn, given, verb)


def _set_mark(turn: Turn, given: Pressed | Held, mark: str) -> tuple[Turn, list[Fact]]:
    turn = replace(turn, marks={**turn.marks, mark: turn.marks.get(mark, 0) + 1})
    rule = phase_of(turn).keys.get(role_of(given.key))
    if turn.status != "running" or rule is None or rule.then == STAY:
        return turn, []
    return leave(turn, given.at_ns, to=rule.then)


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


def come_back(turn: Turn, back: Restarted) -> tuple[Turn, list[Fact]]:
    """Go on after a restart, or stand after a reboot (REALTIME e)."""
    turn, facts = advance(turn, back.alive_ns)
    if back.reboot:
        turn = replace(turn, last={}, quiet_ns=None)
        if turn.status != "running":
            return replace(turn, rebooted=turn.status != "ready", run=turn.run + 1), facts
        stood = replace(
            turn, status="paused", stood_ns=back.alive_ns - turn.origin_ns, rebooted=True,
            run=turn.run + 1,
        )  # fmt: skip
        return stood, [*facts, Became(turn=turn.id, status="paused", at_ns=back.alive_ns)]
    if turn.status != "running":
        return turn, facts
    turn, caught = catch_up(replace(turn, run=turn.run + 1), back.at_ns)
    return turn, [*facts, *caught]
