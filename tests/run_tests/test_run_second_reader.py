"""A reader of the evening that hangs: a child with the web's read model, stopped by SIGSTOP.

The daemon waits for no reader, and the reader catches up. (F7, a stick that hangs: test_run_copy.)
"""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

from firmware_host.control.client import ControlClient
from run_tests.living import Box, press, running, state, until

FOLLOW = """
import sys, threading, time
from pathlib import Path
from firmware_host.control.client import ControlClient
from web_admin.logfilter import Filter
from web_admin.readmodel import ReadModel

def watch():
    with ControlClient(Path(sys.argv[3]), "second reader") as client:
        for shown in client.snapshots():
            pass

threading.Thread(target=watch, daemon=True).start()
model = ReadModel(Path(sys.argv[1]), Path(sys.argv[2]))
while True:
    model.follow()
    print(model.page(Filter(), 1)[1], flush=True)
    time.sleep(0.01)
"""


class Reader:
    """The child. It says how many rows of the log it has."""

    def __init__(self, box: Box, cache: Path) -> None:
        command = [sys.executable, "-c", FOLLOW, str(box.evening()), str(cache), str(box.socket)]
        self._child = subprocess.Popen(
            command, env={**os.environ, **box.env}, stdout=subprocess.PIPE, text=True
        )
        self.rows = 0
        self._drain = threading.Thread(target=self._read)
        self._drain.start()

    def _read(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            self.rows = int(line)

    def signal(self, number: int) -> None:
        self._child.send_signal(number)

    def close(self) -> None:
        self._child.kill()
        self._drain.join()
        assert self._child.stdout is not None
        self._child.stdout.close()
        self._child.wait()


def slowest_press_s(client: ControlClient, count: int) -> float:
    """Press so often; return how long the longest press took, all answers included."""
    slowest = 0.0
    for _ in range(count):
        began = time.monotonic()
        press(client, "seat1", 0.03)
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.03)
    return slowest


def test_a_reader_that_hangs_delays_nothing_and_catches_up(box: Box, tmp_path: Path) -> None:
    """Answers, signals and *recorded* go on; no line that it read is a part of a record."""
    box.write_config(minute="14s")
    life = box.start()
    with box.client() as client, closing(Reader(box, tmp_path / "cache")) as reader:
        press(client, "start")
        until(client, running)
        until(client, lambda _: reader.rows > 0)
        reader.signal(signal.SIGSTOP)
        time.sleep(0.1)
        read = reader.rows
        assert slowest_press_s(client, 60) < 1
        found = until(client, lambda found: len(found["fired"]) > 1)
        assert all(0 <= one["late_ns"] < 250_000_000 for one in found["fired"])
        until(client, lambda found: found["durable_n"] == found["n"], 2)
        assert reader.rows == read, "it was not stopped: the test proves nothing"
        reader.signal(signal.SIGCONT)
        until(client, lambda _: reader.rows >= read + 60)
        assert running(state(client))
        assert life.wait(0) is None
    life.term()
    box.checked()
