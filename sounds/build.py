#!/usr/bin/env python3
"""Build the sound packs of Minuta, or check the committed ones against their tables.

    python sounds/build.py            write every WAV and every pack.toml (needs the speech engines)
    python sounds/build.py --check    compare the files with the tables (needs nothing but Python)

A pack is a folder with a ``pack.toml`` and WAV files: ``tones/`` holds the tones that all
languages share, ``ru/`` and ``en/`` hold the words and name the tones as ``../tones/x.wav``.
The tables below (``TONES``, ``LANGUAGES``) are the only place where a sound is designed; the
``pack.toml`` files are written from them, with lengths and levels as measured.

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
from itertools import pairwise
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SCHEMA = 1
RATE_HZ = 44_100
FULL_SCALE = 32_767

HALL_LUFS = -16.0
CLICK_LUFS = -22.0  # twelve clicks in a turn must stay under the players' talk
BLIP_LUFS = -26.0  # for the host's ear only, never a signal to the hall
PEAK_LIMIT_DB = -1.0
LEVEL_TOLERANCE_DB = 0.5

FADE_MS = 5.0  # long enough not to click, short enough for an onset within 10 ms
LEADING_LIMIT_MS = 5.0
LEADING_KEEP_MS = 2.0
TRAILING_KEEP_MS = 10.0
ONSET_DB = -40.0  # below the peak: under it nobody hears a beginning, flite's hiss is at -45
FADED_DB = -45.0  # a dying "t" may go lower than an onset
GRID_MS = 10  # 10 ms are exactly 441 frames, so that every length is a whole number of ms

PITCH_GAP = 1.15
PITCH_TOLERANCE = 0.01
PURITY_MIN = 0.80
PURITY_BLOCK_MS = 10.0
PITCH_WINDOW_MS = 60.0  # no pulse but the click is shorter

COUNT_LIMIT_MS = 900
COUNT_TEN_LIMIT_MS = 650  # it begins 350 ms after the end signal, the next word 650 ms later
END_SHORT_LIMIT_MS = 350
END_LENGTH_MS = 2000  # the grace window of one game, RULES.md 001
PACK_LIMIT_BYTES = 1_000_000

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
    """One language pack: its names, its speech engine and the word of each cue."""

    name_ru: str
    name_en: str
    engine: str
    licence: str
    words: dict[str, str]


# The pitches are a row with the ratio 1.22: neighbours are 22 % apart, and no pitch is near the
# second or third harmonic of another, which a small loudspeaker adds by itself.
TONES = {
    "start": Tone(1276, 250),
    "ten-left": Tone(857, 500),
    "end": Tone(472, END_LENGTH_MS),
    "end-short": Tone(576, 300),
    "collect": Tone(1899, 250),
    "switch": Tone(2317, 30, level_lufs=CLICK_LUFS, decay_ms=8.0),
    "prepare": Tone(1046, 300),
    "prepare-end": Tone(1557, 450),
    "reserve-end": Tone(703, 800),
    "blip-accepted": Tone(2827, 60, level_lufs=BLIP_LUFS),
    "blip-refused": Tone(317, 80, pulses=2, gap_ms=60, level_lufs=BLIP_LUFS),
    "blip-hold": Tone(387, 400, level_lufs=BLIP_LUFS),
    "blip-claim": Tone(3449, 60, pulses=3, gap_ms=90, level_lufs=BLIP_LUFS),
}
PRIMER_MS = 500
OWN = "MIT (Minuta's own)"

# "+" is festival's mark for the stress: without it its lexicon takes the o of "ноль" for
# unstressed and says something like "наль".
LANGUAGES = {
    "ru": Language(
        "Русский", "Russian", "festival", "BSD-like (festvox-ru), LICENCES.txt",
        {
            **dict(zip(COUNTS, (
                "десять", "девять", "восемь", "семь", "шесть", "пять",
                "четыре", "три", "два", "один", "н+оль",
            ), strict=True)),
            "voice-start": "Время!",
            "voice-ten-left": "Осталось десять секунд.",
            "voice-end": "Стоп!",
            "voice-collect": "Прошу собрать ответы.",
        },
    ),
    "en": Language(
        "Английский", "English", "flite", "BSD-like (flite, CMU slt), LICENCES.txt",
        {
            **dict(zip(COUNTS, (
                "ten", "nine", "eight", "seven", "six", "five",
                "four", "three", "two", "one", "zero",
            ), strict=True)),
            "voice-start": "Time!",
            "voice-ten-left": "Ten seconds left.",
            "voice-end": "Stop!",
            "voice-collect": "Please collect the answers.",
        },
    ),
}  # fmt: skip
ENGINE_VOICES = {"festival": "voice_msu_ru_nsh_clunits", "flite": "slt"}


class SoundError(Exception):
    """A sound cannot be built or read; the text is one sentence with the remedy."""


# --- samples --------------------------------------------------------------------------------


def frames_of(time_ms: float) -> int:
    """Return the number of frames in ``time_ms`` milliseconds, rounded."""
    return round(time_ms * RATE_HZ / 1000)


def db(ratio: float) -> float:
    """Return an amplitude ratio in dB; silence is -200 dB, not an error."""
    return 20 * math.log10(max(ratio, 1e-10))


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


def speak(engine: str, text: str, folder: Path) -> list[float]:
    """Return ``text`` as spoken, trimmed and levelled; scratch files go to ``folder``."""
    raw, resampled, script = folder / "raw.wav", folder / "44100.wav", folder / "text.txt"
    script.write_text(text + "\n", encoding="utf-8")
    voice = ENGINE_VOICES[engine]
    if engine == "festival":
        run_tool("text2wave", "-eval", f"({voice})", "-o", str(raw), str(script))
    else:
        run_tool("flite", "-voice", voice, "-f", str(script), "-o", str(raw))
    # -R and -D keep sox repeatable; 3 dB of headroom keep the resampler from clipping.
    run_tool("sox", "-R", "-D", str(raw), "-b", "16", "-c", "1", str(resampled),
             "gain", "-3", "rate", "-v", str(RATE_HZ))  # fmt: skip
    samples = read_wav(resampled)
    if peak(samples) < 0.05:
        raise SoundError(f"{engine} said nothing for {text!r}")
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
            clips[cue] = speak(language.engine, text, Path(folder))
            source = f"{language.engine}, voice {ENGINE_VOICES[language.engine]}: {text}"
            table[cue] = _entry(f"{cue}.wav", source, language.licence, clips[cue], "voice")
    return {cue: table[cue] for cue in CUES}, clips


def pack_text(ident: str, names: tuple[str, str], licence: str, table: dict[str, Entry]) -> str:
    """Return a pack.toml. The texts hold no quote and no backslash, so none is escaped."""
    lines = [
        "# Written by sounds/build.py; change the tables there.",
        f"schema = {SCHEMA}", f'id = "{ident}"', f'licence = "{licence}"', "",
        "[name]", f'ru = "{names[0]}"', f'en = "{names[1]}"',
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
    packs = {"tones": (pack_text("tones", ("Тоны", "Tones"), OWN, tones), clips)}
    for ident, language in LANGUAGES.items():
        table, clips = build_language(language, tones)
        names = (language.name_ru, language.name_en)
        packs[ident] = (pack_text(ident, names, language.licence, table), clips)
    for ident, (text, clips) in packs.items():
        (root / ident).mkdir(exist_ok=True)
        (root / ident / "pack.toml").write_text(text, encoding="utf-8")
        for cue, samples in clips.items():
            write_wav(root / ident / f"{cue}.wav", samples)


# --- checking -------------------------------------------------------------------------------


def goertzel_power(samples: Sequence[float], pitch_hz: float) -> float:
    """Return the power of the sine at ``pitch_hz`` in the samples (Goertzel)."""
    twice = 2 * math.cos(2 * math.pi * pitch_hz / RATE_HZ)
    s1 = s2 = 0.0
    for sample in samples:
        s1, s2 = sample + twice * s1 - s2, s1
    return 2 * (s1 * s1 + s2 * s2 - twice * s1 * s2) / max(len(samples), 1) ** 2


def purity(samples: Sequence[float], pitch_hz: float) -> float:
    """Return the share of the samples' power that lies at ``pitch_hz``, 0 to 1.

    It is summed over short blocks, in which even a dying click keeps its strength.
    """
    block = frames_of(PURITY_BLOCK_MS)
    held = total = 0.0
    for start in range(0, len(samples) - block + 1, block):
        part = samples[start : start + block]
        held += goertzel_power(part, pitch_hz)
        total += sum(sample * sample for sample in part) / block
    return held / total if total else 0.0


def pitch_problem(samples: Sequence[float], pitch_hz: float) -> str | None:
    """Say what is wrong with a tone's pitch: another pitch is stronger, or it is no pure tone."""
    window = samples[: frames_of(PITCH_WINDOW_MS)]
    ratios = (1 - 2 * PITCH_TOLERANCE, 1 - PITCH_TOLERANCE, 1.0,
              1 + PITCH_TOLERANCE, 1 + 2 * PITCH_TOLERANCE)  # fmt: skip
    powers = {ratio: goertzel_power(window, pitch_hz * ratio) for ratio in ratios}
    best = max(powers, key=lambda ratio: powers[ratio])
    if abs(best - 1) > 1.5 * PITCH_TOLERANCE:
        return f"the pitch is not {pitch_hz:g} Hz"
    share = purity(window, pitch_hz)
    return None if share >= PURITY_MIN else f"no pure tone of {pitch_hz:g} Hz (share {share:.2f})"


