"""Sheets of answers with all their oddities (RULES C.1): what is read, what is noticed."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exchange_tests.books import HEADER, ONE, TWO, book, csv, masks, noticed, said
from firmware_host.errors import FileFaults
from firmware_host.evening.answers import mask, missing
from firmware_host.evening.results import standing
from firmware_host.exchange.book import Book, Table
from firmware_host.exchange.sheet_reading import read_grid


def _faults(rows, *tours):
    with pytest.raises(FileFaults) as caught:
        read_grid(book(rows), tours)
    return [(fault.path, fault.value, fault.remedy) for fault in caught.value.faults]


def test_two_tours_with_the_numbers_going_on():
    """As the rating gives them: nothing is odd."""
    found = read_grid(book(ONE + TWO))

    assert found.grid.tours == (3, 2)
    assert masks(ONE + TWO) == {"101": "10111", "102": "01101"}
    assert standing(found.grid) == {"101": (1, 1), "102": (2, 2)}
    assert [(one.team, one.id, one.name, one.town) for one in found.entrants] == [
        ("101", "101", "Альфа", "Пермь"), ("102", "102", "Бета", "Омск"),
    ]  # fmt: skip
    assert found.noticed == ()


def test_a_blank_cell_is_not_yet_entered_and_text_is_contested():
    """C48: neither is a zero; the text is kept."""
    rows = [[], [*HEADER, 1, 2, 3, 4], [7, "Альфа", "Пермь", 1, 1, None, "Снял футболку", 2]]
    found = read_grid(book(rows))

    assert mask(found.grid, "7") == "1·??"
    assert missing(found.grid) == (("7", 2),)
    assert found.texts == {("7", 3): "Снял футболку", ("7", 4): "2"}
    assert said(found.noticed) == [
        ("contested", "Снял футболку", 3, 7), ("odd-number", "2", 3, 8),
    ]  # fmt: skip


def test_marks_of_a_cell():
    """1 and 0 as numbers and as text; truth, plus and minus are text."""
    rows = [[], [*HEADER, *range(1, 8)], [7, "А", "Б", 1, 1.0, "1", 0, "0", True, "+", "-"]]

    assert masks(rows) == {"7": "1100???"}


def test_stray_columns_and_sheets_are_left_out():
    """A column with a word, one without, one inside; a sheet before and one after."""
    rows = [
        [],
        ["Team ID", "Название", "Заметки", "Город", "Тур", 1, 2, None, "Рейтинг"],
        [101, "Альфа", "новички", "Пермь", 1, 1, 0, "опоздали", 17],
    ]
    found = read_grid(book(rows, Tabelle1=[["x"]], Лист2=[]))

    assert mask(found.grid, "101") == "10"
    assert said(found.noticed) == [
        ("sheet-left-out", "Tabelle1", 0, 0),
        ("sheet-left-out", "Лист2", 0, 0),
        ("column-left-out", "Заметки", 2, 3),
        ("column-left-out", "Рейтинг", 2, 9),
        ("column-left-out", "опоздали", 3, 8),
    ]


def test_the_sheet_may_be_called_otherwise():
    """Worksheet goes before any other; without it the first that has a header is taken, said."""
    assert noticed(ONE, Copy=TWO) == [("sheet-left-out", "Copy", 0, 0)]
    found = read_grid(book([["x"]], "Tabelle1", Лист1=ONE))

    assert found.grid.tours == (3,)
    assert said(found.noticed) == [("sheet", "Лист1", 0, 0), ("sheet-left-out", "Tabelle1", 0, 0)]


def test_row_1_may_be_missing_and_the_gap_too():
    """Both are read all the same, and said."""
    assert noticed(ONE[1:] + TWO[1:]) == [("first-row", "", 1, 0), ("no-gap", "", 4, 0)]
    assert masks(ONE[1:] + TWO[1:]) == masks(ONE + TWO)


def test_many_blank_rows_and_a_title_change_nothing():
    """A title above the header is left out, and said."""
    rows = [["Кубок"], [], *ONE[1:], [], [], *TWO]

    assert masks(rows) == masks(ONE + TWO)
    assert noticed(rows) == [("row-left-out", "Кубок", 1, 0)]


def test_numbers_that_begin_again_are_carried_on():
    """The second header says 1, 2 for what is 4, 5."""
    rows = [*ONE, [], [*HEADER, 1, 2], *TWO[2:]]

    assert masks(rows) == masks(ONE + TWO)
    assert noticed(rows) == [("numbers-restart", "", 6, 0)]


def test_tours_of_equal_length_whose_numbers_begin_again():
    """The column Тур tells them apart; without it the block does."""
    again = [[], [*HEADER, 1, 2, 3], [101, "Альфа", "Пермь", 2, 0, 0, 1]]
    assert masks(ONE + again)["101"] == "101001"
    plain = [[], ["Team ID", "Название", 1, 2], [5, "А", 1, 0], [], ["Team ID", "Название", 1, 2],
             [5, "А", 0, 1]]  # fmt: skip
    assert masks(plain) == {"5": "1001"}


def test_all_tours_under_one_header():
    """A flat sheet: rows of several tours in one block, team by team."""
    rows = [
        [], [*HEADER, 1, 2],
        [101, "Альфа", "", 1, 1, 0], [101, "Альфа", "", 2, 0, 0],
        [102, "Бета", "", 1, 1, 1], [102, "Бета", "", 2, None, 1],
    ]  # fmt: skip

    assert masks(rows) == {"101": "1000", "102": "11·1"}


def test_a_tour_in_two_blocks_is_one_tour():
    """A page break repeated the header: same tour, same numbers."""
    rows = [*ONE[:3], [], [*HEADER, 1, 2, 3], ONE[3], *TWO]

    assert masks(rows) == masks(ONE + TWO)
    assert noticed(rows) == []


def test_the_tours_column_may_be_wrong_or_blank():
    """The header decides; both are said."""
    wrong = [*ONE, *TWO[:2], [101, "Альфа", "", 1, 1, 1], [102, "Бета", "", 1, 0, 1]]
    blank = [*ONE, *TWO[:2], [101, "Альфа", "", None, 1, 1], [102, "Бета", "", None, 0, 1]]

    assert masks(wrong) == masks(blank) == masks(ONE + TWO)
    assert noticed(wrong) == [("tour-number", "1", 7, 0)]
    assert noticed(blank) == [("tour-blank", "", 7, 4)]


def test_a_team_may_miss_a_tour_or_come_later():
    """Its cells are not yet entered; it is said."""
    rows = [*ONE, *TWO[:3], [103, "Гамма", "Тверь", 2, 1, 1]]

    assert masks(rows) == {"101": "10111", "102": "011··", "103": "···11"}
    assert noticed(rows) == [
        ("team-missing", "Гамма, 1", 0, 0), ("team-missing", "Бета, 2", 0, 0),
    ]  # fmt: skip


def test_sums_below_the_table_are_left_out():
    """A row without an id that begins so; a team of that name with an id plays."""
    rows = [*ONE, [None, "Итого", None, None, 1, 1, 2], [9, "Итого", "", 1, 1, 1, 1]]

    assert masks(rows) == {"101": "101", "102": "011", "9": "111"}
    assert ("row-left-out", "Итого", 5, 0) in noticed(rows)


def test_x_for_everybody_is_contested_and_hinted_at():
    """Latin or Russian; for some teams only it is a text like any other."""
    rows = [[], [*HEADER, 1, 2], [1, "А", "", 1, "X", "X"], [2, "Б", "", 1, "Х", 1]]
    found = read_grid(book(rows))

    assert [mask(found.grid, team) for team in "12"] == ["??", "?1"]
    assert [n.value for n in found.noticed if n.what == "looks-removed"] == ["1"]


def test_a_team_twice_in_a_tour_must_say_the_same():
    """The same marks are noticed, others are a fault."""
    same = [*ONE, [101, "Альфа", "", 1, 1, None, 1]]
    assert masks(same)["101"] == "101"
    assert ("twice", "101", 5, 0) in noticed(same)
    assert _faults([*ONE, [101, "Альфа", "", 1, 1, 1, 1]]) == [
        ("sheet Worksheet, row 5, column F", "1", "another answer stands in this team's other row")
    ]


def test_numbers_that_are_missing_or_doubled_are_faults():
    """In a header, and between two."""
    assert _faults([[], [*HEADER, 1, 3, 3], [1, "А", "", 1, 1, 1, 1]]) == [
        ("sheet Worksheet, row 2, column G", "3",
         "this question number stands twice: number it anew"),
        ("sheet Worksheet, row 2", "2",
         "these question numbers are missing: put their columns back"),
    ]  # fmt: skip
    assert _faults([*ONE, [], [*HEADER, 5, 6], *TWO[2:]]) == [
        ("sheet Worksheet, row 6", "question 5",
         "question 4 should come here: put the tours in order, without gaps"),
    ]  # fmt: skip
    assert "numbers of the questions" in _faults([*ONE, [], HEADER, [1, "А", "", 2]])[0][2]


def test_teams_that_cannot_be_told_apart_are_faults():
    """A name that is another's id; a name that two ids have."""
    assert "give every team its id" in _faults(
        [[], [*HEADER, 1], [None, "7", "", 1, 1], [7, "А", "", 1, 1]]
    )[0][2]  # fmt: skip
    assert "several teams" in _faults(
        [[], [*HEADER, 1], [1, "А", "", 1, 1], [2, "А", "", 1, 1], [None, "А", "", 1, 1]]
    )[0][2]  # fmt: skip


