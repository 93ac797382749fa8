"""HT16K33: what is written to the bus is read back by a chip of its data sheet."""

import threading
from typing import ClassVar

import pytest

from device_tests import seven
from device_tests.contract_display import BusContract, BusRig
from hardware.displays import ht16k33
from hardware.displays.ht16k33 import Ht16k33Digits
from hardware.displays.wired import Wiring
from hardware.errors import DeviceUnsupported

HZ = 100_000


class Chip:
    """One HT16K33 and its bus: commands by their high nibble, RAM with its own pointer."""

    def __init__(self):
        self.gate = threading.Event()
        self.gate.set()
        self.bits = 0
        self.lost = False
        self.is_open = False
        self.lose_power()

    def lose_power(self):
        self.clock_on = self.showing = False
        self.level = 15
        self.ram = [0x5A] * 16

    def open(self):
        if self.lost:
            raise FileNotFoundError(2, "No such file or directory: '/dev/i2c-1'")
        self.is_open = True
        return self

    def close(self):
        self.is_open = False

    def write(self, data):
        self.gate.wait()
        assert self.is_open
        if self.lost:
            raise OSError(121, "Remote I/O error")
        self.bits += 9 * (len(data) + 1) + 2
        kind, low = data[0] >> 4, data[0] & 0xF
        if kind == 0x0:
            for n, byte in enumerate(data[1:]):
                self.ram[(low + n) % 16] = byte
            return
        assert len(data) == 1
        if kind == 0x2:
            self.clock_on = bool(low & 1)
        elif kind == 0x8:
            self.showing = low == 1
        elif kind == 0xE:
            self.level = low
        else:
            raise AssertionError(f"not a command: {data[0]:#x}")

    def glitch(self):
        self.clock_on = False
        self.ram[0:2] = [0xFF, 0xFF]

    def column(self, n: int) -> int:
        return self.ram[2 * n] if self.clock_on and self.showing else 0

    def read(self, columns: list[int], colon: int | None, *, rotated: bool = False) -> str:
        """Read digits in these columns; the colon's column stands after the second of them."""
        places = ["".join(s for n, s in enumerate("abcdefgp") if self.column(c) >> n & 1)
                  for c in columns]  # fmt: skip
        if colon is not None and self.column(colon) & 0x02:
            places[1] += "q"
        return seven.read(places, rotated=rotated)


def rig_of(chip: Chip, display: Ht16k33Digits, read) -> BusRig:
    return BusRig(
        display, read, lambda bad: setattr(chip, "lost", bad), chip.lose_power, chip.glitch,
        chip.gate, lambda: chip.bits, HZ,
    )  # fmt: skip


class TestClockOfFourDigits(BusContract):
    CLOSED: ClassVar = {
        "": "", "0:00": "0:00", "0:59": "0:59", "1:00": "1:00", "9:59": "9:59",
        "10:00": "10:00", "59:59": "59:59", "60:00": "60:00", "-0:05": "-0:05",
        "100:00": "----", "-10:00": "----", "9999": "9999", "10000": "----", "67.3": "67.3",
        "1.23": "1.23", "4:31 ?": "4:31?", "10:31 ?": "10:31?", "-15": "-15", "HOLD": "H0Ld",
        "Пауза": "----", "~": "____",
    }  # fmt: skip
    rotated = False

    @pytest.fixture
    def rig(self):
        chip = Chip()
        display = Ht16k33Digits("hall", Wiring(rotated=self.rotated), chip.open)
        return rig_of(chip, display, lambda: chip.read([0, 1, 3, 4], 2, rotated=self.rotated))


class TestClockUpsideDown(TestClockOfFourDigits):
    rotated = True


class TestEightDigitsWithoutAColon(BusContract):
    CLOSED: ClassVar = {
        "": "", "0:59": "0.59", "12345678": "12345678", "123456789": "-" * 8, "~": "_" * 8,
    }  # fmt: skip

    @pytest.fixture
    def rig(self):
        chip = Chip()
        display = Ht16k33Digits("hall", Wiring(digits=8), chip.open)
        return rig_of(chip, display, lambda: chip.read(list(range(8)), None))


@pytest.mark.parametrize(("brightness", "level"), [(1, 0), (8, 7), (16, 15)])
def test_brightness_has_sixteen_steps(brightness, level):
    chip = Chip()
    Ht16k33Digits("hall", Wiring(brightness=brightness), chip.open).show("1")
    assert chip.level == level


def test_a_lost_bus_is_closed_and_opened_anew():
    chip = Chip()
    display = Ht16k33Digits("hall", Wiring(), chip.open)
    display.show("1")
    chip.lost = True
    with pytest.raises(OSError, match="Remote I/O error"):
        display.show("2")
    assert not chip.is_open
    chip.lost = False
    display.show("3")
    assert chip.is_open
    display.close()
    assert not chip.is_open


@pytest.mark.parametrize("device", ["/dev/i2c-1@0x70", "/dev/i2c-0@0x77"])
def test_places_that_there_are(device):
    Ht16k33Digits("hall", Wiring(device=device))


@pytest.mark.parametrize(
    "device", ["/dev/i2c-1", "/dev/i2c-1@0x6f", "/dev/i2c-1@0x78", "/dev/i2c-1@70", "i2c-1@0x70"]
)
def test_places_that_there_are_not(device):
    with pytest.raises(DeviceUnsupported, match="write /dev/i2c-1@0x70"):
        Ht16k33Digits("hall", Wiring(device=device))


def test_a_colon_wants_a_column():
    with pytest.raises(DeviceUnsupported, match="7 digits"):
        Ht16k33Digits("hall", Wiring(digits=8, colon=2))
    Ht16k33Digits("hall", Wiring(digits=7, colon=2))


def test_the_kernel_is_given_a_short_timeout_and_the_address_is_the_boards(monkeypatch):
    sent, calls = [], []

    class Bus:
        def __init__(self, path):
            calls.append(("open", path))
            self.fd = 99

        def i2c_rdwr(self, message):
            sent.append((message.addr, bytes(message)))

        def close(self):
            calls.append(("close",))

    monkeypatch.setattr(ht16k33, "SMBus", Bus)
    monkeypatch.setattr(ht16k33.fcntl, "ioctl", lambda *args: calls.append(args))
    display = Ht16k33Digits("hall", Wiring(device="/dev/i2c-3@0x72", brightness=16))
    display.show("1")
    assert calls == [("open", "/dev/i2c-3"), (99, 0x0702, 10)]
    assert [address for address, _ in sent] == [0x72] * 4
    assert sent[0][1] == b"\x21"
    assert sent[1][1] == b"\xef"
    assert sent[2][1][:1] == b"\0"
    assert sent[2][1][9:11] == bytes([0b0000110, 0])  # the right digit is a 1
    assert len(sent[2][1]) == 17
    assert sent[3][1] == b"\x81"
    display.close()
    assert calls[-1] == ("close",)
