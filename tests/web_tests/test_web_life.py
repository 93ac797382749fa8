"""What the web tells systemd: that it serves, that it lives, that it ends."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from web_admin.main import Life, listen

ROOT = Path(__file__).parents[2]
WAIT_S = 20.0


@pytest.fixture
def told(folder: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(folder / "notify"))
        listener.settimeout(WAIT_S)
        yield listener


def test_it_says_ready_then_that_it_lives_then_that_it_ends(
    folder: Path, told: socket.socket
) -> None:
    """As another user's process it writes into its cache alone: not even the folders are made."""
    with listen("127.0.0.1", 0) as probe:
        port = probe.getsockname()[1]
    env = os.environ | {
        "NOTIFY_SOCKET": str(folder / "notify"), "STATE_DIRECTORY": str(folder / "state"),
        "RUNTIME_DIRECTORY": str(folder / "run"), "CACHE_DIRECTORY": str(folder / "cache"),
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware_host.cli", "web", "--demo", "--port", str(port)],
        cwd=ROOT, env=env,
    )  # fmt: skip
    try:
        assert told.recv(100) == b"READY=1"
        assert [told.recv(100) for _ in range(2)] == [b"WATCHDOG=1"] * 2
        process.terminate()
        said = b"WATCHDOG=1"
        while said == b"WATCHDOG=1":
            said = told.recv(100)
        assert said == b"STOPPING=1"
        assert process.wait(WAIT_S) == 0
    finally:
        process.kill()
        process.wait()
    assert sorted(path.name for path in folder.iterdir()) == ["cache", "notify"]


def test_pages_whose_workers_all_hang_are_not_called_well() -> None:
    said: list[str] = []
    free = threading.Event()
    with ThreadPoolExecutor(1) as workers:
        life = Life(said.append, workers.submit)
        life.say()
        workers.submit(lambda: None).result(WAIT_S)
        assert said == ["READY=1", "WATCHDOG=1"]
        workers.submit(free.wait)
        for _ in range(3):
            life.say()
        assert said == ["READY=1", "WATCHDOG=1"]
        free.set()
        workers.submit(lambda: None).result(WAIT_S)
        life.say()
        workers.submit(lambda: None).result(WAIT_S)
    assert said == ["READY=1", *["WATCHDOG=1"] * 3]
