"""What a clip is: a 44.1 kHz, 16-bit WAV. Its length is exact, by its frames."""

import wave
from collections.abc import Mapping

from hardware.errors import DeviceNotFound, DeviceUnsupported

RATE_HZ = 44_100


def clip_length_ns(path: str) -> int:
    """Return how long a clip sounds, nanoseconds, cut to a whole one.

    The end of a sound is its onset plus this, never what a mixer says about being busy.

    Raises:
        DeviceNotFound: There is no such file.
        DeviceUnsupported: It is not a 44.1 kHz, 16-bit WAV of one or two channels.
    """
    try:
        with wave.open(path, "rb") as clip:
            form = (clip.getframerate(), clip.getsampwidth(), clip.getnchannels())
            frames = clip.getnframes()
    except OSError as error:
        raise DeviceNotFound(f"sound file {path}: {error}") from error
    except (wave.Error, EOFError) as error:
        raise DeviceUnsupported(f"sound file {path} is no WAV: {error}") from error
    if form not in ((RATE_HZ, 2, 1), (RATE_HZ, 2, 2)):
        raise DeviceUnsupported(
            f"sound file {path} has {form[0]} Hz, {form[1] * 8} bit, {form[2]} channels:"
            f" it must be {RATE_HZ} Hz, 16 bit, 1 or 2 channels"
        )
    return frames * 1_000_000_000 // RATE_HZ


def lengths_ns(files: Mapping[str, str]) -> dict[str, int]:
    """Return the length of each clip, nanoseconds. Raises as `clip_length_ns`."""
    return {sound: clip_length_ns(path) for sound, path in files.items()}
