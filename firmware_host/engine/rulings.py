"""Rulings are a set in force, and the turn is the unit of re-folding.

A ruling never edits a state: it joins the turn's list, those in force are found by walking
from the last to the first, and the turn is folded anew from its opening. So undo of undo
gives the same bytes by construction. What the hall heard stays heard (`Turn.heard`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from firmware_host.engine.annulment import annul_refusal, in_force, turn_annulled
from firmware_host.engine.course import come_back, take
from firmware_host.engine.judge import Force
from firmware_host.engine.overdue import settle_overdue
from firmware_host.engine.table import HOST_KEYS
from firmware_host.engine.turn import Turn, elapsed_ns, inputs_of, pass_time, phase_of
from firmware_host.engine.words import (
    Became,
    Fact,
    Held,
    Input,
    PhaseBegan,
    Pressed,
    Rejudged,
    Restarted,
    Ruled,
    Verdict,
    role_of,
)

SHIFTS: Mapping[str, int] = {"late-start": -1, "give-back": 1}
MARKS_AS = frozenset({"late-card", "violation", "hint", "wrong-word", "noise"})
PRESS_RULINGS = frozenset(
    {"cancel-press", "void", "admit", "mark", "guess-was-at", "confirm-as", "move"}
)
BOOKED = frozenset({"hint", "violation"})
"""Rulings that book something to a team: {"team": id, "by": 1}; without a team to the turn's."""


def refusal(turn: Turn, ruling: Ruled) -> str | None:
    """Return why a ruling cannot be taken on this turn, or None."""
    if ruling.what in SHIFTS:
        if turn.status in ("running", "paused"):
            return None
        return "not-started" if turn.status in ("ready", "waiting") else "over"
    if ruling.what in PRESS_RULINGS:
        return _press_refusal(turn, ruling)
    if ruling.what in BOOKED:
        return None if isinstance(ruling.args.get("by", 1), int) else "wrong-phase"
    if ruling.what == "undo":
        holds = {held.i for held in in_force(turn.rulings)}
        return None if ruling.target in holds else "moot"
    if ruling.what == "annul":
        return annul_refusal(turn, ruling)
    return "wrong-phase"


def _press_refusal(turn: Turn, ruling: Ruled) -> str | None:
    press = next((p for p in inputs_of(turn) if p.i == ruling.target), None)
    if not isinstance(press, Pressed):
        return "moot"
    if ruling.what == "mark":
        return None if ruling.args.get("as") in MARKS_AS else "wrong-phase"
    claims = press.key == "stop" and turn.rules.claims
    if role_of(press.key) in HOST_KEYS and not claims:
        # What the hall lived through is taken back by annul and replay, not by a cancelled key.
        return "wrong-phase"
    if ruling.what == "move":
        return None if _moves(press.key, str(ruling.args.get("to"))) else "wrong-phase"
    if ruling.what == "confirm-as":
        known = _meanings(turn, role_of(press.key))
        return None if ruling.args.get("as") in known else "wrong-phase"
    if ruling.what == "guess-was-at":
        at_ns = ruling.args.get("at_ns")
        begun = isinstance(at_ns, int) and turn.began_ns is not None and at_ns >= turn.began_ns
        return None if begun else "early"
    return None


def _moves(key: str, to: str) -> bool:
    """Return whether a press can be another's: keys of one role, each with its number."""
    return key != to and role_of(key) == role_of(to) != to and role_of(key) != key


def _meanings(turn: Turn, role: str) -> set[str]:
    """Return what a claim with this key may mean in the format: "plot", "title"."""
    rules = [phase.keys[role] for phase in turn.rules.phases if role in phase.keys]
    return {mark for one in rules if one.claim for mark in (one.mark, one.after, one.held) if mark}


def located(turn: Turn, ruling: Ruled) -> Ruled:
    """Return a shift with the phase it moves.

    A late start moves the first one. Time given back moves the one whose clock it goes back
    into: the present one, or where less of it has elapsed, an earlier one (003: 5 s given back
    2 s after the end are the minute's last 3 s again).
    """
    if ruling.what not in SHIFTS:
        return ruling
    phase = 0
    if ruling.what == "give-back":
        for_ns = ruling.args["for_ns"]
        assert isinstance(for_ns, int)
        phase, gone_ns = turn.phase, elapsed_ns(turn, ruling.at_ns)
        while gone_ns < for_ns and (before := _phase_before(turn, phase)) is not None:
            phase = before
            gone_ns += turn.rules.phases[phase].for_ns or 0
        # No more than has run: the clock cannot show more than the phase has.
        return replace(ruling, args={"phase": phase, "for_ns": min(for_ns, max(0, gone_ns))})
    return replace(ruling, args={**ruling.args, "phase": phase})


def _phase_before(turn: Turn, phase: int) -> int | None:
    """Return the phase that ran into this one by its clock, or None."""
    phases = turn.rules.phases
    if phases[phase].waits_host or phase == 0:
        return None
    timed = phases[phase - 1].then == phase and phases[phase - 1].for_ns is not None
    return phase - 1 if timed else None


