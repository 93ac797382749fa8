"""The committed sound packs fit their tables, measured here apart from sounds/build.py."""

from __future__ import annotations

import array
import functools
import math
import sys
import tomllib
import wave
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sound_tests.pack_check import SOUNDS, build

RATE_HZ = 44_100
LANGUAGES = ("ru", "en")
COUNTS = [f"count-{number}" for number in range(10, -1, -1)]
TONES = {
    "start", "ten-left", "end", "end-short", "collect", "switch", "prepare", "prepare-end",
    "reserve-end", "blip-accepted", "blip-refused", "blip-hold", "blip-claim",
}  # fmt: skip
WORDS = {*COUNTS, "voice-start", "voice-ten-left", "voice-end", "voice-collect"}


def cues_of(pack: str) -> dict[str, dict[str, Any]]:
    """Return the table of cues of one committed pack."""
    text = (SOUNDS / pack / "pack.toml").read_text(encoding="utf-8")
    cues: dict[str, dict[str, Any]] = tomllib.loads(text)["cues"]
    return cues


@functools.cache
def samples_of(pack: str, file: str) -> array.array[int]:
    """Return the samples of a file, asserting 44.1 kHz, 16 bit, mono on the way."""
    with wave.open(str((SOUNDS / pack / file).resolve()), "rb") as source:
        assert source.getframerate() == RATE_HZ
        assert source.getsampwidth() == 2
        assert source.getnchannels() == 1
        samples = array.array("h", source.readframes(source.getnframes()))
        assert len(samples) == source.getnframes()
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def amplitude(samples: array.array[int], pitch_hz: float) -> float:
    """Return the amplitude of the sine at ``pitch_hz`` in the samples (Goertzel)."""
    twice = 2 * math.cos(2 * math.pi * pitch_hz / RATE_HZ)
    s1 = s2 = 0.0
    for sample in samples:
        s1, s2 = sample + twice * s1 - s2, s1
    return 2 * math.sqrt(max(s1 * s1 + s2 * s2 - twice * s1 * s2, 0.0)) / len(samples)


