"""The evening's books, kept up as records come: the event, the entries, what the turns came to.

The same class stands in the daemon, which decides by it, and in commands that read a journal.
"""

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from firmware_host.booked import entry_of, extras_of, finished, slots_of, standing_rows
from firmware_host.evening.answer_book import published
from firmware_host.evening.answer_table import AnswerTable, answer_table
from firmware_host.evening.book import Book, Told, write
from firmware_host.evening.clock_book import APPEALS, HOUR, begun
from firmware_host.evening.draw import Seating
from firmware_host.evening.event import Entry, Event, event_of
from firmware_host.evening.rooms import refusal
from firmware_host.evening.tour_book import seat_team, seatings
from firmware_host.journal.record import MATCH, Record
from firmware_host.journal.recover import SLEPT_NS
from firmware_host.report import Row
from firmware_host.standings import Standing, Standings
from firmware_host.turned import Sum, Turned

TURNS = ("opened", "judged")
BOOKED = frozenset({*TURNS, "in", "phase", "announced", "entry", "entered"})
"""Kinds of records that the books are kept by."""


ABSURD = (LookupError, TypeError, ValueError, AttributeError)
"""What a record brings about that no Minuta has written."""


PREVIEWED = 1 << 60
"""The number of an entry that is only looked at: none has it."""


