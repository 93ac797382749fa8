"""The mixer's device: missing, found later, removed, and what SDL does to signals.

Signals are tested in processes of their own.
"""

import signal
import subprocess
import sys

import pytest

from hardware.clock import MonotonicClock
from hardware.errors import DeviceNotFound, DeviceUnsupported
from hardware.simulated.clock import SimulatedClock
from hardware.sound import pygame_mixer
from hardware.sound.pygame_mixer import PygamePlayer

RETRY_NS = 2_000_000_000


@pytest.fixture
def files(make_wav):
    return {"start": make_wav("start", 882.0), "end": make_wav("end", 1764.0)}


def test_no_device_is_a_reason_and_play_does_not_raise(files):
    player = PygamePlayer("hall", MonotonicClock(), drivers=("nosuch", "alsa"), device="nobody")
    player.load(files)
    assert not player.alive
    assert "nosuch: " in player.why
    assert "alsa: " in player.why
    player.play("end")
    player.stop("end")
    player.close()


def test_the_first_driver_that_opens_is_taken(files):
    player = PygamePlayer("hall", MonotonicClock(), drivers=("nosuch", "dummy"))
    player.load(files)
    assert (player.alive, player.opened.split()[0]) == (True, "dummy")
    player.close()


def test_a_device_that_appears_later_is_found_by_the_pump_every_five_seconds(
    files, tmp_path, monkeypatch
):
    clock = SimulatedClock()
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(tmp_path / "usb" / "device"))
    player = PygamePlayer("hall", clock, drivers=("disk",))
    player.load(files)
    assert not player.alive
    assert player.pump(0) == RETRY_NS
    (tmp_path / "usb").mkdir()
    clock.set_ns(RETRY_NS - 1)
    assert player.pump(RETRY_NS - 1) == RETRY_NS
    assert not player.alive
    clock.set_ns(RETRY_NS)
    assert player.pump(RETRY_NS) == RETRY_NS + 250_000_000
    assert (player.alive, player.why) == (True, "")
    player.play("end")
    player.close()


def post_removed(**fields):
    pygame = pygame_mixer.pygame
    pygame.event.post(pygame.event.Event(pygame.AUDIODEVICEREMOVED, **fields))


def test_a_removed_device_is_lost_and_opened_again_with_its_sounds(files):
    clock = SimulatedClock()
    player = PygamePlayer("hall", clock, drivers=("dummy",))
    player.load(files)
    post_removed(which=0, iscapture=0)  # a device that was never opened
    post_removed(which=2, iscapture=1)  # a microphone
    player.pump(0)
    assert player.alive
    post_removed(which=2, iscapture=0)
    assert player.pump(0) == RETRY_NS
    assert (player.alive, player.opened) == (False, "")
    assert "removed" in player.why
    player.play("end")
    clock.set_ns(RETRY_NS)
    player.pump(RETRY_NS)
    assert player.alive
    player.play("end")
    assert player.alive
    player.close()


def test_an_error_of_the_mixer_in_play_is_a_lost_device_and_wakes_the_pump(files):
    woken = []
    player = PygamePlayer("hall", SimulatedClock(), drivers=("dummy",))
    player.wake = lambda: woken.append(True)
    player.load(files)
    woken.clear()
    pygame_mixer.pygame.mixer.quit()  # behind its back
    player.play("end")
    assert not player.alive
    assert player.why == "the mixer is closed"
    assert woken
    player.close()


def test_play_does_not_wait_while_a_device_is_being_opened(files):
    player = PygamePlayer("hall", MonotonicClock(), drivers=("dummy",))
    player.load(files)
    with player._mixer:
        player.play("end")
        player.stop("end")
    player.close()


def test_before_load_the_pump_opens_nothing():
    player = PygamePlayer("hall", MonotonicClock(), drivers=("dummy",))
    assert player.pump(0) is None
    assert not player.alive
    player.close()


def test_clips_of_another_form_are_refused_before_the_evening(make_wav, tmp_path):
    player = PygamePlayer("hall", MonotonicClock(), drivers=("dummy",))
    with pytest.raises(DeviceUnsupported, match="48000 Hz"):
        player.load({"end": make_wav("other", 440, rate=48_000)})
    with pytest.raises(DeviceNotFound, match="nowhere"):
        player.load({"end": str(tmp_path / "nowhere.wav")})
    (tmp_path / "text.wav").write_text("not a sound")
    with pytest.raises(DeviceUnsupported, match="no WAV"):
        player.load({"end": str(tmp_path / "text.wav")})


def test_lengths_are_exact_and_known_without_a_device(make_wav):
    player = PygamePlayer("hall", MonotonicClock(), drivers=("nosuch",))
    player.load({"end": make_wav("odd", 440, frames=44_101)})
    assert player.lengths_ns == {"end": 1_000_022_675}
    player.close()


PROGRAM = """
import os, signal, sys, threading, time
from hardware.clock import MonotonicClock
from hardware.sound.pygame_mixer import PygamePlayer
def handler(number, frame):
    os._exit(42)
when, thread, path = sys.argv[1:]
if when == "before":
    signal.signal(signal.SIGTERM, handler)
player = PygamePlayer("hall", MonotonicClock(), drivers=("dummy",))
if thread == "main":
    player.load({"end": path})
else:
    other = threading.Thread(target=player.load, args=({"end": path},))
    other.start()
    other.join()
assert player.alive
if when == "after":
    signal.signal(signal.SIGTERM, handler)
os.kill(os.getpid(), signal.SIGTERM)
time.sleep(20)
"""


@pytest.mark.parametrize("thread", ["main", "other"])
@pytest.mark.parametrize(
    ("when", "code"), [("before", 42), ("after", 42), ("never", -signal.SIGTERM)]
)
def test_sigterm_works_after_the_mixer_was_opened(make_wav, when, code, thread):
    command = [sys.executable, "-c", PROGRAM, when, thread, make_wav("end", 440)]
    assert subprocess.run(command, check=False, timeout=60).returncode == code
