"""From a table to its blocks: which sheet, which rows are headers, which tour each row is of.

Two forms (RULES C.1). "Tournament-tours": a block of rows for each tour, each under a header of
its own, in which the question numbers go on. "Full": one header, all questions in one row, no
column of tours. Either may have columns, rows and sheets that mean nothing here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from firmware_host.errors import Fault, FileFaults
from firmware_host.exchange.book import Book, Table, cell, numbered
from firmware_host.exchange.headers import Header, header_of, number_faults
from firmware_host.exchange.noticed import MAX_FAULTS, Noticed, place

SHEET = "Worksheet"
"""The one sheet of a rating's file."""

_KINDS = ("id", "name", "town", "tour")


@dataclass(frozen=True, slots=True)
class Line:
    """A row that is no header, with the header above it."""

    number: int
    cells: tuple[str, ...]
    header: Header
    block: int

    def at(self, kind: str) -> str:
        """Return the cell of a kind of column, or ""."""
        return cell(self.cells, self.header.kinds.get(kind, 0))


@dataclass(slots=True)
class Blocks:
    """A table taken apart.

    Attributes:
        headers: (row, header) of every block.
    """

    sheet: str
    headers: list[tuple[int, Header]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    noticed: list[Noticed] = field(default_factory=list)


def blocks_of(book: Book) -> Blocks:
    """Return the blocks of the sheet that has answers.

    Raises:
        FileFaults: No sheet has a header, or question numbers are missing or doubled.
    """
    table, noticed = _picked(book)
    found = Blocks(table.name, noticed=noticed)
    faults: list[Fault] = []
    gap = True
    for number, row in numbered(table):
        if not any(row):
            gap = True
            continue
        header = _header(row, found)
        if header is not None:
            faults += number_faults(header, table.name, number)
            if not header.numbers:
                remedy = "write the numbers of the questions into this header"
                faults.append(Fault(place(table.name, number), "", remedy))
            _notice_header(found, header, number, gap)
            found.headers.append((number, header))
        elif not found.headers:
            found.noticed.append(Noticed("row-left-out", _first(row), table.name, number))
        else:
            found.lines.append(Line(number, row, found.headers[-1][1], len(found.headers)))
        gap = False
    if faults:
        raise FileFaults(book.file, faults[:MAX_FAULTS])
    found.noticed += _stray_columns(found)
    return found


def _picked(book: Book) -> tuple[Table, list[Noticed]]:
    able = [t for t in book.tables if any(_begins(header_of(row)) for row in t.rows)]
    if not able:
        remedy = "no header: write a row of Team ID, Название, Город, Тур, 1, 2, 3 …"
        raise FileFaults(book.file, [Fault("file", "", remedy)])
    chosen = next((t for t in able if t.name == SHEET), able[0])
    # Under a wrong delimiter there is no header, so here it was guessed right.
    noticed = [one for one in book.noticed if one.what != "delimiter"]
    if chosen.name not in ("", SHEET):
        noticed.append(Noticed("sheet", chosen.name))
    noticed += [Noticed("sheet-left-out", t.name) for t in book.tables if t is not chosen]
    return chosen, noticed


def _begins(header: Header) -> bool:
    """Tell whether a row can be the first header."""
    return bool(header.numbers) and bool(header.kinds.keys() & {"id", "name"})


def _header(row: tuple[str, ...], found: Blocks) -> Header | None:
    """Return a row as a header.

    A later one has two words of the first one, Team ID among them or in their columns; or its only
    word, and numbers. So a team that is called "Команда" is still a team, and one of the town
    "Город" by what stands under Team ID or, without such a column, by a number under Тур.
    """
    header = header_of(row)
    if not found.headers:
        return header if _begins(header) else None
    kinds = found.headers[0][1].kinds
    if len(kinds) > 1:
        same = {kind for kind, column in header.kinds.items() if kinds.get(kind) == column}
        again = header.kinds.keys() & kinds.keys() if "id" in header.kinds else same
        if "id" not in header.kinds and _is_value(row, kinds):
            return None
        return header if len(again) > 1 else None
    return header if header.kinds == kinds and len(header.numbers) > 1 else None


def _is_value(row: tuple[str, ...], kinds: Mapping[str, int]) -> bool:
    """Tell whether a row names a team by its id or, where there are none, has a tour's number."""
    by_id = "id" in kinds
    column = kinds["id"] if by_id else kinds.get("tour", 0)
    text = "".join(row[column - 1 : column]) if column else ""
    return text != "" if by_id else text.isdigit()


def _notice_header(found: Blocks, header: Header, number: int, gap: bool) -> None:
    if not found.headers and "tour" in header.kinds and number == 1:
        found.noticed.append(Noticed("first-row", "", found.sheet, 1))
    if found.headers and not gap:
        found.noticed.append(Noticed("no-gap", "", found.sheet, number))
    for column, text in {**header.other, **header.twice}.items():
        found.noticed.append(Noticed("column-left-out", text, found.sheet, number, column))


def _stray_columns(found: Blocks) -> Iterator[Noticed]:
    """Yield columns that have values and no header, each once a block."""
    said: set[tuple[int, int]] = set()
    for line in found.lines:
        header = line.header
        known = {header.kinds.get(kind) for kind in _KINDS} | set(header.numbers.values())
        known |= header.other.keys() | header.twice.keys() | set(header.kinds.values())
        for column, text in enumerate(line.cells, 1):
            if text and column not in known and (line.block, column) not in said:
                said.add((line.block, column))
                yield Noticed("column-left-out", text, found.sheet, line.number, column)


def where(found: Blocks, line: Line, column: int = 0) -> str:
    """Return the place of a cell as the path of a fault."""
    return place(found.sheet, line.number, column)


def _first(row: tuple[str, ...]) -> str:
    return next(text for text in row if text)
