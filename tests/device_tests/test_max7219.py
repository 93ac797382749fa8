"""MAX7219 through luma's own SPI class: what is sent is read back by a chain of such chips."""

import builtins
import threading
from typing import ClassVar

import pytest
from luma.core.interface.serial import noop, spi

from device_tests import seven
from device_tests.contract_display import BusContract, BusRig
from hardware.displays.max7219 import HZ, Max7219Digits, Max7219Matrix, picture
from hardware.displays.wired import Wiring
from hardware.errors import DeviceLost, DeviceUnsupported


class Chip:
    """One MAX7219 by its data sheet."""

    def __init__(self):
        # At power-on: shut down; the rest is as good as random.
        self.registers = {0x9: 0xFF, 0xA: 0x0F, 0xB: 0x03, 0xC: 0x00, 0xF: 0x00}
        self.registers |= dict.fromkeys(range(1, 9), 0xA5)

    def lit(self, digit: int) -> int:
        """Return the eight lamps of a digit, 0 to 7, as they shine."""
        if self.registers[0xF] & 1:
            return 0xFF
        if not self.registers[0xC] & 1 or digit > self.registers[0xB] & 7:
            return 0
        assert self.registers[0x9] == 0, "code B: no driver here uses it"
        return self.registers[digit + 1]


class Chain:
    """A spidev with chips on it, the nearest first."""

    def __init__(self, length: int):
        self.chips = [Chip() for _ in range(length)]
        self.gate = threading.Event()
        self.gate.set()
        self.bits = 0
        self.lost = False
        self.opened = []

    def open(self, port, device):
        if self.lost:
            raise FileNotFoundError(2, "No such file or directory")
        self.opened.append((port, device))

    def close(self):
        """As spidev."""

    def writebytes(self, data):
        self.gate.wait()
        if self.lost:
            raise OSError(5, "Input/output error")
        self.bits += 8 * len(data)
        words = list(zip(data[::2], data[1::2], strict=True))
        assert len(words) == len(self.chips), "one latch, one word for each chip"
        for chip, (register, value) in zip(reversed(self.chips), words, strict=True):
            chip.registers[register & 0xF] = value

    def lose_power(self):
        self.chips[:] = [Chip() for _ in self.chips]

    def test_mode(self):
        for chip in self.chips:
            chip.registers[0xF] = 1


def make(driver, chips: int, **wiring):
    chain = Chain(chips)
    display = driver("hall", Wiring(**wiring), lambda: spi(spi=chain, gpio=noop(), bus_speed_hz=HZ))
    return chain, display


def rig_of(chain, display, read) -> BusRig:
    return BusRig(
        display, read, lambda bad: setattr(chain, "lost", bad), chain.lose_power,
        chain.test_mode, chain.gate, lambda: chain.bits, HZ,
    )  # fmt: skip


def row(chain, digits: int, *, rotated: bool = False) -> str:
    """Read the digits: DIG7 of the nearest chip is the left one of eight."""
    lamps = [chip.lit(n) for chip in chain.chips for n in range(7, -1, -1)][-digits:]
    named = ["".join(s for n, s in enumerate("gfedcbap") if lamp >> n & 1) for lamp in lamps]
    return seven.read(named, rotated=rotated)


CLOSED = {  # its colon is a point; CASES C21
    "": "", "0:00": "0.00", "0:59": "0.59", "1:00": "1.00", "9:59": "9.59", "10:00": "10.00",
    "59:59": "59.59", "60:00": "60.00", "-0:05": "-0.05", "-1:00": "-1.00", "100:00": "----",
    "-10:00": "----", "9999": "9999", "10000": "----", "67.3": "67.3", "4:31 ?": "4.31?",
    "10:31 ?": "10.31?", "-15": "-15", "24": "24", "HOLD": "H0Ld", "Пауза": "----", "~": "____",
}  # fmt: skip


