"""The standings of the evening, kept up as facts come; known again after a restart."""

from collections.abc import Iterable, Mapping

from firmware_host.engine.words import Fact, Judged, TurnOpened
from firmware_host.journal.record import Record
from firmware_host.replay import fact_record
from firmware_host.report import Report, take
from firmware_host.standings import Standings, standings

KINDS = ("opened", "judged")


class Table:
    """The newest judgement of each turn. Nothing is read again. Loop thread only."""

    def __init__(self) -> None:
        self._found = Report()
        self._rows: list[dict[str, object]] | None = None
        self._wanted: tuple[tuple[str, ...], str] = ((), "")

    def note(self, fact: Fact, mode: str) -> None:
        """Take a fact as it comes."""
        if isinstance(fact, TurnOpened | Judged):
            self.take(*fact_record(fact), mode)

    def take(self, kind: str, data: Mapping[str, object], mode: str) -> None:
        """Take the data of a record; what says nothing about a score is passed over."""
        if kind in KINDS:
            self.remember([Record(0, kind, 1, 0, mode, 0, "", data, "", "")])

    def remember(self, records: Iterable[Record]) -> None:
        """Take what stands in a journal."""
        for record in records:
            if record.kind in KINDS:
                take(self._found, record)
                self._rows = None

    def rows(self, teams: tuple[str, ...], mode: str) -> list[dict[str, object]]:
        """Return the standings of these teams, the best first; none where nobody is a team.

        Args:
            mode: Only turns of this mode count: no rehearsal in a match.
        """
        if not teams:
            return []
        if self._rows is None or self._wanted != (teams, mode):
            turns = {n: row for n, row in self._found.turns.items() if row["mode"] == mode}
            self._rows = _rows(standings(Report(turns=turns), teams, {}))
            self._wanted = (teams, mode)
        return self._rows


def _rows(found: Standings) -> list[dict[str, object]]:
    """Return the rows. Where less is better, who has not played yet has no place (None)."""
    waiting = [one for one in found.teams.values() if not one.attempts]
    if found.unit != "ns" or not waiting:
        return found.rows()
    played = {name: one for name, one in found.teams.items() if one.attempts}
    rest: list[dict[str, object]] = [
        {"team": one.team, "place": None, "total": found.shown(one.total), "attempts": 0}
        for one in waiting
    ]
    return [*Standings(played, found.unit).rows(), *rest]
