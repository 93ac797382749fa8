"""What a turn is worth: pure functions over the folded turn, one for each kind of scoring.

Points are half-points, times nanoseconds. The price table is read with the wall's own rounding
(`wall.seconds_shown`): the price is what the wall shows.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from firmware_host.engine.annulment import annulled_actors, in_force
from firmware_host.engine.guess import Claim
from firmware_host.engine.turn import Turn
from firmware_host.engine.wall import SECOND_NS, seconds_shown
from firmware_host.engine.words import Judged, Ruled

Valued = tuple[str | None, int | None]
"""Outcome word, and score; both None while the turn is open."""


def _answers(turn: Turn) -> Valued:
    """Answers of all teams: verdicts come by ruling, a card's stamp is evidence."""
    return "answered", None


def _marks(turn: Turn) -> Valued:
    """So many half-points a mark; with a floor never under nothing (2-f)."""
    annulled = annulled_actors(turn)
    return "words", sum(n for actor, n in _by_actor(turn).items() if actor not in annulled)


def _by_actor(turn: Turn) -> dict[str, int]:
    """Return half-points by table; "" is the one team of an ordinary turn."""
    args = turn.rules.score.args
    points = cast(Mapping[str, int], args["points"])
    found: dict[str, int] = {}
    for name, count in turn.marks.items():
        mark, _, actor = name.partition("@")
        if mark in points:
            found[actor] = found.get(actor, 0) + points[mark] * count
    if args.get("open_word") == "skip":
        found[""] = found.get("", 0) + points.get("skip", 0)
    if args.get("floor") == "zero":
        return {actor: max(0, total) for actor, total in found.items()}
    return found


def _price(turn: Turn) -> Valued:
    """Half-points by what the wall showed at the guess (RULES A.3, 2-b); none after so many
    broken bans (A.7, 002)."""
    args = turn.rules.score.args
    bans = cast(int, args.get("bans", 0))
    if turn.solved is None or 0 < bans <= _violations(turn).get(turn.team, 0):
        return "failed", 0
    left_ns = cast(int, args["total_ns"]) - _since(turn, turn.solved, str(args["from"]))
    if args["reading"] == "display":
        left_ns = seconds_shown(left_ns) * SECOND_NS
    for least_ns, points in cast(Sequence[tuple[int, int]], args["table"]):
        if left_ns >= least_ns:
            return "solved", points
    return "failed", 0


def _time(turn: Turn) -> Valued:
    """Written time, less is better (RULES A.2): rounded down, capped, what is added (1-e, 1-f)."""
    args = turn.rules.score.args
    adds = cast(Mapping[str, int], args["adds_ns"])
    marks = {**turn.marks, "violation": _violations(turn).get(turn.team, 0)}
    added_ns = sum(adds.get(mark, 0) * count for mark, count in marks.items())
    fail_ns = cast(int, args["fail_ns"])
    if turn.solved is None:
        return "failed", fail_ns + (added_ns if args.get("penalise_failed", True) else 0)
    solved = cast(Mapping[str, Mapping[str, object]], args["solved"])[turn.solved.mark]
    written_ns = _since(turn, turn.solved, str(args["from"]))
    lengths = {phase.id: phase.for_ns or 0 for phase in turn.rules.phases}
    whole = [lengths[one] for one in cast(list[str], solved["cap"])]
    written_ns = max(written_ns, sum(whole[:-1]))  # never before its own phase, the last (1-j)
    if args["cap"]:
        written_ns = min(written_ns, sum(whole))
    resolution_ns = cast(int, args["resolution_ns"])
    written_ns -= written_ns % resolution_ns
    whole_ns = written_ns + cast(int, solved["plus_ns"]) + added_ns
    return "solved", min(whole_ns, fail_ns) if args.get("cap_penalised") else whole_ns


def _since(turn: Turn, claim: Claim, first: str) -> int:
    """Return the net time from the beginning of a phase to a claim."""
    ids = [phase.id for phase in turn.rules.phases]
    between = turn.rules.phases[ids.index(first) : claim.phase]
    return sum(phase.for_ns or 0 for phase in between) + claim.elapsed_ns


def _booked(turn: Turn) -> dict[str, int]:
    """Return what rulings book to teams beside their own turns (2-g; RULES A.7, 001)."""
    args = turn.rules.score.args
    worth = {
        "hint": cast(Mapping[str, int], args.get("points", {})).get("hint", 0),
        "violation": cast(Mapping[str, int], args.get("adds_ns", {})).get("violation", 0),
    }
    found: dict[str, int] = {}
    for ruling in in_force(turn.rulings):
        team = str(ruling.args.get("team") or "")
        if ruling.what in worth and team and team != turn.team:
            found[team] = found.get(team, 0) + worth[ruling.what] * _times(ruling)
    return found


def _violations(turn: Turn) -> dict[str, int]:
    """Return how many violations of each team count, by key and by ruling (1-i; A.7, 002)."""
    args = turn.rules.score.args
    if "violation" not in cast(Mapping[str, int], args.get("adds_ns", {})) and not args.get("bans"):
        return {}
    found = {turn.team: turn.marks.get("violation", 0)}
    for ruling in in_force(turn.rulings):
        if ruling.what == "violation":
            team = str(ruling.args.get("team") or turn.team)
            found[team] = found.get(team, 0) + _times(ruling)
    return {team: count for team, count in found.items() if count}


def _times(ruling: Ruled) -> int:
    by = ruling.args.get("by", 1)
    return by if isinstance(by, int) else 1


KINDS: Mapping[str, Callable[[Turn], Valued]] = {
    "answers": _answers,
    "marks": _marks,
    "price": _price,
    "time": _time,
}


def value(turn: Turn) -> Valued:
    """Return the outcome and score of a turn as it stands."""
    if turn.status == "annulled":
        return "annulled", None
    if turn.ended_ns is None and turn.status == "closed":
        return "skipped", None
    if turn.status not in ("done", "closed") or turn.claim is not None:
        return None, None
    return KINDS[turn.rules.score.kind](turn)


def judged(turn: Turn, at_ns: int) -> Judged:
    """Return the fact that states a turn's outcome and score."""
    outcome, score = value(turn)
    kind = turn.rules.score.kind
    actors: dict[str, int | None] = {}
    if kind == "marks" and outcome == "words":
        actors |= _by_actor(turn)
        actors.pop("", None)
        actors |= dict.fromkeys(annulled_actors(turn))
    others = _booked(turn)
    return Judged(
        turn=turn.id, at_ns=at_ns, outcome=outcome, score=score, marks=dict(turn.marks),
        unit="ns" if kind == "time" else "half", actors=actors,
        others=others, violations=_violations(turn),
    )  # fmt: skip
