"""Workbooks: odd ones are read, hostile ones are refused in words and within memory."""

from __future__ import annotations

import contextlib
import datetime
import io
import tracemalloc
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exchange_tests.books import book, said, sheet_xml, with_part, workbook
from firmware_host.errors import FileFaults
from firmware_host.exchange import xlsx_guard
from firmware_host.exchange.book import MAX_COLUMNS, MAX_ROWS, open_book

PLAIN = workbook({"Worksheet": [["a", 1], ["b", 0]]})
PART = "xl/worksheets/sheet1.xml"


def _opened(rows: str) -> tuple[tuple[str, ...], ...]:
    return open_book(with_part(PLAIN, PART, sheet_xml(rows)), "t.xlsx").tables[0].rows


def _refused(raw: bytes, part: str) -> None:
    with pytest.raises(FileFaults, match=part) as caught:
        open_book(raw, "t.xlsx")
    assert caught.value.file == "t.xlsx"
    assert all(fault.remedy for fault in caught.value.faults)


def test_values_of_all_kinds_are_text():
    """Whole floats without a point; truth in capitals; an error as it reads."""
    rows = [["а", 1, 1.0, 10.5, -3, True, None, "#N/A"], [None, None, "x"]]

    assert book(rows).tables[0].rows == (
        ("а", "1", "1", "10.5", "-3", "TRUE", "", "#N/A"),
        ("", "", "x"),
    )


def test_a_date_is_noticed():
    """A spreadsheet made it of 2-3."""
    found = book([["a"], [datetime.datetime(2026, 3, 2)]])

    assert said(found.noticed) == [("date", "2026-03-02 00:00:00", 2, 1)]


def test_a_formula_without_a_value_is_noticed_and_one_with_a_value_is_not():
    """The cell reads as blank; nobody takes it for a zero."""
    assert said(book([["a"], ["=SUM(1)"]]).noticed) == [("formula", "=SUM(1)", 2, 1)]
    raw = with_part(PLAIN, PART, sheet_xml("<row><c><f>1+1</f><v>2</v></c></row>"))
    found = open_book(raw, "t.xlsx")

    assert (found.tables[0].rows, found.noticed) == ((("2",),), ())


def test_what_a_sheet_says_of_its_size_is_not_believed():
    """A dimension of one cell, or of the whole sheet, changes nothing."""
    for ref in ("A1", "A1:XFD1048576"):
        xml = sheet_xml('<row r="2"><c r="B2"><v>1</v></c></row>').replace(
            "<sheetData>", f'<dimension ref="{ref}"/><sheetData>'
        )
        found = open_book(with_part(PLAIN, PART, xml), "t.xlsx")
        assert found.tables[0].rows == ((), ("", "1"))


def test_both_sides_of_the_most_sheets():
    """50 are read; the rest is said."""
    sheets = {f"S{nth}": [["a"]] for nth in range(1, 52)}
    found = open_book(workbook(sheets), "t.xlsx")

    assert len(found.tables) == 50
    assert said(found.noticed) == [("sheet-left-out", "S51", 0, 0)]
    assert open_book(workbook(dict(list(sheets.items())[:50])), "t.xlsx").noticed == ()


def test_styles_and_properties_of_other_programs_do_not_matter():
    """A broken theme and broken properties are not read at all."""
    raw = with_part(PLAIN, "docProps/core.xml", "<a>")
    raw = with_part(raw, "xl/theme/theme1.xml", "no XML")

    assert open_book(raw, "t.xlsx").tables[0].rows == (("a", "1"), ("b", "0"))


def test_both_sides_of_the_bounds_of_rows_and_columns():
    """The last row and column that may have a value, and one more."""
    assert len(_opened(f'<row r="{MAX_ROWS}"><c><v>1</v></c></row>')) == MAX_ROWS
    with pytest.raises(FileFaults, match=f"past row {MAX_ROWS}"):
        _opened(f'<row r="{MAX_ROWS + 1}"><c><v>1</v></c></row>')
    cell = "<c><v>1</v></c>"
    assert len(_opened(f"<row>{cell * MAX_COLUMNS}</row>")[0]) == MAX_COLUMNS
    with pytest.raises(FileFaults, match=f"past {MAX_COLUMNS} columns"):
        _opened(f"<row>{cell * (MAX_COLUMNS + 1)}</row>")
    with pytest.raises(FileFaults, match="columns"):
        _opened('<row><c r="XFD1"><v>1</v></c></row>')


