"""`minuta demo` as people start it: address, stop, what is in the way, nobody left behind."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from run_tests.living import Box


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def demo(box: Box, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    # What a shell runs in the background ignores SIGINT, and so would all that we start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with box.log.open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "firmware_host.cli", "demo", "--port", str(port)],
            env=box.env, stdout=log, stderr=log, start_new_session=True, cwd=box.folder,
        )  # fmt: skip
    try:
        yield process
    finally:
        for one in [process.pid, *ours(box)]:
            if process.pid != one or process.poll() is None:
                os.kill(one, signal.SIGKILL)
        process.wait()


def ours(box: Box) -> list[int]:
    """Processes of this box that run: they have its folder in their environment."""
    mark = f"XDG_RUNTIME_DIR={box.env['XDG_RUNTIME_DIR']}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def wait_for(box: Box, process: "subprocess.Popen[bytes]", words: str) -> None:
    by = time.monotonic() + 60
    while words not in box.said():
        assert process.poll() is None, box.said()
        assert time.monotonic() < by, box.said()
        time.sleep(0.05)


def test_the_demo_starts_is_alone_on_its_port_and_stops(box: Box) -> None:
    port = free_port()
    with demo(box, port) as process:
        address = f"http://127.0.0.1:{port}/bench"
        wait_for(box, process, address)
        with urllib.request.urlopen(address, timeout=10) as page:
            assert page.status == 200
        assert len(ours(box)) == 3
        second = subprocess.run(
            [sys.executable, "-m", "firmware_host.cli", "demo", "--port", str(port)],
            env=box.env, capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip
        assert second.returncode == 2
        assert f"port {port} of 127.0.0.1 cannot be used" in second.stderr
        assert f"minuta demo --port {port + 1}" in second.stderr
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        assert process.wait(10) == 0
        assert time.monotonic() - began < 5
        assert ours(box) == []
    assert "Traceback" not in box.said()
    assert "stopped" in box.said()


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
        signal.SIGKILL,
    ],
)
def test_nobody_is_left_behind(box: Box, number: signal.Signals) -> None:
    """A service manager stops it, the terminal is closed, or it is killed."""
    port = free_port()
    with demo(box, port) as process:
        wait_for(box, process, f"http://127.0.0.1:{port}/bench")
        process.send_signal(number)
        process.wait(10)
        by = time.monotonic() + 5
        while ours(box):
            assert time.monotonic() < by, "processes are left"
            time.sleep(0.05)


@pytest.mark.slow
def test_a_part_that_dies_ends_the_demo(box: Box) -> None:
    port = free_port()
    with demo(box, port) as process:
        wait_for(box, process, f"http://127.0.0.1:{port}/bench")
        part = max(one for one in ours(box) if one != process.pid)
        os.kill(part, signal.SIGKILL)
        assert process.wait(10) == 2
        assert "a part of the demo has ended" in box.said()
        assert ours(box) == []
