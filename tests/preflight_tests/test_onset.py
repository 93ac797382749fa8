"""A cue is found in samples where it begins, and only it."""

from __future__ import annotations

import random
import wave
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.daemon.pack import load_pack
from firmware_host.preflight.onset import onset_frame

PACK = load_pack("tones")
BEFORE = 4410
HALF_MS = 22


def clip_of(cue: str) -> array[int]:
    with wave.open(PACK.files[cue], "rb") as clip:
        return array("h", clip.readframes(clip.getnframes()))


START = clip_of("start")


def hall(cue: array[int], at: int, gain: float, noise: int, seed: int = 1) -> list[int]:
    """Return 0.5 s of a hall in which a clip begins at a frame."""
    chance = random.Random(seed)
    samples = [chance.randint(-noise, noise) if noise else 0 for _ in range(22050)]
    for n, sample in enumerate(cue[: len(samples) - at]):
        samples[at + n] += int(gain * sample)
    return samples


def found(samples: list[int], cue: str = "start") -> int | None:
    return onset_frame(samples, BEFORE, clip_of(cue), PACK.pitches_hz[cue])


@settings(max_examples=15, deadline=None)
@given(
    at=st.integers(BEFORE, 12_000), gain=st.floats(0.05, 4.0), noise=st.integers(0, 60),
    seed=st.integers(0, 9),
)  # fmt: skip
def test_it_is_found_to_half_a_millisecond_at_any_loudness(
    at: int, gain: float, noise: int, seed: int
) -> None:
    where = found(hall(START, at, gain, noise, seed))
    assert where is not None
    assert abs(where - at) <= HALF_MS


def test_a_keys_click_before_it_moves_nothing() -> None:
    samples = hall(START, 9000, 0.3, 30)
    for n in range(200):  # 5 ms, much louder
        samples[6000 + n] += 20_000 if n % 3 else -20_000
    where = found(samples)
    assert where is not None
    assert abs(where - 9000) <= HALF_MS


@pytest.mark.parametrize("cue", ["ten-left", "end", "collect", "prepare-end"])
def test_another_cue_is_not_taken_for_it(cue: str) -> None:
    assert found(hall(clip_of(cue), 9000, 1.0, 30)) is None
    assert found(hall(clip_of(cue), 9000, 1.0, 30), cue) is not None  # the control


@pytest.mark.parametrize("noise", [0, 30, 3000])
def test_in_silence_and_in_noise_there_is_none(noise: int) -> None:
    assert found(hall(array("h"), 0, 1.0, noise)) is None


def test_what_is_no_louder_than_the_hall_was_is_none() -> None:
    assert found(hall(START, 9000, 0.02, 4000)) is None
