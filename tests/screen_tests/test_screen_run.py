"""`minuta screen` on a real X server: what the glass shows of a daemon that runs, dies and returns.

The server keeps its picture in a file; each page is recognised by its pixels.
"""

import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from hardware.displays.hdmi import HdmiScreen, Page
from run_tests.living import Box, press, running, until

SIZE = (1280, 720)
WAIT_S = 30.0


@pytest.fixture
def glass(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """An X server; its display, and the file of its picture (XWD)."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is missing: apt install xvfb")
    reading, writing = os.pipe()
    argv = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24",
            "-fbdir", str(tmp_path), "-nolisten", "tcp"]  # fmt: skip
    with subprocess.Popen(argv, pass_fds=(writing,), stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        yield f":{number}", tmp_path / "Xvfb_screen0"
        server.terminate()


@contextmanager
def screen(box: Box, display: str, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    argv = [sys.executable, "-m", "firmware_host.cli", "screen", "--config", str(box.config),
            "--window", *words]  # fmt: skip
    env = {**box.env, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
    with (
        (box.folder / "screen.log").open("ab") as log,
        subprocess.Popen(argv, env=env, cwd=box.folder, stdout=log, stderr=log) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def seen(file: Path) -> bytes:
    """Return the pixels of the server's picture, three bytes each."""
    data = file.read_bytes()
    header = struct.unpack_from(">25I", data)
    begin = header[0] + header[19] * 12
    pixels = data[begin : begin + SIZE[0] * SIZE[1] * 4]
    return pygame.image.tobytes(pygame.image.frombuffer(pixels, SIZE, "BGRA"), "RGB")


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., bytes]]:
    """Draw pages in memory, to compare the glass with."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = HdmiScreen("drawn", driver="dummy", size=SIZE)

    def draw(**page: str | bool) -> bytes:
        screen.draw(Page(**page))
        screen.save(str(tmp_path / "drawn.png"))
        return pygame.image.tobytes(pygame.image.load(tmp_path / "drawn.png"), "RGB")

    yield draw
    screen.close()


def until_seen(file: Path, pages: Collection[bytes], what: str) -> bytes:
    by = time.monotonic() + WAIT_S
    while (found := seen(file)) not in pages:
        assert time.monotonic() < by, f"the glass never showed {what}"
        time.sleep(0.02)
    return found


def test_the_glass_counts_down_tells_of_a_lost_daemon_and_goes_on(box, glass, draw):
    display, file = glass
    lost = draw(big="~", top="НЕТ СВЯЗИ С ПРИБОРОМ")
    seconds = {draw(big=f"0:{n:02d}", top="МИНУТА", bottom="ход 1"): n for n in range(20, 60)}
    black = draw()
    assert len(seconds) == 40
    with screen(box, display) as process:
        until_seen(file, {lost}, "that nobody answers")
        assert seen(file) not in seconds
        life = box.start()
        with box.client(life) as client:
            press(client, "start")
            until(client, running)
        first = seconds[until_seen(file, seconds, "a second")]
        later = [page for page, n in seconds.items() if n == first - 2]
        until_seen(file, later, f"0:{first - 2}")
        life.kill()
        until_seen(file, {lost}, "that the daemon has gone")
        box.start()
        again = seconds[until_seen(file, seconds, "a second after the crash")]
        assert again <= first - 2
        process.terminate()
        assert process.wait(WAIT_S) == 0
    assert seen(file) == black


def test_a_daemon_that_stands_still_with_its_socket_open_leaves_no_digits(box, glass, draw):
    display, file = glass
    lost = draw(big="~", top="НЕТ СВЯЗИ С ПРИБОРОМ")
    seconds = {draw(big=f"0:{n:02d}", top="МИНУТА", bottom="ход 1"): n for n in range(20, 60)}
    life = box.start()
    with box.client(life) as client:
        press(client, "start")
        until(client, running)
    with screen(box, display):
        first = seconds[until_seen(file, seconds, "a second")]
        life.signal(signal.SIGSTOP)
        until_seen(file, {lost}, "that the daemon stands still")
        life.signal(signal.SIGCONT)
        assert seconds[until_seen(file, seconds, "a second again")] < first


def test_a_screen_that_is_not_there_is_said_once_and_waited_for(box, tmp_path):
    with screen(box, ":9999") as process:
        time.sleep(5)
        assert process.poll() is None
        process.terminate()
        assert process.wait(WAIT_S) == 0
    said = (box.folder / "screen.log").read_text(encoding="utf-8")
    assert said.count("display hdmi") == 1