def force_of(rulings: tuple[Ruled, ...]) -> tuple[Force, Mapping[int, int]]:
    """Return what the rulings in force do: to presses, and to the beginnings of phases."""
    cancelled: dict[int, int] = {}
    admitted: dict[int, int] = {}
    shifts: dict[int, int] = {}
    moved: dict[int, int] = {}
    meant: dict[int, str] = {}
    given_to: dict[int, str] = {}
    for ruling in in_force(rulings):
        if ruling.what in SHIFTS:
            phase, for_ns = ruling.args["phase"], ruling.args["for_ns"]
            assert isinstance(phase, int)
            assert isinstance(for_ns, int)
            shifts[phase] = shifts.get(phase, 0) + SHIFTS[ruling.what] * for_ns
        elif ruling.what in ("cancel-press", "void") and ruling.target is not None:
            cancelled[ruling.target] = ruling.i
            admitted.pop(ruling.target, None)
        elif ruling.what == "admit" and ruling.target is not None:
            admitted[ruling.target] = ruling.i
            cancelled.pop(ruling.target, None)
        elif ruling.what == "guess-was-at" and ruling.target is not None:
            moved[ruling.target] = cast(int, ruling.args["at_ns"])
        elif ruling.what == "confirm-as" and ruling.target is not None:
            meant[ruling.target] = str(ruling.args["as"])
        elif ruling.what == "move" and ruling.target is not None:
            given_to[ruling.target] = str(ruling.args["to"])
    return Force(cancelled, admitted, moved, meant, given_to), shifts


def refold(turn: Turn, at_ns: int) -> tuple[Turn, list[Verdict]]:
    """Fold the turn anew from its opening, with the rulings in force, up to an instant.

    Returns:
        The turn, with `heard` as it was; and the verdicts of its presses, in order.
    """
    force, shifts = force_of(turn.rulings)
    assert turn.opening is not None
    new = replace(
        turn.opening, shifts=shifts, heard=turn.heard, rulings=turn.rulings,
        opening=turn.opening, course=turn.course,
    )  # fmt: skip
    verdicts: list[Verdict] = []
    for given in inputs_of(turn):
        if not getattr(given, "late", False):
            until_ns = given.alive_ns if isinstance(given, Restarted) else given.at_ns
            new, _ = pass_time(new, until_ns, overdue_ns=at_ns)
        new, facts = _again(new, given, force)
        new = replace(new, heard=turn.heard)  # a return in the fold gives no signal anew
        verdicts.extend(fact for fact in facts if isinstance(fact, Verdict))
    # A turn that was left ran on no longer; `at_ns` may even be of another boot's clock.
    until_ns = at_ns if turn.left_ns is None else turn.left_ns
    new, _ = pass_time(new, until_ns, overdue_ns=at_ns)
    if turn.closing:
        new = replace(
            new, status=_left_as(turn), closing=turn.closing, left_ns=turn.left_ns,
            again=turn.again, last=turn.last, quiet_ns=turn.quiet_ns,
        )  # fmt: skip
        if turn.closing == "annulled":
            new = replace(new, ended_ns=turn.ended_ns)
    return replace(new, heard=turn.heard), verdicts


def _left_as(turn: Turn) -> str:
    """Return the status of a turn that was left: a ruling may annul it, and be undone."""
    return "annulled" if turn_annulled(turn) else turn.closing


def _again(turn: Turn, given: Input, force: Force) -> tuple[Turn, list[Fact]]:
    if isinstance(given, Restarted):
        return come_back(turn, given)
    if isinstance(given, Pressed | Held):
        return take(turn, given, force)
    return turn, []


def apply_rulings(
    old: Turn, new_rulings: tuple[Ruled, ...], because: Ruled
) -> tuple[Turn, list[Fact]]:
    """Put another set of rulings in force at an instant, and say what it changed.

    Returns:
        The turn; facts: changed verdicts, what sounds now, the new phase and status.
    """
    at_ns = because.at_ns
    _, was = refold(old, at_ns)
    turn, now = refold(replace(old, rulings=new_rulings), at_ns)
    facts: list[Fact] = [*_changes(turn, was, now, because)]
    if turn.status in ("running", "paused", "done", "waiting"):
        turn = replace(turn, run=old.run + 1)
        turn, owed = settle_overdue(turn, old.heard, at_ns)
        facts.extend(owed)
    if turn.phase != old.phase:
        began = PhaseBegan(
            turn=turn.id, phase=phase_of(turn).id, at_ns=turn.origin_ns, run=turn.run
        )
        facts.append(began)
    if turn.status != old.status:
        facts.append(Became(turn=turn.id, status=turn.status, at_ns=at_ns))
    return turn, facts


def _changes(turn: Turn, was: list[Verdict], now: list[Verdict], because: Ruled) -> list[Rejudged]:
    changes = []
    for old, new in zip(was, now, strict=True):
        reason = new.reason
        if old.reason is None and reason is not None and role_of(new.key) in HOST_KEYS:
            reason = "moot"
        if old.reason == reason and old.key == new.key:
            continue
        changes.append(
            Rejudged(
                i=new.i, key=new.key, turn=turn.id, at_ns=new.from_ns, was=old.reason,
                now=reason, because=because.i,
            )
        )  # fmt: skip
    return changes
