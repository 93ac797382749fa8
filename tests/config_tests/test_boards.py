"""The boards that the product brings along."""

import pytest

from firmware_host.config import boards, load_config_text, simulated
from firmware_host.errors import FileFaults

# KEYS.md, "Boards shipped as data", typed out.
KEYS = {
    "two-keys": "start stop",
    "three-keys": "start stop next",
    "six-keys": "start stop next ok skip viol",
    "four-seats": "start stop next ok skip viol seat1 seat2 seat3 seat4",
    "fifteen-tables": "start stop next skip table1 table2 table3 table4 table5 table6 table7"
    " table8 table9 table10 table11 table12 table13 table14 table15",
}
# GPIO.md, trap 10: I2C 2/3, SPI 7-11, UART 14/15; 0/1 are the HAT's memory.
NOT_FREE = {0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15}


def test_the_boards_are_there() -> None:
    assert {one.id: " ".join(key.key for key in one.keys) for one in boards().values()} == KEYS


@pytest.mark.parametrize("board", KEYS)
def test_pins_are_free_and_different(board: str) -> None:
    one = boards()[board]
    pins = [key.pin for key in one.keys if key.pin is not None]
    pins += [lamp.pin for lamp in one.lamps] + [buzzer.pin for buzzer in one.buzzers]
    assert len(set(pins)) == len(pins)
    assert not set(pins) & NOT_FREE
    assert {lamp.name for lamp in one.lamps} == {"running", "done", "host"}
    assert {buzzer.role for buzzer in one.buzzers} == {"host", "hall"}
    assert [(display.role, display.digits) for display in one.displays] == [("hall", 4)]
    assert {key.source for key in one.keys} == {source.name for source in one.sources}
    assert set(one.name) == {"ru", "en"}


@pytest.mark.parametrize("board", KEYS)
def test_every_board_can_be_simulated(board: str) -> None:
    config = load_config_text(f'schema = 1\nboard = "{board}"\n[box]\nsimulated = true\n', "x")
    assert config.board == simulated(boards()[board])
    assert config.board.simulated
    assert not boards()[board].simulated


def test_a_driver_that_is_not_there_yet_is_said() -> None:
    try:
        load_config_text('schema = 1\nboard = "fifteen-tables"\n', "x")
    except FileFaults as error:
        found = [(one.path, one.value) for one in error.faults]
        assert found == [("board.sources.tables.kind", "serial")]
