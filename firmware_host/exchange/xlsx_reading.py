"""XLSX workbooks, read by openpyxl out of what `xlsx_guard` let through."""

import datetime
import io
import warnings
from collections.abc import Iterator

from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

from firmware_host.errors import Fault, FileFaults
from firmware_host.exchange.book import Book, Table, table_of
from firmware_host.exchange.cells import number_text
from firmware_host.exchange.noticed import Noticed
from firmware_host.exchange.xlsx_guard import Seen, guarded

MAX_SHEETS = 50


def read_xlsx(raw: bytes, file: str) -> Book:
    """Read a workbook: the values that its formulas had when it was saved.

    A formula without a saved value, and a date (what a spreadsheet makes of 2-3), are noticed.

    Raises:
        FileFaults: No workbook, broken, or past the bounds of `book` and `xlsx_guard`.
    """
    packed, seen = guarded(raw, file)
    noticed: list[Noticed] = []
    # The library warns of what it leaves out (styles, validations): none of it is read here.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tables = _tables(packed, seen, file, noticed)
            if seen.formulas:
                noticed += _without_value(packed, seen, tables)
        except FileFaults:
            raise
        except Exception as error:  # whatever a broken part makes a library raise
            remedy = "the workbook is broken: open it in a spreadsheet and save it again as .xlsx"
            raise FileFaults(file, [Fault("file", type(error).__name__, remedy)]) from error
    return Book(file=file, tables=tuple(tables), noticed=tuple(noticed))


def _opened(packed: io.BytesIO, values: bool) -> Workbook:
    packed.seek(0)
    return load_workbook(packed, read_only=True, data_only=values, keep_links=False)


def _cells(book: Workbook, seen: Seen) -> Iterator[tuple[str, Iterator[tuple[object, ...]]]]:
    """Yield (sheet name, its rows of values); what a sheet says of its own size is not believed."""
    for sheet in book.worksheets[:MAX_SHEETS]:
        sheet.reset_dimensions()
        rows, columns = max(1, seen.rows), max(1, seen.columns)
        yield sheet.title, sheet.iter_rows(max_row=rows, max_col=columns, values_only=True)


def _tables(packed: io.BytesIO, seen: Seen, file: str, noticed: list[Noticed]) -> list[Table]:
    book = _opened(packed, values=True)
    tables: list[Table] = []
    cells = 0
    try:
        for name, rows in _cells(book, seen):
            texts = _texts(name, rows, noticed)
            table, cells = table_of(name, texts, file, noticed, cells)
            tables.append(table)
        unread = book.worksheets[MAX_SHEETS:]
        noticed += [Noticed("sheet-left-out", sheet.title) for sheet in unread]
    finally:
        book.close()
    return tables


def _texts(
    name: str, rows: Iterator[tuple[object, ...]], noticed: list[Noticed]
) -> Iterator[list[str]]:
    for nth, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            if isinstance(value, datetime.date | datetime.time | datetime.timedelta):
                noticed.append(Noticed("date", str(value), name, nth, column))
        yield [_text(value) for value in row]


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    return number_text(value) if isinstance(value, int | float) else str(value)


def _without_value(packed: io.BytesIO, seen: Seen, tables: list[Table]) -> list[Noticed]:
    """Return the formulas that were never reckoned: their cells read as blank."""
    book = _opened(packed, values=False)
    try:
        return [
            Noticed("formula", value[:40], name, nth, column)
            for (name, rows), table in zip(_cells(book, seen), tables, strict=True)
            for nth, row in enumerate(rows, 1)
            for column, value in enumerate(row, 1)
            if isinstance(value, str) and value.startswith("=") and not _read(table, nth, column)
        ]
    finally:
        book.close()


def _read(table: Table, nth: int, column: int) -> str:
    row = table.rows[nth - 1] if nth <= len(table.rows) else ()
    return row[column - 1] if column <= len(row) else ""
