"""Which overdue signals still sound after a return or a ruling (RULES A.7).

At the instant R of that input, of all signals due before R and never given: an end whose
following phase still runs sounds at R, however late; otherwise the latest one whose message
is still true; the rest are missed. A signal already given sounds again only if the input
moved it to R + 1 s or later.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from firmware_host.engine.rules import Signal
from firmware_host.engine.turn import (
    AFTER_INPUTS,
    Passed,
    SignalId,
    Turn,
    crossed,
    pass_time,
    phase_of,
    resume,
)
from firmware_host.engine.words import Fact

AGAIN_NS = 1_000_000_000
FOREVER_NS = 1 << 62
LONG_AGO_NS = -(1 << 62)
"""An instant of an earlier boot: its clock was another one (DESIGN, "Time and order")."""


def _signal(turn: Turn, signal_id: SignalId) -> Signal:
    return turn.rules.phases[signal_id[0]].signals[signal_id[1]]


def _following(turn: Turn, signal_id: SignalId) -> int:
    """Return the phase that a signal at a border leads into: its own, or the next one."""
    phase, _ = signal_id
    return phase if _signal(turn, signal_id).offset_ns == 0 else turn.rules.phases[phase].then


def _still_true(turn: Turn, signal_id: SignalId, at_ns: int) -> bool:
    signal = _signal(turn, signal_id)
    if signal.lasting:
        return True
    if signal.useful_left_ns is None or turn.status != "running" or turn.phase != signal_id[0]:
        return False
    length_ns = phase_of(turn).for_ns
    return length_ns is not None and (turn.origin_ns + length_ns - at_ns >= signal.useful_left_ns)


def _chosen(turn: Turn, owed: Sequence[Passed], at_ns: int) -> SignalId | None:
    """Return the one owed signal that sounds at `at_ns`, or None."""
    leading = [
        signal_id
        for signal_id, _ in owed
        if _signal(turn, signal_id).lasting
        and turn.status in ("running", "waiting")
        and _following(turn, signal_id) == turn.phase
    ]
    true = [signal_id for signal_id, _ in owed if _still_true(turn, signal_id, at_ns)]
    return leading[-1] if leading else true[-1] if true else None


def future(turn: Turn, at_ns: int) -> list[Passed]:
    """Return the signals still to come if nothing more is put in, in order.

    Of a turn that stands: as if its clock went on at `at_ns`.
    """
    if turn.status == "paused":
        turn, _ = resume(turn, at_ns)
    _, brought = pass_time(turn, FOREVER_NS, AFTER_INPUTS)
    return [item for item in brought if isinstance(item, tuple)]


def settle_overdue(
    turn: Turn, heard: Mapping[SignalId, int], at_ns: int
) -> tuple[Turn, list[Fact]]:
    """Decide which passed signals are given now, and which future ones will sound again.

    Args:
        turn: The turn as it stands at `at_ns`, with the signals that its course has passed.
        heard: What the hall has lived through.
        at_ns: The instant of the return or ruling.
    """
    given = dict(heard)
    owed = [item for item in turn.passed.items() if item[0] not in heard]
    overdue = [item for item in owed if item[1] < at_ns]
    chosen = _chosen(turn, overdue, at_ns)
    facts: list[Fact] = []
    for signal_id, at_due_ns in owed:
        due_ns = at_ns if at_due_ns == LONG_AGO_NS else at_due_ns
        given[signal_id] = at_ns if signal_id == chosen else due_ns
        late = at_due_ns < at_ns
        facts.append(
            crossed(
                turn,
                signal_id,
                due_ns,
                owed_ns=at_ns if signal_id == chosen else None,
                missed=late and signal_id != chosen,
            )
        )
    again = {
        signal_id
        for signal_id, due_ns in future(turn, at_ns)
        if signal_id in heard and due_ns >= at_ns + AGAIN_NS
    }
    return replace(turn, heard=given, again=frozenset(again)), facts
