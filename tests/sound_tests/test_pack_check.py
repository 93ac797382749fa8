"""The check of sound packs finds what was spoilt, and nothing in what is committed."""

from __future__ import annotations

import random
import shutil
import wave
from pathlib import Path

import pytest

from sound_tests import pack_check
from sound_tests.pack_check import SOUNDS, build

RATE_HZ = 44_100


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
    assert pack_check.check(SOUNDS) == []


def test_the_check_passes_the_unspoilt_copy(pack: Path) -> None:
    assert pack_check.pack_problems(pack) == []


@pytest.mark.parametrize("factor", [0.5, 0.95, 1.03, 1.22, 2.0])
def test_the_check_finds_a_shifted_pitch(pack: Path, factor: float) -> None:
    write_end(pack, build.synthesise(build.Tone(round(472 * factor), 2000)))
    faults = pack_check.pack_problems(pack)
    assert len(faults) == 1
    assert "end: " in faults[0]
    assert "472 Hz" in faults[0]


def test_the_check_finds_noise_in_the_place_of_a_tone(pack: Path) -> None:
    noise = random.Random(1)
    write_end(pack, [noise.uniform(-1, 1) for _ in range(88_200)])
    assert any("472 Hz" in fault for fault in pack_check.pack_problems(pack))


def test_the_check_finds_a_tone_of_two_pitches(pack: Path) -> None:
    both = zip(
        build.synthesise(build.Tone(472, 2000)),
        build.synthesise(build.Tone(1276, 2000)),
        strict=True,
    )
    write_end(pack, [low + high for low, high in both])
    assert any("no pure tone" in fault for fault in pack_check.pack_problems(pack))


def test_the_check_finds_silence_before_the_sound(pack: Path) -> None:
    tone = build.synthesise(build.TONES["end"])
    write_end(pack, [0.0] * 441 + tone[:-441])
    assert any("of silence before" in fault for fault in pack_check.pack_problems(pack))


def test_the_check_finds_one_frame_too_few(pack: Path) -> None:
    write_end(pack, build.synthesise(build.TONES["end"])[:-1])
    assert any("the table says 2000" in fault for fault in pack_check.pack_problems(pack))


def test_the_check_finds_a_quiet_file(pack: Path) -> None:
    build.write_wav(pack / "end.wav", [v / 2 for v in build.synthesise(build.TONES["end"])])
    assert any("LUFS" in fault for fault in pack_check.pack_problems(pack))


def test_the_check_finds_a_file_cut_short(pack: Path) -> None:
    data = (pack / "end.wav").read_bytes()
    (pack / "end.wav").write_bytes(data[: len(data) // 2])
    assert any("cut short" in fault for fault in pack_check.pack_problems(pack))


@pytest.mark.parametrize("data", [b"", b"RIFF", b"no sound at all" * 10])
def test_the_check_finds_what_is_no_wav_file(pack: Path, data: bytes) -> None:
    (pack / "end.wav").write_bytes(data)
    assert any("not a readable WAV" in fault for fault in pack_check.pack_problems(pack))


def test_the_check_finds_stereo(pack: Path) -> None:
    with wave.open(str(pack / "end.wav"), "wb") as out:
        out.setnchannels(2)
        out.setsampwidth(2)
        out.setframerate(RATE_HZ)
        out.writeframes(bytes(88_200 * 4))
    assert any("1 channel" in fault for fault in pack_check.pack_problems(pack))


def test_the_check_finds_a_missing_file_and_a_missing_cue(pack: Path) -> None:
    (pack / "end.wav").unlink()
    edit(pack, "[cues.start]", "[cues.begin]")
    faults = pack_check.pack_problems(pack)
    assert any("end.wav: not a readable WAV" in fault for fault in faults)
    assert "tones: start: missing" in faults


def test_the_check_finds_pitches_that_a_hall_would_confuse(pack: Path) -> None:
    edit(pack, "pitch_hz = 576", "pitch_hz = 500")
    assert any("472 and 500 Hz are too close" in fault for fault in pack_check.pack_problems(pack))


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
    assert any(said in fault for fault in pack_check.pack_problems(pack))


def test_a_whole_pack_that_is_gone_is_a_fault(tmp_path: Path) -> None:
    shutil.copytree(SOUNDS / "tones", tmp_path / "tones")
    assert {fault.split(":")[0] for fault in pack_check.check(tmp_path)} == {"ru", "en"}
