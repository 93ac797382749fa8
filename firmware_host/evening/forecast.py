"""The stage hour of 002: how long the rest takes, and who still owes attempts (2-h, A.7).

Each stage has an hour, at least three circles, and equal attempts for all (l.2, l.10). The three
do not always fit, so the forecast is shown while playing, and the current circle is finished.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.evening.places import Team

SECOND_NS = 1_000_000_000
CHANGEOVER_NS = 30 * SECOND_NS
LEAST_CIRCLES = 3
MOST_TEAMS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Length:
    """How long one turn of a stage takes.

    Attributes:
        prep_ns: The team's preparation.
        worst_ns: The clock of the turn at its longest, reserve included.
        planned_ns: The clock as the plan reckons with.
        changeover_ns: From one turn to the next.
        overlap: The next team prepares while the present one plays; off until the host turns it
            on (A.7).
    """

    prep_ns: int
    worst_ns: int
    planned_ns: int
    changeover_ns: int = CHANGEOVER_NS
    overlap: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """How long the rest of a stage takes, at worst and as planned."""

    worst_ns: int
    planned_ns: int


def forecast(length: Length, turns: int, begun: bool = False) -> Forecast:
    """Return how long so many turns take, without what is left of the present one.

    Args:
        begun: A turn of this stage has been played or is being played, so a changeover comes
            before the first of them as well.
    """
    return Forecast(
        worst_ns=_rest_ns(length, length.worst_ns, turns, begun),
        planned_ns=_rest_ns(length, length.planned_ns, turns, begun),
    )


def _rest_ns(length: Length, play_ns: int, turns: int, begun: bool) -> int:
    if turns < 1:
        return 0
    if length.overlap:
        # Preparation begins with the turn before and goes on through the changeover.
        gap_ns = max(length.changeover_ns, length.prep_ns - play_ns)
    else:
        gap_ns = length.changeover_ns + length.prep_ns
    first_ns = gap_ns if begun else length.prep_ns
    return first_ns + turns * play_ns + (turns - 1) * gap_ns


def turns_left(played: Mapping[Team, int], circles: int) -> int:
    """Return how many turns a stage still has when every team is to have so many attempts."""
    return sum(max(0, circles - count) for count in played.values())


def owed(played: Mapping[Team, int]) -> dict[Team, int]:
    """Return what teams lack to the most attempts anybody has: the current circle, and debts."""
    most = max(played.values(), default=0)
    return {team: most - count for team, count in played.items() if count < most}


def equal(played: Mapping[Team, int]) -> bool:
    """Tell whether all teams have had the same number of attempts (l.10).

    A stage where they have not closes only by decision (A.7); the standing is preliminary.
    """
    return not owed(played)


def circles_that_fit(length: Length, teams: int, limit_ns: int) -> int:
    """Return how many whole circles fit a time at worst; whole ones keep attempts equal.

    Turns that take no time at all are a fault of the plan; of them none fit.
    """
    if teams < 1 or forecast(length, teams).worst_ns < 1:
        return 0
    circles = 0
    while forecast(length, teams * (circles + 1)).worst_ns <= limit_ns:
        circles += 1
    return circles


def warnings(length: Length, teams: int, circles: int, limit_ns: int) -> tuple[str, ...]:
    """Return what a plan should know before it is played; none of it is refused (A.7).

    Returns:
        "few-circles" under three (l.2), "second-space" over five teams in one space (l.1),
        "over-the-hour" when the worst case is longer than the stage's time (2-h).
    """
    found = {
        "few-circles": circles < LEAST_CIRCLES,
        "second-space": teams > MOST_TEAMS,
        "over-the-hour": forecast(length, teams * circles).worst_ns > limit_ns,
    }
    return tuple(word for word, holds in found.items() if holds)
