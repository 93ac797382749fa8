"""USB keys on a real kernel: its stamps and clock, the grab, dropped events, plugs.

Devices are made by uinput and uhid in the guest; what hears them is the product's own source.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench_vm.usb_guest import Guest

pytestmark = [pytest.mark.slow, pytest.mark.alone]

KP1, KP2, KP3 = 79, 80, 81
CODES = [KP1, KP2, KP3]
LINES = ["KEY_KP1", "KEY_KP2", "KEY_KP3"]
S, MS, US = 1_000_000_000, 1_000_000, 1000


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