def test_a_coloured_row_far_below_is_no_value():
    """A row without a value may stand anywhere, and costs nothing."""
    rows = _opened(
        '<row r="1"><c r="A1"><v>7</v></c></row><row r="99999999999"><c r="A9" s="0"/></row>'
    )

    assert rows == (("7",),)


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    """100 MB of spaces in 100 kB; the memory taken stays below 20 MB."""
    raw = with_part(PLAIN, PART, sheet_xml(" " * 100_000_000))
    assert len(raw) < 200_000

    tracemalloc.start()
    try:
        _refused(raw, "unpacks to more than 32 MiB")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000


def test_a_zip_that_lies_about_its_size_is_refused():
    """The sum of the bytes that are unpacked is wrong then."""
    raw = with_part(PLAIN, PART, sheet_xml(" " * 100_000_000))
    size = len(sheet_xml(" " * 100_000_000))
    lie = raw.replace(size.to_bytes(4, "little"), (500).to_bytes(4, "little"))
    assert lie != raw

    _refused(lie, "cut off or broken")


@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
def test_entities_are_refused_in_any_encoding(codec):
    """A billion laughs: no entity is ever expanded, not even one."""
    entities = '<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    xml = f'<?xml version="1.0" encoding="{codec}"?><!DOCTYPE w [{entities}]>' + sheet_xml(
        "<row><c t='inlineStr'><is><t>&i;</t></is></c></row>"
    )

    _refused(with_part(PLAIN, PART, xml.encode(codec)), "document type")
    outside = '<!DOCTYPE w SYSTEM "file:///etc/passwd">' + sheet_xml("")
    _refused(with_part(PLAIN, PART, outside), "document type")


@pytest.mark.parametrize(
    ("xml", "part"),
    [
        ("<row>" + "<x/>" * 700_000 + "</row>", "more cells"),
        ("<a>" * 100 + "</a>" * 100, "more cells"),
        ("<a " + " ".join(f'a{n}=""' for n in range(100_000)) + "/>", "a tag of more than 256 KiB"),
        ("<row><c></row>", "no XML"),
        ('<row r="' + "9" * 5_000 + '"/>', "cut off or broken"),
        ('<row><c t="s"><v>99</v></c></row>', "the workbook is broken"),
        ('<row><c t="n"><v>one</v></c></row>', "the workbook is broken"),
        ("", "no cell has anything"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_said(xml, part):
    """Elements, depth, attributes, broken XML, impossible references, nothing at all."""
    _refused(with_part(PLAIN, PART, sheet_xml(xml)), part)


def test_both_sides_of_the_bound_of_elements(monkeypatch):
    """As many as the workbook has are read; one fewer allowed, and it is refused."""
    _, seen = xlsx_guard.guarded(PLAIN, "t.xlsx")
    monkeypatch.setattr(xlsx_guard, "MAX_ELEMENTS", seen.elements)
    assert open_book(PLAIN, "t.xlsx").tables[0].rows

    monkeypatch.setattr(xlsx_guard, "MAX_ELEMENTS", seen.elements - 1)
    _refused(PLAIN, "more cells")


def test_what_is_no_workbook_is_said():
    """A zip of something else, a thousand parts too many, another packing, a password."""
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as made:
        made.writestr("a.txt", "a")
    _refused(other.getvalue(), "a zip, but no workbook")
    crowd = io.BytesIO()
    with zipfile.ZipFile(crowd, "w") as made:
        for nth in range(2_001):
            made.writestr(f"{nth}.xml", "<a/>")
    _refused(crowd.getvalue(), "more than 2000 parts")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as made:
        made.writestr("xl/workbook.xml", "<a/>")
    _refused(packed.getvalue(), "password")
    _refused(b"PK\x03\x04" + b"\0" * 100, "cut off or broken")


@pytest.mark.parametrize("part", [name for name in zipfile.ZipFile(io.BytesIO(PLAIN)).namelist()])
def test_a_workbook_without_one_of_its_parts_is_read_or_refused(part):
    """Never a traceback."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(PLAIN)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            if name != part:
                new.writestr(name, old.read(name))
    _read_or_refused(out.getvalue())


@given(st.integers(2, len(PLAIN) - 1))
@settings(max_examples=60, deadline=None)
def test_a_workbook_cut_anywhere_is_refused(length):
    """The directory of a zip stands at its end."""
    with pytest.raises(FileFaults):
        open_book(PLAIN[:length], "t.xlsx")


@given(st.integers(0, len(PLAIN) - 1), st.integers(1, 255))
@settings(max_examples=120, deadline=None)
def test_a_workbook_with_a_wrong_byte_is_read_or_refused(at, change):
    """Never a traceback, whatever the byte."""
    _read_or_refused(PLAIN[:at] + bytes([PLAIN[at] ^ change]) + PLAIN[at + 1 :])


def _read_or_refused(raw: bytes) -> None:
    """Anything but a `FileFaults` goes up and fails the test."""
    with contextlib.suppress(FileFaults):
        assert open_book(raw, "t.xlsx").tables
