"""What a board may say of USB keys and of lamps on handsets."""

import pytest

from firmware_host.config import Board, load_config_text
from firmware_host.config.model import Lamp, Source
from firmware_host.daemon.devices import build_devices
from firmware_host.errors import FileFaults
from hardware.clock import MonotonicClock
from hardware.lamps.buzz import BuzzLamp

TEXT = """schema = 1
[sound]
kind = "silent"
[board]
id = "own"
name = { ru = "Своя", en = "Own" }
[board.sources.pad]
kind = "evdev"
timing = "usb"
device = "/dev/input/by-id/usb-Keypad-event-kbd"
doubt = "6ms"
[board.keys]
start = { line = "KEY_KP1" }
stop = { line = "KEY_KP2" }
[board.lamps]
seat1 = { kind = "buzz", device = "054c:0002", handset = 1 }
seat2 = { kind = "buzz", device = "054c:0002", handset = 2 }
"""


def load(old: str = "", new: str = "") -> Board:
    assert old in TEXT
    return load_config_text(TEXT.replace(old, new, 1) if old else TEXT, "x").board


def test_all_that_can_be_said_arrives() -> None:
    board = load()
    assert board.sources == (
        Source(
            name="pad", kind="evdev", timing="usb", hold_back_ns=None, u_ns=6_000_000,
            device="/dev/input/by-id/usb-Keypad-event-kbd",
        ),
    )  # fmt: skip
    assert [(key.key, key.line, key.pin) for key in board.keys] == [
        ("start", "KEY_KP1", None), ("stop", "KEY_KP2", None),
    ]  # fmt: skip
    assert board.lamps[1] == Lamp(
        name="seat2", kind="buzz", pin=None, device="054c:0002", handset=2
    )


CHANGES = [
    ("/dev/input/by-id/usb-Keypad-event-kbd", "/dev/input/event3", "sources.pad.device",
     "/dev/input/event3", "so that it stays"),
    ("/dev/input/by-id/usb-Keypad-event-kbd", "/dev/input/js0", "sources.pad.device",
     "/dev/input/js0", "so that it stays"),
    ("/dev/input/by-id/usb-Keypad-event-kbd", "", "sources.pad.device", "", "by-id"),
    ("/dev/input/by-id/usb-Keypad-event-kbd", "54c:2", "sources.pad.device", "54c:2", "054c:0002"),
    ("/dev/input/by-id/usb-Keypad-event-kbd", "054C:0002", "sources.pad.device", "054C:0002", ""),
    ('timing = "usb"', 'timing = "serial-raw"', "sources.pad.timing", "serial-raw", "stamped"),
    ('doubt = "6ms"', "doubt = 6", "sources.pad.doubt", "6", "with a unit"),
    ('doubt = "6ms"', 'doubt = "2s"', "sources.pad.doubt", "2s", "longer than 1s"),
    ("KEY_KP2", "KEY_KP22", "keys.stop.line", "KEY_KP22", "did you mean 'KEY_KP2'?"),
    ("KEY_KP2", "kp2", "keys.stop.line", "kp2", "no such key"),
    ("KEY_KP2", "768", "keys.stop.line", "768", "no such key"),
    ("KEY_KP2", "KEY_KP1", "keys.stop.line", "KEY_KP1", "is wired there already"),
    ("KEY_KP2", "79", "keys.stop.line", "79", "the key of keys.start by another name"),
    ('{ line = "KEY_KP2" }', "{ pin = 17 }", "keys.stop.pin", "17", "has a line"),
    ("handset = 2", "handset = 1", "lamps.seat2.handset", "1", "lamps.seat1 is on that handset"),
    ("handset = 2", "handset = 5", "lamps.seat2.handset", "5", "less than or equal to 4"),
    ("handset = 2", "handset = 0", "lamps.seat2.handset", "0", "greater than or equal to 1"),
    (", handset = 2", "", "lamps.seat2.handset", "", "add its handset"),
    ("handset = 2", "handset = 2, pin = 5", "lamps.seat2.pin", "5", "has device and handset"),
    ('"054c:0002", handset = 2', '"/dev/input/event1", handset = 2', "lamps.seat2.device",
     "/dev/input/event1", "so that it stays"),
    ('kind = "buzz", device = "054c:0002", handset = 2', "", "lamps.seat2.pin", "", "add its pin"),
    ('kind = "buzz", device = "054c:0002", handset = 2', "pin = 5, handset = 2",
     "lamps.seat2.handset", "2", "has pin"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "path", "value", "words"), CHANGES, ids=[f"{c[2]} {c[1]}" for c in CHANGES]
)
def test_a_wrong_place(old: str, new: str, path: str, value: str, words: str) -> None:
    with pytest.raises(FileFaults) as caught:
        load(old, new)
    found = [(one.path, one.value) for one in caught.value.faults]
    assert (f"board.{path}", value) in found
    assert any(words in one.remedy for one in caught.value.faults if one.path == f"board.{path}")


