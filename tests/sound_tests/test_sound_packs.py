"""The committed sound packs fit their tables, measured here apart from sounds/build.py."""

from __future__ import annotations

import array
import functools
import importlib.util
import math
import random
import shutil
import sys
import tomllib
import wave
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SOUNDS = Path(__file__).resolve().parents[2] / "sounds"
RATE_HZ = 44_100
LANGUAGES = ("ru", "en")
COUNTS = [f"count-{number}" for number in range(10, -1, -1)]
TONES = {
    "start", "ten-left", "end", "end-short", "collect", "switch", "prepare", "prepare-end",
    "reserve-end", "blip-accepted", "blip-refused", "blip-hold", "blip-claim",
}  # fmt: skip
WORDS = {*COUNTS, "voice-start", "voice-ten-left", "voice-end", "voice-collect"}


def load_build() -> ModuleType:
    """Import the script sounds/build.py, which is in no package, without leaving a cache."""
    spec = importlib.util.spec_from_file_location("minuta_sounds_build", SOUNDS / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module


build = load_build()


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


# --- controls: the check finds what was spoilt ----------------------------------------------


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the tones, to be spoilt."""
    return Path(shutil.copytree(SOUNDS / "tones", tmp_path / "tones"))


def edit(pack: Path, old: str, new: str) -> None:
    """Replace text in the copy's pack.toml, which must hold it."""
    path = pack / "pack.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def write_end(pack: Path, samples: list[float]) -> None:
    """Put other samples at the right level in the place of the end signal."""
    build.write_wav(pack / "end.wav", build.levelled(samples, -16.0))


def test_the_check_passes_the_committed_packs() -> None:
    assert build.check(SOUNDS) == []


def test_the_check_passes_the_unspoilt_copy(pack: Path) -> None:
    assert build.pack_problems(pack) == []


@pytest.mark.parametrize("factor", [0.5, 0.95, 1.03, 1.22, 2.0])
def test_the_check_finds_a_shifted_pitch(pack: Path, factor: float) -> None:
    write_end(pack, build.synthesise(build.Tone(round(472 * factor), 2000)))
    faults = build.pack_problems(pack)
    assert len(faults) == 1
    assert "end: " in faults[0]
    assert "472 Hz" in faults[0]


def test_the_check_finds_noise_in_the_place_of_a_tone(pack: Path) -> None:
    noise = random.Random(1)
    write_end(pack, [noise.uniform(-1, 1) for _ in range(88_200)])
    assert any("472 Hz" in fault for fault in build.pack_problems(pack))


def test_the_check_finds_a_tone_of_two_pitches(pack: Path) -> None:
    both = zip(
        build.synthesise(build.Tone(472, 2000)),
        build.synthesise(build.Tone(1276, 2000)),
        strict=True,
    )
    write_end(pack, [low + high for low, high in both])
    assert any("no pure tone" in fault for fault in build.pack_problems(pack))


def test_the_check_finds_silence_before_the_sound(pack: Path) -> None:
    tone = build.synthesise(build.TONES["end"])
    write_end(pack, [0.0] * 441 + tone[:-441])
    assert any("of silence before" in fault for fault in build.pack_problems(pack))


def test_the_check_finds_one_frame_too_few(pack: Path) -> None:
    write_end(pack, build.synthesise(build.TONES["end"])[:-1])
    assert any("the table says 2000" in fault for fault in build.pack_problems(pack))


def test_the_check_finds_a_quiet_file(pack: Path) -> None:
    build.write_wav(pack / "end.wav", [v / 2 for v in build.synthesise(build.TONES["end"])])
    assert any("LUFS" in fault for fault in build.pack_problems(pack))


def test_the_check_finds_a_file_cut_short(pack: Path) -> None:
    data = (pack / "end.wav").read_bytes()
    (pack / "end.wav").write_bytes(data[: len(data) // 2])
    assert any("cut short" in fault for fault in build.pack_problems(pack))


@pytest.mark.parametrize("data", [b"", b"RIFF", b"no sound at all" * 10])
def test_the_check_finds_what_is_no_wav_file(pack: Path, data: bytes) -> None:
    (pack / "end.wav").write_bytes(data)
    assert any("not a readable WAV" in fault for fault in build.pack_problems(pack))


def test_the_check_finds_stereo(pack: Path) -> None:
    with wave.open(str(pack / "end.wav"), "wb") as out:
        out.setnchannels(2)
        out.setsampwidth(2)
        out.setframerate(RATE_HZ)
        out.writeframes(bytes(88_200 * 4))
    assert any("1 channel" in fault for fault in build.pack_problems(pack))


def test_the_check_finds_a_missing_file_and_a_missing_cue(pack: Path) -> None:
    (pack / "end.wav").unlink()
    edit(pack, "[cues.start]", "[cues.begin]")
    faults = build.pack_problems(pack)
    assert any("end.wav: not a readable WAV" in fault for fault in faults)
    assert "tones: start: missing" in faults


def test_the_check_finds_pitches_that_a_hall_would_confuse(pack: Path) -> None:
    edit(pack, "pitch_hz = 576", "pitch_hz = 500")
    assert any("472 and 500 Hz are too close" in fault for fault in build.pack_problems(pack))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "tone"', 'kind = "gong"', "kind must be one of"),
        ("length_ms = 2000", 'length_ms = "2 s"', "length_ms is missing or no int"),
        ("pitch_hz = 472", "pitch = 472", "unknown key pitch"),
        ("gain = 1.0", "", "gain is missing"),
        ("schema = 1", "schema = 2", "wants schema = 1"),
        ("schema = 1", "schema =", "pack.toml: "),
    ],
)
def test_a_malformed_table_is_said_in_words(pack: Path, old: str, new: str, said: str) -> None:
    edit(pack, old, new)
    assert any(said in fault for fault in build.pack_problems(pack))


def test_a_whole_pack_that_is_gone_is_a_fault(tmp_path: Path) -> None:
    shutil.copytree(SOUNDS / "tones", tmp_path / "tones")
    assert {fault.split(":")[0] for fault in build.check(tmp_path)} == {"ru", "en"}


def test_a_missing_speech_engine_is_one_sentence_with_the_remedy() -> None:
    with pytest.raises(build.SoundError, match="apt-get install"):
        build.run_tool("no-such-speech-engine")