def level_problems(samples: Sequence[float], entry: dict[str, Any]) -> list[str]:
    """Compare level, peak and leading silence of a sounding clip with its table."""
    found = []
    level = loudness_lufs(samples)
    if abs(level - entry["level_lufs"]) > LEVEL_TOLERANCE_DB:
        found.append(f"{level:.1f} LUFS, the table says {entry['level_lufs']}")
    if db(peak(samples)) > PEAK_LIMIT_DB + 0.1:
        found.append(f"peak at {db(peak(samples)):.1f} dB")
    leading_ms = sounding_span(samples)[0] * 1000 / RATE_HZ
    if leading_ms >= LEADING_LIMIT_MS:
        found.append(f"{leading_ms:.1f} ms of silence before the sound")
    return found


def clip_problems(path: Path, entry: dict[str, Any]) -> list[str]:
    """Compare one file with its entry in the table."""
    try:
        samples = read_wav(path)
    except SoundError as error:
        return [str(error)]
    found = []
    if len(samples) != frames_of(entry["length_ms"]):
        length_ms = len(samples) * 1000 / RATE_HZ
        found.append(f"{length_ms:.1f} ms long, the table says {entry['length_ms']}")
    if entry["kind"] == "silence":
        return found + (["not silent"] if peak(samples) else [])
    found += level_problems(samples, entry)
    if entry["kind"] == "tone":
        wrong = pitch_problem(samples, entry["pitch_hz"])
        found += [wrong] if wrong else []
    return found


