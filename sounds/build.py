#!/usr/bin/env python3
"""Build the sound packs of Minuta from `design.toml`; it needs the speech engines.

    python sounds/build.py            write every WAV and every pack.toml

A pack is a folder with a ``pack.toml`` and WAV files: ``tones/`` holds the tones that all
languages share, ``ru/`` and ``en/`` hold the words and name the tones as ``../tones/x.wav``.
``design.toml`` is the only place where a sound is designed; the ``pack.toml`` files are written
from it, with lengths and levels as measured. tests/sound_tests/pack_check.py checks a pack.

Units: times in ms (``_ms``), pitches in Hz (``_hz``), levels in LUFS or dB; samples are floats
of full scale 1.0 until they are written as 16-bit integers at 44.1 kHz, one channel.
"""

from __future__ import annotations

import argparse
import array
import math
import subprocess
import sys
import tempfile
import tomllib
import wave
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCHEMA = 1
RATE_HZ = 44_100
FULL_SCALE = 32_767

HALL_LUFS = -16.0
PEAK_LIMIT_DB = -1.0

FADE_MS = 5.0  # long enough not to click, short enough for an onset within 10 ms
LEADING_KEEP_MS = 2.0
TRAILING_KEEP_MS = 10.0
ONSET_DB = -40.0  # below the peak: under it nobody hears a beginning, flite's hiss is at -45
FADED_DB = -45.0  # a dying "t" may go lower than an onset
GRID_MS = 10  # 10 ms are exactly 441 frames, so that every length is a whole number of ms

COUNTS = tuple(f"count-{number}" for number in range(10, -1, -1))
SIGNALS = (
    "start", "ten-left", "end", "end-short", "collect", *COUNTS,
    "switch", "prepare", "prepare-end", "reserve-end",
)  # fmt: skip
VOICES = ("voice-start", "voice-ten-left", "voice-end", "voice-collect")
BLIPS = ("blip-accepted", "blip-refused", "blip-hold", "blip-claim")
CUES = (*SIGNALS, *VOICES, *BLIPS, "silence")


# --- what the packs contain -----------------------------------------------------------------


@dataclass(frozen=True)
class Tone:
    """A sine of ``pitch_hz``: ``pulses`` pulses of ``pulse_ms`` with ``gap_ms`` between them.

    ``decay_ms`` above 0 lets a pulse die away with that time constant, as a click does.
    """

    pitch_hz: int
    pulse_ms: int
    pulses: int = 1
    gap_ms: int = 0
    level_lufs: float = HALL_LUFS
    decay_ms: float = 0.0


@dataclass(frozen=True)
class Language:
    """One language pack: its names, its speech engine with a voice, and the word of each cue."""

    name: dict[str, str]
    engine: str
    voice: str
    licence: str
    words: dict[str, str]


PRIMER_MS = 500
TONES_NAME = {"ru": "Тоны", "en": "Tones"}
OWN = "MIT (Minuta's own)"
DESIGN = tomllib.loads((HERE / "design.toml").read_text(encoding="utf-8"))
TONES = {cue: Tone(**row) for cue, row in DESIGN["tones"].items()}
LANGUAGES = {ident: Language(**row) for ident, row in DESIGN["languages"].items()}


class SoundError(Exception):
    """A sound cannot be built or read; the text is one sentence with the remedy."""


# --- samples --------------------------------------------------------------------------------


def frames_of(time_ms: float) -> int:
    """Return the number of frames in ``time_ms`` milliseconds, rounded."""
    return round(time_ms * RATE_HZ / 1000)


def peak(samples: Sequence[float]) -> float:
    """Return the largest magnitude, full scale 1.0."""
    return max((abs(sample) for sample in samples), default=0.0)


def _biquad(samples: Iterable[float], b: Sequence[float], a: Sequence[float]) -> list[float]:
    """Filter with one second-order section (direct form 1, ``a[0]`` is 1)."""
    x1 = x2 = y1 = y2 = 0.0
    filtered = []
    for x0 in samples:
        y0 = b[0] * x0 + b[1] * x1 + b[2] * x2 - a[1] * y1 - a[2] * y2
        x2, x1, y2, y1 = x1, x0, y1, y0
        filtered.append(y0)
    return filtered


def loudness_lufs(samples: Sequence[float]) -> float:
    """Return the K-weighted level of the whole clip in LUFS.

    This is ITU-R BS.1770 without its 400 ms gate, which most of these clips would not fill.
    """
    k = math.tan(math.pi * 1681.974450955533 / RATE_HZ)
    q, high = 0.7071752369554196, 10 ** (3.999843853973347 / 20)
    band, norm = high**0.4996667741545416, 1 + k / q + k * k
    poles = (1.0, 2 * (k * k - 1) / norm, (1 - k / q + k * k) / norm)
    zeros = ((high + band * k / q + k * k) / norm, 2 * (k * k - high) / norm,
             (high - band * k / q + k * k) / norm)  # fmt: skip
    shelved = _biquad(samples, zeros, poles)
    k, q = math.tan(math.pi * 38.13547087602444 / RATE_HZ), 0.5003270373238773
    norm = 1 + k / q + k * k
    poles = (1.0, 2 * (k * k - 1) / norm, (1 - k / q + k * k) / norm)
    weighted = _biquad(shelved, (1.0, -2.0, 1.0), poles)
    power = sum(value * value for value in weighted) / max(len(weighted), 1)
    return -0.691 + 10 * math.log10(max(power, 1e-20))


