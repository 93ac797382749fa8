"""An answer grid with what a file says beside it: who the teams are, and what looked odd."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.evening.answers import Grid
from firmware_host.evening.places import Team
from firmware_host.exchange.noticed import Noticed


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team as a sheet names it.

    Attributes:
        team: What the grid calls it: its id, or its name where it has none.
        id: The column Team ID, as text; empty where nothing stands there.
    """

    team: Team
    id: str = ""
    name: str = ""
    town: str = ""

    @property
    def shown(self) -> str:
        """The name for people."""
        return self.name or self.id or self.team


@dataclass(frozen=True, slots=True, kw_only=True)
class GridFile:
    """What a file of answers holds.

    Attributes:
        entrants: One for each team of the grid, in its order.
        texts: (team, question) -> what stood in a contested cell.
        noticed: Oddities, with their places.
    """

    entrants: tuple[Entrant, ...]
    grid: Grid
    texts: Mapping[tuple[Team, int], str] = field(default_factory=dict)
    noticed: tuple[Noticed, ...] = ()


def of_grid(grid: Grid) -> GridFile:
    """Return a grid as a file has it, each team under its own id."""
    return GridFile(entrants=tuple(Entrant(team, id=team) for team in grid.teams), grid=grid)
