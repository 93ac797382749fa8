"""`minuta learn` with USB devices in a folder (device_tests/input_tree.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from device_tests.input_tree import Plugged, Tree
from firmware_host.config import Config, load_config
from firmware_host.config.edit import rewrite
from firmware_host.daemon.devices import build_devices
from firmware_host.preflight.learn import Learned, as_toml, learn
from firmware_host.preflight.usb import usb_lines
from hardware import event_device
from hardware.buttons.usb_keys import UsbKeys
from hardware.clock import MonotonicClock
from hardware.input_nodes import name_that_stays

KEYPAD, BUTTON = "usb-Keypad-event-kbd", "usb-Big_Button-event-kbd"
BY_ID = "/dev/input/by-id/"
TEXT = f"""\
schema = 1
[sound]
kind = "silent"
[board]
id = "own"
name = {{ ru = "Своя", en = "Own" }}
[board.sources.gpio]
kind = "simulated"
[board.sources.pad]
kind = "evdev"
timing = "usb"
device = "{BY_ID}{KEYPAD}"
[board.keys]
start = {{ source = "gpio", pin = 17 }}
stop = {{ source = "pad", line = "KEY_KP1" }}
ok = {{ source = "pad", line = "KEY_KP2" }}
"""
KP1, KP2, KP3, A, NAMELESS = 79, 80, 81, 30, 400
Press = Callable[[], None]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tree]:
    tree = Tree(tmp_path / "root")
    monkeypatch.setattr(event_device, "ioctl", tree.ioctl)
    monkeypatch.setitem(UsbKeys.__init__.__kwdefaults__, "root", tree.root)  # type: ignore[arg-type]
    yield tree
    for one in list(tree.plugged.values()):
        one.unplug()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "minuta.toml"
    file.write_text(TEXT, encoding="utf-8")
    return file


def press(device: Plugged, code: int) -> None:
    at_ns = MonotonicClock().now_ns()
    device.key(code, 1, at_ns)
    device.key(code, 0, at_ns + 80_000_000)


class Told:
    """What is said; `presses` are done in answer to what is asked."""

    def __init__(self, presses: Mapping[str, Press]) -> None:
        self.texts: list[str] = []
        self.russian: list[str] = []
        self._presses = presses

    def __call__(self, event: Mapping[str, object]) -> None:
        self.texts.append(str(event["text"]["en"]))  # type: ignore[index]
        self.russian.append(str(event["text"]["ru"]))  # type: ignore[index]
        if event["event"] == "ask":
            self._presses.get(str(event["name"]), lambda: None)()


def learned(
    file: Path, tree: Tree, presses: Mapping[str, Press], patience_ns: int = 20_000_000_000
) -> tuple[Learned | None, Config, Told]:
    config, told = load_config(file, {}), Told(presses)
    clock = MonotonicClock()
    return learn(config, tuple(presses), (), clock, told, patience_ns, tree.root), config, told


def test_the_first_device_that_is_pressed_is_written_with_a_name_that_stays(
    file: Path, tree: Tree
) -> None:
    keypad = tree.plug("event0", {KP1, KP2, KP3}, link=KEYPAD)
    tree.plug("event1", {A}, id="feed:0001", phys="usb-2/input0")  # another, which is not pressed
    button = tree.plug("event2", {A, NAMELESS}, link=BUTTON, id="feed:0002")

    def start() -> None:
        press(keypad, KP2)  # the kept key OK: nobody listens there
        press(button, A)

    found, config, _ = learned(
        file, tree, {"start": start, "stop": lambda: press(button, NAMELESS)}
    )
    assert found is not None
    tables = as_toml(found, config.board)
    assert tables == {
        "sources": {
            "usb2": f'{{ kind = "evdev", timing = "usb", device = "{BY_ID}{BUTTON}" }}'
        },
        "keys": {
            "start": '{ source = "usb2", line = "KEY_A" }',
            "stop": '{ source = "usb2", line = "400" }',
        },
    }  # fmt: skip
    board = rewrite(file, tables).board
    assert {key.key: (key.source, key.line) for key in board.keys} == {
        "start": ("usb2", "KEY_A"), "stop": ("usb2", "400"), "ok": ("pad", "KEY_KP2"),
    }  # fmt: skip
    again, config, _ = learned(file, tree, {"stop": lambda: press(button, NAMELESS)})
    assert again is not None
    assert as_toml(again, config.board) == {"keys": {"stop": tables["keys"]["stop"]}}


def test_a_device_that_the_board_has_keeps_its_source(file: Path, tree: Tree) -> None:
    keypad = tree.plug("event0", {KP1, KP2, KP3}, link=KEYPAD)
    for code in (KP3, KP1):  # another one, and the one that it was
        found, config, _ = learned(
            file, tree, {"stop": lambda code=code: press(keypad, code)}  # type: ignore[misc]
        )  # fmt: skip
        assert found is not None
        assert found.sources == config.board.sources
        line = {KP3: "KEY_KP3", KP1: "KEY_KP1"}[code]
        assert as_toml(found, config.board) == {
            "keys": {"stop": f'{{ source = "pad", line = "{line}" }}'}
        }


def built(file: Path) -> set[str]:
    """Return the sources that the daemon opens."""
    return set(build_devices(load_config(file, {}), MonotonicClock()).sources)


def test_a_source_whose_keys_were_learned_away_is_not_opened(file: Path, tree: Tree) -> None:
    """Its loss would be an alarm all evening; and one that is learned back takes no keyboard."""
    pad = tree.plug("event0", {KP1, KP2}, link=KEYPAD)
    button = tree.plug("event1", {A, NAMELESS}, link=BUTTON, id="feed:0002")
    assert built(file) == {"gpio", "pad"}, "the control"
    away = {"stop": lambda: press(button, A), "ok": lambda: press(button, NAMELESS)}
    back = {"stop": lambda: press(pad, KP2), "ok": lambda: press(pad, KP1)}
    for presses, expected in ((away, {"gpio", "usb1"}), (back, {"gpio", "pad"})):
        found, config, _ = learned(file, tree, presses)
        assert found is not None
        rewrite(file, as_toml(found, config.board))
        assert built(file) == expected


def test_of_several_devices_of_its_numbers_the_keys_tell_which_also_when_all_are_learned(
    file: Path, tree: Tree
) -> None:
    file.write_text(TEXT.replace(f"{BY_ID}{KEYPAD}", "1a2c:2124"), encoding="utf-8")
    board = load_config(file, {}).board
    tree.plug("event0", {KP1, KP2, KP3}, link=KEYPAD)
    tree.plug("event1", {A}, phys="usb-1/input1")
    for words in (("stop",), ("stop", "ok")):
        sources = {
            key.source for key in usb_lines(board, words, tree.root)[1] if key.line != "KEY_A"
        }
        assert sources == {"pad"}
    keyless = replace(board.sources[1], name="usb1", device=f"{BY_ID}{KEYPAD}")
    twice = replace(board, sources=(keyless, *board.sources))
    assert {key.source for key in usb_lines(twice, (), tree.root)[1]} == {"pad", "usb2"}
    tree.plugged["event0"].unplug()
    sources = {key.source for key in usb_lines(board, ("stop",), tree.root)[1]}
    assert sources == {"pad"}, "another one of its numbers is it all the same"


def test_who_cannot_be_heard_is_named_and_the_others_are_heard(file: Path, tree: Tree) -> None:
    tree.plug("event0", {A}, link=BUTTON, id="feed:0002").grabbed = True
    free = tree.plug("event1", {A}, id="feed:0001", phys="usb-2/input0")
    found, config, told = learned(file, tree, {"start": lambda: press(free, A)})
    assert found is not None
    assert any("type nothing, Enter neither" in text for text in told.texts)
    assert f"not heard: {BY_ID}{BUTTON}: another program has taken" in "\n".join(told.texts)
    taken = f"{tree.root}/dev/input/event0 забрала себе другая программа: остановите её"
    assert f"не слышно: {BY_ID}{BUTTON}: {taken}" in told.russian
    assert "'pad' has no free line, or is not there" in told.texts
    assert found.keys["start"].source == "usb1"
    device = found.sources[-1].device
    assert device == "feed:0001@usb-2/input0"
    assert name_that_stays(device)
    rewrite(file, as_toml(found, config.board))


def test_a_key_that_does_not_come_is_not_made_up(file: Path, tree: Tree) -> None:
    tree.plug("event0", {KP1, KP2}, link=KEYPAD)
    found, _, _ = learned(file, tree, {"start": lambda: None}, patience_ns=300_000_000)
    assert found is None


def test_without_usb_devices_nothing_is_said_of_their_keys(file: Path, tree: Tree) -> None:
    _, _, told = learned(file, tree, {"start": lambda: None}, patience_ns=300_000_000)
    assert not any("type nothing" in text for text in told.texts)


def test_only_usb_devices_with_keys_are_listened_to(file: Path, tree: Tree) -> None:
    board = load_config(file, {}).board
    tree.plug("event0", {A}, interval="", id="0000:0001")  # the power button, the TV's remote
    tree.plug("event1", set(), id="feed:0003")
    assert usb_lines(board, (), tree.root) == (board, (), [])
    tree.plug("event2", {A}, id="feed:0004")
    _, lines, _ = usb_lines(board, (), tree.root)
    assert [(key.source, key.line) for key in lines] == [("usb1", "KEY_A")]


def test_two_alike_are_named_by_their_places(file: Path, tree: Tree) -> None:
    board = load_config(file, {}).board
    tree.plug("event0", {A}, link=BUTTON, phys="usb-1.1/input0")
    (one,) = usb_lines(board, (), tree.root)[0].sources[2:]
    assert one.device == f"{BY_ID}{BUTTON}", "the control: it is alone"
    tree.plug("event1", {A}, phys="usb-1.2/input0")
    by_path = tree.root / "dev/input/by-path"
    by_path.mkdir()
    (by_path / "platform-usb-0:1.2:1.0-event-kbd").symlink_to("../event1")
    devices = [one.device for one in usb_lines(board, (), tree.root)[0].sources[2:]]
    assert devices == [
        "1a2c:2124@usb-1.1/input0", "/dev/input/by-path/platform-usb-0:1.2:1.0-event-kbd",
    ]  # fmt: skip
