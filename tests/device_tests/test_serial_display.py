"""A scoreboard at a real pty, read by an independent reader: bytes, cuts, boards that hang."""

import random
import time
from contextlib import suppress
from itertools import pairwise

import pytest

from device_tests.contract_display import DisplayContract
from device_tests.scoreboard import CheckedBoard, PlainBoard
from firmware_host.outputs.displays import DisplayRunner, Frame
from hardware.displays.serial_look import Look
from hardware.displays.serial_text import SerialDisplay
from hardware.errors import DeviceBusy, DeviceLost, DeviceUnsupported
from hardware.serial_port import SerialPort
from hardware.wire import Wire

STX_LINE = Look(
    wire=Wire(baud=1200, bits=7, parity="even", stop_bits=2),
    template="\x02{text}\x03",
    width=5,
)
CHECKED = Look(
    wire=Wire(baud=19_200), template="\x02A1{text}\x03{sum}\r\n", checksum="crc16", sum_from=1
)
SUMMED = Look(template="\x02A1{text}\x03{sum}", checksum="sum8", sum_from=1)
COUNTDOWN = [f"{s // 60}:{s % 60:02}" for s in range(130, -1, -1)]


class TestSerialDisplay(DisplayContract):
    @pytest.fixture
    def display(self, pty):
        display = SerialDisplay("hall", str(pty.link))
        yield display
        display.close()

    def test_a_board_of_the_plain_protocol_shows_the_texts(self, display, pty):
        for text in ("0:59", "", "10:00", "4:31 ?", "Пауза", "123456789"):
            display.show(text)
        shown = ["0:59", "", "10:00", "4:31 ?", "--------", "--------"]
        assert PlainBoard().feed(pty.read_all()).shown == shown

    def test_close_blanks_the_board(self, display, pty):
        display.show("0:59")
        display.close()
        assert PlainBoard().feed(pty.read_all()).shown == ["0:59", ""]
        with pytest.raises(DeviceLost, match="closed"):
            display.show("0:58")

    def test_the_port_is_ours_alone_while_it_is_open(self, display, pty):
        display.show("0:59")
        with pytest.raises(DeviceBusy, match="usb-box-if00"):
            SerialPort(str(pty.link), Wire())
        display.close()
        SerialPort(str(pty.link), Wire()).close()

    def test_a_port_that_another_program_has_is_a_lost_display_until_it_is_free(self, display, pty):
        other = SerialPort(str(pty.link), Wire())
        with pytest.raises(DeviceLost, match="hall: another program"):
            display.show("0:59")
        other.close()
        display.show("0:59")

    def test_a_board_that_hangs_is_lost_in_bounded_time_and_is_sent_the_newest_on_return(
        self, display, pty
    ):
        longest_s = fill(display)
        for _ in range(5):
            with pytest.raises(DeviceLost, match="does not take its frames"):
                display.show("0:07")
        assert longest_s < 2  # it would wait for ever
        board, back = PlainBoard(), False
        for _ in range(3000):  # the kernel moves bytes of a pty behind our back
            board.feed(pty.read())
            if not back:
                with suppress(DeviceLost):
                    display.show("0:05")
                    back = True
            elif board.shown[-1] == "0:05":
                break
            time.sleep(0.001)
        assert back
        assert board.shown[-1] == "0:05"
        assert "0:07" not in board.shown
        assert board.shown[:-1] == [str(n) for n in range(len(board.shown) - 1)]

    def test_close_does_not_wait_for_a_board_that_hangs(self, display):
        fill(display)
        begun = time.monotonic()
        display.close()
        assert time.monotonic() - begun < 2

    def test_a_board_that_goes_is_lost_and_found_under_its_name_with_a_full_frame(
        self, display, pty
    ):
        display.show("0:59")
        pty.unplug()
        for _ in range(2):
            with pytest.raises(DeviceLost, match="hall"):
                display.show("0:58")
        pty.plug()
        display.show("0:40")
        assert PlainBoard().feed(pty.read_all()).shown == ["0:40"]

    def test_a_board_that_was_restarted_shows_the_next_frame_whole(self, display, pty):
        display.show("0:59")
        half = pty.read_all()[:4]
        board = PlainBoard().feed(half)
        display.show("0:58")
        assert board.feed(pty.read_all()).shown == ["0:58"]