class TestDigits(BusContract):
    CLOSED: ClassVar = CLOSED
    rotated = False

    @pytest.fixture
    def rig(self):
        chain, display = make(Max7219Digits, 1, rotated=self.rotated)
        return rig_of(chain, display, lambda: row(chain, 4, rotated=self.rotated))


class TestDigitsUpsideDown(TestDigits):
    rotated = True


class TestSixteenDigits(BusContract):
    CLOSED: ClassVar = {
        "": "", "0:59": "0.59", "-100:00": "-100.00", "1234567890123456": "1234567890123456",
        "12345678901234567": "-" * 16, "~": "_" * 16,
    }  # fmt: skip

    @pytest.fixture
    def rig(self):
        chain, display = make(Max7219Digits, 2, digits=16)
        return rig_of(chain, display, lambda: row(chain, 16))


def test_the_other_four_digits_of_a_chip_stay_dark():
    chain, display = make(Max7219Digits, 1, digits=4)
    display.show("88:88 ?")
    assert [chain.chips[0].lit(n) for n in (4, 5, 6, 7)] == [0, 0, 0, 0]


@pytest.mark.parametrize(("brightness", "register"), [(1, 0), (8, 7), (16, 15)])
def test_brightness_has_sixteen_steps(brightness, register):
    chain, display = make(Max7219Digits, 1, brightness=brightness)
    display.show("1")
    assert chain.chips[0].registers[0xA] == register


def test_the_device_is_the_one_of_the_board():
    chain, display = make(Max7219Digits, 1)
    display.show("1")
    assert chain.opened == [(0, 0)]  # luma's own; ours passes both on
    for device in ("/dev/ttyUSB0", "/dev/spidev0", "spidev0.0"):
        with pytest.raises(DeviceUnsupported, match=r"write /dev/spidev0\.0"):
            Max7219Digits("hall", Wiring(device=device), lambda: None)


