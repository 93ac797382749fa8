"""What the turns of an evening come to, kept up as they are played.

The turns before the present one are summed once, and again only when a ruling, an entry or another
mode changes them: so a press costs the same in the last turn of an evening as in the first (H3).
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from firmware_host.journal.record import Record
from firmware_host.report import Report, Row, take
from firmware_host.standings import NO_SCORE, Standing, Standings, add_turn

Played = dict[str, dict[str, int]]
"""Stage -> team -> turns that count."""
Seat = Callable[[Row, str], str]
"""Whose pair explained in a turn at the table of a key; "": nobody's."""


@dataclass(slots=True)
class Sum:
    """Standings of some turns, and how often each team has played."""

    table: Standings
    played: Played = field(default_factory=dict)

    def add(self, row: Row, seat: Seat) -> None:
        """Add one turn."""
        add_turn(self.table, row, seat)
        if row["team"] and row["value"] is not None and row["outcome"] not in NO_SCORE:
            stage = self.played.setdefault(str(row["stage"]), {})
            stage[str(row["team"])] = stage.get(str(row["team"]), 0) + 1

    def copy(self) -> "Sum":
        """Return one that may be added to."""
        teams = {
            team: replace(one, stages=dict(one.stages)) for team, one in self.table.teams.items()
        }
        played = {stage: dict(row) for stage, row in self.played.items()}
        return Sum(Standings(teams, self.table.unit), played)


class Turned:
    """Not thread-safe: of the loop, or of one command. `found` has all turns, by their ids."""

    def __init__(self) -> None:
        self.found = Report()
        self._present = 0
        self._planned = False
        """A plan is played: then the turns of a single format between are nobody's."""
        self._before: tuple[tuple[object, ...], Sum] | None = None

    def take(self, record: Record) -> None:
        """Take an `opened` or `judged` record."""
        take(self.found, record)
        turn = record.data["turn"]
        if record.kind == "opened" and isinstance(turn, int):
            self._present = turn
            self._planned |= bool(record.data.get("stage"))
        if record.kind == "opened" or turn != self._present:
            self._before = None

    def sum(self, mode: str, teams: tuple[str, ...], seat: Seat, version: object) -> Sum:
        """Return the sum of a mode's turns.

        Args:
            teams: Who is listed even without a turn.
            version: Is another object when `seat` may give another answer.
        """
        key = (mode, teams, version)
        if self._before is None or not _same(self._before[0], key):
            before = Sum(Standings({team: Standing(team) for team in teams}))
            for turn, row in self.found.turns.items():
                if turn != self._present and self._counts(row, mode):
                    before.add(row, seat)
            self._before = key, before
        whole = self._before[1].copy()
        present = self.found.turns.get(self._present)
        if present is not None and self._counts(present, mode):
            whole.add(present, seat)
        return whole

    def _counts(self, row: Row, mode: str) -> bool:
        return row["mode"] == mode and bool(row["stage"] or not self._planned)


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return one[:2] == other[:2] and one[2] is other[2]
