"""Places: who shares which, and what a decision on a tie changes.

A place is a pair (from, to): two teams share 2-3, the next has 4. A shared place is the default
wherever no tie-break is stated (RULES A.7, 2-k).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Team = str
Place = tuple[int, int]
Keys = Sequence[int | None]
"""The values that rank a team, the weightiest first; None is no value, zero is one (C48)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What was decided about one tie; it holds for this place and exactly these teams.

    If a later credit changes the set or moves the place, the decision no longer applies and the
    tie is open again (ENGINE 4).

    Attributes:
        place: The place that the teams shared.
        order: The teams again, best first; a group of several still shares.
        by: "extra", "draw", "both", "series", "share" or "decision".
        where: The standing it belongs to; "" is the main one (4-i).
        seed: Of a draw.
    """

    place: Place
    order: tuple[tuple[Team, ...], ...]
    by: str
    where: str = ""
    seed: int | None = None

    def __post_init__(self) -> None:
        named = [team for group in self.order for team in group]
        twice = {team for team in named if named.count(team) > 1}
        if twice:
            raise ValueError(f"named twice: {', '.join(sorted(twice))}")
        if len(named) != self.place[1] - self.place[0] + 1:
            raise ValueError(f"place {place_text(self.place)} is not that of {len(named)} teams")

    @property
    def teams(self) -> frozenset[Team]:
        """The exact set of teams that were tied."""
        return frozenset(team for group in self.order for team in group)


def places(rows: Mapping[Team, Keys], smaller: Sequence[bool] | None = None) -> dict[Team, Place]:
    """Return the place of every team, best first, equal teams in the order given.

    Args:
        rows: Each team's keys, all of one length. A team without its first key did not finish:
            such teams share one place, last, whatever their other keys say (C49). A later key
            that is missing ranks behind all others among equals. An absent team has no row.
        smaller: For each key whether less is better (001); more is better by default.

    Raises:
        ValueError: Rows or directions differ in length.
    """
    ordered = sorted(rows, key=lambda team: _rank(team, rows, smaller))
    found: dict[Team, Place] = {}
    for group in _runs(ordered, rows, smaller):
        first = len(found) + 1
        found |= dict.fromkeys(group, (first, first + len(group) - 1))
    return found


def _rank(
    team: Team, rows: Mapping[Team, Keys], smaller: Sequence[bool] | None
) -> tuple[tuple[bool, int], ...]:
    keys = rows[team]
    if len(keys) != len(next(iter(rows.values()))):
        raise ValueError(f"{team} has {len(keys)} keys, others have more or fewer")
    less = smaller or (False,) * len(keys)
    if len(less) != len(keys):
        raise ValueError(f"smaller has {len(less)} directions for {len(keys)} keys")
    if keys and keys[0] is None:
        return ((True, 0),)
    return tuple(
        (True, 0) if key is None else (False, key if down else -key)
        for key, down in zip(keys, less, strict=True)
    )


def _runs(
    ordered: Sequence[Team], rows: Mapping[Team, Keys], smaller: Sequence[bool] | None
) -> Iterator[list[Team]]:
    group: list[Team] = []
    for team in ordered:
        if group and _rank(group[0], rows, smaller) != _rank(team, rows, smaller):
            yield group
            group = []
        group.append(team)
    if group:
        yield group


def place_text(place: Place) -> str:
    """Return a place as people read it: "4", or "2-3" when it is shared."""
    return str(place[0]) if place[0] == place[1] else f"{place[0]}-{place[1]}"


def tied(shown: Mapping[Team, Place]) -> list[tuple[Place, tuple[Team, ...]]]:
    """Return every place with its teams, best first; also places that one team has alone."""
    found: dict[Place, list[Team]] = {}
    for team, place in shown.items():
        found.setdefault(place, []).append(team)
    return [(place, tuple(found[place])) for place in sorted(found)]


def settle(
    shown: Mapping[Team, Place], decisions: Iterable[Decision], where: str = ""
) -> dict[Team, Place]:
    """Return the places after the decisions that apply, best first.

    Of two decisions on the same tie the later counts. A decision may part what another left tied;
    it falls with it.
    """
    known = {(d.place, d.teams): d for d in decisions if d.where == where}
    settled: dict[Team, Place] = {}
    waiting = list(reversed(tied(shown)))
    while waiting:
        place, group = waiting.pop()
        decision = known.get((place, frozenset(group)))
        if decision is None or len(decision.order) < 2:
            settled |= dict.fromkeys(group, place)
        else:
            waiting += reversed(_parted(decision))
    return settled


def _parted(decision: Decision) -> list[tuple[Place, tuple[Team, ...]]]:
    parts, first = [], decision.place[0]
    for group in decision.order:
        parts.append(((first, first + len(group) - 1), group))
        first += len(group)
    return parts