def test_a_missing_spidev_is_said_with_its_remedy(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "spidev":
            raise ImportError("No module named 'spidev'")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(DeviceUnsupported, match="install python3-spidev"):
        Max7219Digits("hall", Wiring())


def test_a_device_file_that_is_not_there_is_a_lost_display(monkeypatch):
    from hardware.displays import max7219

    chain = Chain(1)
    chain.lost = True
    monkeypatch.setattr(max7219.spi, "__spidev__", lambda self: chain, raising=False)
    monkeypatch.setattr(max7219.spi, "_spi__spidev__", lambda self: chain, raising=False)
    monkeypatch.setattr(max7219, "_want_spidev", lambda name: None)
    display = Max7219Digits("hall", Wiring(device="/dev/spidev1.2"))
    with pytest.raises(DeviceLost, match=r"hall: /dev/spidev1\.2: SPI device not found"):
        display.show("1")
    chain.lost = False
    display.show("1")
    assert chain.opened == [(1, 2)]
    assert row(chain, 4) == "1"


# Hand-drawn; the product takes its shapes from luma's font.
DRAWN = {
    "0": (" ### ", "#   #", "#  ##", "# # #", "##  #", "#   #", " ### "),
    "1": ("  #  ", " ##  ", "  #  ", "  #  ", "  #  ", "  #  ", " ### "),
    "2": (" ### ", "#   #", "    #", "   # ", "  #  ", " #   ", "#####"),
    "3": ("#####", "   # ", "  #  ", "   # ", "    #", "#   #", " ### "),
    "4": ("   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "),
    "5": ("#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "),
    "6": ("  ## ", " #   ", "#    ", "#### ", "#   #", "#   #", " ### "),
    "7": ("#####", "    #", "   # ", "  #  ", " #   ", " #   ", " #   "),
    "8": (" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "),
    "9": (" ### ", "#   #", "#   #", " ####", "    #", "   # ", " ##  "),
    "-": ("     ", "     ", "     ", "#####", "     ", "     ", "     "),
    "_": ("     ", "     ", "     ", "     ", "     ", "     ", "#####"),
    "?": (" ### ", "#   #", "    #", "   # ", "  #  ", "     ", "  #  "),
    "H": ("#   #", "#   #", "#   #", "#####", "#   #", "#   #", "#   #"),
    "O": (" ### ", "#   #", "#   #", "#   #", "#   #", "#   #", " ### "),
    "L": ("#    ", "#    ", "#    ", "#    ", "#    ", "#    ", "#####"),
    "D": ("###  ", "#  # ", "#   #", "#   #", "#   #", "#  # ", "###  "),
    ":": ("  ", "##", "##", "  ", "##", "##", "  "),
    ".": ("  ", "  ", "  ", "  ", "  ", "##", "##"),
}


def eye(rows: list[str]) -> str:
    """Read a picture of dots: cut it at each sign of its row of known shapes."""
    seen, at, width = "", 0, len(rows[0])
    if rows[7].strip():
        return "#"  # no text reaches the lowest row
    while at < width:
        for sign, shape in DRAWN.items():
            wide = len(shape[0])
            part = tuple(row[at : at + wide].ljust(wide) for row in rows[:7])
            if any(line.strip() for line in part) and part == shape:
                seen, at = seen + sign, at + wide
                break
        else:
            if any(row[at] != " " for row in rows):
                return seen + "#"
            at += 1
    return seen


def dots(chain, turn: int, *, rotated: bool = False) -> list[str]:
    """Return the rows of dots as they hang, from registers that hold columns of a block."""
    rows = [""] * 8
    for chip in chain.chips:
        block = [[chip.lit(x) >> y & 1 for x in range(8)] for y in range(8)]
        for _ in range(turn % 360 // 90):  # undo by turning on clockwise
            block = [list(line) for line in zip(*block[::-1], strict=True)]
        for y in range(8):
            rows[y] += "".join(" #"[dot] for dot in block[y])
    return [row[::-1] for row in rows[::-1]] if rotated else rows


class TestMatrix(BusContract):
    CLOSED: ClassVar = {
        "": "", "0:00": "0:00", "0:59": "0:59", "10:00": "10:00", "59:59": "59:59",
        "-0:05": "-0:05", "100:00": "100:00", "-100:00": "-----", "67.3": "67.3",
        "4:31 ?": "4:31?", "10:31 ?": "10:31?", "100:31 ?": "-----", "2345": "2345",
        "678": "678", "HOLD": "HOLD", "Пауза": "-----", "~": "_____",
    }  # fmt: skip
    turn, rotated = -90, False

    @pytest.fixture
    def rig(self):
        chain, display = make(
            Max7219Matrix, 4, block_turn=self.turn, rotated=self.rotated, brightness=1
        )

        def read() -> str:
            return eye(dots(chain, self.turn, rotated=self.rotated)).rstrip()

        return rig_of(chain, display, read)


class TestMatrixOfBlocksThatAreNotTurned(TestMatrix):
    turn = 0


class TestMatrixUpsideDown(TestMatrix):
    turn, rotated = 90, True


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("turn", [0, 90, 180, -90])
def test_a_frame_is_what_lumas_own_picture_path_would_send(turn):
    from luma.led_matrix.device import max7219
    from PIL import Image

    ours, display = make(Max7219Matrix, 4, block_turn=turn)
    display.show("10:47 ?")
    theirs = Chain(4)
    device = max7219(spi(spi=theirs, gpio=noop()), cascaded=4, block_orientation=turn)
    image = Image.new("1", (32, 8))
    for x, column in enumerate(picture("10:47 ?", 32)):
        for y in range(8):
            image.putpixel((x, y), column >> y & 1)
    device.display(image)
    for mine, other in zip(ours.chips, theirs.chips, strict=True):
        assert [mine.lit(n) for n in range(8)] == [other.lit(n) for n in range(8)]
    device.cleanup()


def test_no_digit_moves_for_a_claim_or_another_digit():
    assert picture("4:31 ?", 32)[:26] == picture("4:31", 32)[:26]
    assert picture("10:11", 32)[-20:] == picture("0:11", 32)[-20:]
    assert picture("100:31", 32) != picture("100:31 ?", 32)