_KEYS: dict[str, type] = {
    "file": str,
    "source": str,
    "licence": str,
    "length_ms": int,
    "gain": float,
    "kind": str,
}
_KIND_KEYS: dict[str, dict[str, type]] = {
    "tone": {"level_lufs": float, "pitch_hz": int},
    "voice": {"level_lufs": float},
    "silence": {},
}


def entry_problems(entry: object) -> list[str]:
    """Say which keys of a cue's table are missing, unknown or of another type."""
    if not isinstance(entry, dict):
        return ["not a table"]
    if entry.get("kind") not in _KIND_KEYS:
        return [f"kind must be one of {', '.join(_KIND_KEYS)}"]
    wanted = {**_KEYS, **_KIND_KEYS[entry["kind"]]}
    wrong = [key for key, form in wanted.items() if type(entry.get(key)) is not form]
    found = [f"{key} is missing or no {wanted[key].__name__}" for key in wrong]
    return found + [f"unknown key {key}" for key in entry if key not in wanted]


def length_limit_ms(cue: str) -> int | None:
    """Return the longest length that the rules leave to a cue, in ms."""
    limits = {"count-10": COUNT_TEN_LIMIT_MS, "end-short": END_SHORT_LIMIT_MS}
    return limits.get(cue, COUNT_LIMIT_MS if cue in COUNTS else None)


