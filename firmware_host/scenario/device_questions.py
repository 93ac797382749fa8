"""Questions about what devices showed, lit and played."""

from collections.abc import Callable, Mapping
from typing import cast

from firmware_host.scenario.asking import must, rows_of, text_of
from firmware_host.scenario.runner import Run
from firmware_host.scenario.times import instant_ns
from hardware.simulated.sound import RecordingPlayer
from hardware.simulated.switch import RecordingSwitch


def _wall(run: Run, words: tuple[str, ...]) -> None:
    display = next(one for role, one in run.devices.displays if role == "hall")
    text = run.display(display.name).text
    must(text == " ".join(words[1:]), repr(text))


def _host(run: Run, words: tuple[str, ...]) -> None:
    assert run.daemon is not None
    must(run.daemon.outputs.host_word == " ".join(words[1:]), repr(run.daemon.outputs.host_word))


def _switch(run: Run, words: tuple[str, ...]) -> None:
    """switch buzzer-hall on@60 off@60.5: its changes from the first to the last of these"""
    switches = (one for _, one in (*run.devices.lamps, *run.devices.buzzers))
    named = {one.name: one for one in switches if isinstance(one, RecordingSwitch)}
    if words[1] not in named:
        raise ValueError(f"no switch is called {words[1]!r}; there are {', '.join(named)}")
    changes = [
        ("on" if on else "off", run.scenario_ns(at_ns)) for at_ns, on in named[words[1]].changes
    ]
    _between(run, words, changes)


def _heard(run: Run, words: tuple[str, ...]) -> None:
    """heard start@5 ten-left@55: what the loudspeaker played, from the first to the last"""
    assert isinstance(run.devices.sound, RecordingPlayer)
    played = [(sound, run.scenario_ns(at_ns)) for at_ns, sound in run.devices.sound.plays]
    _between(run, words, played)


def _countdown(run: Run, words: tuple[str, ...]) -> None:
    """countdown DISPLAY 10@160 9@161 …: these texts in this order, each from this instant"""
    frames = [r for r in rows_of(run, "displays") if r["display"] == words[1]]
    _between(run, words, [(str(r["text"]), cast(int, r["from_ns"])) for r in frames])


def _between(run: Run, words: tuple[str, ...], all_of_it: list[tuple[str, int]]) -> None:
    """Compare WHAT@INSTANT … with what happened from the first instant to the last."""
    expected = []
    for item in words[2 if words[0] in ("countdown", "switch") else 1 :]:
        what, _, at = item.partition("@")
        expected.append((what, instant_ns(at, run.case.labels)))
    first_ns, last_ns = expected[0][1], expected[-1][1]
    found = [one for one in all_of_it if first_ns <= one[1] <= last_ns]
    must(found == expected, " ".join(f"{what}@{text_of(at_ns)}" for what, at_ns in found) or "none")


DEVICE_QUESTIONS: Mapping[str, Callable[[Run, tuple[str, ...]], None]] = {
    "countdown": _countdown,
    "heard": _heard,
    "host": _host,
    "switch": _switch,
    "wall": _wall,
}
