"""A turn of a real `minuta run`, heard in the samples of a real SDL device."""

import array
import bisect
import math
import os
import threading
import time
import tomllib
from pathlib import Path

import pytest

from evening_tests.box import LONG_S, ROOT, box, press

pytestmark = pytest.mark.slow

RATE_HZ = 44100
WINDOW = 882  # 20 ms
FRAME_BYTES = 4  # left and right, 16 bits each
NEAR_S = 0.15  # SDL writes its device in lumps of 1024 frames, on a machine that others use too
AFTER_S = 2.0  # the last sound is written out before the box is stopped
CUES = ("start", "ten-left", "end", "collect")


def pitches() -> dict[str, int]:
    """Return cue -> pitch, from the pack's own table."""
    table = tomllib.loads((ROOT / "sounds" / "en" / "pack.toml").read_text(encoding="utf-8"))
    return {cue: table["cues"][cue]["pitch_hz"] for cue in CUES}


def power(samples: "array.array[int]", at: int, hz: float) -> float:
    """Return how much of one pitch a window holds, 0 to 1 (Goertzel)."""
    window = samples[2 * at : 2 * (at + WINDOW) : 2]
    energy = sum(s * s for s in window)
    if energy < WINDOW * 100:
        return 0.0
    turn = 2 * math.cos(2 * math.pi * hz / RATE_HZ)
    one = two = 0.0
    for sample in window:
        one, two = sample + turn * one - two, one
    return (one * one + two * two - turn * one * two) * 2 / (WINDOW * energy)


def onsets(samples: "array.array[int]", wanted: dict[str, int]) -> list[tuple[str, int]]:
    """Return (cue, frame) for each beginning of a pitch that the samples hold."""
    found: list[tuple[str, int]] = []
    sounding = ""
    for at in range(0, len(samples) // 2 - WINDOW, WINDOW):
        loudest = max(wanted, key=lambda cue: power(samples, at, wanted[cue]))
        heard = loudest if power(samples, at, wanted[loudest]) > 0.5 else ""
        if heard and heard != sounding:
            found.append((heard, at))
        sounding = heard
    return found


class Speaker:
    """Reads what SDL plays, as fast as it comes, and keeps when it came.

    SDL's disk device has a pace of its own, a few per cent off: frames are counted by arrival.
    """

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self.data = bytearray()
        self._ends: list[int] = []
        self._came_s: list[float] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self.path.open("rb", buffering=0) as device:
            while block := device.read(4096):
                self.data += block
                self._ends.append(len(self.data))
                self._came_s.append(time.monotonic())

    def second(self, frame: int) -> float:
        """Return when a frame came."""
        return self._came_s[bisect.bisect(self._ends, frame * FRAME_BYTES)]

    def samples(self) -> "array.array[int]":
        """Return all samples so far, left and right in turn."""
        self._thread.join(LONG_S)
        whole = array.array("h")
        whole.frombytes(bytes(self.data[: len(self.data) // FRAME_BYTES * FRAME_BYTES]))
        return whole


def played(folder: Path, press_start: bool) -> list[tuple[str, float]]:
    """Play a turn of the short format and return what was heard."""
    with box(folder, sound="pygame") as hall:
        speaker = Speaker(folder / "speaker")
        env = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(speaker.path)}
        with hall.minuta("run", **env):
            client = hall.client()
            if press_start:
                press(client, "start")
            by_s = time.monotonic() + LONG_S
            while time.monotonic() < by_s:
                reply = client.request("status")
                turn = reply.result["turn"]
                if not press_start or turn["status"] == "done":
                    break
                time.sleep(0.1)
            time.sleep(AFTER_S)
            client.close()
        return [(cue, speaker.second(at)) for cue, at in onsets(speaker.samples(), pitches())]


def test_each_signal_of_a_turn_is_heard_by_its_pitch_at_its_instant(tmp_path: Path) -> None:
    heard = played(tmp_path, press_start=True)

    assert [cue for cue, _ in heard] == list(CUES)
    begun_s = heard[0][1]
    for (_, at_s), due_s in zip(heard, (0.0, 2.0, 4.0, 6.0), strict=True):
        assert at_s - begun_s == pytest.approx(due_s, abs=NEAR_S)


def test_control_without_a_press_nothing_is_heard(tmp_path: Path) -> None:
    assert played(tmp_path, press_start=False) == []
