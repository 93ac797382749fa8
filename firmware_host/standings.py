"""Totals and places of an evening, from what its turns are worth. Pure functions of a report.

A team's total is the sum of the written values of its turns and of what rulings booked to it;
the latest judgement of a turn counts, and an annulled one counts nothing for its team. What a
ruling booked to another team stands whatever becomes of the turn (2-g; RULES A.7, 001).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from firmware_host.evening.answer_table import AnswerTable
from firmware_host.evening.places import Decision, Place, Team, settle
from firmware_host.evening.tiebreak import parted
from firmware_host.evening.totals import NOTHING, TENTH_NS, points_text, time_text
from firmware_host.journal.record import MATCH, Record
from firmware_host.report import Report, Row, half, seconds

NO_SCORE = ("annulled", "skipped", None)


@dataclass(slots=True)
class Standing:
    """One team: totals in half-points or nanoseconds by stage, how often it has played, and how
    many of its turns were solved and of its violations count (1-i)."""

    team: str
    stages: dict[str, int] = field(default_factory=dict)
    attempts: int = 0
    solved: int = 0
    violations: int = 0

    @property
    def total(self) -> int:
        """The sum over all stages."""
        return sum(self.stages.values())


@dataclass(slots=True)
class Standings:
    """All teams; `unit` is "half" points or "ns"; with nanoseconds less is better.

    Attributes:
        answers: What is counted of them: a team without any has no total, which is not 0 (C48).
        groups: Category -> its teams.
    """

    teams: dict[str, Standing]
    unit: str = "half"
    tiebreak: Sequence[str] = ()
    tiebreak_all: bool = False
    """Every tie is decided so, not only that for the first place (002 l.43)."""
    decisions: Sequence[Decision] = ()
    reached: Mapping[str, int] = field(default_factory=dict)
    """Cuts that a team has passed: who went further stands higher, whatever the sum."""
    answers: AnswerTable = field(default_factory=AnswerTable)
    groups: Mapping[str, Sequence[Team]] = field(default_factory=dict)

    def categories(
        self, tiebreak: Sequence[str] | None = None
    ) -> Mapping[str, Mapping[Team, Place]]:
        """Return the places in each category: over answers where there are any, else over totals
        (4-i; A.7)."""
        if self.answers.tours:
            return self.answers.categories
        return {word: self.places(tiebreak, word) for word in self.groups}

    def places(
        self, tiebreak: Sequence[str] | None = None, where: str = ""
    ) -> dict[str, tuple[int, int]]:
        """Return team -> (from, to): equal totals share their places, unless it was decided.

        Args:
            tiebreak: Stages whose total decides a tie for the first place (002 l.43), or words of
                `evening.tiebreak`, in order; None: those of the plan.
            where: A category: its teams among themselves, as decided there; "": all.
        """
        inside = self.groups[where] if where else self.teams
        tiebreak = self.tiebreak if tiebreak is None else tiebreak
        smaller = self.unit == "ns"

        def rank(one: Standing) -> tuple[int, bool, int, int]:
            further = -self.reached.get(one.team, 0)
            # Where less is better, nothing written yet is no best time (C49).
            if (smaller or self.answers.tours) and not one.stages:
                return further, True, 0, 0
            total = one.total if smaller else -one.total
            return further, False, total, -self.answers.rating.get(one.team, 0)

        groups: list[list[Standing]] = []
        for one in sorted((self.teams[team] for team in self.teams if team in inside), key=rank):
            if groups and rank(groups[-1][0]) == rank(one):
                groups[-1].append(one)
            else:
                groups.append([one])
        broken = len(groups) if self.tiebreak_all else 1
        keys = {team: _keys(one, tiebreak, smaller) for team, one in self.teams.items()}
        groups = [*parted(groups[:broken], keys), *groups[broken:]]
        places: dict[str, tuple[int, int]] = {}
        before = 0
        for group in groups:
            for one in group:
                places[one.team] = (before + 1, before + len(group))
            before += len(group)
        return settle(places, self.decisions, where)

    def shown(self, value: int) -> int | float:
        """Return a total as a number for people."""
        return seconds(value) if self.unit == "ns" else half(value)

    def text(self, value: int | None) -> str:
        """Return a value as people read it: "10:20.2", "12", "10.5", "−3"; "–": there is none."""
        if value is None:
            return NOTHING
        return time_text(value, self._resolution_ns()) if self.unit == "ns" else points_text(value)

    def _resolution_ns(self) -> int:
        """Return the finest digit that any written time has: tenths at least (1-d)."""
        values = [value for one in self.teams.values() for value in one.stages.values()]
        found = TENTH_NS
        while found > 1 and any(value % found for value in values):
            found //= 10
        return found

    def rows(self, tiebreak: Sequence[str] | None = None) -> list[dict[str, object]]:
        """Return the rows of a result: team, place, total, attempts; the best first."""
        places, tours = self.places(tiebreak), self.answers.tours
        order = sorted(self.teams, key=lambda team: (places[team], team))
        return [
            {
                "team": team, "place": list(places[team]),
                "total": self.shown(self.teams[team].total),
                "attempts": self.teams[team].attempts,
                **({"tours": list(tours[team])} if team in tours else {}),
            }
            for team in order
        ]  # fmt: skip


def _keys(one: Standing, tiebreak: Sequence[str], smaller: bool) -> tuple[int, ...]:
    """Return what parts a team from its equals, less first."""
    sign = 1 if smaller else -1
    worst = 1 << 62 if smaller else 0  # no final is no best time (C49); no points are none
    counts = {"violations": one.violations, "solved": -one.solved}
    return tuple(
        counts[word] if word in counts and word not in one.stages
        else sign * one.stages[word] if word in one.stages else worst
        for word in tiebreak
    )  # fmt: skip


def standings(found: Report, teams: Iterable[str], seats: Mapping[str, str]) -> Standings:
    """Return the standings.

    Args:
        teams: Ids of all teams that play, also of those that have not yet.
        seats: Key of a table -> team, where many play at once; by "turn number:key" or key.
    """
    result = Standings({team: Standing(team) for team in teams})
    for row in found.turns.values():
        add_turn(result, row, lambda row, key: seats.get(f"{row['number']}:{key}")
                 or seats.get(key, ""))  # fmt: skip
    return result


def add_turn(result: Standings, row: Row, seat: Callable[[Row, str], str]) -> None:
    """Add what a turn is worth.

    Args:
        seat: Whose pair explained in the turn at the table of a key; "": nobody's.
    """
    stage = str(row["stage"])
    for team, value in cast(Mapping[str, int], row["others"]).items():
        result.unit = str(row["unit"])
        add(result, team, stage, value)
    for team, count in cast(Mapping[str, int], row["violations"]).items():
        if team and (row["outcome"] not in NO_SCORE or team != row["team"]):
            result.teams.setdefault(team, Standing(team)).violations += count
    if row["outcome"] in NO_SCORE:
        return
    if row["team"] and row["value"] is not None:
        result.unit = str(row["unit"])
        add(result, str(row["team"]), stage, cast(int, row["value"]))
        result.teams[str(row["team"])].attempts += 1
        result.teams[str(row["team"])].solved += row["outcome"] == "solved"
    if row["aside"]:
        return  # an extra turn decides a tie; its words are never added (000, 0-e)
    for key, value in cast(Mapping[str, int], row["by_table"]).items():
        if seated := seat(row, key):
            result.unit = str(row["unit"])
            add(result, seated, stage, value)


def count_answers(result: Standings, table: AnswerTable) -> None:
    """Add what the teams have taken, and what the series have decided."""
    result.answers = table
    result.decisions = [*result.decisions, *table.decisions]
    for team, stages in table.stages.items():
        for stage, half_points in stages.items():
            add(result, team, stage, half_points)


def joined(parts: Iterable[Standings]) -> Standings:
    """Return the standings of an event of several journals: its days, or its spaces."""
    result = Standings({})
    for part in parts:
        if any(one.stages for one in part.teams.values()):
            result.unit = part.unit
        for team, one in part.teams.items():
            mine = result.teams.setdefault(team, Standing(team))
            mine.attempts += one.attempts
            mine.solved += one.solved
            mine.violations += one.violations
            for stage, value in one.stages.items():
                add(result, team, stage, value)
    return result


def units(found: Report) -> set[str]:
    """Return in what the turns of a report are counted: points and times never add up."""
    return {
        str(row["unit"])
        for row in found.turns.values()
        if row["outcome"] not in NO_SCORE or row["others"]
    }


def teams_of(records: Iterable[Record]) -> tuple[str, ...]:
    """Return all teams of the plans that a journal holds, in their order."""
    found: dict[str, None] = {}
    for record in records:
        recipe = record.data.get("recipe") if record.kind == "in" else None
        stages = recipe.get("stages") if isinstance(recipe, Mapping) else None
        for stage in stages if isinstance(stages, list | tuple) else ():
            teams = stage.get("teams") if isinstance(stage, Mapping) else None
            if isinstance(teams, list | tuple):
                found |= dict.fromkeys(str(team) for team in teams)
    return tuple(found)


def match_only(found: Report) -> Report:
    """Return a report of the turns that count: no rehearsal, and where a plan was played, none of
    a single format that was played between."""
    planned = any(row["stage"] for row in found.turns.values())
    turns = {
        turn: row
        for turn, row in found.turns.items()
        if row["mode"] == MATCH and (row["stage"] or not planned)
    }
    return Report(turns=turns)


def add(result: Standings, team: str, stage: str, value: int) -> None:
    """Add a value to a team's stage."""
    one = result.teams.setdefault(team, Standing(team))
    one.stages[stage] = one.stages.get(stage, 0) + value


def clock_text(total_ns: int) -> str:
    """Return a total of written times as people read it: "10:20.2"."""
    tenths = total_ns // 100_000_000
    minutes, rest = divmod(tenths, 600)
    return f"{minutes}:{rest // 10:02d}.{rest % 10}"
