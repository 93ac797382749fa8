"""The evening's books, kept up as records come: the event, the entries, what the turns came to.

The same class stands in the daemon, which decides by it, and in commands that read a journal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from firmware_host.evening.book import Book, write
from firmware_host.evening.clock_book import APPEALS, HOUR, begun
from firmware_host.evening.event import Entry, Event, event_of
from firmware_host.evening.tour_book import decisions, seat_team
from firmware_host.journal.record import MATCH, Record
from firmware_host.report import Report, Row, take
from firmware_host.standings import Standing, Standings, add, standings

TURNS = ("opened", "judged")
BOOKED = frozenset({*TURNS, "phase", "in", "announced", "entry", "entered"})
"""Kinds of records that the books are kept by."""


class Books:
    """Not thread-safe: of the loop, or of one command."""

    def __init__(self) -> None:
        self.mode = MATCH
        """Only turns of this mode count: no rehearsal in a match."""
        self.stage = ""
        self._found = Report()
        self._book = Book()
        self._written: dict[int, Entry] = {}
        self._extra: int | None = None
        self._extra_turns: dict[int, int] = {}
        self._begun: set[int] = set()
        self._i = 0
        self._whole: Book | None = None
        self._rows: list[Row] | None = None

    def remember(self, records: Iterable[Record]) -> None:
        """Take what stands in a journal."""
        for record in records:
            self.take(record)

    def take(self, record: Record) -> None:
        """Take one more record; what does not speak of the evening is passed over."""
        data = record.data
        if record.kind in TURNS:
            take(self._found, record)
            if record.kind == "opened":
                self._opened(data, record.mode)
        elif record.kind == "phase" and data["turn"] not in self._begun:
            self._begins(cast(int, data["turn"]), record.at_ns)
        elif record.kind == "in":
            self._told(data)
        elif record.kind == "announced":
            self._starts(APPEALS, self._book.event.appeals_ns if data["tour"] else 0, record.at_ns)
            announced = {**self._book.announced, cast(int, data["tour"]): record.at_ns}
            self._book = replace(self._book, announced=announced)
        elif record.kind == "entry":
            entry = entry_of(data)
            self._written[entry.i] = entry
        elif record.kind == "entered":
            self._entered(cast(int, data["i"]), data["reason"])
        else:
            return
        self._whole = self._rows = None

    def _told(self, data: Mapping[str, object]) -> None:
        self._i = cast(int, data["i"])
        if data.get("t") == "chosen":
            self._chosen(cast(Mapping[str, object], data.get("recipe", {})))
        elif data.get("t") == "restarted" and data["reboot"]:
            self._book = replace(self._book, reboot_i=self._i)

    def _begins(self, turn: int, at_ns: int) -> None:
        """The first phase of a turn begins; the first turn of a stage starts the stage's hour."""
        stages = {self._found.turns[one]["stage"] for one in self._begun}
        self._begun.add(turn)
        stage = self._book.event.stage(str(self._found.turns[turn]["stage"]))
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
        rows = self._found.turns
        book = replace(
            self._book, extras=extras, stage=self.stage,
            turns={turn: (str(row["team"]), turn in self._begun) for turn, row in rows.items()},
            begun=frozenset(str(rows[turn]["stage"]) for turn in self._begun),
        )  # fmt: skip
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
        book = self.book
        named = tuple(book.event.teams) if teams is None else tuple(teams)
        found = standings(self._counted(), named, self.seats(book))
        for entry in book.of("given"):
            for team, half in cast(Mapping[str, int], entry.args["totals"]).items():
                add(found, team, str(entry.args["stage"]), half)
        found.tiebreak = book.event.tiebreak
        found.decisions = [one for stage in book.event.stages for one in decisions(book, stage)]
        return found

    def rows(self, teams: tuple[str, ...], mode: str) -> list[Row]:
        """Return the standings' rows, the best first; none where nobody is a team."""
        named = teams or tuple(self._book.event.teams)
        if not named:
            return []
        if self._rows is None or mode != self.mode:
            self.mode, self._whole = mode, None
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
    }  # fmt: skip
