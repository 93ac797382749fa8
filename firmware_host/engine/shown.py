"""What the hall's wall shows of a turn, as a line."""

from firmware_host.engine.turn import Turn, phase_of
from firmware_host.engine.wall import BLANK, Wall


def wall_of(turn: Turn) -> Wall:
    """Return what the hall's wall shows of this turn, as a line."""
    phase = phase_of(turn)
    form = "count" if phase.shows in ("count", "zero") else "clock"
    if phase.for_ns is None:
        return BLANK
    if phase.shows == "zero":
        return Wall(form=form)
    if turn.status == "closed" or turn.status == "annulled":
        return BLANK
    if turn.claim is not None:
        return _standing(turn, turn.claim.phase, turn.claim.elapsed_ns, "?")
    if turn.status == "running" and phase.shows == "below-zero":
        return Wall(running=True, zero_ns=turn.origin_ns, floor_ns=-phase.for_ns, form=form)
    if turn.status == "running":
        return Wall(running=True, zero_ns=turn.origin_ns + phase.for_ns, form=form)
    return _standing(turn, turn.phase, turn.stood_ns, "")


def _standing(turn: Turn, index: int, stood_ns: int, mark: str) -> Wall:
    """Return the wall as it stands at a place of the course."""
    phase = turn.rules.phases[index]
    length_ns = phase.for_ns or 0
    form = "count" if phase.shows in ("count", "zero") else "clock"
    if phase.shows == "zero":
        return Wall(form=form, mark=mark)
    if phase.shows == "below-zero":
        return Wall(left_ns=-stood_ns, floor_ns=-length_ns, form=form, mark=mark)
    return Wall(left_ns=max(0, length_ns - stood_ns), form=form, mark=mark)
