"""The mixer: heard through SDL's own disk driver, by pitch and by onset.

What is recognised is in the samples that SDL wrote to its device, a FIFO; nothing is asked of
the mixer.
"""

import math
import os
import struct
import threading
import time
from pathlib import Path

import pytest

from device_tests.contract_sound import SoundContract
from hardware.clock import MonotonicClock
from hardware.sound.pygame_mixer import PygamePlayer

RATE_HZ = 44_100
BLOCK = 441  # frames: 10 ms
LONG_S = 20.0
PITCHES = {"start": 882.0, "end": 1764.0}


def goertzel(samples, hz):
    """Return the share, 0 to 1, of the block's power that is at this pitch."""
    power = sum(sample * sample for sample in samples)
    if not power:
        return 0.0
    turn = 2 * math.cos(2 * math.pi * hz / RATE_HZ)
    one = two = 0.0
    for sample in samples:
        one, two = sample + turn * one - two, one
    return (one * one + two * two - turn * one * two) * 2 / (power * len(samples))


def heard(data, hz, share=0.8):
    """Return the runs of blocks, as (first, after last), that sound at this pitch."""
    left = struct.unpack(f"<{len(data) // 4 * 2}h", data[: len(data) // 4 * 4])[::2]
    runs = []
    for block in range(len(left) // BLOCK):
        samples = left[block * BLOCK : (block + 1) * BLOCK]
        if max(samples) > 1000 and goertzel(samples, hz) > share:
            if runs and runs[-1][1] == block:
                runs[-1] = (runs[-1][0], block + 1)
            else:
                runs.append((block, block + 1))
    return runs


class Speaker:
    """Reads what SDL plays, from a FIFO, and knows when how much had been read."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._path = path
        self.data = bytearray()
        self.marks: list[tuple[int, int]] = []  # (when read, bytes so far)
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _read(self):
        with self._path.open("rb", buffering=0) as device:
            while block := device.read(4096):
                self.data += block
                self.marks.append((time.monotonic_ns(), len(self.data)))

    def wait_ms(self, ms):
        """Wait until so much more has been played."""
        want = len(self.data) + ms * RATE_HZ // 1000 * 4
        begun = time.monotonic()
        while len(self.data) < want:
            assert time.monotonic() - begun < LONG_S
            time.sleep(0.002)

    def read_by(self, at_ns):
        """Return how many frames had been read at this instant."""
        return max((total for when, total in self.marks if when <= at_ns), default=0) // 4


@pytest.fixture
def files(make_wav):
    return {sound: make_wav(sound, hz) for sound, hz in PITCHES.items()}


@pytest.fixture
def speaker(tmp_path, monkeypatch):
    path = tmp_path / "device"
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(path))
    speaker = Speaker(path)
    yield speaker
    speaker.thread.join(LONG_S)
    assert not speaker.thread.is_alive()


@pytest.fixture
def player(speaker, files):
    player = PygamePlayer("hall", MonotonicClock(), drivers=("disk",))
    player.load(files)
    yield player
    player.close()


class TestPygamePlayerOnDisk(SoundContract):
    @pytest.fixture
    def player(self, player):
        return player


class TestPygamePlayerOnDummy(SoundContract):
    @pytest.fixture
    def player(self, files):
        player = PygamePlayer("hall", MonotonicClock(), drivers=("dummy",))
        player.load(files)
        yield player
        player.close()


def test_silence_and_the_other_pitch_are_not_recognised(player, speaker):
    """The control of all tests below."""
    speaker.wait_ms(600)
    assert heard(bytes(speaker.data), PITCHES["end"]) == []
    player.play("start")
    speaker.wait_ms(500)
    assert heard(bytes(speaker.data), PITCHES["end"]) == []
    assert heard(bytes(speaker.data), PITCHES["start"]) != []


def test_each_sound_is_heard_at_its_pitch_its_place_and_its_length(player, speaker):
    speaker.wait_ms(200)
    called = {}
    for sound in ("start", "end"):
        called[sound] = time.monotonic_ns()
        player.play(sound)
        speaker.wait_ms(500)
    data = bytes(speaker.data)
    for sound, hz in PITCHES.items():
        ((first, after_last),) = heard(data, hz)
        assert 18 <= after_last - first <= 21  # 200 ms
        assert first * BLOCK >= speaker.read_by(called[sound]) - 2 * BLOCK  # never before the call
    assert heard(data, PITCHES["start"])[0][0] < heard(data, PITCHES["end"])[0][0]
    assert player.lengths_ns == {"start": 200_000_000, "end": 200_000_000}


def test_two_sounds_at_once_are_both_heard(player, speaker):
    player.play("start")
    player.play("end")
    speaker.wait_ms(500)
    for hz in PITCHES.values():
        ((first, after_last),) = heard(bytes(speaker.data), hz, share=0.3)
        assert 18 <= after_last - first <= 21


def test_the_same_sound_again_begins_again(player, speaker):
    player.play("end")
    speaker.wait_ms(100)
    player.play("end")  # 100 ms in, so it sounds for about 300 ms; the joint may be unclean
    speaker.wait_ms(500)
    runs = heard(bytes(speaker.data), PITCHES["end"])
    assert runs[-1][1] - runs[0][0] >= 24


def test_a_stopped_sound_ends(player, speaker):
    player.play("end")
    speaker.wait_ms(60)
    player.stop("end")
    speaker.wait_ms(400)
    ((first, after_last),) = heard(bytes(speaker.data), PITCHES["end"])
    assert after_last - first < 18


def test_it_says_what_it_opened(player, speaker, caplog):
    assert player.opened == "disk (44100, -16, 2)"
