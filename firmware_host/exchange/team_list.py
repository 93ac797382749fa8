"""Team lists as people keep them, read into a preview; nothing is taken by reading.

Columns are known by their header words (`headers.WORDS`), in Russian or English. Without a header
they are taken in the order: id if the first column is numbers, name, town, category.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from firmware_host.errors import Fault, FileFaults
from firmware_host.exchange.book import Book, Table, cell, numbered
from firmware_host.exchange.cells import whole
from firmware_host.exchange.headers import header_of
from firmware_host.exchange.noticed import MAX_FAULTS, Noticed, place

MAX_TEAMS = 100
"""As many as a plan may have (`config.plan`)."""

MAX_NAME = 200
MAX_ID = 40
_ORDER = ("name", "town", "category")


@dataclass(frozen=True, slots=True)
class ListedTeam:
    """A team of a list.

    Attributes:
        id: As it stands there; of a team without one "T" and its number in the list.
        row: Where it stands, from 1.
    """

    id: str
    name: str
    town: str = ""
    category: str = ""
    row: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes two rows the same team, whatever their ids."""
        return self.name.casefold(), self.town.casefold(), self.category.casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamList:
    """A preview: what would be taken, what was left out or odd, and what keeps it from being taken.

    Attributes:
        encoding, delimiter: As they were guessed; empty for a workbook.
        columns: Kinds of columns, in the order of the file.
        header: Whether a row of words named them.
        conflicts: Faults that only a person can settle; with any of them nothing is taken.
    """

    file: str
    sheet: str
    teams: tuple[ListedTeam, ...]
    encoding: str
    delimiter: str
    columns: tuple[str, ...]
    header: bool
    noticed: tuple[Noticed, ...]
    conflicts: tuple[Fault, ...]


def read_teams(book: Book) -> TeamList:
    """Read a list into a preview.

    Raises:
        FileFaults: There is no team in it.
    """
    tables = [table for table in book.tables if table.rows]
    table = next((one for one in tables if _header_row(one)), tables[0])
    reading = _Reading(table)
    reading.noticed += book.noticed
    left = [one.name for one in book.tables if one is not table]
    reading.noticed += [Noticed("sheet-left-out", name) for name in left]
    reading.read()
    if not reading.teams:
        remedy = "no team: write a team a row, its name under the word Название or Team"
        raise FileFaults(book.file, [Fault(place(table.name), "", remedy)])
    return TeamList(
        file=book.file,
        sheet=table.name,
        teams=tuple(_with_ids(reading.teams)),
        encoding=book.encoding,
        delimiter=book.delimiter,
        columns=tuple(sorted(reading.kinds, key=lambda kind: reading.kinds[kind])),
        header=reading.header > 0,
        noticed=tuple(reading.noticed),
        conflicts=tuple(reading.conflicts[:MAX_FAULTS]),
    )


def _header_row(table: Table) -> int:
    """Return the row of the header, from 1; 0: there is none.

    One word alone is a header at the top only: a team may be called "Команда".
    """
    top = True
    for number, row in numbered(table):
        kinds = header_of(row).kinds
        if "name" in kinds and (len(kinds) > 1 or top):
            return number
        top = top and not any(row)
    return 0


@dataclass(slots=True)
class _Reading:
    table: Table
    header: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    teams: list[ListedTeam] = field(default_factory=list)
    noticed: list[Noticed] = field(default_factory=list)
    conflicts: list[Fault] = field(default_factory=list)
    named: dict[str, list[ListedTeam]] = field(default_factory=dict)
    by_id: dict[str, ListedTeam] = field(default_factory=dict)

    def read(self) -> None:
        self.header = _header_row(self.table)
        if self.header:
            self._named_columns()
        else:
            self._columns_in_order()
        head = self.table.rows[self.header - 1] if self.header else ()
        for number, row in numbered(self.table):
            if any(row) and number != self.header and not self._again(row, head):
                self._row(number, row)
        if len(self.teams) > MAX_TEAMS:
            remedy = f"a plan has {MAX_TEAMS} teams at most: split the list"
            self.conflicts.append(Fault("teams", str(len(self.teams)), remedy))

    def _again(self, row: tuple[str, ...], head: tuple[str, ...]) -> bool:
        """Tell whether a row is the header once more, as between the tours of a sheet."""
        return bool(head) and all(
            cell(row, column) == cell(head, column) for column in self.kinds.values()
        )

    def _named_columns(self) -> None:
        found = header_of(self.table.rows[self.header - 1])
        self.kinds = {kind: column for kind, column in found.kinds.items() if kind != "tour"}
        for column, text in {**found.other, **found.twice}.items():
            self._notice("column-left-out", text, self.header, column)

    def _columns_in_order(self) -> None:
        rows = [row for _, row in numbered(self.table) if any(row)]
        width = max(len(row) for row in rows)
        numbers = width > 1 and all(whole(cell(row, 1)).isdigit() for row in rows)
        order = ("id", *_ORDER) if numbers else _ORDER
        self.kinds = {kind: nth for nth, kind in enumerate(order, 1) if nth <= width}
        self._notice("no-header", ", ".join(self.kinds), 0)
        for column in range(len(order) + 1, width + 1):
            self._notice("column-left-out", "", 0, column)

    def _row(self, number: int, row: tuple[str, ...]) -> None:
        texts = {kind: cell(row, column) for kind, column in self.kinds.items()}
        team = ListedTeam(
            whole(texts.get("id", "")),
            texts["name"],
            texts.get("town", ""),
            texts.get("category", ""),
            number,
        )
        if number < self.header or not team.name:
            self._notice("row-left-out", next(text for text in row if text), number)
            return
        namesakes = self.named.setdefault(team.name.casefold(), [])
        for one in namesakes:
            if one.key == team.key and (one.id == team.id or not (one.id and team.id)):
                self._notice("twice", team.name, number)
                return
        self._check(team, bool(namesakes))
        self.teams.append(team)
        namesakes.append(team)
        self.by_id.setdefault(team.id, team)

    def _check(self, team: ListedTeam, namesake: bool) -> None:
        """Notice what is odd about a team, and note what only a person can settle."""
        where = place(self.table.name, team.row)
        if len(team.name) > MAX_NAME:
            self._notice("long-name", f"{team.name[:40]}… ({len(team.name)})", team.row)
            remedy = f"a name has {MAX_NAME} characters at most: shorten it"
            self.conflicts.append(Fault(where, f"{team.name[:40]}…", remedy))
        if len(team.id) > MAX_ID:
            remedy = f"an id has {MAX_ID} characters at most: shorten it"
            self.conflicts.append(Fault(where, f"{team.id[:40]}…", remedy))
        if team.id and (one := self.by_id.get(team.id)):
            remedy = f"{one.name} in row {one.row} has this id: give each team its own"
            self.conflicts.append(Fault(where, team.id[:80], remedy))
        elif namesake:
            self._notice("same-name", team.name, team.row)

    def _notice(self, what: str, value: str, row: int, column: int = 0) -> None:
        self.noticed.append(Noticed(what, value[:80], self.table.name, row, column))


def _with_ids(teams: list[ListedTeam]) -> Iterator[ListedTeam]:
    """Yield the teams, those without an id as T1, T2 … by their number in the list."""
    taken = {team.id for team in teams}
    for nth, team in enumerate(teams, 1):
        made = f"T{nth}"
        while not team.id and made in taken:
            made += "a"
        yield team if team.id else replace(team, id=made)