def measured_pitch_hz(samples: array.array[int]) -> float:
    """Return the strongest pitch of the first 60 ms, on a grid of 1 % from 250 to 4500 Hz."""
    window = samples[: RATE_HZ * 60 // 1000]
    grid = [250 * 1.01**step for step in range(291)]
    return max(grid, key=lambda pitch_hz: amplitude(window, pitch_hz))


ALL = [(pack, cue) for pack in LANGUAGES for cue in cues_of(pack)]


@pytest.mark.parametrize("pack", LANGUAGES)
def test_every_language_pack_has_every_cue_and_no_other(pack: str) -> None:
    assert set(cues_of(pack)) == TONES | WORDS | {"silence"} == set(build.CUES)


@pytest.mark.parametrize("pack", [*LANGUAGES, "tones"])
def test_a_pack_names_itself_and_its_licence_in_both_languages(pack: str) -> None:
    head = tomllib.loads((SOUNDS / pack / "pack.toml").read_text(encoding="utf-8"))
    assert (head["schema"], head["id"]) == (1, pack)
    assert head["licence"]
    assert set(head["name"]) == {"ru", "en"}


@pytest.mark.parametrize("pack", [*LANGUAGES, "tones"])
def test_no_wav_file_lies_in_a_pack_without_a_cue(pack: str) -> None:
    named = {entry["file"] for entry in cues_of(pack).values()}
    assert {path.name for path in (SOUNDS / pack).glob("*.wav")} <= named


def test_both_languages_use_the_very_same_tones() -> None:
    shared = cues_of("tones")
    for pack in LANGUAGES:
        for cue, entry in shared.items():
            assert cues_of(pack)[cue] == {**entry, "file": f"../tones/{entry['file']}"}


@pytest.mark.parametrize(("pack", "cue"), ALL)
def test_a_file_has_exactly_the_length_of_its_table(pack: str, cue: str) -> None:
    entry = cues_of(pack)[cue]
    assert len(samples_of(pack, entry["file"])) * 1000 == entry["length_ms"] * RATE_HZ


@pytest.mark.parametrize(("pack", "cue"), ALL)
def test_each_cue_states_source_licence_kind_and_gain(pack: str, cue: str) -> None:
    entry = cues_of(pack)[cue]
    assert entry["source"]
    assert entry["licence"]
    assert entry["kind"] == ("tone" if cue in TONES else "voice" if cue in WORDS else "silence")
    assert 0.0 < entry["gain"] <= 1.0


@pytest.mark.parametrize("cue", sorted(TONES))
def test_a_tone_sounds_at_the_pitch_of_its_table(cue: str) -> None:
    entry = cues_of("tones")[cue]
    pitch_hz = measured_pitch_hz(samples_of("tones", entry["file"]))
    assert pitch_hz == pytest.approx(entry["pitch_hz"], rel=0.02)


@pytest.mark.parametrize("cue", sorted(TONES))
def test_the_onset_of_a_tone_is_found_by_pitch_within_10_ms(cue: str) -> None:
    entry = cues_of("tones")[cue]
    samples = samples_of("tones", entry["file"])
    window = RATE_HZ * 5 // 1000
    strength = [
        amplitude(samples[start : start + window], entry["pitch_hz"])
        for start in range(0, RATE_HZ * 20 // 1000, window // 5)
    ]
    onset_ms = next(i for i, value in enumerate(strength) if value > max(strength) / 2)
    assert onset_ms + 5 <= 10


def test_all_tones_are_at_least_15_percent_apart() -> None:
    pitches = sorted(entry["pitch_hz"] for cue, entry in cues_of("tones").items() if cue in TONES)
    assert len(pitches) == len(TONES)
    assert all(high >= 1.15 * low for low, high in pairwise(pitches))


def test_ten_left_is_lower_than_start_and_collect_is_higher() -> None:
    cues = cues_of("tones")
    assert cues["ten-left"]["pitch_hz"] < cues["start"]["pitch_hz"] < cues["collect"]["pitch_hz"]


def test_the_end_signal_lasts_exactly_two_seconds() -> None:
    assert len(samples_of("tones", "end.wav")) == 88_200


def test_the_end_signal_sounds_to_its_last_10_ms() -> None:
    tail = samples_of("tones", "end.wav")[-441:]
    assert max(tail) > 0.5 * max(samples_of("tones", "end.wav"))


def test_the_short_end_signal_is_over_before_the_word_ten() -> None:
    assert len(samples_of("tones", "end-short.wav")) <= 0.350 * RATE_HZ


@pytest.mark.parametrize("pack", LANGUAGES)
def test_each_word_of_the_count_fits_its_second(pack: str) -> None:
    lengths_ms = {cue: cues_of(pack)[cue]["length_ms"] for cue in COUNTS}
    assert max(lengths_ms.values()) < 900
    assert lengths_ms["count-10"] <= 650  # it begins at T+60.350, "nine" at T+61


@pytest.mark.parametrize(("pack", "cue"), ALL)
def test_no_clip_begins_with_silence(pack: str, cue: str) -> None:
    if cue == "silence":
        return
    samples = samples_of(pack, cues_of(pack)[cue]["file"])
    floor = max(map(abs, samples)) / 100
    assert next(i for i, value in enumerate(samples) if abs(value) > floor) < 0.005 * RATE_HZ


@pytest.mark.parametrize(("pack", "cue"), ALL)
def test_a_clip_ends_quietly_and_never_clips(pack: str, cue: str) -> None:
    samples = samples_of(pack, cues_of(pack)[cue]["file"])
    assert max(map(abs, samples)) < 0.9 * 32_767
    assert abs(samples[0]) < 100
    assert abs(samples[-1]) < 100


@pytest.mark.parametrize(("pack", "cue"), ALL)
def test_hall_sounds_are_loud_and_blips_are_soft(pack: str, cue: str) -> None:
    samples = samples_of(pack, cues_of(pack)[cue]["file"])
    rms_db = 10 * math.log10(max(sum(v * v for v in samples) / len(samples), 1e-9) / 32_767**2)
    if cue == "silence":
        assert not any(samples)
    elif cue.startswith("blip"):
        assert -33 < rms_db < -23
    elif cue == "switch":
        assert -26 < rms_db < -20
    else:
        assert -20 < rms_db < -13


@pytest.mark.parametrize("pack", LANGUAGES)
def test_a_language_set_stays_under_one_megabyte(pack: str) -> None:
    assert sum(path.stat().st_size for path in (SOUNDS / pack).iterdir()) < 1_000_000


def test_the_tones_can_be_built_again_as_they_are() -> None:
    table, clips = build.build_tones()
    assert table == cues_of("tones")
    for cue, clip in clips.items():
        committed = samples_of("tones", f"{cue}.wav")
        assert len(clip) == len(committed)
        # One step of 16 bits is left to another C library's sine.
        assert all(
            abs(round(value * 32_767) - old) <= 1
            for value, old in zip(clip, committed, strict=True)
        )


def test_two_builds_of_a_tone_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("first.wav", "second.wav"):
        build.write_wav(tmp_path / name, build.synthesise(build.TONES["switch"]))
    assert (tmp_path / "first.wav").read_bytes() == (tmp_path / "second.wav").read_bytes()


def test_loudness_of_the_standards_reference_sine_is_right() -> None:
    # BS.1770: a full-scale sine of 997 Hz in one channel reads -3.01 LKFS.
    sine = [math.sin(2 * math.pi * 997 * i / RATE_HZ) for i in range(RATE_HZ)]
    assert build.loudness_lufs(sine) == pytest.approx(-3.01, abs=0.02)


def test_a_missing_speech_engine_is_one_sentence_with_the_remedy() -> None:
    with pytest.raises(build.SoundError, match="apt-get install"):
        build.run_tool("no-such-speech-engine")
