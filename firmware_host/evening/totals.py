"""Totals of stages and of the evening: sums of written values, never of anything finer (1-d).

One set of functions for half-points and for nanoseconds; only the texts differ.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from firmware_host.evening.places import Team

TENTH_NS = 100_000_000
SECOND_NS = 1_000_000_000
MINUTE_NS = 60 * SECOND_NS
FLOORS = frozenset({"none", "zero"})
NOTHING = "–"
"""How a missing value reads: it is not a zero (C48)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One turn of one team as it stands now.

    Attributes:
        circle: From 1; a round of 001 is circle 1 of its stage.
        score: Half-points, or the written time in nanoseconds; None without a score.
        attempt: It counts as an attempt. Not so when it was annulled or put off (002 l.10).
    """

    team: Team
    stage: str
    circle: int
    score: int | None
    attempt: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Booked:
    """Something booked to a team's stage without a turn of its own.

    A hint is -60 half-points in the stage where it happened, so it can move the tie-break of 002
    (RULES A.3). A rival who shouts the word in 001 gets 10 s on its own total (A.7).
    """

    team: Team
    stage: str
    amount: int
    why: str


Stages = dict[str, dict[Team, int | None]]


def turn_value(score: int | None, floor: str = "none") -> int | None:
    """Return what a turn adds: with floor "zero" never less than nothing (2-f).

    Raises:
        ValueError: The floor is neither "none" nor "zero".
    """
    if floor not in FLOORS:
        raise ValueError(f"floor: {floor!r}: write 'none' or 'zero'")
    if score is None:
        return None
    return max(0, score) if floor == "zero" else score


def stage_totals(
    turns: Iterable[Played], booked: Iterable[Booked] = (), floor: str = "none"
) -> Stages:
    """Return stage -> team -> total; None for a team that has no value in it.

    The floor cuts each turn's own sum, before anything booked (A.7).
    """
    stages: Stages = {}
    for turn in turns:
        _add(stages, turn.stage, turn.team, turn_value(turn.score, floor))
    for entry in booked:
        _add(stages, entry.stage, entry.team, entry.amount)
    return stages


def _add(stages: Stages, stage: str, team: Team, value: int | None) -> None:
    totals = stages.setdefault(stage, {})
    so_far = totals.get(team)
    totals[team] = so_far if value is None else value + (so_far or 0)


def overall(
    stages: Mapping[str, Mapping[Team, int | None]], teams: Collection[Team] = ()
) -> dict[Team, int | None]:
    """Return each team's sum over the stages; None for a team without any value.

    Args:
        teams: Listed in this order before teams that only the stages know.
    """
    totals: dict[Team, int | None] = dict.fromkeys(teams)
    for row in stages.values():
        for team, value in row.items():
            so_far = totals.get(team)
            totals[team] = so_far if value is None else value + (so_far or 0)
    return totals


def attempts(
    turns: Iterable[Played], stage: str | None = None, teams: Collection[Team] = ()
) -> dict[Team, int]:
    """Return how many attempts each team has had, in one stage or in all (002 l.10)."""
    counted = dict.fromkeys(teams, 0)
    for turn in turns:
        if stage is None or turn.stage == stage:
            counted[turn.team] = counted.get(turn.team, 0) + turn.attempt
    return counted


def written(exact_ns: int, resolution_ns: int = TENTH_NS) -> int:
    """Return a time as it is written into the table: rounded down (1-d)."""
    return exact_ns // resolution_ns * resolution_ns


def implausible(exact_ns: int | None, least_ns: int = TENTH_NS) -> bool:
    """Tell whether a time is shorter than a human can make it: shown to the host, kept (C48)."""
    return exact_ns is not None and exact_ns < least_ns


def one_ranking(spaces: Iterable[Mapping[Team, int]]) -> bool:
    """Tell whether several game spaces may share a ranking: attempts equal in all (002, 2-i)."""
    return len({count for played in spaces for count in played.values()}) <= 1


def points_text(half: int | None) -> str:
    """Return half-points as people read them: "12", "10.5", "−3"."""
    if half is None:
        return NOTHING
    sign = "−" if half < 0 else ""
    return f"{sign}{abs(half) // 2}{'.5' if half % 2 else ''}"


def time_text(total_ns: int | None, resolution_ns: int = TENTH_NS) -> str:
    """Return a time as people read it: "10:20.2", with the digits of its resolution."""
    if total_ns is None:
        return NOTHING
    minutes, rest_ns = divmod(written(total_ns, resolution_ns), MINUTE_NS)
    digits = len(str(SECOND_NS // resolution_ns)) - 1
    part = f"{rest_ns % SECOND_NS:09d}"[:digits]
    return f"{minutes}:{rest_ns // SECOND_NS:02d}{'.' + part if part else ''}"
