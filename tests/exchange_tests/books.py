"""Files made in memory, as people and other programs make them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from openpyxl import Workbook

from firmware_host.evening.answers import mask
from firmware_host.exchange.book import Book, open_book
from firmware_host.exchange.sheet_reading import read_grid

SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
HEADER = ["Team ID", "Название", "Город", "Тур"]
TOURS_SHEET = [
    [],
    [*HEADER, 1, 2],
    [101, "=1+1", "Пермь", 1, 1, "груз 300"],
    [102, "2-3", "Омск", 1, 0, None],
]
OWN_FORM = "Team ID,Название,Город,1,2\n*tour,,,1,1\nA,Совы,,1,V late\nB,Ежи,,0,{}\n"
"""Minuta's own form; B's answer to question 2 is left open."""


def workbook(sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """A workbook by another program than ours; texts stay texts."""
    made = Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for nth, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                cell = sheet.cell(nth, column)
                cell.value = value
                if isinstance(value, str) and not value.startswith("=SUM"):
                    cell.data_type = "s"
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def book(rows: Sequence[Sequence[object]], name: str = "Worksheet", **others: object) -> Book:
    """Such a workbook, opened; `others` are further sheets."""
    return open_book(workbook({name: rows, **others}), "t.xlsx")  # type: ignore[dict-item]


def csv(text: str, encoding: str = "utf-8") -> Book:
    """A CSV file, opened."""
    return open_book(text.encode(encoding), "t.csv")


def with_part(raw: bytes, name: str, data: bytes | str) -> bytes:
    """A workbook with one part put in or exchanged."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(raw)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        new.writestr(name, data)
    return out.getvalue()


def sheet_xml(rows: str) -> str:
    """A worksheet's part, its rows as XML."""
    return f'<worksheet xmlns="{SHEET}"><sheetData>{rows}</sheetData></worksheet>'


def said(noticed: Sequence[object]) -> list[tuple[str, str, int, int]]:
    """What was noticed: kind, value, row, column."""
    return [(n.what, n.value, n.row, n.column) for n in noticed]  # type: ignore[attr-defined]


def tours_file(folder: Path) -> Path:
    """A file of the rating's form."""
    path = folder / "tours.xlsx"
    path.write_bytes(workbook({"Worksheet": TOURS_SHEET}))
    return path


def own_file(folder: Path, name: str, last: str) -> Path:
    """A file of Minuta's own form; `last` is B's answer to question 2."""
    path = folder / name
    path.write_text(OWN_FORM.format(last), encoding="utf-8")
    return path


ONE = [
    [],
    [*HEADER, 1, 2, 3],
    [101, "Альфа", "Пермь", 1, 1, 0, 1],
    [102, "Бета", "Омск", 1, 0, 1, 1],
]
TWO = [
    [],
    [*HEADER, 4, 5],
    [101, "Альфа", "Пермь", 2, 1, 1],
    [102, "Бета", "Омск", 2, 0, 1],
]


def masks(rows, **others):
    """Return team -> its mask, read from a sheet of these rows."""
    grid = read_grid(book(rows, **others)).grid
    return {team: mask(grid, team) for team in grid.teams}


def noticed(rows, **others):
    """Return what is noticed in a sheet of these rows."""
    return said(read_grid(book(rows, **others)).noticed)