@pytest.mark.parametrize(
    "device",
    [
        "/dev/input/by-path/platform-xhci-usb-0:1.2:1.0-event-kbd",
        "/dev/minuta-keypad",
        "054c:1000",
        "054c:1000@usb-0000:01:00.0-1.2",
    ],
)
def test_a_name_that_stays_is_taken(device: str) -> None:
    assert load("/dev/input/by-id/usb-Keypad-event-kbd", device).sources[0].device == device


def test_the_daemon_makes_them_of_their_rows_though_nothing_is_plugged_in() -> None:
    devices = build_devices(load_config_text(TEXT, "x"), MonotonicClock())
    assert devices.faults == []
    assert devices.sources["pad"].lines == ("KEY_KP1", "KEY_KP2")
    assert devices.sources["pad"].u_ns == 6_000_000
    assert [(name, type(one)) for name, one in devices.lamps] == [
        ("seat1", BuzzLamp), ("seat2", BuzzLamp),
    ]  # fmt: skip


SHIPPED = 'schema = 1\nboard = "three-keys"\n'
PAD = 'usb1 = { kind = "evdev", timing = "usb", device = "054c:0002" }\n'


def test_a_source_of_the_configs_own_stands_beside_the_boards() -> None:
    """Keys that name no source stay on the one that the board brought along."""
    own = '[keys]\nok = { source = "usb1", line = "RED1" }\nviol = { pin = 6 }\n'
    board = load_config_text(f"{SHIPPED}{own}[sources]\n{PAD}", "x").board
    assert [one.name for one in board.sources] == ["gpio", "usb1"]
    assert {key.key: key.source for key in board.keys} == {
        "start": "gpio", "stop": "gpio", "next": "gpio", "ok": "usb1", "viol": "gpio",
    }  # fmt: skip
    plain = load_config_text(f"{SHIPPED}[keys]\nviol = {{ pin = 6 }}\n", "x").board
    assert {key.source for key in plain.keys} == {"gpio"}, "the control"


def test_it_goes_before_the_boards_of_the_same_name() -> None:
    text = 'schema = 1\nboard = "usb-keypad"\n[sources]\n' + PAD.replace("usb1", "keypad")
    (source,) = load_config_text(text, "x").board.sources
    assert source.device == "054c:0002"


@pytest.mark.parametrize(
    ("old", "new", "path", "words"),
    [
        ("054c:0002", "/dev/input/event3", "sources.usb1.device", "so that it stays"),
        ('"evdev"', '"evdv"', "sources.usb1.kind", "did you mean 'evdev'?"),
        ("usb1", "Usb_1", "sources.Usb_1", "small Latin letters"),
    ],
)
def test_a_fault_of_it_is_said_once_and_where_it_is_written(
    old: str, new: str, path: str, words: str
) -> None:
    with pytest.raises(FileFaults) as caught:
        load_config_text(f"{SHIPPED}[sources]\n{PAD.replace(old, new, 1)}", "x")
    (fault,) = [one for one in caught.value.faults if one.path == path]
    assert words in fault.remedy