def levelled(samples: Sequence[float], level_lufs: float) -> list[float]:
    """Return the samples at ``level_lufs``, or lower where the peak would pass the limit."""
    wanted = 10 ** ((level_lufs - loudness_lufs(samples)) / 20)
    allowed = 10 ** (PEAK_LIMIT_DB / 20) / peak(samples)
    factor = min(wanted, allowed)
    return [sample * factor for sample in samples]


def faded(samples: Sequence[float], fade_in_ms: float, fade_out_ms: float) -> list[float]:
    """Return the samples with raised-cosine fades at both ends."""
    result = list(samples)
    for index in range(frames_of(fade_in_ms)):
        result[index] *= 0.5 - 0.5 * math.cos(math.pi * index / frames_of(fade_in_ms))
    for index in range(frames_of(fade_out_ms)):
        result[-1 - index] *= 0.5 - 0.5 * math.cos(math.pi * index / frames_of(fade_out_ms))
    return result


def sounding_span(samples: Sequence[float]) -> tuple[int, int]:
    """Return the first frame that is heard and the frame after the last one."""
    top = peak(samples)
    onset, faded_out = top * 10 ** (ONSET_DB / 20), top * 10 ** (FADED_DB / 20)
    loud = [index for index, sample in enumerate(samples) if abs(sample) > faded_out]
    first = next((index for index in loud if abs(samples[index]) > onset), len(samples))
    return (first, loud[-1] + 1) if loud else (first, first)


def trimmed(samples: Sequence[float]) -> list[float]:
    """Return a spoken clip without the engine's silence, padded to the 10 ms grid.

    An exact length in ms matters: ``zero_until = end`` (RULES.md 4-a) scores with it.
    """
    first, last = sounding_span(samples)
    first = max(0, first - frames_of(LEADING_KEEP_MS))
    last = min(len(samples), last + frames_of(TRAILING_KEEP_MS))
    clip = faded(samples[first:last], LEADING_KEEP_MS, TRAILING_KEEP_MS)
    return clip + [0.0] * (-len(clip) % frames_of(GRID_MS))


def synthesise(tone: Tone) -> list[float]:
    """Return the samples of a tone; the same numbers on every run."""
    step = 2 * math.pi * tone.pitch_hz / RATE_HZ
    pulse = [math.sin(step * index) for index in range(frames_of(tone.pulse_ms))]
    if tone.decay_ms:
        fall = -1000 / (RATE_HZ * tone.decay_ms)
        pulse = [sample * math.exp(fall * index) for index, sample in enumerate(pulse)]
    pulse = levelled(faded(pulse, FADE_MS, FADE_MS), tone.level_lufs)
    gap = [0.0] * frames_of(tone.gap_ms)
    clip = list(pulse)
    for _ in range(tone.pulses - 1):
        clip += gap + pulse
    return clip


# --- WAV files ------------------------------------------------------------------------------


def write_wav(path: Path, samples: Sequence[float]) -> None:
    """Write 16-bit mono at 44.1 kHz, without dither so that the bytes are repeatable."""
    data = array.array("h", (round(sample * FULL_SCALE) for sample in samples))
    if sys.byteorder == "big":
        data.byteswap()
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE_HZ)
        out.writeframes(data.tobytes())


def read_wav(path: Path) -> list[float]:
    """Return the samples of a 44.1 kHz 16-bit mono WAV.

    Raises:
        SoundError: the file is missing, is no WAV, or has another format.
    """
    try:
        with wave.open(str(path), "rb") as source:
            shape = (source.getframerate(), source.getsampwidth(), source.getnchannels())
            announced = source.getnframes()
            data = array.array("h", source.readframes(announced))
    except (OSError, EOFError, wave.Error, ValueError) as error:
        raise SoundError(f"{path.name}: not a readable WAV ({error})") from error
    if shape != (RATE_HZ, 2, 1):
        raise SoundError(f"{path.name}: {shape} where (44100 Hz, 2 bytes, 1 channel) is wanted")
    if len(data) != announced:
        raise SoundError(f"{path.name}: cut short, {len(data)} of {announced} frames")
    if sys.byteorder == "big":
        data.byteswap()
    return [value / FULL_SCALE for value in data]


# --- speech ---------------------------------------------------------------------------------


def run_tool(*command: str) -> None:
    """Run one of the Debian tools.

    Raises:
        SoundError: the tool is missing or failed.
    """
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=60)
    except FileNotFoundError as error:
        remedy = "apt-get install festival festvox-ru flite sox"
        raise SoundError(f"{command[0]} is not installed: {remedy}") from error
    except subprocess.CalledProcessError as error:
        raise SoundError(f"{command[0]} failed: {error.stderr.decode(errors='replace')}") from error


