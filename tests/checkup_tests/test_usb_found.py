"""`minuta check` on what is plugged in by USB: each finding, and the machine without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from checkup_tests.pi import Pi, config
from device_tests.input_tree import Tree
from firmware_host.checkup.finding import ERROR, NOTE, WARNING, Finding
from firmware_host.checkup.look import look
from firmware_host.config import Config, boards
from firmware_host.config.model import Key, Lamp, Source

KEYPAD = "/dev/input/by-id/usb-Keypad-event-kbd"
BY_PATH = "/dev/input/by-path/platform-usb-0:1.3:1.0-event-kbd"
LINK = KEYPAD.rpartition("/")[2]
BUZZ = "054c:0002"
KEYS = {79, 80}


@pytest.fixture
def tree(pi: Pi) -> Iterator[Tree]:
    tree = Tree(pi.root)
    yield tree
    for one in list(tree.plugged.values()):
        one.unplug()


def keypad(device: str = KEYPAD, u_ns: int | None = None) -> Config:
    """Return a config of START and STOP on a keypad."""
    more = Source(
        name="more", kind="evdev", timing="usb", hold_back_ns=None, device=device, u_ns=u_ns
    )
    keys = tuple(
        Key(key=word, source="more", line=line, pin=None)
        for word, line in (("start", "KEY_KP1"), ("stop", "KEY_KP2"))
    )
    return config(sources=(more,), keys=keys)


def found(pi: Pi, of: Config) -> list[tuple[str, str, str]]:
    """Return (severity, path, English words) of what concerns USB."""
    every = look(of, pi.machine(), daemon_runs=False)
    return [(one.severity, one.path, said(one)) for one in every if ".more." in one.path]


def said(one: Finding) -> str:
    russian, english = one.remedy
    assert russian != english
    return english


def only_the_doubt(pi: Pi, of: Config) -> bool:
    """Whether all is well: only the doubt of its stamps is noted."""
    return [one[:2] for one in found(pi, of)] == [(NOTE, "sources.more.doubt")]


def test_a_keypad_that_is_there_is_well_and_its_doubt_is_said(pi: Pi, tree: Tree) -> None:
    tree.plug("event0", KEYS, link=LINK)
    assert only_the_doubt(pi, keypad())
    assert "asked each 10 ms" in found(pi, keypad())[0][2]


def test_one_that_is_not_plugged_in(pi: Pi, tree: Tree) -> None:
    tree.plug("event0", KEYS, id="1234:abcd")
    for device in (KEYPAD, BUZZ):
        ((severity, path, words),) = found(pi, keypad(device))
        assert (severity, path) == (ERROR, "sources.more.device")
        assert "plug it in; there is 1234:abcd (USB Keypad)" in words


def test_one_that_no_key_is_on_is_not_looked_for(pi: Pi, tree: Tree) -> None:
    of = keypad()
    assert [one[0] for one in found(pi, of)] == [ERROR], "the control: its keys are missed"
    gpio = replace(of.board.sources[0], name="gpio", kind="gpiod", timing="gpio", device="")
    keys = tuple(replace(key, source="gpio", line="5", pin=5) for key in of.board.keys)
    of = replace(of, board=replace(of.board, sources=(gpio, *of.board.sources), keys=keys))
    assert found(pi, of) == []
    assert "no key is on it" in pi.notes(of)["sources.more"]


def test_one_that_lacks_a_key_of_the_board(pi: Pi, tree: Tree) -> None:
    tree.plug("event0", {79}, link=LINK)
    ((severity, _, words),) = found(pi, keypad())
    assert severity == ERROR
    assert "no such keys: KEY_KP2:" in words


def test_several_of_the_same_numbers(pi: Pi, tree: Tree) -> None:
    tree.plug("event0", KEYS, id=BUZZ, phys="usb-1.1/input0")
    tree.plug("event1", {30}, id=BUZZ, phys="usb-1.1/input1")
    assert only_the_doubt(pi, keypad(BUZZ))
    tree.plug("event2", KEYS, id=BUZZ, phys="usb-1.2/input0")
    ((severity, _, words),) = found(pi, keypad(BUZZ))
    assert severity == ERROR
    assert "name one of 054c:0002@usb-1.1, 054c:0002@usb-1.2" in words
    assert only_the_doubt(pi, keypad(f"{BUZZ}@usb-1.2"))


def test_twins_share_one_name_by_id(pi: Pi, tree: Tree) -> None:
    tree.plug("event0", KEYS, link=LINK, phys="usb-1.1/input0")
    tree.plug("event1", {30}, phys="usb-1.1/input1")  # its other half is no twin
    assert only_the_doubt(pi, keypad())
    tree.plug("event2", KEYS, phys="usb-1.3/input0")
    (_, (severity, path, words)) = sorted(found(pi, keypad()))
    assert (severity, path) == (WARNING, "sources.more.device")
    assert "/dev/input/by-path/" in words
    (pi.root / "dev/input/by-path").mkdir()
    (pi.root / BY_PATH[1:]).symlink_to("../event2")
    assert only_the_doubt(pi, keypad(BY_PATH))


def test_a_doubt_that_the_poll_interval_belies(pi: Pi, tree: Tree) -> None:
    tree.plug("event0", KEYS, link=LINK, interval="8ms")
    ((severity, path, words),) = found(pi, keypad(u_ns=6_000_000))
    assert (severity, path) == (ERROR, "sources.more.doubt")
    assert "asked each 8 ms" in words
    assert "usbhid.kbpoll=1" in words
    pi.put("/sys/module/usbhid/parameters/kbpoll", "1\n")
    assert only_the_doubt(pi, keypad(u_ns=6_000_000))


def test_the_user_is_not_in_the_group_input(pi: Pi, tree: Tree) -> None:
    tree.plug("event0", KEYS, link=LINK)
    pi.put("/etc/group", "".join(f"{one}:x:1:minuta\n" for one in ("gpio", "audio")))
    every = look(keypad(), pi.machine(), daemon_runs=False)
    assert [(one.severity, one.value) for one in every if one.path == "groups"] == [
        (ERROR, "input")
    ]


def test_a_lamp_on_a_handset_that_is_not_there(pi: Pi, tree: Tree) -> None:
    lamp = Lamp(name="seat1", kind="buzz", pin=None, device=BUZZ, handset=1)
    of = config(lamps=(lamp,))
    every = [one for one in pi.look(of) if one.path == "lamps.seat1.device"]
    assert [one.severity for one in every] == [WARNING]
    tree.plug("event0", KEYS, id=BUZZ, hidraw="hidraw0")
    assert pi.look(of) == []


def test_the_shipped_board_of_a_keypad_fits(pi: Pi, tree: Tree) -> None:
    codes = {96, 82, 78, 76, 83, 74}
    tree.plug("event0", codes)
    (pi.root / "dev/minuta-keypad").symlink_to("input/event0")
    board = boards()["usb-keypad"]
    of = config(keys=board.keys, sources=board.sources)
    assert pi.look(of) == []
    tree.plugged["event0"].unplug()
    assert [one.path for one in pi.look(of)] == ["sources.keypad.device"]
