"""Standings with what the evening's books add to them, and entries as records of the journal."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from firmware_host.evening.answer_table import AnswerTable, answer_table
from firmware_host.evening.book import Book
from firmware_host.evening.cut_book import decisions
from firmware_host.evening.event import Entry
from firmware_host.evening.tour_book import reached
from firmware_host.report import Row
from firmware_host.standings import Standing, Standings, add, count_answers


def standing_rows(found: Standings) -> list[Row]:
    """Return the rows. Where less is better, who has nothing written yet has no place (None)."""
    waiting = [one for one in found.teams.values() if not one.stages]
    if found.unit != "ns" or not waiting:
        return found.rows()
    played = {name: one for name, one in found.teams.items() if one.stages}
    rest: list[Row] = [_waiting(one, found) for one in waiting]
    rows = replace(found, teams=played).rows()
    return [*rows, *rest]


def _waiting(one: Standing, found: Standings) -> Row:
    return {"team": one.team, "place": None, "total": found.shown(one.total), "attempts": 0}


def finished(found: Standings, book: Book, table: AnswerTable | None = None) -> Standings:
    """Return the standings of turns with what the books add: totals brought in, answers, ties.

    Args:
        table: What the answers come to, where it is known already.
    """
    for entry in book.of("given"):
        for team, half in cast(Mapping[str, int], entry.args["totals"]).items():
            add(found, team, str(entry.args["stage"]), half)
    for entry in book.of("advance"):
        for team, missed_ns in cast(Mapping[str, int], entry.args.get("failed", {})).items():
            add(found, team, str(entry.args["stage"]), missed_ns)
    if book.event.timed:
        found.unit = "ns"  # also before anything was played
    found.reached = reached(book)
    found.tiebreak, found.groups = book.event.tiebreak, book.event.categories
    found.tiebreak_all = book.event.tiebreak_all
    found.decisions = [one for stage in book.event.stages for one in decisions(book, stage)]
    count_answers(found, answer_table(book) if table is None else table)
    return found


def entry_of(data: Mapping[str, object]) -> Entry:
    """Return the entry that a record holds."""
    return Entry(**data)  # type: ignore[arg-type]


def entry_data(entry: Entry) -> dict[str, object]:
    """Return an entry as the data of its record."""
    return {
        "i": entry.i, "what": entry.what, "at_ns": entry.at_ns, "by": entry.by, "why": entry.why,
        "target": entry.target, "action_id": entry.action_id, "args": dict(entry.args),
        **({"day": entry.day} if entry.day else {}),
    }  # fmt: skip


def extras_of(
    rows: Mapping[int, Row], entries: Mapping[int, int]
) -> dict[int, dict[str, int | None]]:
    """Return entry of an extra turn -> what each of its tables came to; see `Book.extras`.

    Args:
        entries: Turn -> the entry that it was asked by.
    """
    found: dict[int, dict[str, int | None]] = {}
    for turn, entry in sorted(entries.items()):
        row = rows[turn]
        if row["outcome"] not in ("annulled", None):
            # A table whose part was annulled has nothing until it has replayed it.
            parts = (one for one in cast(list[Row], row["actors"]) if one["score"] is None)
            points = cast(Mapping[str, int | None], row["by_table"])
            annulled = dict.fromkeys(str(one["actor"]) for one in parts)
            found.setdefault(entry, {}).update({**points, **annulled})
    return found


def slots_of(rows: Mapping[int, Row], begun: Iterable[int]) -> Counter[str]:
    """Return stage -> how many numbers of the running order have been begun."""
    turns = (rows[turn] for turn in begun)
    places = {(str(row["stage"]), row["number"]) for row in turns if not row["aside"]}
    return Counter(stage for stage, _ in places)
