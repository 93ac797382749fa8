"""In which row of the table of keys a turn stands."""

from firmware_host.engine.table import LATE_CLAIM_NS
from firmware_host.engine.turn import Turn, phase_of


def row_of(turn: Turn, at_ns: int) -> str:
    """Return in which row of the table of keys a turn stands at an instant."""
    if turn.claim is not None and turn.status in ("running", "done"):
        return "claimed"
    if turn.status == "running":
        return _running_row(turn)
    if turn.status == "waiting":
        before = turn.rules.phases[turn.phase - 1] if turn.phase else None
        return "prepared" if before is not None and before.prepares else "waiting"
    if turn.status == "paused":
        return "stopped" if turn.rules.score.kind == "time" else "paused"
    if turn.status != "done":
        return turn.status
    if turn.rules.hall:
        return "done-all"
    fresh = turn.ended_ns is not None and at_ns - turn.ended_ns <= LATE_CLAIM_NS
    return "done-late" if turn.rules.claims and turn.solved is None and fresh else "done"


def _running_row(turn: Turn) -> str:
    phase = phase_of(turn)
    if phase.prepares:
        return "prepare"
    if any(key.claim for key in phase.keys.values()):
        return "guessing" if phase.pausable else "gong"
    return "running" if phase.pausable else "collecting"
