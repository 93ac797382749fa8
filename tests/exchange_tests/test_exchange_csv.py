"""CSV files as people have them: encodings, delimiters, quotes, bounds."""

from __future__ import annotations

import pytest

from exchange_tests.books import csv, said
from firmware_host.errors import FileFaults
from firmware_host.exchange import book as bounds
from firmware_host.exchange.book import MAX_BYTES, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, open_book

TEXT = "Команда;Город\r\nСовы;Пермь\r\nЁжики;Омск\r\n"
ROWS = (("Команда", "Город"), ("Совы", "Пермь"), ("Ёжики", "Омск"))


@pytest.mark.parametrize(
    ("codec", "encoding"),
    [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8 BOM"), ("cp1251", "CP1251"), ("utf-16", "UTF-16")],
)
def test_encodings_give_the_same_rows(codec, encoding):
    """What is not proven by the bytes is said to be a guess."""
    found = csv(TEXT, codec)

    assert found.tables[0].rows == ROWS
    assert found.encoding == encoding
    guessed = [("encoding", encoding, 0, 0)] if encoding in ("CP1251", "UTF-16") else []
    assert said(found.noticed) == [*guessed, ("delimiter", ";", 0, 0)]


@pytest.mark.parametrize("codec", ["cp866", "koi8-r"])
def test_an_encoding_that_gives_no_russian_is_doubted(codec):
    """CP866 and KOI8-R are read as CP1251, and said to be doubtful."""
    assert "encoding-doubtful" in [one.what for one in csv(TEXT, codec).noticed]
    assert "encoding-doubtful" not in [one.what for one in csv(TEXT, "cp1251").noticed]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_delimiters_are_guessed(delimiter):
    """By what parts most rows alike."""
    found = csv(TEXT.replace(";", delimiter))

    assert (found.tables[0].rows, found.delimiter) == (ROWS, delimiter)


def test_a_delimiter_inside_names_does_not_part_them():
    """Commas stand in two names of three, semicolons in every row."""
    found = csv("Ой, всё;Пермь\nДа, нет;Омск\nСовы;Тверь\n")

    assert found.delimiter == ";"
    assert found.tables[0].rows[0] == ("Ой, всё", "Пермь")


def test_rows_of_different_lengths_are_parted_by_what_parts_all():
    """Tours of 1, 2 and 3 questions: three rows are alike in their comma, two in semicolons."""
    tours = ("id;team;1", "7;Ой, всё;1", "id;team;2;3", "7;Ой, всё;1;0",
             "id;team;4;5;6", "7;Ой, всё;1;0;1")  # fmt: skip
    found = csv("\n".join(tours))

    assert found.delimiter == ";"


def test_lines_that_nothing_parts_are_whole():
    """One name of three has a comma: it is a name."""
    found = csv("Совы\nОй, всё\nЁжики\n")

    assert found.delimiter == ""
    assert found.tables[0].rows == (("Совы",), ("Ой, всё",), ("Ёжики",))


def test_the_line_of_excel_that_names_the_delimiter():
    """`sep=` is obeyed; rows are numbered as a spreadsheet does."""
    found = csv("sep=,\r\nA;B,C\r\n")

    assert found.tables[0].rows == ((), ("A;B", "C"))
    assert found.delimiter == ","


def test_quotes():
    """Doubled quotes and line breaks inside quotes are one cell's."""
    found = csv('"Ы ""Я""";"два\nслова"\nСовы;Омск\n')

    assert found.tables[0].rows == (('Ы "Я"', "два слова"), ("Совы", "Омск"))


@pytest.mark.parametrize("text", ['"Совы;Омск\nЁжики;Тверь\n', '"Ы" и Ко;Омск\nСовы;Тверь\n'])
def test_quotes_that_do_not_close_are_characters(text):
    """No row is swallowed by the one before, and it is said."""
    found = csv(text)

    assert len(found.tables[0].rows) == 2
    assert "quotes" in [one.what for one in found.noticed]


def test_control_characters_are_taken_out_and_said():
    """With row and column."""
    found = csv("a;b\nСо\x07вы;О\u200bмск\n")

    assert found.tables[0].rows[1] == ("Совы", "Омск")
    assert said(found.noticed)[1:] == [("control", "Совы", 2, 1), ("control", "Омск", 2, 2)]


def test_the_apostrophe_of_a_guarded_formula_is_taken_off():
    """And no other."""
    assert csv("'=1;'a\n'-2;''+3\n").tables[0].rows == (("=1", "'a"), ("-2", "'+3"))


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf \r\n", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00", "neither a text nor a workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old .xls"),
        (b"\x98\xff\xfe", "neither a text nor a workbook"),
        (b'a;b\n"' + b"x" * 200_000, "no CSV"),
    ],
)
def test_what_is_no_table_is_said(raw, part):
    """In words, with the file's name."""
    with pytest.raises(FileFaults, match=part) as caught:
        open_book(raw, "t.csv")

    assert caught.value.file == "t.csv"


def test_both_sides_of_the_bounds():
    """Rows, columns and bytes: the last that may be, and one more."""
    assert len(csv("a\n" * MAX_ROWS).tables[0].rows) == MAX_ROWS
    with pytest.raises(FileFaults, match=f"row {MAX_ROWS + 1}: more than {MAX_ROWS} rows"):
        csv("a\n" * (MAX_ROWS + 1))
    wide = ";".join(["a"] * MAX_COLUMNS)
    assert len(csv(wide).tables[0].rows[0]) == MAX_COLUMNS
    with pytest.raises(FileFaults, match=f"row 1: more than {MAX_COLUMNS} columns"):
        csv(f"{wide};a")
    with pytest.raises(FileFaults, match="too long"):
        open_book(b"a" * (MAX_BYTES + 1), "t.csv")


def test_both_sides_of_the_bound_of_cells(monkeypatch):
    """The same for cells, with a bound within reach."""
    assert MAX_CELLS < MAX_ROWS * MAX_COLUMNS
    monkeypatch.setattr(bounds, "MAX_CELLS", 6)

    assert len(csv("a;b;c\nd;e;f\n").tables[0].rows) == 2
    with pytest.raises(FileFaults, match="row 3: more than 6 cells"):
        csv("a;b;c\nd;e;f\ng\n")


def test_a_file_of_delimiters_only_takes_no_memory():
    """4 MiB of them end in a fault, or in nothing."""
    with pytest.raises(FileFaults):
        csv(";" * (MAX_BYTES - 1))
