"""Accepted or refused, and why: one input against the state of its turn.

Reasons are KEYS.md's words, in its order: late-delivery, repeat, dead-time, then the status,
then the phase.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware_host.engine.annulment import is_stranger
from firmware_host.engine.rows import row_of
from firmware_host.engine.rules import KeyRule
from firmware_host.engine.table import (
    CONFIRM_DEAD_NS,
    DONE_DEAD_NS,
    HOST_KEYS,
    HOST_REPEAT_NS,
    JUDGE_KEYS,
    NEXT_DEAD_NS,
    PLAYER_REASON,
    STATUS_REASON,
    VERBS,
)
from firmware_host.engine.turn import Turn, elapsed_ns, end_ns, phase_of
from firmware_host.engine.words import Held, Pressed, Verdict, role_of


@dataclass(frozen=True, slots=True)
class Force:
    """The rulings in force that speak of presses, by the press's number.

    Attributes:
        cancelled, admitted: The ruling's number.
        moved: When the guess was, where that is not the stamp.
        meant: Which mark a claim was.
        given_to: The key as which it counts: it was another table's.
    """

    cancelled: Mapping[int, int] = field(default_factory=dict)
    admitted: Mapping[int, int] = field(default_factory=dict)
    moved: Mapping[int, int] = field(default_factory=dict)
    meant: Mapping[int, str] = field(default_factory=dict)
    given_to: Mapping[int, str] = field(default_factory=dict)


NO_FORCE = Force()


def judge(turn: Turn, given: Pressed | Held, force: Force) -> tuple[str, str | None]:
    """Return the verb that an input is, and why it is refused or None."""
    gesture = given.key if isinstance(given, Pressed) else f"{given.key}-{given.step}"
    role = role_of(given.key)
    verb = _verb(turn, given, gesture, role)
    if given.i in force.admitted and (admitted := _admitted_verb(turn, role, verb)) is not None:
        return admitted, None
    lone = replace(turn, last={}) if given.i in force.given_to else turn
    reason = _reason(lone, given, gesture, role, verb)
    if reason is None and given.i in force.cancelled:
        reason = "cancelled"
    return verb or gesture, reason


def _verb(turn: Turn, given: Pressed | Held, gesture: str, role: str) -> str | None:
    if role in HOST_KEYS:
        return VERBS.get((row_of(turn, given.at_ns), gesture))
    if role in JUDGE_KEYS:
        return _judges_verb(turn, given, role)
    rule = key_rule(turn, role)
    if rule is None or turn.status != "running" or isinstance(given, Held):
        return None
    if is_stranger(turn, given.key):
        return None
    if rule.claim:
        return "claim" if turn.claim is None else None
    return rule.mark


def _judges_verb(turn: Turn, given: Pressed | Held, role: str) -> str | None:
    """A judge's key counts whenever the turn is at the table; held, it takes the last one back."""
    mark = _any_mark(turn, role)
    if mark is None or turn.closing:
        return None
    if isinstance(given, Pressed):
        return mark
    return "take-back" if given.step == "long" and turn.marks.get(mark) else None


def key_rule(turn: Turn, role: str) -> KeyRule | None:
    """Return what a key means in the present phase, or None."""
    return phase_of(turn).keys.get(role)


def _any_mark(turn: Turn, role: str) -> str | None:
    marks = [phase.keys[role].mark for phase in turn.rules.phases if role in phase.keys]
    return marks[0] if marks else None


def _admitted_verb(turn: Turn, role: str, verb: str | None) -> str | None:
    """Return what an admitted press is; None: nothing, for there was nothing yet to be guessed."""
    if any(phase.keys[role].claim for phase in turn.rules.phases if role in phase.keys):
        rule = key_rule(turn, role)
        guessing = rule is not None and rule.claim and turn.began_ns is not None
        return "admit-claim" if guessing else None
    return verb or _any_mark(turn, role) or "mark"


def _reason(
    turn: Turn, given: Pressed | Held, gesture: str, role: str, verb: str | None
) -> str | None:
    if _is_of_before(turn, given):
        return "held"
    if given.late:
        return "late-delivery"
    over = turn.status == "done" and role not in HOST_KEYS  # `late` says more (S10)
    if isinstance(given, Pressed) and not over and _is_repeat(turn, given, role):
        return "repeat"
    if _is_dead(turn, given, gesture):
        return "dead-time"
    if verb == "pause" and not phase_of(turn).pausable:
        return "wrong-phase"
    if verb == "cancel-pause" and turn.rebooted:
        return "wrong-phase"  # what ran on while the machine was off, nobody knows
    if verb is not None:
        return None
    if _claims_again(turn, role):
        return "already-claimed"
    row = row_of(turn, given.at_ns)
    if gesture == "stop" and row == "done-late":
        return "late"
    if gesture == "stop" and row in ("prepare", "prepared"):
        return "wrong-phase"
    if gesture == "start" and row == "done":
        return "wrong-phase"
    if role in HOST_KEYS:
        return STATUS_REASON[turn.status] if isinstance(given, Pressed) else "wrong-phase"
    if turn.status == "running" and is_stranger(turn, given.key):
        return "not-your-turn"
    return _player_reason(turn, role)


def _player_reason(turn: Turn, role: str) -> str:
    if turn.status == "running" and phase_of(turn).prepares:
        return "early"
    used = any(role in phase.keys for phase in turn.rules.phases)
    if not used:
        return "no-skip" if role == "skip" else "wrong-phase"
    return PLAYER_REASON.get(turn.status, "wrong-phase")


def _claims_again(turn: Turn, role: str) -> bool:
    """Whether a key would claim, were there not a claim already."""
    rule = key_rule(turn, role)
    return turn.claim is not None and rule is not None and rule.claim


def _is_repeat(turn: Turn, given: Pressed, role: str) -> bool:
    last_ns = turn.last.get(given.key)
    if last_ns is None:
        return False
    window_ns = HOST_REPEAT_NS if role in HOST_KEYS else turn.rules.repeat_ns.get(role)
    if window_ns is None:
        window_ns = turn.rules.repeat_ns.get("", 0)
    return 0 <= given.from_ns - last_ns < window_ns


def _is_of_before(turn: Turn, given: Pressed | Held) -> bool:
    """Whether a key was pressed before what it would act on began.

    STOP pressed before T0 annuls and marks nothing of this turn; NEXT held into READY or DONE
    neither skips nor announces.
    """
    if turn.rebooted or role_of(given.key) not in HOST_KEYS or given.from_ns == given.at_ns:
        return False
    if given.key == "stop":
        return turn.began_ns is not None and given.from_ns < turn.began_ns
    if given.key == "next" and isinstance(given, Held):
        since_ns = turn.ended_ns if turn.status == "done" else turn.opened_ns
        return turn.claim is None and since_ns is not None and given.from_ns < since_ns
    return False


def _is_dead(turn: Turn, given: Pressed | Held, gesture: str) -> bool:
    if turn.status == "done" and turn.claim is None and gesture == "start":
        if turn.ended_ns is None or turn.rebooted:  # it ended on another clock, long ago
            return False
        return given.at_ns - turn.ended_ns < DONE_DEAD_NS
    if given.key != "next" or turn.claim is not None:
        return False
    if turn.confirmed_ns is not None and given.from_ns - turn.confirmed_ns < CONFIRM_DEAD_NS:
        return True
    return turn.quiet_ns is not None and 0 <= given.from_ns - turn.quiet_ns < NEXT_DEAD_NS


def verdict(turn: Turn, given: Pressed | Held, verb: str, reason: str | None) -> Verdict:
    """Return the fact that states what became of an input."""
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
