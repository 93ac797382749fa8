"""Questions about scores, totals, places and marks."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import cast

from firmware_host.scenario.asking import Row, must, rows_of
from firmware_host.scenario.runner import Run
from firmware_host.standings import Standings, clock_text


def _table(run: Run) -> Standings:
    return run.standings()


def _number(text: str) -> Decimal:
    return Decimal(text)


def _score(run: Run, words: tuple[str, ...]) -> None:
    """score A 12.0: of a team's turns; score table1 4, or annulled: of a table in the last turn"""
    if re.fullmatch(r"table\d+", words[1]):
        actors = cast(list[Row], rows_of(run, "turns")[-1]["actors"])
        found = {str(row["actor"]): row["score"] for row in actors}
        value = found.get(words[1], 0)
        if value is None or words[2] == "annulled":
            must((value is None) == (words[2] == "annulled"), value or "annulled")
            return
    else:
        table = _table(run)
        turns = [row for row in run.turns().values() if row["team"] == words[1]]
        if turns:  # what rulings book beside a team's own turns is not its score
            value = table.shown(sum(cast(int, row["value"] or 0) for row in turns))
        else:
            value = table.shown(table.teams[words[1]].total)
    must(Decimal(str(value)) == _number(words[2]), value)


def _standing(run: Run, words: tuple[str, ...]) -> None:
    """standing A 12.0 1, B -3.0 2: team, total, place of each that is named"""
    found = {
        f"{row['team']} {Decimal(str(row['total'])).normalize():f} {_place(row['place'])}"
        for row in cast(list[Row], run.result()["standings"])
    }
    expected = set()
    for part in " ".join(words[1:]).split(","):
        team, total, place = part.split()
        expected.add(f"{team} {_number(total).normalize():f} {place}")
    must(expected <= found, ", ".join(sorted(found)))


def _place(place: object) -> str:
    first, last = cast(list[int], place)
    return str(first) if first == last else f"{first}-{last}"


def _total(run: Run, words: tuple[str, ...]) -> None:
    """total A 620.2; total STAGE A 31.5, B 16.5"""
    table = _table(run)
    parts = " ".join(words[1:]).split(",")
    first = parts[0].split()
    stage = first[0] if len(first) == 3 else None
    for part in parts:
        team, value = part.split()[-2:]
        one = table.teams[team]
        found = one.total if stage is None else one.stages.get(stage, 0)
        must(Decimal(str(table.shown(found))) == _number(value), f"{team} {table.shown(found)}")


def _total_shown(run: Run, words: tuple[str, ...]) -> None:
    """total-shown A 10:20.2"""
    table = _table(run)
    total = table.teams[words[1]].total
    found = clock_text(total) if table.unit == "ns" else str(table.shown(total))
    must(found == words[2], found)


def _attempts(run: Run, words: tuple[str, ...]) -> None:
    """attempts A 1 B 1"""
    table = _table(run)
    found = {team: one.attempts for team, one in table.teams.items()}
    expected = {words[i]: int(words[i + 1]) for i in range(1, len(words), 2)}
    must(all(found.get(team) == count for team, count in expected.items()), found)


SCORE_QUESTIONS: Mapping[str, Callable[[Run, tuple[str, ...]], None]] = {
    "attempts": _attempts,
    "score": _score,
    "standing": _standing,
    "total": _total,
    "total-shown": _total_shown,
}
