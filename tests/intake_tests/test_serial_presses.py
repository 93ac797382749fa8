"""A bare contact behind a serial box, through the real source and the real filter."""

import random

import pytest

from device_tests.box_wire import Wire
from device_tests.simulated_box import SimulatedBox
from firmware_host.intake.contact_words import RAW_SERIAL
from firmware_host.intake.intake import Intake
from hardware.buttons import serial_box
from hardware.buttons.serial_box import SerialBoxButtons
from hardware.simulated.clock import SimulatedClock

MS = 1_000_000
KEYS = {"1": "seat1", "2": "seat2"}


@pytest.mark.parametrize("worst_ns", [0, 3 * MS, 8 * MS])
def test_presses_with_chatter_are_one_each_at_their_first_edge(monkeypatch, worst_ns):
    chance = random.Random(3)
    clock = SimulatedClock(10**12)
    box = SimulatedBox(drift_ppm=120)
    wire = Wire(clock, box, chance, worst_ns, 0.02)
    monkeypatch.setattr(serial_box, "SerialPort", lambda path, settings: wire)
    monkeypatch.setattr(serial_box, "Inbox", lambda port, clock, wake: wire)
    source = SerialBoxButtons("box", dict.fromkeys(KEYS), clock, "x")
    intake, posted, fingers, begun = Intake(), [], [], []
    intake.add_source("box", KEYS, source.hold_back_ns, RAW_SERIAL)
    source.start(posted.append)

    def run(ns):
        end_ns = clock.now_ns() + ns
        while clock.now_ns() < end_ns:
            clock.advance(250_000)
            wire.turn()
            source.pump(clock.now_ns())
            while posted:
                intake.feed(posted.pop(0), 0)
            for _, at_ns in intake.wanted(clock.now_ns(), True, None):
                source.ask(at_ns)
            for finger in intake.sources["box"].fingers.values():
                if finger not in fingers:
                    fingers.append(finger)

    def chatter(line, closes):
        for n in range(2 * chance.randint(0, 3) + 1):
            box.edge(line, closes != bool(n % 2), clock.now_ns())
            run(250_000)

    run(600 * MS)
    for n in range(12):
        begun.append((KEYS[str(n % 2 + 1)], clock.now_ns()))
        chatter(n % 2 + 1, True)
        run(chance.randint(30, 120) * MS)
        chatter(n % 2 + 1, False)
        run(150 * MS)
    assert [finger.key for finger in fingers] == [key for key, _ in begun]
    for finger, (_, at_ns) in zip(fingers, begun, strict=True):
        assert finger.at_ns - finger.u_ns <= at_ns <= finger.at_ns
    assert intake.pressed() == frozenset()
