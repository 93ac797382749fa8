"""Devices pulled out and put back in mid-game, at the real service: the game goes on.

One turn runs through all of this file. What is out is said by an alarm; what is not out counts on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from bench_vm import journal
from bench_vm.boards import config, pins
from bench_vm.far_ends import Box, Scoreboard
from bench_vm.fingers import MS
from bench_vm.image import Image
from bench_vm.machine import Machine, started
from bench_vm.usb_guest import DESCRIPTOR

pytestmark = [pytest.mark.slow, pytest.mark.alone]

Say = Callable[[str, object], None]
BY_ID = "/dev/serial/by-id/usb-QEMU_QEMU_USB_SERIAL_{}-if00-port0"
KEYPAD_AT = "/dev/minuta-keypad"
KEYPAD, BOX, BOARD, HANDSETS = "keypad", "box", "board", "handsets"
PORTS = {KEYPAD: 1, BOX: 2, BOARD: 3}
# A set made by uhid has no USB device above it, by whose numbers the shipped rule goes.
HIDRAW = 'SUBSYSTEM=="hidraw", KERNELS=="*:054C:0002.*", GROUP="input", MODE="0660"\n'
MORE = {
    "sources": {
        KEYPAD: {"kind": "evdev", "timing": "usb", "device": KEYPAD_AT},
        BOX: {
            "kind": "serial", "timing": "serial-stamped", "device": BY_ID.format(BOX),
            "drift_ppm": 5_000,
        },
        HANDSETS: {"kind": "evdev", "timing": "usb", "device": "054c:0002"},
    },
    "keys": {
        **{key: {"source": "gpio", "pin": pin} for key, pin in pins().items()},
        "seat1": {"source": KEYPAD, "line": "KEY_A"},
        "seat2": {"source": BOX, "line": "1"},
        "seat4": {"source": HANDSETS, "line": "RED1"},
    },
    "lamps": {"seat4": {"kind": "buzz", "device": "054c:0002", "handset": 1}},
    "displays": {
        "hall": {"kind": "serial", "device": BY_ID.format(BOARD), "role": "hall"},
        "host": {"kind": "serial", "device": "/dev/ttyS1", "role": "host"},
    },
}  # fmt: skip


@dataclass
class Hall:
    """The machine with all of it plugged in, and the far ends."""

    machine: Machine
    box: Box
    board: Scoreboard
    wired: Scoreboard

    def plug(self, name: str) -> None:
        """Put a device in, always into the same socket."""
        if name == KEYPAD:
            self.machine.plug("usb-kbd", name, port=str(PORTS[name]))
        elif name == HANDSETS:  # made by uhid: QEMU has none
            self.machine.python(
                "handsets = usb_end.Handsets(bytes.fromhex(data))", data=DESCRIPTOR.hex()
            )
        else:
            self.machine.plug_serial(name, PORTS[name])

    def pull(self, name: str) -> None:
        """Pull a device out."""
        if name == HANDSETS:
            self.machine.python("handsets.close()")
        else:
            self.machine.unplug(name)

    def counts(self, key: str) -> int:
        """Return how many presses of a key were counted."""
        rows = journal.rows(self.machine.journal_bytes())
        verdicts = [row.data for row in rows if row.kind == "verdict" and row.data["key"] == key]
        return sum(one["reason"] is None for one in verdicts)

    def press(self, key: str) -> None:
        """Press a key where it is, and wait until it counts; not at once after another press."""
        self.machine.call("sleep", "1")  # a key that comes again within half a second is a repeat
        before = self.counts(key)
        if key == "seat1":
            self.machine.type_key("a", down=True)
            self.machine.call("sleep", "0.1")
            self.machine.type_key("a", down=False)
        elif key == "seat2":
            self.box.tap(1)
        elif key == "seat4":
            self.machine.python("handsets.report(1)")
            self.machine.call("sleep", "0.1")
            self.machine.python("handsets.report(0)")
        else:
            pin = pins()[key]
            self.machine.play([(0, pin, 1), (100 * MS, pin, 0)])
        self.machine.until(lambda: self.counts(key) == before + 1, f"{key} counted")

    def pulled_and_put_back(self, name: str, kind: str, about: str, say: Say) -> None:
        """Pull a device out; play on; put it in again. The alarm says both; how soon is said."""
        machine = self.machine
        told = len(self._alarms(kind, about))
        out_ns = machine.now_ns()
        self.pull(name)
        machine.until(lambda: len(self._alarms(kind, about)) == told + 1, f"{name} lost")
        self.press("seat3")
        assert machine.ask()["turn"]["status"] == "running"
        back_ns = machine.now_ns()
        self.plug(name)
        machine.until(lambda: len(self._alarms(kind, about)) == told + 2, f"{name} found")
        lost, found = self._alarms(kind, about)[told:]
        assert "ended" not in lost.data
        assert found.data["ended"] is True
        assert out_ns <= lost.at_ns < back_ns <= found.at_ns
        say(f"{name} lost after, ms", (lost.at_ns - out_ns) // MS)
        say(f"{name} found after, ms", (found.at_ns - back_ns) // MS)

    def _alarms(self, kind: str, about: str) -> list[journal.Row]:
        return journal.alarms(journal.rows(self.machine.journal_bytes()), kind, about)


@pytest.fixture(scope="module")
def hall(built: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Plug all in, and begin a turn."""
    folder = tmp_path_factory.mktemp("plugs") / "machine"
    with started(built, folder) as machine, ExitStack() as ends:
        machine.plug("usb-kbd", KEYPAD, port=str(PORTS[KEYPAD]))
        box = ends.enter_context(Box(machine.plug_serial(BOX, PORTS[BOX])))
        board = ends.enter_context(Scoreboard(machine.plug_serial(BOARD, PORTS[BOARD])))
        wired = ends.enter_context(Scoreboard(machine.serial))
        machine.shell("modprobe uhid; modprobe hid-sony")
        machine.put("/etc/udev/rules.d/98-bench.rules", HIDRAW)
        machine.shell("udevadm control --reload")
        machine.python("import usb_end")
        Hall(machine, box, board, wired).plug(HANDSETS)
        links = " ".join([KEYPAD_AT, BY_ID.format(BOX), BY_ID.format(BOARD)])
        machine.until(lambda: machine.call("sh", "-c", f"ls {links}", check=False).code == 0, links)
        machine.configure(config(more=MORE, minute="900s"))
        start = pins()["start"]
        machine.play([(0, start, 1), (100 * MS, start, 0)])
        machine.until(lambda: machine.ask()["turn"]["status"] == "running", "running")
        yield Hall(machine, box, board, wired)
        machine.python("handsets.close()")


