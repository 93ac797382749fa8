"""Power cuts in mid-turn, on a disk that loses what was not flushed: what was recorded is there."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench_vm.boards import pins
from bench_vm.fingers import MS, taps, wired
from bench_vm.image import Image
from bench_vm.machine import Machine, started
from bench_vm.qemu import WAIT_S
from bench_vm.volatile_disk import VolatileDisk

pytestmark = [pytest.mark.slow, pytest.mark.alone]

CUTS = 3
_MANY = taps(["seat1", "seat2", "seat3", "seat4"], 200, every_ns=60 * MS, closed_ns=40 * MS)


class Rig:
    """A machine whose state is on a disk that forgets; the disk outlives it."""

    def __init__(self, built: Image, folder: Path, *, deaf: bool) -> None:
        self._built, self._folder, self._deaf = built, folder, deaf
        self._platters = folder / "state.raw"
        self._lot = random.Random(4)
        self.flushes = 0
        subprocess.run(["mke2fs", "-q", "-t", "ext4", self._platters, "64M"], check=True)

    @contextmanager
    def life(self) -> Iterator[Machine]:
        """Boot; at the end its power is cut, and the disk's with it."""
        socket = self._folder / "disk.sock"
        disk = VolatileDisk(self._platters, socket, deaf=self._deaf)
        more = [
            *(
                "-drive",
                f"if=none,id=state,format=raw,cache=writeback,file=nbd+unix:///?socket={socket}",
            ),
            *("-device", "virtio-blk-pci,drive=state"),
        ]
        try:
            with started(
                self._built, self._folder, processors=1, restored=False, more=more
            ) as machine:
                machine.until(lambda: machine.shown("ActiveState") == "active", "active")
                assert "/dev/vdb" in machine.shell("findmnt --noheadings /var/lib/minuta")
                yield machine
                disk.fail(WAIT_S)
        finally:
            self.lost = disk.cut(self._lot)
            self.flushes = disk.flushes

    def left(self) -> bytes:
        """Return the journal as it is after a cut, from a copy of the disk made whole.

        Empty where there is none any more, or no file system that could be made whole.
        """
        copy = self._folder / "copy.raw"
        subprocess.run(["cp", "--sparse=always", self._platters, copy], check=True)
        mended = subprocess.run(["e2fsck", "-fy", copy], capture_output=True, text=True)
        target = self._folder / "journal.jsonl"
        target.unlink(missing_ok=True)
        if mended.returncode not in (0, 1):
            return b""
        source = "/events/bench/one/journal.jsonl"
        subprocess.run(["debugfs", "-R", f"dump {source} {target}", copy], capture_output=True)
        return target.read_bytes() if target.exists() else b""


@pytest.fixture
def rig(built: Image, tmp_path: Path, request: pytest.FixtureRequest) -> Rig:
    return Rig(built, tmp_path, deaf=request.param == "deaf")


def _press_until_the_cut(machine: Machine) -> bytes:
    """Begin a turn, or go on, and press; return, in mid-press, what the box calls recorded."""
    before = machine.presses_kept()
    plan = [(0, "start", True), (40 * MS, "start", False), *_later(_MANY)]
    machine.python(
        "import lines, threading\n"
        "threading.Thread(target=lines.play, args=(plan,), daemon=True).start()",
        plan=wired(plan, pins()),
    )
    machine.until(lambda: machine.presses_kept() >= before + 20, "20 presses in the journal")
    last = b'{"n":%d,' % machine.ask()["durable_n"]
    whole = machine.journal_bytes()
    return whole[: whole.index(b"\n", whole.index(last)) + 1]


def _later(plan: list[tuple[int, str, bool]]) -> list[tuple[int, str, bool]]:
    return [(at_ns + 500 * MS, key, closed) for at_ns, key, closed in plan]


@pytest.mark.parametrize("rig", ["honest"], indirect=True)
def test_three_power_cuts_in_mid_turn_lose_no_recorded_press(rig: Rig) -> None:
    lost = []
    for number in range(CUTS):
        with rig.life() as machine:
            if number:
                turn = machine.ask()["turn"]
                assert (turn["number"], turn["status"], turn["rebooted"]) == (1, "paused", True)
            recorded = _press_until_the_cut(machine)
            assert machine.ask()["turn"]["status"] == "running", "START begins it, and goes on"
        kept = rig.left()
        assert rig.flushes > 0
        assert kept.startswith(recorded)
        lost.append(rig.lost)
    assert any(lost), "no cut has lost anything: it was no test"


@pytest.mark.parametrize("rig", ["deaf"], indirect=True)
def test_the_control_a_disk_that_does_not_flush_loses_recorded_presses(rig: Rig) -> None:
    with rig.life() as machine:
        recorded = _press_until_the_cut(machine)
    assert not rig.left().startswith(recorded)
