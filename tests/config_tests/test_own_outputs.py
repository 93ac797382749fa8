"""Displays, lamps and buzzers of the config itself stand beside the board's, or replace them."""

import pytest

from firmware_host.config import Board, boards, load_config_text
from firmware_host.config.edit import put_lines
from firmware_host.errors import FileFaults

FOUR, HANDSETS = "four-seats", "quiz-controllers"
MATRIX = '[displays.hall]\nkind = "max7219-matrix"\n'
LIT = 'kind = "buzz", device = "054c:0002"'


def load(own: str, board: str = FOUR) -> Board:
    return load_config_text(f'schema = 1\nboard = "{board}"\n{own}', "x").board


def faults(own: str, board: str = FOUR) -> list[tuple[str, str, str]]:
    with pytest.raises(FileFaults) as caught:
        load(own, board)
    return [(one.path, one.value, one.remedy) for one in caught.value.faults]


def test_a_display_replaces_the_boards_of_its_name_whole() -> None:
    (one,) = load(f"{MATRIX}brightness = 3\n").displays
    assert (one.name, one.kind, one.brightness, one.role, one.digits) == (
        "hall", "max7219-matrix", 3, "hall", 4,
    )  # fmt: skip
    assert load("").displays[0].kind == "console", "the control"


def test_one_of_another_name_stands_beside_it() -> None:
    own = '[displays.desk]\nkind = "ht16k33"\nrole = "host"\n'
    assert [(one.name, one.kind, one.role) for one in load(own).displays] == [
        ("hall", "console", "hall"), ("desk", "ht16k33", "host"),
    ]  # fmt: skip


def test_lamps_and_buzzers_too_and_nothing_else_changes() -> None:
    board = load(
        "[lamps]\ndone = { pin = 4 }\nready = { pin = 19 }\n[buzzers]\nhall = { pin = 24 }\n"
    )
    assert {one.name: one.pin for one in board.lamps} == {
        "running": 23, "done": 4, "host": 25, "ready": 19,
    }  # fmt: skip
    assert {one.role: one.pin for one in board.buzzers} == {"host": 12, "hall": 24}
    whole = boards()[FOUR]
    assert (board.keys, board.sources, board.displays) == (
        whole.keys, whole.sources, whole.displays,
    )  # fmt: skip


def test_they_go_before_a_board_within_the_config_that_has_none() -> None:
    own = '{ id = "own", name = { ru = "С", en = "O" }, sources = { gpio = { kind = "gpiod" } }'
    text = f"schema = 1\nboard = {own}, keys = {{ start = {{ pin = 17 }} }} }}\n"
    assert load_config_text(text, "x").board.displays == (), "the control"
    assert load_config_text(text + MATRIX, "x").board.displays[0].kind == "max7219-matrix"


@pytest.mark.parametrize(
    ("own", "path", "value", "words"),
    [
        # of a pin of the board's, the fault is of what can be changed, whatever stands first
        ("[keys]\nok = { pin = 23 }", "keys.ok.pin", "23", "lamps.running is wired there already"),
        ("[lamps]\ndone = { pin = 12 }", "lamps.done.pin", "12", "buzzers.host is wired there"),
        ("[lamps]\nready = { pin = 17 }", "lamps.ready.pin", "17", "keys.start is wired there"),
        ("[buzzers]\nhall = { pin = 24 }", "buzzers.hall.pin", "24", "lamps.done is wired there"),
        ('[displays.hall]\nkind = "tm1637"\npins = [4, 24]', "displays.hall.pins[1]", "24",
         "lamps.done is wired there"),
        ("[lamps]\nrunning = { pin = 2 }", "lamps.running.pin", "2", "of the i2c bus"),
        ('[displays.hall]\nkind = "max7129"', "displays.hall.kind", "max7129", "'max7219'"),
        ('[displays.hall]\nkind = "tm1637"', "displays.hall.pins", "[]", "2 pins: clk, dio"),
        (f"{MATRIX}brightnes = 4", "displays.hall.brightnes", "4", "'brightness'"),
        ("[lamps]\nruning = { pin = 4 }", "lamps.runing", "", "did you mean 'running'?"),
        ("[buzzers]\nhots = { pin = 4 }", "buzzers.hots", "", "did you mean 'host'?"),
    ],
)  # fmt: skip
def test_a_fault_of_them_is_said_once_and_where_it_is_written(
    own: str, path: str, value: str, words: str
) -> None:
    ((got_path, got_value, remedy),) = faults(own)
    assert (got_path, value in got_value) == (path, True)
    assert words in remedy


def test_a_handset_of_the_boards_is_not_taken_twice() -> None:
    ((path, _, remedy),) = faults(f"[lamps]\nrunning = {{ {LIT}, handset = 1 }}", HANDSETS)
    assert path == "lamps.running.handset"
    assert "lamps.seat1 is on that handset" in remedy
    free = f"[lamps]\nrunning = {{ {LIT}, handset = 1 }}\nseat1 = {{ pin = 4 }}\n"
    assert {one.name: one.handset for one in load(free, HANDSETS).lamps}["running"] == 1


@pytest.mark.parametrize(
    ("kind", "place", "other"),
    [
        ("max7219", "/dev/spidev0.0", "/dev/spidev0.1"),
        ("ht16k33", "/dev/i2c-1@0x70", "/dev/i2c-1@0x71"),
        ("serial", "/dev/minuta-wall", "/dev/minuta-desk"),
    ],
)
def test_two_displays_at_one_place_are_refused_and_at_two_they_are_taken(
    kind: str, place: str, other: str
) -> None:
    said = f'kind = "{kind}"\n' + (f'device = "{place}"\n' if kind == "serial" else "")
    hall, desk = f"[displays.hall]\n{said}", f'[displays.desk]\nkind = "{kind}"\n'
    ((path, value, remedy),) = faults(f'{hall}{desk}device = "{place}"\n')
    assert (path, value) == ("displays.desk.device", place)
    assert "displays.hall is wired there already" in remedy
    assert len(load(f'{hall}{desk}device = "{other}"\n').displays) == 2


def test_a_scoreboard_at_the_port_of_a_key_box_is_refused() -> None:
    hall = '[displays.hall]\nkind = "serial"\ndevice = "/dev/minuta-tables"\n'
    ((path, _, remedy),) = faults(hall, "fifteen-tables")
    assert (path, "sources.tables is wired there" in remedy) == ("displays.hall.device", True)


def test_rows_that_change_places_are_in_nobodys_way() -> None:
    swapped = load("[lamps]\nrunning = { pin = 24 }\ndone = { pin = 23 }\n")
    assert {one.name: one.pin for one in swapped.lamps} == {"running": 24, "done": 23, "host": 25}


def test_learn_writes_its_keys_beside_them_and_not_onto_their_pins() -> None:
    text = f'schema = 1\nboard = "{FOUR}"\n[lamps]\ndone = {{ pin = 4 }}\n{MATRIX}'
    new = put_lines(text, "x", "keys", {"ok": "{ pin = 24 }"})  # was the lamp's
    board = load_config_text(new, "x").board
    assert [one.kind for one in board.displays] == ["max7219-matrix"]
    assert {one.key: one.pin for one in board.keys}["ok"] == 24
    with pytest.raises(FileFaults, match=r"keys\.ok is wired there already"):
        put_lines(text, "x", "keys", {"ok": "{ pin = 4 }"})


def test_a_simulated_box_simulates_them() -> None:
    board = load(f"[box]\nsimulated = true\n{MATRIX}")
    assert [one.kind for one in board.displays] == ["simulated"]
