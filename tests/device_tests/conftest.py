"""Fixtures of the device tests; the contract modules' asserts are explained like tests'."""

import math
import struct
import wave
from pathlib import Path

import pytest

from device_tests.serial_pty import Pty

pytest.register_assert_rewrite(
    "device_tests.contract_buttons",
    "device_tests.contract_display",
    "device_tests.contract_sound",
    "device_tests.contract_switch",
)

RATE_HZ = 44_100


@pytest.fixture
def pty(tmp_path):
    """Give a serial port with its far end."""
    port = Pty(tmp_path)
    yield port
    if port.leader >= 0:
        port.unplug()


@pytest.fixture
def make_wav(tmp_path):
    """Write a WAV of one sine (0 Hz: silence) and return its path."""

    def make(name: str, hz: float, frames: int = 8820, rate: int = RATE_HZ) -> str:
        path = Path(tmp_path / f"{name}.wav")
        samples = [int(16_000 * math.sin(2 * math.pi * hz * n / rate)) for n in range(frames)]
        with wave.open(str(path), "wb") as clip:
            clip.setparams((1, 2, rate, frames, "NONE", ""))
            clip.writeframes(struct.pack(f"<{frames}h", *samples))
        return str(path)

    return make
