"""`minuta wiring`: every wire of the board is drawn at its place, and the parts are counted."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

import locks
from firmware_host.cli import minuta
from firmware_host.config import Board, Display, boards
from firmware_host.config.schema import LAMPS
from firmware_host.wiring.drawing import draw
from firmware_host.wiring.parts import parts
from firmware_host.wiring.wires import cables, wires
from firmware_host.wiring.words import LAMPS as LAMP_WORDS
from firmware_host.wiring.words import of_key, of_lamp
from hardware.header import BUS_WIRES, EEPROM, PIN_AT, PLACE_OF, PLACES, POWER

PICTURE = locks.ROOT / "hardware" / "pictures" / "wiring.svg"
DRAWN = "four-seats"


def display(name: str, kind: str, role: str = "hall", device: str = "", *pins: int) -> Display:
    return Display(name=name, kind=kind, digits=4, role=role, device=device, pins=pins)


def showing(*displays: Display) -> Board:
    return replace(boards()[DRAWN], displays=displays)


def called(*words: str | Path) -> Result:
    return CliRunner().invoke(minuta, ["wiring", *(str(word) for word in words)])


def texts(board: Board) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(draw(board)).iter()]


def counts(board: Board) -> dict[str, int]:
    return {part.part: part.count for part in parts(board)}


def test_the_committed_drawing_is_the_one_of_the_board() -> None:
    """Mend it with `minuta wiring --board four-seats -o hardware/pictures/wiring.svg`."""
    assert PICTURE.read_text(encoding="utf-8") == draw(boards()[DRAWN])
    assert PICTURE.read_text(encoding="utf-8") != draw(boards()["six-keys"])


def test_the_header_is_a_pis() -> None:
    assert sorted([*PIN_AT, *POWER]) == list(range(1, PLACES + 1))
    assert sorted(PLACE_OF) == list(range(28))
    places = {name: PLACE_OF[pin] for bus in BUS_WIRES.values() for name, pin in bus.items()}
    assert places == {
        "SDA": 3, "SCL": 5, "TXD": 8, "RXD": 10,
        "MOSI": 19, "MISO": 21, "SCLK": 23, "CE0": 24, "CE1": 26,
    }  # fmt: skip
    assert [PLACE_OF[pin] for pin in EEPROM] == [27, 28]


@pytest.mark.parametrize("board", boards().values(), ids=lambda board: board.id)
def test_every_wire_of_a_board_is_drawn_with_name_place_and_both_languages(board: Board) -> None:
    shown = texts(board)
    pins = [key.pin for key in board.keys if key.pin is not None]
    pins += [one.pin for one in (*board.lamps, *board.buzzers) if one.pin is not None]
    assert sorted(wire.pin for wire in wires(board)) == sorted(pins)
    for wire in wires(board):
        assert PIN_AT[wire.place] == wire.pin
        assert {wire.name, f"GPIO{wire.pin}", " / ".join(wire.says)} <= set(shown)
    for cable in cables(board):
        assert [text for text in shown if text.startswith(f"{cable.name} (")]


def test_a_board_is_drawn_alike_each_time() -> None:
    assert draw(boards()[DRAWN]) == draw(boards()[DRAWN])


def test_a_name_is_text_and_a_long_one_is_cut() -> None:
    board = replace(boards()[DRAWN], name={"ru": "<b>" * 99, "en": "&"})
    assert "<b>" not in draw(board)
    assert max(len(text) for text in texts(board)) < 150


def test_every_word_of_a_board_has_both_languages() -> None:
    assert set(LAMP_WORDS) >= set(LAMPS)
    every = [of_key(key) for key in ("start", "viol", "seat24", "table1")]
    every += [of_lamp(lamp) for lamp in ("running", "start", "seat3")]
    for ru, en in every:
        assert re.search("[а-я]", ru)
        assert not re.search("[а-яА-Я]", en)


@pytest.mark.parametrize(
    ("kind", "device", "names"),
    [
        ("max7219", "", {"MOSI": 10, "SCLK": 11, "CE0": 8}),
        ("max7219", "/dev/spidev0.1", {"MOSI": 10, "SCLK": 11, "CE1": 7}),
        ("ht16k33", "/dev/i2c-1", {"SDA": 2, "SCL": 3}),
        ("serial", "/dev/serial0", {"TXD": 14}),
        ("serial", "/dev/ttyUSB0", {}),
        ("console", "", {}),
    ],
)
def test_a_display_has_the_wires_of_its_bus(kind: str, device: str, names: dict[str, int]) -> None:
    board = showing(display("wall", kind, "hall", device))
    found = {wire.name: wire.pin for wire in wires(board) if wire.role == "display"}
    assert found == {f"{name}: wall": pin for name, pin in names.items()}
    assert [cable.name for cable in cables(board)] == ([] if names else ["wall"])


def test_a_source_without_keys_is_no_cable() -> None:
    board = boards()["quiz-controllers"]
    assert {one.name for one in cables(board)} >= {"keypad", "handsets"}
    keys = tuple(key for key in board.keys if key.source == "handsets")
    names = {one.name for one in cables(replace(board, keys=keys))}
    assert "keypad" not in names
    assert "handsets" in names


def test_a_wire_that_displays_share_is_drawn_once() -> None:
    board = showing(display("a", "max7219"), display("b", "max7219", "host", "/dev/spidev0.1"))
    found = {wire.name: wire.place for wire in wires(board) if wire.role == "display"}
    assert found == {"MOSI: a, b": 19, "SCLK: a, b": 23, "CE0: a": 24, "CE1: b": 26}


def test_pins_of_a_display_have_the_drivers_names() -> None:
    board = showing(display("wall", "tm1637", "hall", "", 4, 19))
    found = {wire.name: wire.pin for wire in wires(board) if wire.role == "display"}
    assert found == {"CLK: wall": 4, "DIO: wall": 19}


def test_the_parts_are_counted() -> None:
    found = counts(boards()[DRAWN])
    assert found == {
        "key": 10, "pull-up": 10, "rc-resistor": 10, "rc-capacitor": 10, "opto-coupler": 10,
        "lamp": 3, "buzzer": 2, "driver": 5, "gate-resistor": 5, "pull-down": 5, "diode": 2,
        "supply": 1,
    }  # fmt: skip
    assert counts(boards()["fifteen-tables"])["key"] == 4, "tables have keys of their own box"
    bare = replace(boards()["two-keys"], lamps=(), buzzers=())
    assert set(counts(bare)) == {"key", "pull-up", "rc-resistor", "rc-capacitor", "opto-coupler"}


def test_a_display_of_5_v_takes_a_level_shifter_and_one_of_3_v_none() -> None:
    assert counts(showing(display("a", "max7219")))["level-shifter"] == 1
    two = showing(display("a", "max7219"), display("b", "max7219", "host", "/dev/spidev0.1"))
    assert counts(two)["level-shifter"] == 1, "four wires, one chip"
    found = counts(showing(display("a", "ht16k33")))
    assert "level-shifter" not in found
    assert found["i2c-feed"] == 1


def test_the_command_says_wires_and_parts_in_the_configs_language(tmp_path: Path) -> None:
    config = tmp_path / "minuta.toml"
    config.write_text('schema = 1\nboard = "two-keys"\n[box]\nlanguage = "en"\n', encoding="utf-8")
    done = called("--config", config, "-o", tmp_path / "w.svg")
    assert done.exit_code == 0, done.output
    assert "  11  GPIO17  start        START key, green" in done.output
    assert "   5 × 10 kΩ resistor: gate to GND" in done.output
    assert not re.search("[а-яА-Я]", done.output)
    assert (tmp_path / "w.svg").read_text(encoding="utf-8") == draw(boards()["two-keys"])
    assert "кнопка START" in called("--config", config, "--lang", "ru").output


def test_the_command_gives_json() -> None:
    found = json.loads(called("--board", "fifteen-tables", "--json").output)
    assert found["board"] == "fifteen-tables"
    assert found["wires"][0] == {
        "place": 11, "pin": 17, "role": "key", "name": "start",
        "says": ["кнопка START, зелёная", "START key, green"],
    }  # fmt: skip
    assert found["cables"][0]["carries"] == ["table1 … table15"] * 2
    assert {"part", "count", "when", "name", "where"} == set(found["parts"][0])


def test_a_config_with_faults_is_refused_with_all_of_them(tmp_path: Path) -> None:
    config = tmp_path / "minuta.toml"
    config.write_text('schema = 1\nboard = "no-keys"\n', encoding="utf-8")
    assert "no-keys" in str(called("--config", config).exception)
