"""Two independent entries of one answer grid: where they differ, and the one they agree on."""

from dataclasses import dataclass, replace

from firmware_host.errors import Fault, FileFaults
from firmware_host.evening.answers import Answer, Grid, differences, missing
from firmware_host.evening.places import Team
from firmware_host.exchange.grid_file import GridFile

Key = tuple[Team, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What two entries come to.

    Attributes:
        differ: (team, question, the first's entry, the second's).
        once: What only one of them has yet: (team, question), and which, 1 or 2.
        missing: What neither has.
        decided: Questions removed, and (team, question) credited, in only one of them.
    """

    differ: tuple[tuple[Team, int, Answer, Answer], ...]
    once: tuple[tuple[Key, int], ...]
    missing: tuple[Key, ...]
    decided: tuple[int | Key, ...]

    @property
    def agree(self) -> bool:
        """Nothing contradicts; what only one has is not confirmed, and contradicts nothing."""
        return not (self.differ or self.decided)


def compare(first: GridFile, second: GridFile, files: tuple[str, str]) -> Compared:
    """Compare two entries.

    Args:
        files: Their names, for faults.

    Raises:
        FileFaults: They are not of the same teams and tours.
    """
    faults = _unlike(first.grid, second.grid, files[0])
    if faults:
        raise FileFaults(files[1], faults)
    one, two = first.grid, second.grid
    answered = sorted(one.answers.keys() ^ two.answers.keys(), key=lambda key: (key[1], key[0]))
    credited = sorted(one.credited ^ two.credited, key=lambda key: (key[1], key[0]))
    return Compared(
        differ=differences(one, two),
        once=tuple((key, 1 if key in one.answers else 2) for key in answered),
        missing=missing(_both(one, two)),
        decided=(*sorted(one.removed ^ two.removed), *credited),
    )


def merged(first: GridFile, second: GridFile, compared: Compared, once: bool = False) -> GridFile:
    """Return the entry that two agree on, with the names of the first.

    Args:
        once: Whether what only one of them has counts too. Otherwise it is not yet entered.

    Raises:
        ValueError: They do not agree.
    """
    if not compared.agree:
        raise ValueError("two entries that differ have no common grid")
    grid = _both(first.grid, second.grid)
    if not once:
        single = {key for key, _ in compared.once}
        confirmed = {key: kept for key, kept in grid.answers.items() if key not in single}
        grid = replace(grid, answers=confirmed)
    texts = {**second.texts, **first.texts}
    kept = {key: text for key, text in texts.items() if key in grid.answers}
    return replace(first, grid=grid, texts=kept)


def _both(one: Grid, two: Grid) -> Grid:
    """Return everything that either has; where they differ, the first's."""
    return replace(
        one,
        answers={**two.answers, **one.answers},
        removed=one.removed | two.removed,
        credited=one.credited | two.credited,
    )


def _unlike(one: Grid, two: Grid, file: str) -> list[Fault]:
    faults = []
    lacking = ", ".join(team for team in one.teams if team not in two.teams)
    extra = ", ".join(team for team in two.teams if team not in one.teams)
    if lacking:
        faults.append(Fault("teams", lacking[:80], f"{file} has them, this file not: add them"))
    if extra:
        faults.append(Fault("teams", extra[:80], f"{file} does not have them: leave them out"))
    if one.tours != two.tours:
        remedy = f"{file} has the tours {','.join(map(str, one.tours))}: enter the same"
        faults.append(Fault("tours", ",".join(map(str, two.tours)), remedy))
    return faults
