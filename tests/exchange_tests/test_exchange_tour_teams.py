"""Who a row of a sheet of answers is: by id, by name, and when it is called as the header."""

import pytest

from exchange_tests.books import HEADER, ONE, TWO, book, masks, said
from firmware_host.evening.answers import mask
from firmware_host.exchange.sheet_reading import read_grid


def test_a_team_is_known_by_its_id_whatever_it_is_called():
    """Another name or town is said; a blank one is filled."""
    rows = [*ONE, *TWO[:2], [101, "Альфа+", "Тверь", 2, 1, 1], [102, "", "", 2, 0, 1]]
    found = read_grid(book(rows))

    assert [one.name for one in found.entrants] == ["Альфа", "Бета"]
    assert said(found.noticed) == [
        ("name-differs", "Альфа / Альфа+", 7, 0), ("town-differs", "Альфа: Пермь / Тверь", 7, 0),
    ]  # fmt: skip


def test_a_team_without_an_id_is_known_by_its_name():
    """In all tours, or in one only."""
    rows = [*ONE[:3], [None, "Бета", "Омск", 1, 0, 1, 1], *TWO[:2],
            [None, "Альфа", "", 2, 1, 1], [None, "Бета", "", 2, 0, 1]]  # fmt: skip
    found = read_grid(book(rows))

    assert [(one.team, one.id) for one in found.entrants] == [("101", "101"), ("Бета", "")]
    assert mask(found.grid, "101") == "10111"
    assert [one.what for one in found.noticed] == ["no-id", "no-id"]


def test_a_team_called_team_is_a_team():
    """One header word alone is no header, neither in a row of marks."""
    rows = [[], [*HEADER, 1, 2], [1, "Команда", "Пермь", 1, 1, 0], [2, "Город", "Тур", 1, 1, 1]]

    assert masks(rows) == {"1": "10", "2": "11"}


@pytest.mark.parametrize("words", [["Команда", "Город"], ["Название", "Город"]])
def test_a_team_called_as_the_header_is_a_team_by_its_number(words):
    """Found by a property: the number under Team ID, else under Тур, tells it from a header."""
    with_id = [[], [*HEADER, 1, 2], [7, *words, 1, 0, 1], ["=1+1", *words, 1, 1, 1]]
    without = [[], [*HEADER[1:], 1, 2], [*words, 1, 0, 1]]

    assert masks(with_id) == {"7": "01", "=1+1": "11"}
    assert masks(without) == {words[0]: "01"}
