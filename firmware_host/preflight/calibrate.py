"""From the key to the hall: each round is begun by a press, and ended by what is heard or seen.

What is stored is the output's own part, from its command on. The key's own part is the doubt of
its stamp, which every source states.
"""

import wave
from array import array
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from statistics import median

from firmware_host.config import Config, Key, Offset
from firmware_host.errors import Fault, FileFaults
from firmware_host.formats.durations import format_ns
from firmware_host.intake.contact_words import MS
from firmware_host.intake.fingers import Finger
from firmware_host.outputs.switches import SwitchRunner
from firmware_host.preflight.learn import free_lines
from firmware_host.preflight.onset import onset_frame
from firmware_host.preflight.person import Person
from firmware_host.preflight.rig import Rig, open_rig
from firmware_host.preflight.row import Say, texts
from firmware_host.preflight.words import say
from hardware.clock import Clock
from hardware.errors import DeviceNotFound
from hardware.ports import ButtonSource
from hardware.sound.clips import RATE_HZ
from hardware.sound.microphone import BLOCK_NS, Microphone

CUE = "start"
KEY = "start"
EYE = "eye"
BEFORE_NS = 300 * MS
"""So much of what is heard before the cue tells how loud the hall is by itself."""
AFTER_NS = 700 * MS
"""An output that takes longer is of no use in a game."""
FLASH_MS = 200
LEAST = 3
GRAIN_NS = 100_000
LIKE = Offset(offset_ns=MS, doubt_ns=MS)
"""What an offset looks like that is not known yet."""


