"""What a turn is worth: pure functions over the folded turn, one for each kind of scoring."""

from collections.abc import Callable, Mapping

from firmware_host.engine.turn import Turn
from firmware_host.engine.words import Judged

Valued = tuple[str | None, int | None]
"""Outcome word, and score in half-points; both None while the turn is open."""


def _answers(turn: Turn) -> Valued:
    """Answers of all teams: verdicts come by ruling, a card's stamp is evidence."""
    return "answered", None


def _marks(turn: Turn) -> Valued:
    """So many half-points a mark; with a floor never under nothing (2-f)."""
    args = turn.rules.score.args
    points = args["points"]
    assert isinstance(points, Mapping)
    total = sum(points.get(mark, 0) * count for mark, count in turn.marks.items())
    return "words", max(0, total) if args.get("floor") == "zero" else total


KINDS: Mapping[str, Callable[[Turn], Valued]] = {"answers": _answers, "marks": _marks}


def value(turn: Turn) -> Valued:
    """Return the outcome and score of a turn as it stands."""
    if turn.status == "annulled":
        return "annulled", None
    if turn.ended_ns is None and turn.status == "closed":
        return "skipped", None
    if turn.status not in ("done", "closed"):
        return None, None
    return KINDS[turn.rules.score.kind](turn)


def judged(turn: Turn, at_ns: int) -> Judged:
    """Return the fact that states a turn's outcome and score."""
    outcome, score = value(turn)
    return Judged(turn=turn.id, at_ns=at_ns, outcome=outcome, score=score, marks=dict(turn.marks))
