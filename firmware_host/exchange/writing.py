"""Tables out: CSV for every spreadsheet, XLSX by XlsxWriter. No text is ever a formula."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from firmware_host.exchange.cells import Cell, Row, safe

BOM = "\ufeff"
_NAME_LENGTH = 31
_TEXT_LENGTH = 32_767


def csv_bytes(rows: Iterable[Row], delimiter: str = ",") -> bytes:
    """Return a CSV file: UTF-8 with a byte order mark, CRLF, formula cells kept text.

    Args:
        delimiter: ",", ";" or a tab. A Russian Excel opens a file with ";" by a double click.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    for row in rows:
        writer.writerow([safe(cell) for cell in row])
    return (BOM + text.getvalue()).encode(errors="replace")


def xlsx_bytes(sheets: Mapping[str, Sequence[Row]], heads: Iterable[int] = ()) -> bytes:
    """Return a workbook: texts as texts, numbers as numbers, nothing else.

    Args:
        sheets: Name of at most 31 characters -> rows.
        heads: Rows, from 1, that are set bold in every sheet.

    Raises:
        ValueError: A text is longer than a cell may be.
    """
    import xlsxwriter

    out = io.BytesIO()
    options = {
        "in_memory": True,
        "strings_to_formulas": False, "strings_to_numbers": False, "strings_to_urls": False,
    }  # fmt: skip
    with xlsxwriter.Workbook(out, options) as book:
        bold = book.add_format({"bold": True})
        bold_rows = set(heads)
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name[:_NAME_LENGTH])
            for nth, row in enumerate(rows):
                style = bold if nth + 1 in bold_rows else None
                for column, value in enumerate(row):
                    _put(sheet, nth, column, value, style)
    return out.getvalue()


def _put(sheet: Any, row: int, column: int, value: Cell, style: Any) -> None:
    """Write one cell by its type: `write` would guess."""
    if value is None or value == "":
        return
    if isinstance(value, str):
        if len(value) > _TEXT_LENGTH:
            raise ValueError(f"a cell holds {_TEXT_LENGTH} characters at most")
        # A lone half of a character, which a damaged name may hold, is no XML.
        plain = value.encode(errors="replace").decode()
        sheet.write_string(row, column, plain, style)
    else:
        sheet.write_number(row, column, value, style)