def rule_problems(cues: dict[str, dict[str, Any]]) -> list[str]:
    """Check what the rules of the games ask of lengths, and the hall's ear of pitches."""
    found = []
    for cue, entry in cues.items():
        limit = length_limit_ms(cue)
        if limit is not None and entry["length_ms"] > limit:
            found.append(f"{cue}: {entry['length_ms']} ms, at most {limit} fit")
    if "end" in cues and cues["end"]["length_ms"] != END_LENGTH_MS:
        found.append(f"end: must be exactly {END_LENGTH_MS} ms")
    pitches = sorted((e["pitch_hz"], cue) for cue, e in cues.items() if e["kind"] == "tone")
    for (low, first), (high, second) in pairwise(pitches):
        if high < low * PITCH_GAP:
            found.append(f"{first} and {second}: {low} and {high} Hz are too close")
    return found


def load_pack(folder: Path) -> dict[str, Any]:
    """Return the parsed pack.toml of a folder.

    Raises:
        SoundError: it is missing, is no TOML, or lacks a head or the cues.
    """
    try:
        pack = tomllib.loads((folder / "pack.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SoundError(f"pack.toml: {error}") from error
    if pack.get("schema") != SCHEMA or pack.get("id") != folder.name:
        raise SoundError(f"pack.toml: wants schema = {SCHEMA} and id = {folder.name!r}")
    if not isinstance(pack.get("cues"), dict):
        raise SoundError("pack.toml: wants a table of cues")
    return pack


def pack_problems(folder: Path) -> list[str]:
    """Return every fault of one pack, each as ``pack: cue: what``; an empty list is a pass."""
    try:
        cues = load_pack(folder)["cues"]
    except SoundError as error:
        return [f"{folder.name}: {error}"]
    wanted = CUES if folder.name != "tones" else (*TONES, "silence")
    found = [f"{cue}: missing" for cue in wanted if cue not in cues]
    malformed = [f"{cue}: {wrong}" for cue, e in cues.items() for wrong in entry_problems(e)]
    if malformed:
        return [f"{folder.name}: {text}" for text in found + malformed]
    files = {cue: folder / entry["file"] for cue, entry in cues.items()}
    for cue, entry in cues.items():
        found += [f"{cue}: {wrong}" for wrong in clip_problems(files[cue], entry)]
    found += rule_problems(cues)
    size = sum(path.stat().st_size for path in folder.glob("*.wav"))
    if size > PACK_LIMIT_BYTES:
        found.append(f"{size} bytes, at most {PACK_LIMIT_BYTES}")
    return [f"{folder.name}: {text}" for text in found]


def check(root: Path) -> list[str]:
    """Return the faults of all packs under ``root``; a missing shipped pack is one."""
    present = {path.parent.name for path in root.glob("*/pack.toml")}
    return [
        fault
        for name in sorted(present | {"tones", *LANGUAGES})
        for fault in pack_problems(root / name)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Build or check; return the exit code."""
    parser = argparse.ArgumentParser(description="Build or check the sound packs.")
    parser.add_argument("--check", action="store_true", help="compare the files with the tables")
    options = parser.parse_args(arguments)
    try:
        if not options.check:
            build(HERE)
    except SoundError as error:
        print(f"sounds: {error}", file=sys.stderr)
        return 1
    faults = check(HERE)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"sounds: {len(faults)} faults" if faults else "sounds: all packs fit their tables")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
