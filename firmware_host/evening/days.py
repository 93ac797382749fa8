"""One event of several journals: its days, or its spaces. Their books become one (A.7, 004).

Each journal numbers its inputs from 1 and its clocks from 1: the n-th one's go on from n times a
round number, so that no undo, appeal or instant is mistaken for another day's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from firmware_host.evening.book import Book, Told
from firmware_host.evening.event import Entry, Event
from firmware_host.evening.places import Team

DAY = 1_000_000_000
"""More inputs, and more boots, than any journal has."""


ANSWERS = frozenset({"announce", "answer", "appeal", "lift", "remove", "series", "verdict"})
"""Words of the answers, which go on from day to day."""


def brought_over(book: Book) -> list[Entry]:
    """Return what the next day of an event begins with, in order: the answers' entries in force,
    and announcements by the host's key as if the desk had made them."""
    found: list[tuple[int, Entry]] = []
    index = {entry.i: nth for nth, entry in enumerate(book.entries, 1)}
    for entry in book.of(*ANSWERS):
        found.append((index[entry.i], entry))
    for one in book.told:
        args = {"tour": one.tour}
        found.append((one.after, Entry(i=-1, what="announce", at_ns=one.at_ns, args=args)))
    return [entry for _, entry in sorted(found, key=lambda row: row[0])]


def one_event(books: Iterable[Book]) -> Book:
    """Return the books of several journals as one, in the order given.

    A day to which the answers were brought over speaks for the days before it. Else an appeal of
    another day is named by its team and question: there is one for both (l.33).
    """
    found = Book()
    for nth, book in enumerate(books):
        if any(entry.day for entry in book.entries):
            mine = tuple(entry for entry in found.entries if entry.what not in ANSWERS)
            found = replace(found, entries=mine, told=())
        shift = nth * DAY
        before = len(found.entries)
        began = {tour: _later(one, shift, before) for tour, one in book.began.items()}
        found = Book(
            event=_joined(found.event, book.event) if nth else book.event,
            entries=(*found.entries, *(_shifted(entry, shift) for entry in book.entries)),
            extras={**found.extras, **{i + shift: row for i, row in book.extras.items()}},
            told=(*found.told, *(_later(one, shift, before) for one in book.told)),
            began={**began, **found.began},
            clock=book.clock + shift,
            totals=_sums(found.totals, book.totals),
            played=_sums(found.played, book.played),
            smaller=found.smaller or book.smaller,
            stage=book.stage or found.stage,
        )
    return found


def _shifted(entry: Entry, shift: int) -> Entry:
    args = dict(entry.args)
    if entry.what == "verdict" and isinstance(args.get("appeal"), int):
        args["appeal"] = args["appeal"] + shift  # type: ignore[operator]
    target = None if entry.target is None else entry.target + shift
    return replace(
        entry, i=entry.i + shift, target=target, clock=entry.clock + shift, args=args
    )  # fmt: skip


def _later(one: Told, shift: int, before: int) -> Told:
    return replace(one, clock=one.clock + shift, after=one.after + before)


def _joined(first: Event, second: Event) -> Event:
    """Return the first day's event with teams, stages and categories that only the second has."""
    known = {stage.id for stage in first.stages}
    return replace(
        first if first.teams else second,
        teams={**first.teams, **second.teams},
        stages=(*first.stages, *(one for one in second.stages if one.id not in known)),
        categories={**second.categories, **first.categories},
        tiebreak=first.tiebreak or second.tiebreak,
        tiebreak_all=first.tiebreak_all or second.tiebreak_all,
        tours=first.tours or second.tours,
    )


def _sums(
    first: Mapping[str, Mapping[Team, int]], second: Mapping[str, Mapping[Team, int]]
) -> dict[str, dict[Team, int]]:
    found = {stage: dict(row) for stage, row in first.items()}
    for stage, row in second.items():
        mine = found.setdefault(stage, {})
        for team, value in row.items():
            mine[team] = mine.get(team, 0) + value
    return found
