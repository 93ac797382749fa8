"""The recording display and the console; a stalled stream never blocks."""

import contextlib
import os
import socket
import time

import pytest

from device_tests.contract_display import DisplayContract
from hardware.displays import console
from hardware.displays.console import ConsoleDisplay, big_text
from hardware.errors import DeviceLost
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.display import RecordingDisplay


class TestRecordingDisplay(DisplayContract):
    @pytest.fixture
    def display(self):
        return RecordingDisplay("hall", SimulatedClock())


class TestConsoleOnAStream(DisplayContract):
    @pytest.fixture
    def display(self, pipe):
        display = ConsoleDisplay("hall", pipe[1])
        yield display
        display.close()


class TestConsoleOnATerminal(DisplayContract):
    @pytest.fixture
    def display(self):
        leader, follower = os.openpty()
        display = ConsoleDisplay("hall", follower)
        yield display
        display.close()
        os.close(leader)
        os.close(follower)


@pytest.fixture
def pipe():
    ends = os.pipe()
    yield ends
    for end in ends:
        with contextlib.suppress(OSError):  # a test may have closed it
            os.close(end)


def test_frames_are_kept_with_their_instants_and_only_when_they_change():
    clock = SimulatedClock()
    display = RecordingDisplay("hall", clock)
    display.show("1:00")
    clock.advance(5)
    display.show("1:00")
    display.show("0:59")
    display.close()
    display.close()
    assert display.frames == [(0, "1:00"), (5, "0:59"), (5, "")]


def test_a_failed_recording_display_raises_until_it_is_restored_and_comes_back_dark():
    clock = SimulatedClock()
    display = RecordingDisplay("hall", clock)
    display.show("1:00")
    clock.advance(7)
    display.fail("no power")
    with pytest.raises(DeviceLost, match="no power"):
        display.show("0:59")
    clock.advance(1)
    display.restore()
    display.show("1:00")
    assert display.frames == [(0, "1:00"), (7, ""), (8, "1:00")]


def test_on_a_stream_a_frame_is_one_line(pipe):
    display = ConsoleDisplay("hall", pipe[1])
    display.show("0:59")
    display.show("0:58")
    display.close()
    assert os.read(pipe[0], 4096) == b"hall 0:59\nhall 0:58\n"


def test_on_a_terminal_a_frame_is_big_and_close_blanks_it():
    leader, follower = os.openpty()
    display = ConsoleDisplay("hall", follower)
    display.show("1:59")
    text = b""
    while text.count(b"\n") < 3:  # a terminal may give a frame in pieces
        text += os.read(leader, 4096)
    shown = text.decode().replace("\r\n", "\n")
    assert shown == f"\x1b[H\x1b[2J{big_text('1:59')}\n"
    display.close()
    assert os.read(leader, 4096).startswith(b"\x1b[H\x1b[2J")
    os.close(leader)
    os.close(follower)


def test_big_text_shows_the_whole_or_the_plain_text():
    assert big_text("1:59").splitlines() == [
        "     _   _",
        "  |.|_  |_|",
        "  |. _|  _|",
    ]
    assert big_text("4:31 ?").endswith("?")
    assert big_text("Пауза") == "Пауза"
    assert big_text("12345678901", columns=40) == "12345678901"
    assert big_text("9" * 10, columns=40) != "9" * 10


@pytest.mark.parametrize("reopen", [True, False])
def test_a_full_pipe_drops_frames_and_never_blocks(pipe, monkeypatch, reopen):
    if not reopen:  # as on a terminal that belongs to somebody else
        real_open = os.open

        def refuse(path, *args, **kwargs):
            if str(path).startswith("/proc/self/fd"):
                raise PermissionError(path)
            return real_open(path, *args, **kwargs)

        monkeypatch.setattr(console.os, "open", refuse)
    display = ConsoleDisplay("hall", pipe[1])
    begun = time.monotonic()
    for n in range(20_000):
        display.show(str(n))
    assert time.monotonic() - begun < 30  # it would wait for ever
    assert display.dropped > 1000
    assert os.get_blocking(pipe[1])  # the log on the same stream keeps its flags
    os.read(pipe[0], 1 << 20)
    before = display.dropped
    display.show("newest")
    assert display.dropped == before
    assert os.read(pipe[0], 1 << 20).endswith(b"newest\n")
    display.close()


def test_a_full_socket_drops_frames_and_never_blocks():
    ours, peer = socket.socketpair()
    with ours, peer:
        display = ConsoleDisplay("hall", ours.fileno())
        for n in range(20_000):
            display.show(str(n))
        assert display.dropped > 1000
        assert os.get_blocking(ours.fileno())
        display.close()
        assert ours.send(b"", socket.MSG_DONTWAIT) == 0  # ours stays open


def test_a_stream_without_a_reader_is_a_lost_display(pipe):
    display = ConsoleDisplay("hall", pipe[1])
    os.close(pipe[0])
    with pytest.raises(DeviceLost, match="hall"):
        display.show("0:59")
    display.close()


def test_a_regular_file_is_written_where_it_stands(tmp_path):
    path = tmp_path / "log"
    with path.open("wb", buffering=0) as log:
        log.write(b"before\n")
        display = ConsoleDisplay("hall", log.fileno())
        display.show("0:59")
        display.close()
        log.write(b"after\n")
    assert path.read_bytes() == b"before\nhall 0:59\nafter\n"
