"""USB keys at the guest's end: devices that uinput and uhid make, and the product that hears them.

Runs in the guest's agent, whose names stay from call to call; the functions are called from there.
"""

import os
import struct
import sys
import threading
import time
from pathlib import Path

sys.path += map(str, Path("/opt/minuta/lib").glob("python3*/site-packages"))

import evdev
from evdev import ecodes

from hardware.buttons.usb_keys import UsbKeys
from hardware.clock import MonotonicClock
from hardware.edges import Edge, Levels
from hardware.errors import HardwareError
from hardware.event_device import EventDevice
from hardware.input_nodes import find
from hardware.lamps.buzz import BuzzLamp  # noqa: F401  (for the tests that run code here)
from hardware.pumping import PumpThread

KEYPAD = "1a2c:2124"
MADE = {}
HEARD = []


def make_keypad(codes, phys="bench-1/input0"):
    """Make a keypad by uinput and wait until the kernel's list and the device file are there."""
    vendor, product = (int(word, 16) for word in KEYPAD.split(":"))
    made = evdev.UInput(
        {ecodes.EV_KEY: list(codes)}, name="bench keypad", vendor=vendor, product=product,
        phys=phys,
    )  # fmt: skip
    MADE[phys] = made
    while True:
        try:
            path = Path("/dev/input") / find(f"{KEYPAD}@{phys}", codes).event
            EventDevice(path).close()
            return str(path)
        except HardwareError:
            time.sleep(0.05)


def take_keypad(phys="bench-1/input0"):
    """Unplug it."""
    MADE.pop(phys).close()


def take_all():
    """Unplug all keypads."""
    while MADE:
        MADE.popitem()[1].close()
    end_heard()


def end_heard():
    """End sources that a failed test has left."""
    while HEARD:
        HEARD[-1].stop()


def move(code, value, phys="bench-1/input0"):
    """Give one key event and its report; return the clock before and after."""
    made = MADE[phys]
    before_ns = time.monotonic_ns()
    made.write(ecodes.EV_KEY, code, value)
    made.syn()
    return before_ns, time.monotonic_ns()


def move_many(codes, count, apart_s=0.0):
    """Press and release keys in turn, so many moves; return [code, value, before, after]s."""
    moves = []
    for number in range(count):
        code, value = codes[number // 2 % len(codes)], 1 - number % 2
        moves.append([code, value, *move(code, value)])
        time.sleep(apart_s)
    return moves


class Heard:
    """The product's source on a thread of its own: all that it posted, as rows."""

    def __init__(self, lines, device, reads=True):
        self.rows = []
        self.clock = MonotonicClock()
        self.source = UsbKeys("usb", dict.fromkeys(lines), self.clock, device)
        self.source.start(self.take)
        HEARD.append(self)
        self.thread = PumpThread(self.source, self.clock, "usb")
        if reads:
            self.thread.start()

    def take(self, report):
        if isinstance(report, Edge):
            self.rows.append(
                ["edge", report.line, report.at_ns, report.closed_hint, report.line_seq,
                 report.seq, report.u_ns]
            )  # fmt: skip
        elif isinstance(report, Levels):
            self.rows.append(["levels", report.at_ns, sorted(report.closed), report.drained_ns])
        else:
            self.rows.append(["state", report.at_ns, report.alive, report.why])

    def ask_until(self, done, apart_s):
        """Ask for levels all the time, on a thread."""

        def ask():
            while not done.is_set():
                self.source.ask(self.clock.now_ns())
                time.sleep(apart_s)

        thread = threading.Thread(target=ask)
        thread.start()
        return thread

    def wait(self, kind, count, limit_s=60.0):
        """Wait until so many rows of a kind are there."""
        by_s = time.monotonic() + limit_s
        while sum(row[0] == kind for row in self.rows) < count and time.monotonic() < by_s:
            time.sleep(0.01)
        return self.rows

    def stop(self):
        HEARD.remove(self)
        if self.thread.turns:
            self.thread.stop()
        self.source.close()
        return self.rows


DESTROY, CREATE, INPUT = 1, 11, 12
OUTPUT, GET_REPORT, SET_REPORT = 6, 9, 13
EIO = 5


class Handsets:
    """A quiz controller as a HID device by uhid: the kernel's own driver is above it.

    Attributes:
        told: The reports that it was sent, as lists of bytes without the report's number.
    """

    def __init__(self, descriptor, vendor=0x054C, product=0x0002):
        self.told = []
        self.fd = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        head = struct.pack(
            "<I128s64s64sHHIIII", CREATE, b"bench handsets", b"bench-2/input0", b"",
            len(descriptor), 3, vendor, product, 0x100, 0,
        )  # fmt: skip
        os.write(self.fd, head + bytes(descriptor))
        self.thread = threading.Thread(target=self.answer, daemon=True)
        self.thread.start()

    def answer(self):
        """Take what the kernel says; answer that reports were taken."""
        while True:
            try:
                said = os.read(self.fd, 4380)
            except OSError:
                return
            (kind,) = struct.unpack_from("<I", said)
            if kind == OUTPUT:
                (size,) = struct.unpack_from("<H", said, 4 + 4096)
                self.told.append([time.monotonic_ns(), *said[4 : 4 + size]])
            elif kind == SET_REPORT:
                number, _, _, size = struct.unpack_from("<IBBH", said, 4)
                self.told.append([time.monotonic_ns(), *said[12 : 12 + size]])
                os.write(self.fd, struct.pack("<IIH", SET_REPORT + 1, number, 0))
            elif kind == GET_REPORT:
                (number,) = struct.unpack_from("<I", said, 4)
                os.write(self.fd, struct.pack("<IIHH", GET_REPORT + 1, number, EIO, 0))

    def report(self, bits):
        """Give one report of all 20 keys; return the clock before and after."""
        data = bytes([0x7F, 0x7F, bits & 0xFF, bits >> 8 & 0xFF, bits >> 16 & 0x0F | 0xF0])
        before_ns = time.monotonic_ns()
        os.write(self.fd, struct.pack("<IH", INPUT, len(data)) + data)
        return before_ns, time.monotonic_ns()

    def close(self):
        os.write(self.fd, struct.pack("<I", DESTROY))
        os.close(self.fd)
