"""The evening's books, kept up as records come: the event, the entries, what the turns came to.

The same class stands in the daemon, which decides by it, and in commands that read a journal.
"""

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from firmware_host.evening.answer_book import published
from firmware_host.evening.answer_table import AnswerTable, answer_table
from firmware_host.evening.book import Book, Told, write
from firmware_host.evening.event import Entry, Event, event_of
from firmware_host.evening.rooms import refusal
from firmware_host.evening.tour_book import decisions, seat_team
from firmware_host.journal.record import MATCH, Record
from firmware_host.journal.recover import SLEPT_NS
from firmware_host.report import Report, Row, take
from firmware_host.standings import Standing, Standings, add, count_answers, standings

TURNS = ("opened", "judged")
BOOKED = frozenset({*TURNS, "in", "phase", "announced", "entry", "entered"})
"""Kinds of records that the books are kept by."""


ABSURD = (LookupError, TypeError, ValueError, AttributeError)
"""What a record brings about that no Minuta has written."""


class Books:
    """Not thread-safe: of the loop, or of one command."""

    def __init__(self) -> None:
        self._mode = MATCH
        self._others: dict[str, Book] = {}
        self.stage = ""
        self._found = Report()
        self._book = Book()
        self._written: dict[int, Entry] = {}
        self._boot: tuple[str, int] | None = None
        self._extra: int | None = None
        self._extra_turns: dict[int, int] = {}
        self._whole: Book | None = None
        self._rows: list[Row] | None = None
        self._answers: tuple[tuple[Event, tuple[Entry, ...]], AnswerTable] | None = None

    @property
    def mode(self) -> str:
        """Only turns and entries of this mode count: no rehearsal in a match."""
        return self._mode

    @mode.setter
    def mode(self, mode: str) -> None:
        if mode == self._mode:
            return
        self._others[self._mode], before = self._book, self._book
        self._mode, self._whole, self._rows = mode, None, None
        self._book = replace(self._others.get(mode, Book()), event=before.event, clock=before.clock)

    def remember(self, records: Iterable[Record]) -> None:
        """Take what stands in a journal; what makes no sense there is passed over."""
        for record in records:
            with contextlib.suppress(*ABSURD):
                if record.kind == "entered" and record.data["reason"] is None:
                    refusal(self._book, self._written[cast(int, record.data["i"])])
                self.take(record)

    def take(self, record: Record) -> None:
        """Take one more record; what does not speak of the evening is passed over."""
        data = record.data
        if record.kind in TURNS:
            take(self._found, record)
            if record.kind == "opened":
                self._opened(data, record.mode)
        elif record.kind == "in" and data.get("t") == "chosen":
            self._chosen(cast(Mapping[str, object], data.get("recipe", {})))
        elif record.kind == "announced":
            told = self._told(cast(int, data["tour"]), record.at_ns)
            self._book = replace(self._book, told=(*self._book.told, told))
        elif record.kind == "phase":
            if not self._began(cast(int, data["turn"]), cast(int, data["at_ns"])):
                return
        elif record.kind == "boot":
            self.booted(str(data["boot_id"]), cast(int, data["asleep_ns"]))
        elif record.kind == "entry":
            entry = entry_of(data)
            entry = replace(entry, clock=0 if entry.day else self._book.clock)
            self._written[entry.i] = entry
        elif record.kind == "entered":
            self._entered(cast(int, data["i"]), data["reason"])
        else:
            return
        self._whole = self._rows = None

    def booted(self, boot_id: str, slept_ns: int) -> None:
        """The daemon has started: the clock is another one, unless boot and sleep are the same."""
        before, self._boot = self._boot, (boot_id, slept_ns)
        if before is None or before[0] != boot_id or abs(slept_ns - before[1]) >= SLEPT_NS:
            self._book = replace(self._book, clock=self._book.clock + 1)
            self._whole = self._rows = None

    def _told(self, tour: int, at_ns: int) -> Told:
        clock, after = self._book.clock, len(self._book.entries)
        return Told(tour=tour, at_ns=at_ns, clock=clock, after=after)

    def _began(self, turn: int, at_ns: int) -> bool:
        """A tour begins with the first phase of its first question; return whether it does."""
        row = self._found.turns.get(turn)
        tour = cast(int, row["tour"]) if row and row["mode"] == self.mode else 0
        if not tour or tour in self._book.began:
            return False
        began = {**self._book.began, tour: self._told(tour, at_ns)}
        self._book = replace(self._book, began=began)
        return True

    def _chosen(self, recipe: Mapping[str, object]) -> None:
        event = recipe.get("event")
        if isinstance(event, Mapping):
            self._book = replace(self._book, event=event_of(event))

    def _opened(self, data: Mapping[str, object], mode: str) -> None:
        self.mode = mode
        turn, replays = cast(int, data["turn"]), data.get("replays")
        self.stage = str(data.get("stage", "")) or self.stage
        if isinstance(replays, int) and replays in self._extra_turns:
            self._extra_turns[turn] = self._extra_turns[replays]
        elif data.get("aside") and not data.get("team") and self._extra is not None:
            self._extra_turns[turn], self._extra = self._extra, None

    def _entered(self, i: int, reason: object) -> None:
        entry = self._written.pop(i, None)
        if entry is None or reason is not None:
            return
        self._book = write(self._book, entry)
        if entry.what == "extra":
            self._extra = entry.i

    @property
    def book(self) -> Book:
        """The books with what the turns came to by now."""
        if self._whole is None:
            self._whole = self._with_turns()
        return self._whole

    def _with_turns(self) -> Book:
        extras = {
            entry: cast(Mapping[str, int], self._found.turns[turn]["by_table"])
            for turn, entry in self._extra_turns.items()
            if self._found.turns[turn]["outcome"] not in ("annulled", None)
        }
        book = replace(self._book, extras=extras, stage=self.stage)
        table = standings(self._counted(), book.event.teams, self.seats(book))
        totals: dict[str, dict[str, int]] = {}
        for team, one in table.teams.items():
            for stage, value in one.stages.items():
                totals.setdefault(stage, {})[team] = value
        return replace(book, totals=totals, smaller=table.unit == "ns", played=self._played())

    def _counted(self) -> Report:
        return Report(turns={n: r for n, r in self._found.turns.items() if r["mode"] == self.mode})

    def _played(self) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for row in self._counted().turns.values():
            if row["team"] and row["value"] is not None and row["outcome"] != "annulled":
                stage = found.setdefault(str(row["stage"]), {})
                stage[str(row["team"])] = stage.get(str(row["team"]), 0) + 1
        return found

    def seats(self, book: Book) -> dict[str, str]:
        """Return "number:key" -> whose pair explained there, of every turn of many tables."""
        return {
            f"{row['number']}:{key}": team
            for row in self._counted().turns.values()
            if not row["aside"]
            for key in cast(Mapping[str, int], row["by_table"])
            if (team := seat_team(book, str(row["stage"]), cast(int, row["number"]), key))
        }

    def standings(self, teams: Iterable[str] | None = None) -> Standings:
        """Return the standings as they are, of the event's teams or of these."""
        named = tuple(self.book.event.teams) if teams is None else tuple(teams)
        return finished(self.turned(named), self.book, self._answer_table())

    def _answer_table(self) -> AnswerTable:
        """Reckoned when an entry comes, and not whenever a turn begins: the hall waits for that."""
        book = self._book
        if self._answers is None or self._answers[0] != (book.event, book.entries):
            self._answers = (book.event, book.entries), answer_table(book)
        return self._answers[1]

    def turned(self, teams: Iterable[str]) -> Standings:
        """Return what the turns alone come to."""
        return standings(self._counted(), teams, self.seats(self.book))

    def published(self) -> Standings | None:
        """Return the standings as they were announced last; None before any announcement."""
        book = published(self.book)
        return None if book is None else finished(self.turned(book.event.teams), book)

    def rows(self, teams: tuple[str, ...], mode: str) -> list[Row]:
        """Return the standings' rows, the best first; none where nobody is a team."""
        named = teams or tuple(self._book.event.teams)
        if not named:
            return []
        if self._rows is None or mode != self.mode:
            self.mode = mode
            self._rows = _rows(self.standings(named))
        return self._rows


