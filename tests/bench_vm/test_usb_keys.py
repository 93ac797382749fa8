"""USB keys on a real kernel: its stamps and clock, the grab, dropped events, plugs, handsets.

Devices are made by uinput and uhid in the guest; what hears them is the product's own source.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bench_vm.image import Image
from bench_vm.machine import Machine, started

pytestmark = [pytest.mark.slow, pytest.mark.soak]

KP1, KP2, KP3 = 79, 80, 81
CODES = [KP1, KP2, KP3]
LINES = ["KEY_KP1", "KEY_KP2", "KEY_KP3"]
S, MS, US = 1_000_000_000, 1_000_000, 1000
# A quiz controller's report: two axes, twenty buttons, four constant bits; seven bytes to it.
DESCRIPTOR = bytes.fromhex(
    "0501 0904 a101 a102 7508 9502 1500 26ff00 3500 46ff00 0930 0931 8102 7501 9514 2501 4501"
    " 0509 1901 2914 8102 0600ff 7501 9504 2501 4501 0901 8102 c0 a102 7508 9507 46ff00 26ff00"
    " 0902 9102 c0 c0"
)


class Guest:
    """The guest with `usb_end` imported; its service is stopped."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        machine.shell("modprobe uinput; modprobe uhid; modprobe evdev; modprobe hid-sony")
        self("import usb_end")

    def __call__(self, code: str, **names: object) -> Any:
        return self.machine.python(code, limit_s=300, **names)

    def hear(self, device: str, lines: list[str], *, reads: bool = True) -> None:
        """Start the product's source on a device."""
        self("heard = usb_end.Heard(lines, device, reads)", lines=lines, device=device, reads=reads)

    def wait(self, kind: str, count: int) -> list[list[Any]]:
        """Return the rows of a kind once there are so many."""
        rows = self("result = heard.wait(kind, count)", kind=kind, count=count)
        return [row for row in rows if row[0] == kind]

    def stop(self) -> list[list[Any]]:
        """Stop the source; return all its rows."""
        return list(self("result = heard.stop()"))


