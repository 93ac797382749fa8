"""When a cue begins in samples: by its pitch, so that the key's click is not taken for it. Pure.

The strength of the pitch is followed in a window that slides over the samples; the cue begins
where it first has half of its greatest strength. The clip itself is looked at in the same way, so
what window and attack add falls out.
"""

import math
from collections.abc import Sequence
from statistics import median

from hardware.sound.clips import RATE_HZ

WINDOW = 441
"""10 ms: ten periods and more of every cue's tone but one."""
STEP = 11
"""0.25 ms."""
LOUD = 6
"""A cue is so many times as strong as what was there before it, at the median."""
FAINT = 20
"""Below this amplitude, of 32,767, nothing is a cue."""
PURE = 0.3
"""The part of the sound's energy that is of the pitch, where it is strongest; noise has 0.005."""


def onset_frame(
    samples: Sequence[int], before: int, clip: Sequence[int], pitch_hz: int
) -> int | None:
    """Return at which frame of the samples a clip begins; None: it is not heard there.

    Args:
        before: So many frames at the beginning are from before the clip was played.
    """
    own = _rise([*[0] * 2 * WINDOW, *clip], 2 * WINDOW, pitch_hz)
    found = _rise(samples, before, pitch_hz)
    if own is None or found is None:
        return None
    return found - (own - 2 * WINDOW)


def _rise(samples: Sequence[int], before: int, pitch_hz: int) -> int | None:
    """Return the frame at which the pitch has half of its greatest strength."""
    strengths = _strengths(samples, pitch_hz)
    if not strengths:
        return None
    greatest = max(strengths)
    at = strengths.index(greatest) * STEP
    energy = sum(one * one for one in samples[at : at + WINDOW])
    pure = greatest * greatest * WINDOW / 2 >= PURE * energy
    noise = median(strengths[: max(1, (before - WINDOW) // STEP)])
    if greatest < max(FAINT, LOUD * noise) or not pure:
        return None
    return next(n for n, one in enumerate(strengths) if one >= greatest / 2) * STEP


def _strengths(samples: Sequence[int], pitch_hz: int) -> list[float]:
    """Return the amplitude of the pitch in the windows that begin each `STEP` frames."""
    turn = 2 * math.pi * pitch_hz / RATE_HZ
    cosines, sines = [0.0], [0.0]
    for n, sample in enumerate(samples):
        cosines.append(cosines[-1] + sample * math.cos(turn * n))
        sines.append(sines[-1] + sample * math.sin(turn * n))
    return [
        2 / WINDOW * math.hypot(cosines[n + WINDOW] - cosines[n], sines[n + WINDOW] - sines[n])
        for n in range(0, len(samples) - WINDOW, STEP)
    ]