def _rows(found: Standings) -> list[Row]:
    """Return the rows. Where less is better, who has not played yet has no place (None)."""
    waiting = [one for one in found.teams.values() if not one.attempts]
    if found.unit != "ns" or not waiting:
        return found.rows()
    played = {name: one for name, one in found.teams.items() if one.attempts}
    rest: list[Row] = [_waiting(one, found) for one in waiting]
    rows = Standings(played, found.unit, found.tiebreak, found.decisions).rows()
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
    found.tiebreak = book.event.tiebreak
    found.decisions = [one for stage in book.event.stages for one in decisions(book, stage)]
    count_answers(found, answer_table(book) if table is None else table)
    return found


def event_in(records: Iterable[Record]) -> Event:
    """Return the event that a journal's latest plan describes."""
    books = Books()
    books.remember(record for record in records if record.kind == "in")
    return books.book.event


def entry_of(data: Mapping[str, object]) -> Entry:
    """Return the entry that a record holds."""
    return Entry(**data)  # type: ignore[arg-type]


def entry_data(entry: Entry) -> dict[str, object]:
    """Return an entry as the data of its record."""
    return {
        "i": entry.i, "what": entry.what, "at_ns": entry.at_ns, "by": entry.by, "why": entry.why,
        "target": entry.target, "args": dict(entry.args),
        **({"day": entry.day} if entry.day else {}),
    }  # fmt: skip
