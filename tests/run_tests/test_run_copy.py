"""`minuta copy` beside `minuta run`: a second copy on another file system, which may hang.

The stick is a FUSE file system (bindfs) whose process is stopped: what touches it stands in the
kernel, as before a stick whose controller has died.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.copying.stick import FOLDER
from firmware_host.journal.verify import verify
from run_tests.living import Box, Life, alarms, press, running, state, until
from run_tests.test_run_second_reader import slowest_press_s

MEMORY = Path("/dev/shm")


@pytest.fixture
def stick() -> Iterator[Path]:
    """A folder on another file system than the card's."""
    folder = Path(tempfile.mkdtemp(prefix="minuta-stick-", dir=MEMORY))
    yield folder
    shutil.rmtree(folder)


def start_copy(box: Box, stick: Path) -> Life:
    return box.launch(argv=["copy", "--config", str(box.config), "--to", str(stick)])


def copied(stick: Path, evening: str = "e") -> Path:
    return stick / FOLDER / "event" / evening


def test_the_copy_follows_the_card_and_survives_its_own_kills(box: Box, stick: Path) -> None:
    """It is behind what is recorded, never before it; at the end it is the journal."""
    life = box.start()
    with box.client() as client:
        press(client, "start")
        until(client, running)
        for _ in range(2):
            copy = start_copy(box, stick)
            press(client, "seat1")
            n = state(client)["n"]
            found = until(client, lambda found, n=n: (found["copy"] or {"n": -1})["n"] >= n)
            assert found["copy"]["why"] == ""
            assert verify(copied(stick)).records > found["copy"]["n"]
            copy.kill()
        written = (box.evening() / "journal.jsonl").read_bytes()
        assert written.startswith((copied(stick) / "journal.jsonl").read_bytes())
    life.term()
    before = len(box.said())
    copy = start_copy(box, stick)
    by = time.monotonic() + 20
    while "вторая копия полна" not in box.said()[before:]:
        assert time.monotonic() < by, box.said()
        time.sleep(0.05)
    copy.term()
    whole = (box.evening() / "journal.jsonl").read_bytes()
    assert (copied(stick) / "journal.jsonl").read_bytes() == whole
    box.checked()


def test_without_a_stick_it_waits_and_writes_nothing(box: Box, tmp_path: Path) -> None:
    place = tmp_path / "media"
    place.mkdir()
    box.start()
    copy = start_copy(box, place)
    with box.client() as client:
        found = until(
            client, lambda found: found["copy"] is not None and found["copy"]["why"] != ""
        )
        assert "no stick is mounted here" in found["copy"]["why"]
        assert found["copy"]["n"] == -1
        assert "copy-lost" not in alarms(found), "it never was there"
    copy.term()
    assert not list(place.iterdir())


@contextmanager
def fuse(folder: Path) -> Iterator[tuple[Path, int]]:
    """Mount a folder through a process; yield the mount point and the process."""
    behind, mount = folder / "behind", folder / "mount"
    behind.mkdir()
    mount.mkdir()
    child = subprocess.Popen(["bindfs", "-f", str(behind), str(mount)])
    try:
        by = time.monotonic() + 20
        while not os.path.ismount(mount):
            assert child.poll() is None, "bindfs has ended"
            assert time.monotonic() < by
            time.sleep(0.02)
        yield mount, child.pid
    finally:
        child.send_signal(signal.SIGCONT)
        child.kill()
        child.wait()
        subprocess.run(["umount", "-l", str(mount)], check=False)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bindfs") is None, reason="apt install bindfs, and be root")
def test_a_stick_that_hangs_delays_nothing_and_its_copy_catches_up(
    box: Box, tmp_path: Path
) -> None:
    """F7: answers, signals and *recorded* go on; the loss is said within 10 s, and its end."""
    box.write_config(minute="60s")
    life = box.start()
    with box.client() as client, fuse(tmp_path) as (mount, fs):
        press(client, "start")
        until(client, running)
        copy = start_copy(box, mount)
        until(client, lambda found: found["copy"] is not None and found["copy"]["n"] > 0)
        os.kill(fs, signal.SIGSTOP)
        before = state(client)["copy"]["n"]
        assert slowest_press_s(client, 60) < 5
        until(client, lambda found: found["durable_n"] == found["n"], 5)
        assert state(client)["copy"]["n"] <= before + 40, "it was not stopped"
        until(client, lambda found: "copy-lost" in alarms(found), 30)
        # The control: what touches the stick itself does stand.
        touch = subprocess.Popen(["ls", str(mount)], stdout=subprocess.DEVNULL)
        with pytest.raises(subprocess.TimeoutExpired):
            touch.wait(1)
        assert running(state(client))
        os.kill(fs, signal.SIGCONT)
        touch.wait(20)
        n = state(client)["n"]
        found = until(client, lambda found: found["copy"]["n"] >= n, 30)
        assert found["copy"]["why"] == ""
        assert "copy-lost" not in alarms(found)
        assert all(0 <= one["late_ns"] < 250_000_000 for one in found["fired"])
        assert verify(copied(mount)).ok
        copy.term()
    assert life.wait(0) is None
    life.term()
    box.checked()
