"""The boards that the product brings along."""

from dataclasses import replace

import pytest

from firmware_host.config import boards, load_config_text, simulated
from firmware_host.config.board import board_of
from firmware_host.config.load import kind_faults
from firmware_host.daemon.devices import build_devices
from hardware.clock import MonotonicClock
from hardware.wire import Wire

# KEYS.md, "Boards shipped as data", typed out.
KEYS = {
    "two-keys": "start stop",
    "three-keys": "start stop next",
    "six-keys": "start stop next ok skip viol",
    "four-seats": "start stop next ok skip viol seat1 seat2 seat3 seat4",
    "fifteen-tables": "start stop next skip table1 table2 table3 table4 table5 table6 table7"
    " table8 table9 table10 table11 table12 table13 table14 table15",
    "usb-keypad": "start stop next ok skip viol",
    "quiz-controllers": "start stop next ok skip viol seat1 seat2 seat3 seat4",
}
# GPIO.md, trap 10: I2C 2/3, SPI 7-11, UART 14/15; 0/1 are the HAT's memory.
NOT_FREE = {0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15}


def test_the_boards_are_there() -> None:
    assert {one.id: " ".join(key.key for key in one.keys) for one in boards().values()} == KEYS


@pytest.mark.parametrize("board", KEYS)
def test_pins_are_free_and_different(board: str) -> None:
    one = boards()[board]
    pins = [key.pin for key in one.keys if key.pin is not None]
    pins += [lamp.pin for lamp in one.lamps if lamp.pin is not None]
    pins += [buzzer.pin for buzzer in one.buzzers]
    assert len(set(pins)) == len(pins)
    assert not set(pins) & NOT_FREE
    pinned = {lamp.name for lamp in one.lamps if lamp.pin is not None}
    assert pinned == {"running", "done", "host"}
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


def test_a_driver_that_is_not_there_is_said() -> None:
    one = boards()["fifteen-tables"]
    tables = replace(one.sources[1], kind="serial-line")
    found = kind_faults(replace(one, sources=(one.sources[0], tables)))
    assert [(fault.path, fault.value) for fault in found] == [
        ("sources.tables.kind", "serial-line")
    ]
    assert "serial" in found[0].remedy


@pytest.mark.parametrize("board", KEYS)
def test_every_board_has_its_drivers(board: str) -> None:
    assert load_config_text(f'schema = 1\nboard = "{board}"\n', "x").board == boards()[board]


@pytest.mark.parametrize("device", ["", "/dev/ttyUSB0", "/dev/ttyACM12", "ttyS0"])
def test_a_port_whose_name_a_replug_may_move_is_refused(device: str) -> None:
    _, faults = board_of(box_at(device))
    assert [(one.path, one.value) for one in faults] == [("sources.box.device", device)]


@pytest.mark.parametrize("device", ["/dev/serial/by-id/usb-1a86-if00", "/dev/minuta-box"])
def test_a_port_with_a_name_that_stays_is_taken(device: str) -> None:
    board, faults = board_of(box_at(device))
    assert faults == []
    assert board is not None
    assert board.sources[0].device == device


def box_at(device: str) -> dict[str, object]:
    return {
        "id": "box",
        "name": {"ru": "Пульт", "en": "Box"},
        "sources": {"box": {"kind": "serial", "timing": "serial-raw", "device": device}},
        "keys": {"start": {"line": "1"}},
    }


def test_a_serial_scoreboard_is_described_in_the_config() -> None:
    data = box_at("/dev/minuta-box")
    serial: dict[str, object] = {
        "baud": 1200, "bits": 7, "parity": "even", "stop_bits": 2,
        "template": "\x02{text}\x03{sum}", "width": 5, "checksum": "xor8", "sum_from": 1,
    }  # fmt: skip
    hall = {"kind": "serial", "device": "/dev/serial/by-id/usb-hall", "serial": serial}
    board, faults = board_of({**data, "displays": {"hall": hall}})
    assert faults == []
    assert board is not None
    look = board.displays[0].serial
    assert look is not None
    assert look.wire == Wire(baud=1200, bits=7, parity="even", stop_bits=2)
    assert look.frame("1:23") == b"\x02 1:23\x0329"
    serial["template"] = "{text}"
    _, faults = board_of({**data, "displays": {"hall": hall}})
    assert [(one.path, "belong together" in one.remedy) for one in faults] == [
        ("displays.hall.serial", True)
    ]


def test_the_daemon_makes_a_box_and_a_scoreboard_of_their_rows() -> None:
    rows = [replace(boards()["fifteen-tables"].sources[1], baud=9600, drift_ppm=5000)]
    hall = replace(boards()["fifteen-tables"].displays[0], kind="serial", device="/dev/none")
    board = replace(
        boards()["fifteen-tables"], sources=tuple(rows), lamps=(), buzzers=(), displays=(hall,)
    )
    config = load_config_text('schema = 1\nboard = "fifteen-tables"\n[sound]\nkind="silent"\n', "x")
    devices = build_devices(replace(config, board=board), MonotonicClock())
    assert devices.faults == []
    assert devices.sources["tables"].lines == tuple(str(n) for n in range(1, 16))
    assert devices.displays[0][1].name == "hall"