def test_a_wall_whose_board_hangs_tells_it_once_and_comes_back_with_the_present_text(pty):
    told = []
    display = SerialDisplay("hall", str(pty.link))
    runner = DisplayRunner(display, "hall", lambda *report: told.append(report[:2]))
    board = PlainBoard()
    for n in range(6000):  # ten frames a second for ten minutes
        runner.put(Frame(word=str(n)))
        runner.pump(n * 100_000_000)
        if n == 5000:
            assert told == [("hall", False)]
            board.feed(pty.read_all(quiet_s=0.3))
    assert told[:2] == [("hall", False), ("hall", True)]
    later = PlainBoard().feed(pty.read_all())
    assert later.shown[0] == "5001"  # no backlog: what was due meanwhile was never sent
    runner.close()


def fill(display):
    """Show numbers to a board that does not read until it is lost; return the longest wait."""
    longest_s = 0.0
    for n in range(100_000):
        begun = time.monotonic()
        try:
            display.show(str(n))
        except DeviceLost:
            return max(longest_s, time.monotonic() - begun)
        longest_s = max(longest_s, time.monotonic() - begun)
    raise AssertionError("it was never lost")


def test_a_display_that_is_not_there_is_lost_not_wrong(tmp_path):
    display = SerialDisplay("hall", str(tmp_path / "nothing"))
    with pytest.raises(DeviceLost, match="there is no port"):
        display.show("0:59")
    display.close()


def test_an_stx_line_is_these_bytes(pty):
    display = SerialDisplay("hall", str(pty.link), STX_LINE)
    display.show("0:59")
    assert pty.read_all() == b"\x02 0:59\x03"
    display.close()


def test_a_checked_frame_is_these_bytes():
    assert SUMMED.frame("0:59") == b"\x02A1    0:59\x03" + b"%02X" % (
        (0x41 + 0x31 + 4 * 0x20 + 0x30 + 0x3A + 0x35 + 0x39 + 3) % 256
    )
    assert Look(template="{text}*{sum}", checksum="xor8", width=2).frame("12") == b"12*29"
    assert Look(template="{sum}{text}", checksum="crc16", width=1).frame("1") == b"00001"
    check = Look(template="{text}{sum}", checksum="crc16", width=9).frame("123456789")
    assert check == b"12345678931C3"  # the check value that the CRC is known by


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"template": "{txt}"}, "no such word: {txt}"),
        ({"template": "{text}{text}"}, "{text} once"),
        ({"template": "{text}{sum}"}, "belong together"),
        ({"checksum": "xor8"}, "belong together"),
        ({"template": "№{text}"}, "ASCII"),
    ],
)
def test_a_board_described_wrongly_is_refused(wrong, says):
    with pytest.raises(DeviceUnsupported, match=says):
        SerialDisplay("hall", "/dev/null", Look(**wrong))


def wrong_after_cuts(look, board, pairs):
    """Return what boards showed that was never sent, over every cut of two frames in a row."""
    seen = []
    for old, new in pairs:
        stream = look.frame(old) + look.frame(new)
        for start in range(len(stream)):
            for end in range(start + 1, len(stream) + 1):
                shown = board().feed(stream[:start] + stream[end:]).shown
                seen += [(old, new, text) for text in shown if text not in (old, new)]
    return seen


def jumps(count):
    chance = random.Random(7)
    return [tuple(chance.choices(COUNTDOWN, k=2)) for _ in range(count)]


def test_no_cut_of_checked_frames_shows_a_wrong_number():
    steps = pairwise(COUNTDOWN)
    assert wrong_after_cuts(CHECKED, CheckedBoard, [*steps, *jumps(100)]) == []


def test_a_sum_of_eight_bits_holds_from_second_to_second_but_not_over_every_jump():
    def board():
        return CheckedBoard(crc=False)

    steps = list(pairwise(COUNTDOWN))
    assert wrong_after_cuts(SUMMED, board, steps) == []
    assert ("12:15", "11:29", "12:19") in wrong_after_cuts(SUMMED, board, [("12:15", "11:29")])


def test_the_plain_protocol_holds_where_one_frame_is_cut_but_not_where_two_grow_together():
    for text in COUNTDOWN:
        frame = Look().frame(text)
        for start in range(len(frame)):
            for end in range(start + 1, len(frame) + 1):
                assert PlainBoard().feed(frame[:start] + frame[end:]).shown == []
    assert ("1:00", "0:59", "1:59") in wrong_after_cuts(Look(), PlainBoard, [("1:00", "0:59")])