@pytest.fixture(scope="module")
def own_machine(built: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """One machine for all of these tests: each makes its devices and takes them away."""
    with started(built, tmp_path_factory.mktemp("usb") / "machine") as found:
        yield found


@pytest.fixture(scope="module")
def guest(own_machine: Machine) -> Guest:
    own_machine.call("systemctl", "stop", "minuta.service")
    return Guest(own_machine)


@pytest.fixture
def keypad(guest: Guest) -> Iterator[str]:
    """Make a keypad by uinput; give its device file."""
    yield guest("result = usb_end.make_keypad(codes)", codes=CODES)
    guest("usb_end.take_all()")


def test_200_presses_are_stamped_between_the_times_around_their_writes_and_none_is_lost(
    guest: Guest, keypad: str
) -> None:
    guest.hear("1a2c:2124", LINES)
    moves = guest("result = usb_end.move_many(codes, 400, 0.002)", codes=CODES)
    edges = guest.wait("edge", 400)
    guest.stop()
    assert len(edges) == 400
    for (code, value, before_ns, after_ns), edge in zip(moves, edges, strict=True):
        _, line, at_ns, closed, _, _, u_ns = edge
        assert (line, closed) == (LINES[code - KP1], bool(value))
        assert before_ns <= at_ns <= after_ns + US  # a stamp is the end of its microsecond
        assert u_ns == 15 * MS
    assert [edge[5] for edge in edges] == list(range(1, 401))


def test_without_the_request_the_stamps_are_wall_time(guest: Guest, keypad: str) -> None:
    """The control: the library's usual way to open a device gives the wall's time."""
    before_ns, after_ns, at_ns, wall_ns = guest(
        """
        import time
        device = usb_end.evdev.InputDevice(path)
        before, after = usb_end.move(79, 1)
        events = []
        while not events:
            try:
                events = [one for one in device.read() if one.type == 1]
            except BlockingIOError:
                time.sleep(0.01)
        wall = time.time_ns()
        device.close()
        at = events[0].sec * 10**9 + events[0].usec * 1000
        usb_end.move(79, 0)
        result = before, after, at, wall
        """,
        path=keypad,
    )
    assert not before_ns <= at_ns + US <= after_ns + 2 * US
    assert abs(wall_ns - at_ns) < 60 * S


def test_while_it_has_the_grab_nobody_else_hears_a_key(guest: Guest, keypad: str) -> None:
    listen = """
        other = usb_end.evdev.InputDevice(path)
        usb_end.move(79, 1)
        usb_end.move(79, 0)
        import time
        time.sleep(0.2)
        try:
            result = len([one for one in other.read() if one.type == 1])
        except BlockingIOError:
            result = 0
        other.close()
    """
    assert guest(listen, path=keypad) == 2  # the control
    guest.hear("1a2c:2124", LINES)
    assert guest(listen, path=keypad) == 0
    assert len(guest.wait("edge", 2)) == 2
    guest.stop()
    assert guest(listen, path=keypad) == 2


def test_a_device_that_another_program_has_grabbed_is_refused(guest: Guest, keypad: str) -> None:
    said = guest(
        """
        other = usb_end.evdev.InputDevice(path)
        other.grab()
        try:
            usb_end.Heard(["KEY_KP1"], "1a2c:2124")
        except Exception as error:
            result = type(error).__name__, str(error)
        other.close()
        """,
        path=keypad,
    )
    assert said == ["DeviceBusy", f"another program has taken {keypad} for itself"]


def test_levels_asked_for_all_the_time_cost_no_edge(guest: Guest, keypad: str) -> None:
    guest.hear("1a2c:2124", LINES)
    guest(
        """
        import threading
        done = threading.Event()
        asking = heard.ask_until(done, 0.02)
        for number in range(1, 31):  # the kernel keeps 64 unread events
            usb_end.move_many(codes, 10)
            heard.wait("edge", 10 * number)
        done.set()
        asking.join()
        """,
        codes=CODES,
    )
    rows = guest.stop()
    assert len([row for row in rows if row[0] == "edge"]) == 300
    assert len([row for row in rows if row[0] == "levels"]) > 10
    proven_ns = 0
    for row in rows:  # what was proven drained stays true
        if row[0] == "levels":
            proven_ns = row[3]
        elif row[0] == "edge":
            assert row[2] > proven_ns


def test_levels_asked_of_the_reading_client_itself_cost_edges(guest: Guest, keypad: str) -> None:
    """The control: why the device is opened twice."""
    left = guest(
        """
        device = usb_end.evdev.InputDevice(path)
        usb_end.move(79, 1)
        closed = device.active_keys()
        try:
            left = [one.code for one in device.read() if one.type == 1]
        except BlockingIOError:
            left = []
        device.close()
        usb_end.move(79, 0)
        result = closed, left
        """,
        path=keypad,
    )
    assert left == [[KP1], []]


@pytest.mark.parametrize(("moves", "drops"), [(20, 0), (301, 1)])
def test_events_that_the_kernel_drops_are_gaps_and_the_levels_are_right(
    guest: Guest, keypad: str, moves: int, drops: int
) -> None:
    """The first row is the control: what fits is not dropped."""
    guest.hear("1a2c:2124", LINES, reads=False)
    guest("usb_end.move_many([79], count)", count=moves)
    guest("usb_end.move(80, 1); heard.thread.start()")
    guest("heard.source.ask(heard.clock.now_ns())")
    levels = guest.wait("levels", 1)
    guest("usb_end.move(81, 1)")
    guest.wait("edge", 1)
    found = guest("import time; time.sleep(0.5); result = heard.source.drops")
    rows = guest.stop()
    guest("usb_end.move(79, 0); usb_end.move(80, 0); usb_end.move(81, 0)")
    assert found == drops
    edges = [row for row in rows if row[0] == "edge"]
    closed = ["KEY_KP1", "KEY_KP2"] if moves % 2 else ["KEY_KP2"]
    assert levels[-1][2] == closed
    assert edges[-1][1] == "KEY_KP3"
    assert edges[-1][5] == (len(edges) if not drops else 3 + len(edges))
    assert all(row[3] in (True, False) for row in edges)


def test_a_held_key_that_repeats_by_itself_is_one_edge(guest: Guest, keypad: str) -> None:
    guest.hear("1a2c:2124", LINES)
    repeated = guest(
        """
        usb_end.move(79, 1)
        for _ in range(5):
            usb_end.move(79, 2)
        usb_end.move(79, 0)
        heard.wait("edge", 2)
        import time
        time.sleep(0.2)
        result = [row[3] for row in heard.rows if row[0] == "edge"]
        """
    )
    guest.stop()
    assert repeated == [True, False]


def test_it_is_lost_when_it_goes_and_found_by_its_numbers_when_it_is_back(
    guest: Guest, keypad: str
) -> None:
    guest.hear("1a2c:2124", LINES)
    guest("usb_end.take_keypad()")
    states = guest.wait("state", 2)
    assert [row[2] for row in states] == [True, False]
    # Another device takes the number that became free.
    guest("usb_end.make_keypad([30], 'bench-7/input0')")
    guest("usb_end.make_keypad(codes)", codes=CODES)
    states = guest.wait("state", 3)
    guest("usb_end.move(79, 1); usb_end.move(79, 0)")
    edges = guest.wait("edge", 2)
    guest.stop()
    assert [row[2] for row in states] == [True, False, True]
    assert [row[1] for row in edges] == ["KEY_KP1", "KEY_KP1"]


COLOURS = ("RED", "YELLOW", "GREEN", "ORANGE", "BLUE")
HANDSETS = [f"{colour}{handset}" for handset in (1, 2, 3, 4) for colour in COLOURS]


@pytest.fixture
def handsets(guest: Guest) -> Iterator[None]:
    """Make a quiz controller by uhid and wait for its device."""
    guest("handsets = usb_end.Handsets(bytes.fromhex(data))", data=DESCRIPTOR.hex())
    guest.machine.until(
        lambda: "0002" in guest.machine.shell("cat /sys/class/input/event*/device/id/product"),
        "there",
    )
    yield
    guest("handsets.close()")


def test_each_bit_of_a_handsets_report_is_its_key(guest: Guest, handsets: None) -> None:
    guest.machine.until(
        lambda: guest("result = len(usb_end.find('054c:0002', ()).event)"), "an input device"
    )
    guest.hear("054c:0002", HANDSETS)
    for bit in range(20):
        guest("handsets.report(1 << bit); handsets.report(0)", bit=bit)
    edges = guest.wait("edge", 40)
    guest.stop()
    assert [row[1] for row in edges[::2]] == HANDSETS
    assert [row[3] for row in edges] == [True, False] * 20


def test_handsets_pressed_in_one_report_have_one_stamp(guest: Guest, handsets: None) -> None:
    guest.hear("054c:0002", HANDSETS)
    before_ns, after_ns = guest("result = handsets.report(0b00001_00001_00001_00001)")
    edges = guest.wait("edge", 4)
    guest.stop()
    assert {row[1] for row in edges} == {"RED1", "RED2", "RED3", "RED4"}
    (at_ns,) = {row[2] for row in edges}
    assert before_ns <= at_ns <= after_ns + US


def test_the_lamps_of_the_handsets_are_told_and_the_kernels_own_driver_agrees(
    guest: Guest, handsets: None
) -> None:
    leds = guest.machine.shell("ls /sys/class/leds").split()
    assert [led[-7:] for led in sorted(leds) if "buzz" in led] == [
        f"::buzz{n}" for n in (1, 2, 3, 4)
    ]
    told = guest(
        """
        before = len(handsets.told)
        lamps = [usb_end.BuzzLamp(f"seat{n}", "054c:0002", n, usb_end.MonotonicClock())
                 for n in (1, 2, 3, 4)]
        lamps[2].set(True)
        lamps[0].set(True)
        lamps[2].set(False)
        for lamp in lamps:
            lamp.close()
        import time
        time.sleep(1)
        result = [told[1:][-7:] for told in handsets.told[before:]]
        """
    )
    # Told again after 2 s, a state may be there twice.
    assert [lit for lit, before in zip(told, [[], *told], strict=False) if lit != before] == [
        [0, 0, 0, 255, 0, 0, 0],
        [0, 255, 0, 255, 0, 0, 0],
        [0, 255, 0, 0, 0, 0, 0],
        [0] * 7,
    ]
    (led,) = [one for one in leds if one.endswith("buzz3")]
    guest.machine.shell(f"echo 1 > /sys/class/leds/{led}/brightness")
    guest.machine.until(
        lambda: guest("result = handsets.told[-1][1:][-7:]") == [0, 0, 0, 255, 0, 0, 0],
        "told by hid-sony",
    )
