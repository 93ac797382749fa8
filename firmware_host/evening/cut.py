"""Cuts of the hat league, 15 → 12 → 9 → 6: held while a tie lies across the line (000, 0-e).

Totals are never touched: an extra explanation, a draw and "let both through" are decisions on
places (`places.Decision`), and fall away by themselves when the tie is another one.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from firmware_host.errors import HostError
from firmware_host.evening.chance import shuffled
from firmware_host.evening.places import Decision, Place, Team, places, settle, tied

KEEPS = (12, 9, 6)
"""How many go on after tours 1, 2 and 3 (000 l.5-8); any other number may be set (0-k)."""

ADVANCE_BY = frozenset({"cumulative", "last_tour"})


class Missing(HostError, ValueError):
    """A choice that RULES leaves to the organiser was not made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A cut as it stands; each list best first.

    Attributes:
        inside: They go on.
        held: Equal teams across the line: nobody can say which of them go on.
        outside: They do not.
        place: The shared place of those held.
        free: How many seats those held compete for.
    """

    inside: tuple[Team, ...]
    held: tuple[Team, ...]
    outside: tuple[Team, ...]
    place: Place | None
    free: int

    @property
    def reason(self) -> str | None:
        """Why nobody advances yet, or None."""
        return "tie-at-the-cut" if self.held else None


def advance_totals(
    tours: Sequence[Mapping[Team, int | None]], advance_by: str | None
) -> dict[Team, int | None]:
    """Return the totals that decide who goes on, for the teams of the last tour.

    Args:
        tours: Tour totals, in order, of those who were in each.
        advance_by: "cumulative" or "last_tour" (0-d). There is no default.

    Raises:
        Missing: It was not chosen.
    """
    if advance_by not in ADVANCE_BY:
        raise Missing(f"advance_by: {advance_by!r}: choose 'cumulative' or 'last_tour'")
    counted = tours if advance_by == "cumulative" else tours[-1:]
    totals: dict[Team, int | None] = {}
    for team in tours[-1]:
        values = [value for tour in counted if (value := tour.get(team)) is not None]
        totals[team] = sum(values) if values else None
    return totals


def cut(
    shown: Mapping[Team, Place],
    keep: int,
    decisions: Iterable[Decision] = (),
    absent: Collection[Team] = (),
    where: str = "",
) -> Cut:
    """Return who goes on, who is held and who is out.

    Args:
        shown: Places before any decision.
        absent: They are not there and do not go on; the next one takes the seat (C49).
        where: The category's standing.
    """
    decided = list(decisions)
    both = {(d.place, d.teams) for d in _latest(decided, where) if d.by == "both"}
    inside: list[Team] = []
    outside: list[Team] = []
    held: tuple[Team, ...] = ()
    place, free = None, 0
    for shared, group in tied(settle(shown, decided, where)):
        here = tuple(team for team in group if team not in absent)
        outside += [team for team in group if team in absent]
        left = 0 if held else keep - len(inside)
        if left > 0 and (len(here) <= left or (shared, frozenset(group)) in both):
            inside += here
        elif left > 0:
            held, place, free = here, shared, left
        else:
            outside += here
    return Cut(inside=tuple(inside), held=held, outside=tuple(outside), place=place, free=free)


def by_points(
    place: Place, points: Mapping[Team, int], where: str = "", away: tuple[Team, ...] = ()
) -> Decision:
    """Return what an extra explanation decides: more goes first, equal teams stay tied.

    All tied teams explain once, in one slot, stage I.1, and again until they are split (A.7).
    """
    groups = tied(places({team: (value,) for team, value in points.items()}))
    order = (*(g for _, g in groups), *((away,) if away else ()))
    return Decision(place=place, order=order, by="extra", where=where)


def by_draw(
    place: Place, teams: Collection[Team], seed: int, where: str = "", away: tuple[Team, ...] = ()
) -> Decision:
    """Return what the lot decides; the seed is in the decision."""
    order = (*((team,) for team in shuffled(sorted(teams), seed)), *((away,) if away else ()))
    return Decision(place=place, order=order, by="draw", where=where, seed=seed)


def let_through(place: Place, teams: Sequence[Team], where: str = "") -> Decision:
    """Return the decision that all tied teams go on, and share their place."""
    return Decision(place=place, order=(tuple(teams),), by="both", where=where)


def _latest(decisions: Iterable[Decision], where: str) -> Iterable[Decision]:
    """Return, of decisions on one tie, the last."""
    return {(d.place, d.teams): d for d in decisions if d.where == where}.values()
