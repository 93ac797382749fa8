"""The least keys of every format that is shipped, and the boards that have them (KEYS.md)."""

import pytest

from firmware_host.cli.keys import boards_for, least_said
from firmware_host.formats import Format, builtin, load_text
from firmware_host.formats.least import lacking, least_keys, stand_ins

WITH_OK = "six-keys usb-keypad four-seats quiz-controllers"
WITH_NEXT = f"three-keys {WITH_OK} fifteen-tables"
ALL_BOARDS = f"two-keys {WITH_NEXT}"
HALL = ("START, STOP", "next=start seat=evidence", ALL_BOARDS)
CROCODILE = ("START, STOP, NEXT", "ok=stop viol=violation", WITH_NEXT)
GUESS = ("START, STOP, NEXT", "ok=stop", WITH_NEXT)
TABLES = ("START, STOP, TABLE", "next=start", "fifteen-tables")
# Typed from KEYS.md: "A two-key board plays 003 and 004", "000 adds one OK a table", and its
# tables of phases and keys.
TYPED = {
    "chgk-003": HALL,
    "chgk-003-penalty": HALL,
    "chgk-004": HALL,
    "chgk-004-shootout": HALL,
    "chgk-blitz": HALL,
    "chgk-duplet": HALL,
    "chgk-taste": HALL,
    "crocodile-001-final": CROCODILE,
    "crocodile-001-r1": CROCODILE,
    "crocodile-001-r2": CROCODILE,
    "crocodile-001-r3": CROCODILE,
    "crocodile-001-r4": CROCODILE,
    "crocodile-001-r5": CROCODILE,
    "evening-002-crocodile": GUESS,
    "evening-002-drawing": GUESS,
    "evening-002-drawing-15s": GUESS,
    "evening-002-drawing-20-steps": GUESS,
    "evening-002-hat": ("START, STOP, NEXT, OK, SKIP", "", WITH_OK),
    "hat-000-extra": TABLES,
    "hat-000-i1": TABLES,
    "hat-000-i2": TABLES,
    "hat-000-ii1": TABLES,
    "hat-000-ii2": TABLES,
}


def test_all_23_formats_are_typed_here() -> None:
    assert len(TYPED) == 23
    assert set(TYPED) == set(builtin())


@pytest.mark.parametrize("name", TYPED)
def test_a_format_states_its_least_keys_and_what_stands_in(name: str) -> None:
    fmt = builtin()[name]
    least, instead, boards = TYPED[name]
    assert least_said(fmt) == least
    assert stand_ins(fmt.tables) == dict(pair.split("=") for pair in instead.split())
    assert boards_for(fmt) == tuple(boards.split())


@pytest.mark.parametrize("name", TYPED)
def test_a_board_without_any_one_of_them_lacks_exactly_that(name: str) -> None:
    """The control: no least key can be left out, and all of them are enough."""
    tables = builtin()[name].tables
    least = [key for (key,) in least_keys(tables)]
    assert lacking(tables, least) == ()
    for key in least:
        assert lacking(tables, [one for one in least if one != key]) == (key,)


def test_a_board_that_has_a_key_needs_no_stand_in() -> None:
    tables = builtin()["crocodile-001-r1"].tables
    assert stand_ins(tables, ["start", "stop", "next", "ok"]) == {"viol": "violation"}
    assert stand_ins(tables, ["start", "stop", "next", "ok", "viol"]) == {}


OWN = """schema = 1
id = "own"
source = "t"
name = { ru = "Свой", en = "Own" }
players = "hall"

[[phase]]
id = "play"
for = "5s"
keys = { ok = "word", table = "word", skip = "skip" }

[score]
kind = "marks"
points = { word = 1, skip = -1 }
"""


def test_of_two_keys_with_one_meaning_either_is_enough() -> None:
    own: Format = load_text(OWN, "own.toml")
    assert least_said(own) == "START, STOP, OK or TABLE, SKIP"
    assert least_said(own, 0) == "START, STOP, OK или TABLE, SKIP"
    assert lacking(own.tables, ["start", "stop", "table", "skip"]) == ()
    assert lacking(own.tables, ["start", "stop", "ok", "skip"]) == ()
    assert lacking(own.tables, ["start", "stop", "skip"]) == ("ok",)
    assert boards_for(own) == (*WITH_OK.split(), "fifteen-tables")


def test_a_turn_of_one_team_needs_next() -> None:
    own = load_text(OWN.replace('players = "hall"', 'players = "team"'), "own.toml")
    assert least_said(own) == "START, STOP, NEXT, OK or TABLE, SKIP"
