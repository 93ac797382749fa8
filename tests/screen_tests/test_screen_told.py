"""`minuta screen` tells systemd that it is ready, that its loop turns, and that it stops."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from run_tests.living import Box

LONG_S = 30.0


def heard(systemd: socket.socket) -> bytes:
    try:
        return systemd.recv(100)
    except TimeoutError:
        return b""


@pytest.mark.slow
def test_it_is_ready_turns_and_stops_and_a_hung_one_says_nothing(box: Box, tmp_path: Path) -> None:
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.settimeout(LONG_S)
        argv = [sys.executable, "-m", "firmware_host.cli", "screen", "--config", str(box.config)]
        env = {**os.environ, **box.env, "SDL_VIDEODRIVER": "dummy", "NOTIFY_SOCKET": str(address)}
        with subprocess.Popen([*argv, "--window"], env=env, cwd=box.folder) as screen:
            try:
                assert systemd.recv(100) == b"READY=1"
                assert [systemd.recv(100) for _ in range(2)] == [b"WATCHDOG=1"] * 2
                screen.send_signal(signal.SIGSTOP)  # hung
                systemd.settimeout(3)
                assert [heard(systemd) for _ in range(3)][-1] == b""
                screen.send_signal(signal.SIGCONT)
                systemd.settimeout(LONG_S)
                assert systemd.recv(100) == b"WATCHDOG=1"
                screen.terminate()
                while (word := systemd.recv(100)) != b"STOPPING=1":
                    assert word == b"WATCHDOG=1"
                assert screen.wait(LONG_S) == 0
            finally:
                screen.kill()
    assert not box.state.exists(), "it made folders that are the daemon's"