class Books:
    """Not thread-safe: of the loop, or of one command."""

    def __init__(self) -> None:
        self._mode = MATCH
        self._others: dict[str, Book] = {}
        self.stage = ""
        self._turned = Turned()
        self._at_told: dict[int, Standings] = {}
        """How many entries there were at an announcement -> what the turns came to by then."""
        self._seated: tuple[tuple[Entry, ...], dict[str, Seating]] | None = None
        self._book = Book()
        self._written: dict[int, Entry] = {}
        self._boot: tuple[str, int] | None = None
        self._extra: int | None = None
        self._extra_turns: dict[int, int] = {}
        self._begun: set[int] = set()
        self._first: dict[str, int] = {}
        """Stage -> the number of its first turn: a cut may have made it another than planned."""
        self._i = 0
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
            self._turned.take(record)
            if record.kind == "opened":
                self._opened(data, record.mode)
        elif record.kind == "phase":
            if data["turn"] in self._begun:
                return
            self._begins(cast(int, data["turn"]), record.at_ns)
        elif record.kind == "in":
            self._heard(data)
        elif record.kind == "announced":
            told = self._told(cast(int, data["tour"]), record.at_ns)
            self._announced()
            self._starts(APPEALS, self._book.event.appeals_ns if data["tour"] else 0, record.at_ns)
            self._book = replace(self._book, told=(*self._book.told, told))
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

    def _announced(self) -> None:
        """Keep what the turns come to at an announcement: what is published does not move."""
        teams = tuple(self._book.event.teams)
        self._at_told[len(self._book.entries)] = self._sum(teams).table

    def _told(self, tour: int, at_ns: int) -> Told:
        clock, after = self._book.clock, len(self._book.entries)
        return Told(tour=tour, at_ns=at_ns, clock=clock, after=after)

    def _tour_begins(self, row: Row, at_ns: int) -> None:
        """A tour begins with the first phase of its first question."""
        ours = row["mode"] == self.mode and (row["stage"] or not self._book.event.stages)
        tour = cast(int, row["tour"]) if ours else 0
        if tour and tour not in self._book.began:
            began = {**self._book.began, tour: self._told(tour, at_ns)}
            self._book = replace(self._book, began=began)

    def _heard(self, data: Mapping[str, object]) -> None:
        self._i = cast(int, data.get("i", self._i))
        if data.get("t") == "chosen":
            self._chosen(cast(Mapping[str, object], data.get("recipe", {})))
        elif data.get("t") == "restarted" and data["reboot"]:
            self._book = replace(self._book, reboot_i=self._i)

    def _begins(self, turn: int, at_ns: int) -> None:
        """The first phase of a turn begins; the first turn of a stage starts the stage's hour."""
        row = self._turned.found.turns[turn]
        stages = {self._turned.found.turns[one]["stage"] for one in self._begun}
        self._begun.add(turn)
        self._tour_begins(row, at_ns)
        stage = self._book.event.stage(str(row["stage"]))
        if stage is not None and stage.id not in stages:
            self._starts(HOUR, stage.hour_ns, at_ns)

    def _starts(self, clock: str, for_ns: int, at_ns: int) -> None:
        if for_ns:
            self._book = write(self._book, begun(clock, for_ns, self._i, at_ns))

    def _chosen(self, recipe: Mapping[str, object]) -> None:
        event = recipe.get("event")
        if isinstance(event, Mapping):
            self._book = replace(self._book, event=event_of(event))

    def _opened(self, data: Mapping[str, object], mode: str) -> None:
        self.mode = mode
        turn, replays = cast(int, data["turn"]), data.get("replays")
        self.stage = str(data.get("stage", "")) or self.stage
        if not data.get("aside") and (data.get("stage") or not self._book.event.stages):
            number = cast(int, data["number"])
            self._first[self.stage] = min(self._first.get(self.stage, number), number)
        if isinstance(replays, int) and replays in self._extra_turns:
            self._extra_turns[turn] = self._extra_turns[replays]
        elif data.get("aside") and not data.get("team") and self._extra is not None:
            self._extra_turns[turn], self._extra = self._extra, None

    def _entered(self, i: int, reason: object) -> None:
        entry = self._written.pop(i, None)
        if entry is None or reason is not None:
            return
        self._book = write(self._book, entry)
        self._i = entry.i
        if entry.what == "extra":
            self._extra = entry.i
        elif entry.what == "announce":
            self._announced()
            self._starts(APPEALS, self._book.event.appeals_ns, entry.at_ns)

    @property
    def book(self) -> Book:
        """The books with what the turns came to by now."""
        if self._whole is None:
            self._whole = self._with_turns()
        return self._whole

    @property
    def unplayed_extra(self) -> Entry | None:
        """The extra turn that was taken and has not come to the table, or None."""
        extras = self._book.of("extra")
        return next((one for one in extras if one.i == self._extra), None)

    def _with_turns(self) -> Book:
        rows = self._turned.found.turns
        self._book.of()  # so that what holds is reckoned once, and not for each book made of it
        book = replace(
            self._book, extras=extras_of(rows, self._extra_turns), stage=self.stage,
            turns={turn: (str(row["team"]), turn in self._begun) for turn, row in rows.items()},
            begun=frozenset(str(rows[turn]["stage"]) for turn in self._begun),
            slots=slots_of(rows, self._begun),
        )  # fmt: skip
        turned = self._sum(tuple(book.event.teams))
        totals: dict[str, dict[str, int]] = {}
        for team, one in turned.table.teams.items():
            for stage, value in one.stages.items():
                totals.setdefault(stage, {})[team] = value
        smaller = book.event.timed or turned.table.unit == "ns"
        return replace(book, totals=totals, smaller=smaller, played=turned.played)

    def _sum(self, teams: tuple[str, ...]) -> Sum:
        entries = self._book.entries
        if self._seated is None or self._seated[0] is not entries:
            self._seated = entries, seatings(self._book)
        return self._turned.sum(self.mode, teams, self._seat, entries)

    def _seat(self, row: Row, key: str) -> str:
        """Return whose pair explained at a table in a turn."""
        assert self._seated is not None
        stage, drawn = str(row["stage"]), self._seated[1].get(str(row["stage"]))
        if drawn is None:
            return ""
        place = cast(int, row["number"]) - self._first.get(stage, 0)
        return seat_team(self._book.event, drawn, stage, place, key)

    def seats(self) -> dict[str, str]:
        """Return "number:key" -> whose pair explained there, of every turn of many tables."""
        self._sum(())
        return {
            f"{row['number']}:{key}": team
            for row in self._turned.found.turns.values()
            if row["mode"] == self.mode and not row["aside"]
            for key in cast(Mapping[str, int], row["by_table"])
            if (team := self._seat(row, key))
        }

    def standings(self, teams: Iterable[str] | None = None) -> Standings:
        """Return the standings as they are, of the event's teams or of these."""
        named = tuple(self.book.event.teams) if teams is None else tuple(teams)
        return finished(self.turned(named), self.book, self.answers)

    def standings_with(self, entry: Entry) -> Standings:
        """Return the standings as they would be with one more entry."""
        whole = self.book
        more = write(self._book, replace(entry, i=PREVIEWED, clock=self._book.clock))
        book = replace(whole, entries=more.entries)
        return finished(self.turned(book.event.teams), book)

    @property
    def answers(self) -> AnswerTable:
        """What the answers come to.

        Reckoned when an entry comes, and not whenever a turn begins: the hall waits for that.
        """
        book = self._book
        if self._answers is None or self._answers[0] != (book.event, book.entries):
            self._answers = (book.event, book.entries), answer_table(book)
        return self._answers[1]

    def turned(self, teams: Iterable[str]) -> Standings:
        """Return what the turns alone come to."""
        return self._sum(tuple(teams)).table

    def published(self) -> Standings | None:
        """Return the standings as they were announced last; None before any announcement."""
        book = published(self.book)
        return None if book is None else finished(self.turned_published(), book)

    def turned_published(self) -> Standings:
        """Return what the turns alone came to at the latest announcement in force."""
        told = self._book.announcements
        kept = self._at_told.get(told[-1].after) if told else None
        if kept is None:
            return Standings({team: Standing(team) for team in self._book.event.teams})
        teams = {team: replace(one, stages=dict(one.stages)) for team, one in kept.teams.items()}
        return Standings(teams, kept.unit)

    def of_match(self, teams: Iterable[str]) -> Standings:
        """Return the standings of the match, whatever was rehearsed; of the event's teams, or of
        these where no plan names any."""
        self.mode, self._whole = MATCH, None
        return self.standings(tuple(self.book.event.teams) or tuple(teams))

    def rows(self, teams: tuple[str, ...], mode: str) -> list[Row]:
        """Return the standings' rows, the best first; none where nobody is a team."""
        named = teams or tuple(self._book.event.teams)
        if not named:
            return []
        if self._rows is None or mode != self.mode:
            self.mode = mode
            self._rows = standing_rows(self.standings(named))
        return self._rows
