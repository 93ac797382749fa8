"""Claim, confirm, reject: games that end at a guess (KEYS.md).

A claim is a stamped mark beside the course; the course runs on. A confirm ends the turn at the
claim's stamp, for the score and the wall, without recalling signals already given.
"""

from dataclasses import replace

from firmware_host.engine.guess import Claim
from firmware_host.engine.judge import Force, key_rule
from firmware_host.engine.turn import Turn
from firmware_host.engine.words import Became, Fact, Held, Pressed, role_of


def claim_of(turn: Turn, given: Pressed | Held, role: str, force: Force) -> Claim:
    """Return the claim that a press makes; a ruling may say when the guess really was."""
    from_ns = force.moved.get(given.i, given.from_ns)
    elapsed_ns = from_ns - turn.origin_ns
    rule = key_rule(turn, role)
    assert rule is not None
    mark = rule.mark
    if rule.within_ns is not None and elapsed_ns > rule.within_ns:
        mark = rule.after or mark
    mark = force.meant.get(given.i, mark)
    early = bool(rule.held) and rule.within_ns is None and rule.held != mark
    return Claim(
        i=given.i, mark=mark, held=rule.held or mark, from_ns=from_ns, phase=turn.phase,
        elapsed_ns=elapsed_ns, early=early,
    )  # fmt: skip


def reject(turn: Turn, _at_ns: int) -> tuple[Turn, list[Fact]]:
    """The guess was wrong: the clock never stopped, the next press may claim."""
    return replace(turn, claim=None), []


def confirm(turn: Turn, at_ns: int) -> tuple[Turn, list[Fact]]:
    """The guess was right: the turn ended at its stamp."""
    assert turn.claim is not None
    return _end(turn, turn.claim, at_ns)


def confirm_held(turn: Turn, at_ns: int) -> tuple[Turn, list[Fact]]:
    """It was right in its other meaning: as title. An early one is noted, the clock runs on."""
    assert turn.claim is not None
    claim = replace(turn.claim, mark=turn.claim.held)
    if claim.early and turn.status == "running" and turn.phase == claim.phase:
        return replace(turn, claim=None, noted=claim), []
    return _end(turn, claim, at_ns)


def _end(turn: Turn, claim: Claim, at_ns: int) -> tuple[Turn, list[Fact]]:
    was = turn.status
    done = replace(
        turn, status="done", claim=None, solved=claim, phase=claim.phase,
        stood_ns=claim.elapsed_ns, confirmed_ns=at_ns,
        ended_ns=claim.from_ns if was == "running" else turn.ended_ns,
    )  # fmt: skip
    return done, ([] if was == "done" else [Became(turn=turn.id, status="done", at_ns=at_ns)])


def fail(turn: Turn, at_ns: int) -> tuple[Turn, list[Fact]]:
    """The judge stopped the game and it does not go on: the time of a failure is written."""
    done = replace(turn, status="done", ended_ns=at_ns)
    return done, [Became(turn=turn.id, status="done", at_ns=at_ns)]


def take_back(turn: Turn, given: Pressed | Held) -> tuple[Turn, list[Fact]]:
    """A judge's key, held: its last mark is taken back."""
    role = role_of(given.key)
    mark = next(p.keys[role].mark for p in turn.rules.phases if role in p.keys)
    return replace(turn, marks={**turn.marks, mark: turn.marks[mark] - 1}), []