@pytest.mark.parametrize(
    "key", ["seat1", "seat2", "seat3", "seat4"], ids=["USB", "box", "pin", "handset"]
)
def test_keys_of_every_kind_count_in_one_turn(hall: Hall, key: str) -> None:
    hall.press(key)


def test_the_lamp_of_a_handset_flashes_when_its_press_counts(hall: Hall) -> None:
    told = "result = [list(one[1:][-7:]) for one in handsets.told]"
    hall.machine.python("handsets.told.clear()")
    hall.press("seat4")
    hall.machine.until(lambda: [0, 255, 0, 0, 0, 0, 0] in hall.machine.python(told), "lit")
    hall.machine.until(lambda: not any(hall.machine.python(told)[-1]), "dark again")


def test_both_scoreboards_count_down(hall: Hall) -> None:
    """One on a USB adapter, one on the machine's own port; the host's has no more than words."""
    seen = len(hall.board.texts)
    hall.machine.until(lambda: len(hall.board.texts) >= seen + 3, "three more texts")
    shown = [text for text in hall.board.texts[seen:] if text]
    assert shown == sorted(shown, key=_seconds, reverse=True)
    assert hall.wired.texts


def _seconds(text: str) -> int:
    minutes, _, seconds = text.partition(":")
    return int(minutes) * 60 + int(seconds)


@pytest.mark.parametrize(("name", "key"), [(KEYPAD, "seat1"), (BOX, "seat2"), (HANDSETS, "seat4")])
def test_keys_pulled_out_and_put_back_count_again(
    hall: Hall, name: str, key: str, record_property: Say
) -> None:
    hall.pulled_and_put_back(name, "source-lost", name, record_property)
    hall.press(key)


def test_a_scoreboard_pulled_out_and_put_back_shows_the_present_second(
    hall: Hall, record_property: Say
) -> None:
    before = [text for text in hall.board.texts if text][-1]
    hall.pulled_and_put_back(BOARD, "device-lost", "hall", record_property)
    seen = len(hall.board.texts)
    hall.machine.until(lambda: len(hall.board.texts) > seen, "a text after its return")
    after = [text for text in hall.board.texts[seen:] if text]
    assert _seconds(after[0]) < _seconds(before)
