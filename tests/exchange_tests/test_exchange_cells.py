"""Cells: what must never be a formula, and what a line of text is."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from firmware_host.exchange.book import open_book
from firmware_host.exchange.cells import (
    bare,
    clean,
    hidden,
    number_or_text,
    number_text,
    safe,
    whole,
)
from firmware_host.exchange.noticed import Noticed, letters, place
from firmware_host.exchange.writing import csv_bytes, xlsx_bytes

LEADS = "=+-@\t\r\n"


@pytest.mark.parametrize("lead", LEADS)
def test_a_text_that_would_be_a_formula_gets_an_apostrophe(lead):
    """Also alone, and also where an apostrophe stands there already."""
    assert safe(f"{lead}1") == f"'{lead}1"
    assert safe(lead) == f"'{lead}"
    assert safe(f"'{lead}1") == f"''{lead}1"


@pytest.mark.parametrize(
    ("text", "written"),
    [("a;=1", "a;'=1"), ("a,-1;b", "a,'-1;b"), ('a;"=1', "a;\"'=1"), ("a\n@b", "a\n'@b"),
     ("a, -1", "a, -1"), ("a;b=1", "a;b=1")],
)  # fmt: skip
def test_a_formula_behind_a_delimiter_gets_an_apostrophe(text, written):
    """A spreadsheet of another language parts the text there, and would reckon the rest."""
    assert safe(text) == written
    assert bare(written) == text


@pytest.mark.parametrize("value", ["a=1", "", "'a", "1", " =1", -3, 10.5, 0])
def test_other_texts_and_all_numbers_stay(value):
    """A negative number is no formula."""
    assert safe(value) == value


@given(st.text())
def test_bare_gives_back_what_safe_was_given(text):
    """And what is safe begins with nothing that begins a formula."""
    assert bare(safe(text)) == text
    assert safe(text)[:1] not in {*LEADS} or text == ""


@given(st.text(alphabet=st.sampled_from("=+-@'\t\r\na1;,\"")))
def test_bare_gives_back_what_is_full_of_leads(text):
    """The same for texts of nothing else; whatever parts the cells, none of them is a formula."""
    written = safe(text)

    assert bare(written) == text
    first, *others = re.split("[;,\t\r\n]", written)
    for part in (first, *(other.lstrip('"') for other in others)):
        assert part[:1] not in {*"=+-@"}


@given(st.text())
def test_a_clean_text_is_one_printable_line_and_stays_clean(text):
    """What a name of a plan may be."""
    found = clean(text)

    assert found == "" or found.isprintable()
    assert found == found.strip()
    assert clean(found) == found


def test_what_clean_takes_out():
    """Zero width, direction, BOM, bell; spaces of all kinds are a space; letters are composed."""
    assert clean("\ufeffА\u200bб\u202eв\x07") == "Абв"
    assert clean(" а\u00a0б\tв\nг ") == "а б в г"
    assert clean("и\u0306") == "й"
    assert hidden("а\u200b")
    assert not hidden("а\u00a0б\n")


def test_numbers_as_text_and_back():
    """12.0 is 12; an id with a leading zero, or too long for a cell, stays text."""
    assert [whole(text) for text in ("12.0", "12.00", "12.5", "a.0", "0")] == [
        "12", "12", "12.5", "a.0", "0",
    ]  # fmt: skip
    assert [number_or_text(text) for text in ("12", "0", "012", "-5", "1" * 15, "1" * 16, "")] == [
        12, 0, "012", "-5", 111111111111111, "1" * 16, None,
    ]  # fmt: skip
    assert [number_text(value) for value in (1.0, 1, -3.0, 10.5, 1e300, float("inf"))] == [
        "1", "1", "-3", "10.5", "1e+300", "inf",
    ]  # fmt: skip


def test_places_in_a_sheet():
    """As spreadsheets letter them, on both sides of Z and ZZ."""
    assert [letters(n) for n in (1, 26, 27, 52, 53, 702, 703)] == [
        "A", "Z", "AA", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip
    assert place("Worksheet", 5, 4) == "sheet Worksheet, row 5, column D"
    assert (place(row=2), place()) == ("row 2", "file")
    with pytest.raises(ValueError, match="no such kind"):
        Noticed("nonsense")


def test_csv_begins_with_a_bom_and_ends_lines_with_crlf():
    """Formula cells are text, negative numbers are numbers, a blank is a blank."""
    rows = [["a", "=1"], ["-x", -3], [None, '"б", в'], ["\tz", 10.5]]

    assert (
        csv_bytes(rows)
        == ("\ufeffa,'=1\r\n'-x,-3\r\n" + ',"""б"", в"\r\n' + "'\tz,10.5\r\n").encode()
    )
    assert csv_bytes([["a;b", 1]], ";") == '\ufeff"a;b";1\r\n'.encode()


@given(st.lists(st.lists(st.text() | st.integers(), min_size=1), min_size=1))
def test_no_cell_of_a_written_csv_is_a_formula(rows):
    """Whatever the texts: a cell that begins so is a number of ours."""
    parsed = csv.reader(io.StringIO(csv_bytes(rows).decode("utf-8-sig"), ""))
    for row, read in zip(rows, parsed, strict=True):
        for value, cell in zip(row, read, strict=True):
            assert cell[:1] not in {*LEADS} or isinstance(value, int) or cell == ""


def test_a_workbook_keeps_texts_as_texts_and_numbers_as_numbers():
    """Read by another library: the type of each cell is that of its value."""
    values = ["=1+1", "+1", "-1", "@a", "2-3", "1e5", "007", "http://a.example", "{=1}", -3, 10.5]
    sheet = load_workbook(io.BytesIO(xlsx_bytes({"S": [values]}, [1])))["S"]
    cells = next(sheet.iter_rows())

    assert [cell.value for cell in cells] == values
    assert [cell.data_type for cell in cells] == ["s"] * 9 + ["n"] * 2
    assert all(cell.hyperlink is None for cell in cells)


def test_a_text_longer_than_a_cell_is_refused():
    """32,767 characters are held, one more is not."""
    raw = xlsx_bytes({"S": [["a" * 32_767]]})

    assert open_book(raw, "t").tables[0].rows == (("a" * 32_767,),)
    with pytest.raises(ValueError, match="32767"):
        xlsx_bytes({"S": [["a" * 32_768]]})