def test_a_file_without_answers_is_said():
    """No header at all."""
    assert "no header" in _faults([["a", "b"], [1, 2]])[0][2]


def test_lengths_that_the_sheet_says_itself_may_be_repeated_and_not_changed():
    """2 + 3 for a sheet of 3 + 2."""
    assert read_grid(book(ONE + TWO), (3, 2)).grid.tours == (3, 2)
    assert _faults(ONE + TWO, 2, 3) == [("tours", "2,3", "the sheet says 3,2: leave this out")]


def test_both_sides_of_the_most_tours_and_teams():
    """100 tours and 2,000 teams; one more is a fault, said once."""
    rows = [[], [*HEADER, 1], *([1, "А", "", nth, 1] for nth in range(1, 101))]
    assert len(read_grid(book(rows)).grid.tours) == 100
    more = [[1, "А", "", nth, 1] for nth in (101, 102)]
    assert [fault[0] for fault in _faults([*rows, *more])] == ["sheet Worksheet, row 103"]

    text = "Team ID,Тур,1\n" + "".join(f"{nth},1,1\n" for nth in range(2_000))
    assert len(read_grid(csv(text)).grid.teams) == 2_000
    with pytest.raises(FileFaults, match="more than 2000 teams"):
        read_grid(csv(f"{text}2000,1,1\n"))


CELLS = st.sampled_from(
    ["", "1", "0", "2", "3", "X", "Team ID", "Название", "Город", "Тур", "*tour", "*removed", "?",
     "V late", "груз", "А", "Б", "7", "Итого"],
)  # fmt: skip


@given(st.lists(st.lists(CELLS, max_size=7), max_size=8), st.booleans())
def test_any_table_is_a_grid_or_a_fault(rows, headed):
    """Never a traceback; what is read has places for all its teams."""
    head = [["Team ID", "Название", "Тур", "1", "2", "3"]] if headed else []
    made = Book(file="t", tables=(Table("", tuple(map(tuple, head + rows))),))
    with contextlib.suppress(FileFaults):
        grid = read_grid(made).grid
        assert standing(grid).keys() == set(grid.teams)
        assert all(question in grid.questions for _, question in grid.answers)
