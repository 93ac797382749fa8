"""The players without a loudspeaker: silent (and the page's), and the recording one."""

import subprocess
import sys

import pytest

from device_tests.contract_sound import SoundContract
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.sound import RecordingPlayer
from hardware.sound.silent import SilentPlayer

FILES = {"start": "start.wav", "end": "end.wav"}


class TestSilentPlayer(SoundContract):
    @pytest.fixture
    def player(self):
        player = SilentPlayer("hall")
        player.load(FILES)
        return player


class TestRecordingPlayer(SoundContract):
    @pytest.fixture
    def player(self):
        player = RecordingPlayer("hall", SimulatedClock())
        player.load(FILES)
        return player


def test_plays_and_stops_are_kept_with_their_instants():
    clock = SimulatedClock()
    player = RecordingPlayer("hall", clock, offset_ns=3)
    player.load(FILES)
    clock.advance(50)
    player.play("end")
    clock.advance(1)
    player.stop("end")
    assert (player.plays, player.stops) == ([(50, "end")], [(51, "end")])
    assert (player.offset_ns, player.offset_measured) == (3, True)


def test_a_lost_recording_player_is_not_heard_and_its_pump_finds_it_again():
    woken = []
    player = RecordingPlayer("hall", SimulatedClock())
    player.wake = lambda: woken.append(True)
    player.load(FILES)
    player.fail("unplugged")
    player.play("end")
    assert (player.alive, player.why) == (False, "unplugged")
    assert (player.plays, player.unheard) == ([], [(0, "end")])
    assert player.pump(0) is None
    assert not player.alive
    player.restore()
    assert woken
    player.pump(0)
    assert (player.alive, player.why) == (True, "")


def test_the_silent_player_never_touches_the_mixer():
    code = (
        "import sys; from hardware.registry import load;"
        "player = load('sound', 'silent')('x'); player.load({'end': 'e.wav'}); player.play('end');"
        "player.pump(0); player.close(); sys.exit('pygame' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
