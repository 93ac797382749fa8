"""The loudspeaker of the service on a sound loop: each cue is recognised in the samples, in time.

What plays is ALSA's own way to the loop's one end; what listens is at its other end.
"""

from __future__ import annotations

import base64
import tomllib
import wave
from array import array
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

import locks
from bench_vm import journal
from bench_vm.boards import config, pins
from bench_vm.fingers import MS
from bench_vm.image import Image
from bench_vm.machine import UNIT, Machine, started
from firmware_host.formats.durations import parse_ns
from firmware_host.preflight.onset import onset_frame
from hardware.sound.clips import RATE_HZ

pytestmark = [pytest.mark.slow, pytest.mark.alone]

Say = Callable[[str, object], None]
CONFIG = "/etc/minuta/minuta.toml"
CUES = ("start", "ten-left", "end", "collect")
BUFFER_NS = 512 * 10**9 // RATE_HZ
BEFORE_NS, AFTER_NS = 300 * MS, 900 * MS
GROSS_NS = 600 * MS
"""Where the emulator stands still its loudspeaker runs dry; how many cues were in time is said."""
LOOP = """
pcm.!default {
    type asym
    playback.pcm "plug:SLAVE='hw:Loopback,0,0'"
    capture.pcm "plug:SLAVE='hw:Loopback,1,0'"
}
"""


@pytest.fixture(scope="module")
def hall(built: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine with its sound in a loop."""
    with started(built, tmp_path_factory.mktemp("sound") / "machine") as machine:
        machine.shell("modprobe snd-aloop && udevadm settle")
        machine.put("/etc/asound.conf", LOOP)
        machine.put(CONFIG, config(sound=True, minute="12s"))
        yield machine


def _clip(cue: str) -> tuple[Path, int]:
    pack = locks.ROOT / "sounds/ru"
    row = tomllib.loads((pack / "pack.toml").read_text(encoding="utf-8"))["cues"][cue]
    return pack / row["file"], row["pitch_hz"]


def _samples(path: Path) -> array[int]:
    with wave.open(str(path), "rb") as clip:
        whole = array("h", clip.readframes(clip.getnframes()))
        return whole[:: clip.getnchannels()]


def _heard_ns(machine: Machine, cue: str, due_ns: int) -> int | None:
    """Return when a cue began about an instant, as the loop's other end has it."""
    text, first_ns = machine.python(
        "result = heard.window(a, b)", a=due_ns - BEFORE_NS, b=due_ns + AFTER_NS
    )
    clip, pitch_hz = _clip(cue)
    before = (due_ns - first_ns) * RATE_HZ // 10**9
    samples = array("h", base64.b64decode(text))
    frame = onset_frame(samples, before, _samples(clip), pitch_hz)
    return None if frame is None else first_ns + frame * 10**9 // RATE_HZ


@pytest.fixture(scope="module")
def offset(hall: Machine) -> Mapping[str, str]:
    """Measure the loudspeaker as a user does: `minuta calibrate`, START again and again."""
    hall.call("systemctl", "stop", UNIT)
    start = pins()["start"]
    hall.python(
        """
        import lines, threading
        done = threading.Event()
        presses = threading.Thread(target=lines.play, args=(plan, done), daemon=True)
        presses.start()
        """,
        plan=[(n * 3_000 * MS + half * 200 * MS, start, 1 - half)
              for n in range(2, 60) for half in (0, 1)],
    )  # fmt: skip
    done = hall.call(
        "/opt/minuta/bin/minuta", "calibrate", "--config", CONFIG, "--times", "6", "--lang", "en",
        check=False, limit_s=400,
    )  # fmt: skip
    hall.python("done.set(); presses.join()")
    assert done.code == 0, done
    found: Mapping[str, str] = tomllib.loads(hall.get(CONFIG).decode())["offsets"]["sound"]
    return found


def test_the_offset_is_measured_over_the_loop(
    offset: Mapping[str, str], record_property: Say
) -> None:
    record_property("stated offset", str(offset))
    assert 0 <= parse_ns(offset["offset"]) < GROSS_NS
    assert parse_ns(offset["doubt"]) > 0


def test_each_cue_is_heard_once_at_its_deadline(
    hall: Machine, offset: Mapping[str, str], record_property: Say
) -> None:
    hall.configure(hall.get(CONFIG).decode())
    hall.python("import ear; heard = ear.Ear()")
    start = pins()["start"]
    hall.play([(1_000 * MS, start, 1), (1_100 * MS, start, 0)])
    hall.until(lambda: hall.ask()["turn"]["status"] == "done", "done")
    hall.call("sleep", "2")
    hall.python("heard.stop()")
    rows = journal.rows(hall.journal_bytes())
    due = [(row.data["cue"], row.data["due_ns"]) for row in rows if row.kind == "crossed"]
    assert [cue for cue, _ in due] == list(CUES)
    lags = []
    for cue, due_ns in due:
        heard_ns = _heard_ns(hall, cue, due_ns)
        assert heard_ns is not None, f"{cue} is not in the samples"
        lags.append(heard_ns - due_ns)
        for other in CUES:
            assert other == cue or _heard_ns(hall, other, due_ns) is None, "the control"
    record_property("deadline to sound, ms", [round(lag / MS, 1) for lag in lags])
    bound_ns = parse_ns(offset["offset"]) + parse_ns(offset["doubt"]) + BUFFER_NS
    within = sum(-BUFFER_NS <= lag <= bound_ns for lag in lags)
    record_property(f"of {len(lags)} within one buffer plus the stated offset", within)
    assert all(-BUFFER_NS <= lag <= bound_ns + GROSS_NS for lag in lags)


def test_a_sound_card_that_goes_and_comes_back_is_lost_and_found_and_the_game_goes_on(
    hall: Machine, record_property: Say
) -> None:
    start, seat = pins()["start"], pins()["seat3"]
    hall.configure(hall.get(CONFIG).decode().replace('minute = "12s"', 'minute = "900s"'))
    hall.play([(0, start, 1), (100 * MS, start, 0)])
    hall.until(lambda: hall.ask()["turn"]["status"] == "running", "running")
    out_ns = hall.now_ns()
    hall.shell("echo snd_aloop.0 > /sys/bus/platform/drivers/snd_aloop/unbind &")
    hall.until(lambda: len(_alarms(hall)) == 1, "the sound lost")
    before = hall.presses_kept()
    hall.play([(0, seat, 1), (100 * MS, seat, 0)])
    hall.until(lambda: hall.presses_kept() == before + 1, "a press kept")
    assert hall.ask()["turn"]["status"] == "running"
    back_ns = hall.now_ns()
    hall.shell("echo snd_aloop.0 > /sys/bus/platform/drivers/snd_aloop/bind")
    hall.until(lambda: len(_alarms(hall)) == 2, "the sound found")
    lost, found = _alarms(hall)
    assert (lost.data["kind"], found.data.get("ended")) == ("sound-lost", True)
    record_property("sound lost after, ms", (lost.at_ns - out_ns) // MS)
    record_property("sound found after, ms", (found.at_ns - back_ns) // MS)


def _alarms(machine: Machine) -> list[journal.Row]:
    rows = journal.rows(machine.journal_bytes())
    return [row for row in rows if row.kind == "alarm" and row.data["kind"] == "sound-lost"]