@dataclass(frozen=True, slots=True)
class Round:
    """One press: its first edge, the command, and when it was heard or seen."""

    press_ns: int
    command_ns: int
    came_ns: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What came out of it; no offset: too little was heard or seen."""

    offset: Offset | None
    sources: tuple[ButtonSource, ...]


def sound_offset(
    config: Config, times: int, microphone: str | None, clock: Clock, tell: Say, patience_ns: int
) -> Measured:
    """Measure the loudspeaker with a microphone or a cable into line-in.

    Raises:
        FileFaults: The box itself makes no sound.
        HardwareError: There is no loudspeaker or microphone.
    """
    if config.sound.kind != "pygame":
        remedy = "the box makes no sound itself: only `pygame` can be measured"
        raise FileFaults(config.file, [Fault("sound.kind", config.sound.kind, remedy)])
    with open_rig(config, config.board, clock) as rig:
        if not rig.outputs.sound.alive:
            raise DeviceNotFound(f"the sound does not open: {rig.outputs.sound.why}")
        ear = Microphone(clock, microphone)
        try:
            clip, pitch_hz = _samples(rig.pack.files[CUE]), rig.pack.pitches_hz[CUE]

            def come(command_ns: int) -> int | None:
                rig.rest(rig.pack.lengths_ns[CUE] + AFTER_NS)
                heard, first_ns = ear.since(command_ns - BEFORE_NS)
                before = (command_ns - first_ns) * RATE_HZ // 10**9
                frame = onset_frame(heard, before, clip, pitch_hz)
                return None if frame is None else first_ns + frame * 10**9 // RATE_HZ

            rounds = _rounds(
                Person(rig, tell, patience_ns), times, lambda _: rig.outputs.sound.play(CUE), come
            )
        finally:
            ear.close()
        return Measured(_offset(rounds, BLOCK_NS), tuple(rig.devices.sources.values()))


def lamp_offset(
    config: Config, lamp: str, line: str, held: Collection[int], times: int, clock: Clock,
    tell: Say, patience_ns: int,
) -> Measured:  # fmt: skip
    """Measure a lamp with a photodiode on a free line of the header.

    Raises:
        FileFaults: There is no such lamp or free line.
        HardwareError: The line cannot be listened to.
    """
    board = config.board
    free = {one.line: one for one in free_lines(board, (), held) if one.pin is not None}
    if all(one.name != lamp for one in board.lamps):
        there = ", ".join(one.name for one in board.lamps) or "none"
        raise FileFaults(config.file, [Fault("lamps", lamp, f"no such lamp: there is {there}")])
    if line not in free:
        remedy = f"the photodiode wants a free pin: one of {', '.join(free) or 'none'}"
        raise FileFaults("command line", [Fault("--eye", line[:80], remedy)])
    eye = Key(key=EYE, source=free[line].source, line=line, pin=free[line].pin)
    with open_rig(config, replace(board, keys=(*board.keys, eye)), clock) as rig:
        runner = next(one for one in rig.outputs.lamps if one.role == lamp)

        def come(command_ns: int) -> int | None:
            while (came_ns := rig.listener.first(EYE, command_ns)) is None:
                if rig.clock.now_ns() > command_ns + AFTER_NS:
                    return None
                rig.rest(10 * MS)
            rig.rest(FLASH_MS * MS)  # the next round begins in the dark
            return came_ns

        rounds = _rounds(Person(rig, tell, patience_ns), times, lambda at: _flash(runner, at), come)
        sources = rig.devices.sources
        return Measured(_offset(rounds, sources[eye.source].u_ns), tuple(sources.values()))


def _flash(lamp: SwitchRunner, at_ns: int) -> None:
    lamp.pulse(((0, FLASH_MS),), at_ns)


def _rounds(
    person: Person, times: int, command: Callable[[int], None], come: Callable[[int], int | None]
) -> list[Round]:
    """Wait for so many presses, give the command at each, and see what comes."""
    rig, rounds = person.rig, list[Round]()
    for nth in range(1, times + 1):
        rig.rest(BEFORE_NS)
        finger = _press(person, nth, times)
        if finger is None:
            break
        command_ns = rig.clock.now_ns()
        command(command_ns)
        came_ns = come(command_ns)
        if came_ns is None or came_ns < command_ns:
            person.tell(say("calibrate-nothing"))
            continue
        rounds.append(Round(finger.at_ns, command_ns, came_ns))
        figures = {"key": _ms(came_ns - finger.at_ns), "own": _ms(came_ns - command_ns)}
        event = {"press_ns": finger.at_ns, "command_ns": command_ns, "came_ns": came_ns}
        text = texts(say("calibrate-round", **figures))
        person.say({"event": "round", "text": text, **{k: str(v) for k, v in event.items()}})
    return rounds


def _press(person: Person, nth: int, times: int) -> Finger | None:
    rig: Rig = person.rig
    rig.forget()
    person.ask("calibrate", KEY, say("calibrate-press", nth=nth, times=times))
    until_ns = person.until_ns()
    while (news := rig.news(until_ns)) is not None:
        if isinstance(news, Finger) and news.key == KEY:
            return news
    return None


def _offset(rounds: list[Round], device_ns: int) -> Offset | None:
    """Return the middle of the rounds and how far they lie from it, the device's doubt included."""
    if len(rounds) < LEAST:
        return None
    own = [one.came_ns - one.command_ns for one in rounds]
    middle_ns = int(median(own))
    doubt_ns = max(abs(one - middle_ns) for one in own) + device_ns
    return Offset(offset_ns=_grained(middle_ns), doubt_ns=_grained(doubt_ns + GRAIN_NS))


def as_toml(offset: Offset) -> str:
    """Return an offset as the config has it."""
    doubt = format_ns(offset.doubt_ns or 0)
    return f'{{ offset = "{format_ns(offset.offset_ns)}", doubt = "{doubt}" }}'


def _grained(ns: int) -> int:
    return ns // GRAIN_NS * GRAIN_NS


def _ms(ns: int) -> str:
    return f"{ns / MS:.1f}"


def _samples(path: str) -> "array[int]":
    """Return the left channel of a clip."""
    with wave.open(path, "rb") as clip:
        return array("h", clip.readframes(clip.getnframes()))[:: clip.getnchannels()]