def speak(language: Language, text: str, folder: Path) -> list[float]:
    """Return ``text`` as spoken, trimmed and levelled; scratch files go to ``folder``."""
    raw, resampled, script = folder / "raw.wav", folder / "44100.wav", folder / "text.txt"
    script.write_text(text + "\n", encoding="utf-8")
    if language.engine == "festival":
        run_tool("text2wave", "-eval", f"({language.voice})", "-o", str(raw), str(script))
    else:
        run_tool("flite", "-voice", language.voice, "-f", str(script), "-o", str(raw))
    # -R and -D keep sox repeatable; 3 dB of headroom keep the resampler from clipping.
    run_tool("sox", "-R", "-D", str(raw), "-b", "16", "-c", "1", str(resampled),
             "gain", "-3", "rate", "-v", str(RATE_HZ))  # fmt: skip
    samples = read_wav(resampled)
    if peak(samples) < 0.05:
        raise SoundError(f"{language.engine} said nothing for {text!r}")
    return levelled(trimmed(samples), HALL_LUFS)


# --- building -------------------------------------------------------------------------------

Entry = dict[str, str | int | float]
Clips = dict[str, list[float]]


def _entry(file: str, source: str, licence: str, samples: Sequence[float], kind: str) -> Entry:
    """Return one cue's line of a table, with length and level as measured."""
    return {
        "file": file,
        "source": source,
        "licence": licence,
        "length_ms": round(len(samples) * 1000 / RATE_HZ),
        "gain": 1.0,
        "kind": kind,
        "level_lufs": round(loudness_lufs(samples), 1),
    }


def tone_source(tone: Tone) -> str:
    """Return how the tone was made, for the table."""
    if tone.pulses > 1:
        return f"tone {tone.pitch_hz} Hz, {tone.pulses} x {tone.pulse_ms} ms, gap {tone.gap_ms} ms"
    fall = f", decay {tone.decay_ms:g} ms" if tone.decay_ms else ""
    return f"tone {tone.pitch_hz} Hz, {tone.pulse_ms} ms{fall}"


def build_tones() -> tuple[dict[str, Entry], Clips]:
    """Return the table and the clips of the shared tones."""
    clips = {cue: synthesise(tone) for cue, tone in TONES.items()}
    table = {}
    for cue, tone in TONES.items():
        table[cue] = _entry(f"{cue}.wav", tone_source(tone), OWN, clips[cue], "tone")
        table[cue]["pitch_hz"] = tone.pitch_hz
    clips["silence"] = [0.0] * frames_of(PRIMER_MS)
    table["silence"] = _entry("silence.wav", "digital silence", OWN, clips["silence"], "silence")
    del table["silence"]["level_lufs"]
    return table, clips


def build_language(language: Language, tones: dict[str, Entry]) -> tuple[dict[str, Entry], Clips]:
    """Return the table and the spoken clips of one language, tones included by reference."""
    table = {cue: {**entry, "file": f"../tones/{entry['file']}"} for cue, entry in tones.items()}
    clips = {}
    with tempfile.TemporaryDirectory(prefix="minuta-sounds-") as folder:
        for cue, text in language.words.items():
            clips[cue] = speak(language, text, Path(folder))
            source = f"{language.engine}, voice {language.voice}: {text}"
            table[cue] = _entry(f"{cue}.wav", source, language.licence, clips[cue], "voice")
    return {cue: table[cue] for cue in CUES}, clips


def pack_text(ident: str, name: dict[str, str], licence: str, table: dict[str, Entry]) -> str:
    """Return a pack.toml. The texts hold no quote and no backslash, so none is escaped."""
    lines = [
        "# Written by sounds/build.py from sounds/design.toml; change it there.",
        f"schema = {SCHEMA}", f'id = "{ident}"', f'licence = "{licence}"', "",
        "[name]", f'ru = "{name["ru"]}"', f'en = "{name["en"]}"',
    ]  # fmt: skip
    for cue, entry in table.items():
        lines += ["", f"[cues.{cue}]"]
        for key, value in entry.items():
            lines.append(f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}")
    return "\n".join(lines) + "\n"


def build(root: Path) -> None:
    """Write all packs under ``root``; nothing is written unless everything could be made.

    Raises:
        SoundError: a speech engine is missing or failed.
    """
    tones, clips = build_tones()
    packs = {"tones": (pack_text("tones", TONES_NAME, OWN, tones), clips)}
    for ident, language in LANGUAGES.items():
        table, clips = build_language(language, tones)
        packs[ident] = (pack_text(ident, language.name, language.licence, table), clips)
    for ident, (text, clips) in packs.items():
        (root / ident).mkdir(exist_ok=True)
        (root / ident / "pack.toml").write_text(text, encoding="utf-8")
        for cue, samples in clips.items():
            write_wav(root / ident / f"{cue}.wav", samples)


def main() -> int:
    """Build; return the exit code."""
    argparse.ArgumentParser(description="Build the sound packs.").parse_args()
    try:
        build(HERE)
    except SoundError as error:
        print(f"sounds: {error}", file=sys.stderr)
        return 1
    print("sounds: built; check them with tests/sound_tests/pack_check.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
