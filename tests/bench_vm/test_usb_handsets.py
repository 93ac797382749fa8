"""Quiz controllers on a real kernel: what each bit of a report is, one stamp for it, the lamps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench_vm.usb_guest import DESCRIPTOR, Guest

pytestmark = [pytest.mark.slow, pytest.mark.alone]

S, MS, US = 1_000_000_000, 1_000_000, 1000
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
        by_s = time.monotonic() + 60
        while len(handsets.told) < before + 4 or any(handsets.told[-1][1:][-7:]):
            assert time.monotonic() < by_s, handsets.told
            time.sleep(0.1)
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
