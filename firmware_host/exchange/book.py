"""A file of tables, whatever it was: the cells as clean text, and what was noticed on the way."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from firmware_host.errors import Fault, FileFaults
from firmware_host.exchange.cells import clean, hidden
from firmware_host.exchange.noticed import Noticed, place

MAX_BYTES = 4 * 1024 * 1024
"""Of a file. 300 teams with 90 questions take 0.3 MB as a workbook, 60 kB as CSV."""

MAX_ROWS = 20_000
MAX_COLUMNS = 600
LESS = "take out what is not needed"
MAX_CELLS = 400_000


@dataclass(frozen=True, slots=True)
class Table:
    """One sheet. Row 1 of the sheet is `rows[0]`; blank cells at the end of a row are left out."""

    name: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A whole file.

    Attributes:
        encoding: Of a CSV file, as it was guessed; empty for a workbook.
        delimiter: Of a CSV file, as it was guessed; empty where lines are not parted.
    """

    file: str
    tables: tuple[Table, ...]
    noticed: tuple[Noticed, ...] = ()
    encoding: str = ""
    delimiter: str = ""


def open_book(raw: bytes, file: str) -> Book:
    """Read a CSV file or an XLSX workbook; which of them it is, its bytes say.

    Args:
        file: The name that faults carry.

    Raises:
        FileFaults: Neither, broken, or past the bounds of this module.
    """
    if len(raw) > MAX_BYTES:
        remedy = f"the file is too long: keep it within {MAX_BYTES // 1024 // 1024} MiB"
        raise FileFaults(file, [Fault("file", f"{len(raw)} bytes", remedy)])
    if raw.startswith(b"\xd0\xcf\x11\xe0"):
        remedy = "an old .xls, or behind a password: save it as .xlsx without a password"
        raise FileFaults(file, [Fault("file", "", remedy)])
    if raw.startswith(b"PK"):
        from firmware_host.exchange.xlsx_reading import read_xlsx as read
    else:
        from firmware_host.exchange.csv_reading import read_csv as read
    found = read(raw, file)
    if not any(table.rows for table in found.tables):
        raise FileFaults(file, [Fault("file", "", "no cell has anything in it: fill it")])
    return found


def table_of(
    name: str, rows: Iterable[Iterable[str]], file: str, noticed: list[Noticed], cells: int = 0
) -> tuple[Table, int]:
    """Return a table of cleaned cells, and how many cells the file has so far.

    Args:
        noticed: Gets a "control" for each cell out of which characters were taken.
        cells: Cells of the tables before it.

    Raises:
        FileFaults: More rows, columns or cells than the bounds.
    """
    kept: list[tuple[str, ...]] = []
    for nth, row in enumerate(rows, 1):
        if nth > MAX_ROWS:
            raise _too_many(file, place(name, nth), f"more than {MAX_ROWS} rows: {LESS}")
        cleaned: list[str] = []
        for column, text in enumerate(row, 1):
            if hidden(text):
                noticed.append(Noticed("control", clean(text), name, nth, column))
            cleaned.append(clean(text))
        while cleaned and not cleaned[-1]:
            cleaned.pop()
        cells += len(cleaned)
        if len(cleaned) > MAX_COLUMNS:
            raise _too_many(file, place(name, nth), f"more than {MAX_COLUMNS} columns: {LESS}")
        if cells > MAX_CELLS:
            raise _too_many(file, place(name, nth), f"more than {MAX_CELLS} cells: {LESS}")
        kept.append(tuple(cleaned))
    while kept and not kept[-1]:
        kept.pop()
    return Table(name, tuple(kept)), cells


def _too_many(file: str, where: str, remedy: str) -> FileFaults:
    return FileFaults(file, [Fault(where, "", remedy)])


def cell(row: tuple[str, ...], column: int) -> str:
    """Return a cell by its column, from 1; "" past the end of the row."""
    return row[column - 1] if 0 < column <= len(row) else ""


def numbered(table: Table) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield (row number from 1, cells)."""
    return enumerate(table.rows, 1)
