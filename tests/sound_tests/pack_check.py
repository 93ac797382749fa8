#!/usr/bin/env python3
"""Compare sound packs with their tables, and with what the games ask; needs nothing but Python.

    python tests/sound_tests/pack_check.py            the packs in sounds/

What a sample is, and how loud, is asked of sounds/build.py; what is expected stands here.
"""

from __future__ import annotations

import importlib.util
import math
import sys
import tomllib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

SOUNDS = Path(__file__).resolve().parents[2] / "sounds"


def _load_build() -> ModuleType:
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


build = _load_build()

LEVEL_TOLERANCE_DB = 0.5
LEADING_LIMIT_MS = 5.0

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


def db(ratio: float) -> float:
    """Return an amplitude ratio in dB; silence is -200 dB, not an error."""
    return 20 * math.log10(max(ratio, 1e-10))


def goertzel_power(samples: Sequence[float], pitch_hz: float) -> float:
    """Return the power of the sine at ``pitch_hz`` in the samples (Goertzel)."""
    twice = 2 * math.cos(2 * math.pi * pitch_hz / build.RATE_HZ)
    s1 = s2 = 0.0
    for sample in samples:
        s1, s2 = sample + twice * s1 - s2, s1
    return 2 * (s1 * s1 + s2 * s2 - twice * s1 * s2) / max(len(samples), 1) ** 2


def purity(samples: Sequence[float], pitch_hz: float) -> float:
    """Return the share of the samples' power that lies at ``pitch_hz``, 0 to 1.

    It is summed over short blocks, in which even a dying click keeps its strength.
    """
    block = build.frames_of(PURITY_BLOCK_MS)
    held = total = 0.0
    for start in range(0, len(samples) - block + 1, block):
        part = samples[start : start + block]
        held += goertzel_power(part, pitch_hz)
        total += sum(sample * sample for sample in part) / block
    return held / total if total else 0.0


def pitch_problem(samples: Sequence[float], pitch_hz: float) -> str | None:
    """Say what is wrong with a tone's pitch: another pitch is stronger, or it is no pure tone."""
    window = samples[: build.frames_of(PITCH_WINDOW_MS)]
    ratios = (1 - 2 * PITCH_TOLERANCE, 1 - PITCH_TOLERANCE, 1.0,
              1 + PITCH_TOLERANCE, 1 + 2 * PITCH_TOLERANCE)  # fmt: skip
    powers = {ratio: goertzel_power(window, pitch_hz * ratio) for ratio in ratios}
    best = max(powers, key=lambda ratio: powers[ratio])
    if abs(best - 1) > 1.5 * PITCH_TOLERANCE:
        return f"the pitch is not {pitch_hz:g} Hz"
    share = purity(window, pitch_hz)
    return None if share >= PURITY_MIN else f"no pure tone of {pitch_hz:g} Hz (share {share:.2f})"


def level_problems(samples: Sequence[float], entry: dict[str, Any]) -> list[str]:
    """Compare level, build.peak and leading silence of a sounding clip with its table."""
    found = []
    level = build.loudness_lufs(samples)
    if abs(level - entry["level_lufs"]) > LEVEL_TOLERANCE_DB:
        found.append(f"{level:.1f} LUFS, the table says {entry['level_lufs']}")
    if db(build.peak(samples)) > build.PEAK_LIMIT_DB + 0.1:
        found.append(f"build.peak at {db(build.peak(samples)):.1f} dB")
    leading_ms = build.sounding_span(samples)[0] * 1000 / build.RATE_HZ
    if leading_ms >= LEADING_LIMIT_MS:
        found.append(f"{leading_ms:.1f} ms of silence before the sound")
    return found


def clip_problems(path: Path, entry: dict[str, Any]) -> list[str]:
    """Compare one file with its entry in the table."""
    try:
        samples = build.read_wav(path)
    except build.SoundError as error:
        return [str(error)]
    found = []
    if len(samples) != build.frames_of(entry["length_ms"]):
        length_ms = len(samples) * 1000 / build.RATE_HZ
        found.append(f"{length_ms:.1f} ms long, the table says {entry['length_ms']}")
    if entry["kind"] == "silence":
        return found + (["not silent"] if build.peak(samples) else [])
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
    return limits.get(cue, COUNT_LIMIT_MS if cue in build.COUNTS else None)


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
        build.SoundError: it is missing, is no TOML, or lacks a head or the cues.
    """
    try:
        pack = tomllib.loads((folder / "pack.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise build.SoundError(f"pack.toml: {error}") from error
    if pack.get("schema") != build.SCHEMA or pack.get("id") != folder.name:
        raise build.SoundError(f"pack.toml: wants schema = {build.SCHEMA} and id = {folder.name!r}")
    if not isinstance(pack.get("cues"), dict):
        raise build.SoundError("pack.toml: wants a table of cues")
    return pack


def pack_problems(folder: Path) -> list[str]:
    """Return every fault of one pack, each as ``pack: cue: what``; an empty list is a pass."""
    try:
        cues = load_pack(folder)["cues"]
    except build.SoundError as error:
        return [f"{folder.name}: {error}"]
    wanted = build.CUES if folder.name != "tones" else (*build.TONES, "silence")
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
        for name in sorted(present | {"tones", *build.LANGUAGES})
        for fault in pack_problems(root / name)
    ]


def main() -> int:
    """Check the packs of the project; 1 if anything is wrong."""
    faults = check(SOUNDS)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"sounds: {len(faults)} faults" if faults else "sounds: all packs fit their tables")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
