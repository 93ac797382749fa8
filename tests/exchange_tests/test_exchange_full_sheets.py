"""Sheets with all questions in one row: the full variant (RULES C.1), and Minuta's own form."""

from __future__ import annotations

import pytest

from exchange_tests.books import csv, said
from firmware_host.errors import FileFaults
from firmware_host.evening.answers import Answer, mask
from firmware_host.exchange.sheet_reading import read_grid


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_the_full_variant(delimiter):
    """All questions in one row; the lengths of the tours are given, or it is one tour."""
    text = "Team ID,Название,Город,1,2,3,4,5\n7,Альфа,Пермь,1,0,,груз,1.0\n".replace(",", delimiter)
    found = read_grid(csv(text))

    assert (found.grid.tours, mask(found.grid, "7")) == ((5,), "10·?1")
    assert said(found.noticed) == [("contested", "груз", 2, 7), ("tours-unknown", "5", 0, 0)]
    assert read_grid(csv(text), (2, 3)).grid.tours == (2, 3)
    for wrong in ((2, 2), (3, 3), (5, 0)):
        with pytest.raises(FileFaults, match="the sheet has 5 questions"):
            read_grid(csv(text), wrong)


def test_the_full_variant_without_ids():
    """Team, country, questions: the country is a column that means nothing here."""
    found = read_grid(csv("\ufeffКоманда,Страна,1,2\nАльфа,А,1,0\n"))

    assert found.grid.teams == ("Альфа",)
    assert ("column-left-out", "Страна", 1, 2) in said(found.noticed)


OWN = "Team ID,Название,Город,1,2,3\n*tour,,,1,1,2\n"


def test_minutas_own_form_says_every_state():
    """Grounds, removals, credits, texts; an asterisk of an id is doubled."""
    found = read_grid(csv(OWN + "*removed,,,,,x\nA,,,1,V late,? груз\n**B,,,0 +,· +,\n"))

    assert (found.grid.tours, found.grid.removed) == ((2, 1), {3})
    assert found.grid.answers == {
        ("A", 1): Answer("taken"), ("A", 2): Answer("void", "late"), ("A", 3): Answer("contested"),
        ("*B", 1): Answer("not-taken"),
    }  # fmt: skip
    assert found.grid.credited == {("*B", 1), ("*B", 2)}
    assert found.texts == {("A", 3): "груз"}
    assert found.noticed == ()


@pytest.mark.parametrize(
    ("line", "where", "remedy"),
    [
        ("A,,,да,,", "row 3, column D", r"write 1, 0, \?, V with its ground"),
        ("A,,,,V,", "row 3, column E", "form, late, number, exchange"),
        ("A,,,,,V lazy", "row 3, column F", "write 1, 0"),
        ("A,,,2,,", "row 3, column D", "write 1, 0"),
        ("A,,,+,,", "row 3, column D", "write 1, 0"),
        ("*removed,,,1,,", "row 3, column D", "write X under a removed question"),
        ("*note,,,1,,", "row 3", r"only \*tour and \*removed"),
        ("*tour,,,1,3,3", "row 3", "write the tour of each question"),
        ("*tour,,,2,1,1", "row 3", "write the tour of each question"),
        ("*tour,,,,1,1", "row 3", "write the tour of each question"),
    ],
)
def test_minutas_own_form_is_exact(line, where, remedy):
    """A cell that is none of its marks is a fault with its place: nobody guesses."""
    with pytest.raises(FileFaults, match=f"{where}: .*{remedy}"):
        read_grid(csv(f"{OWN}{line}\n"))
