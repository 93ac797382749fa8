"""A real `minuta calibrate`: a loop of a real SDL device, and a photodiode on a real pin."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware_host.config import load_config
from preflight_tests.cable import Cable
from preflight_tests.hands import CONFIG, Event, Hands
from run_tests.living import Box, Hook

MS = 1_000_000
LONG_S = 0.2
BUFFER_NS = 40 * MS  # a disk device writes lumps of 1024 frames; the tick; other people's load


def measured(
    box: Box, cable: Cable | None, *argv: str, sound: str = "pygame", hooks: Sequence[Hook] = ()
) -> list[Event]:
    """Press START at each asking; return all events."""
    box.env |= cable.env if cable else {}
    hands = Hands(box, "calibrate", "--json", *argv, sound=sound, hooks=hooks)
    events: list[Event] = []
    for event in hands.events():
        events.append(event)
        if event["event"] == "ask":
            hands.tap("17")
    assert hands.life.code is not None
    return events


@pytest.mark.slow
def test_the_loop_is_measured_to_its_true_length_and_stored(box: Box, tmp_path: Path) -> None:
    cable = Cable(tmp_path, LONG_S)
    events = measured(box, cable, "--times", "5")
    rounds = [one for one in events if one["event"] == "round"]
    assert len(rounds) >= 3, box.said()
    for one in rounds:
        # What it heard is what came out of the cable, by the cable's own clock.
        assert min(abs(int(one["came_ns"]) - true) for true in cable.onsets_ns) < BUFFER_NS
    own = [int(one["came_ns"]) - int(one["command_ns"]) for one in rounds]
    assert min(own) > LONG_S * 1e9 - BUFFER_NS
    found = load_config(box.config, {}).offsets["sound"]
    assert abs(found.offset_ns - statistics.median(own)) < MS
    assert found.doubt_ns is not None
    assert all(abs(one - found.offset_ns) <= found.doubt_ns for one in own)
    assert load_config(box.config, {}).sound.offset_ns == found.offset_ns
    line = box.config.read_text(encoding="utf-8").removeprefix(
        CONFIG.replace('"simulated"', '"pygame"', 1)
    )
    assert line.startswith("\n[offsets]\nsound = { offset = ")
    says = {one["name"]: one["text"]["en"] for one in events if one["event"] == "row"}
    assert says["gpio"].startswith("a contact closed at most 0.05 ms before its stamp")
    assert says["sound"].startswith("a signal reaches the hall ")
    assert says["signal"].startswith("never measured")


@pytest.mark.slow
def test_control_nothing_is_measured_through_a_broken_cable(box: Box, tmp_path: Path) -> None:
    events = measured(box, Cable(tmp_path, broken=True), "--times", "3")
    assert [one for one in events if one["event"] == "round"] == []
    assert events[-1]["text"]["en"] == "Too little was heard or seen: nothing was written."
    assert "[offsets]" not in box.config.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_lamp_is_measured_by_its_photodiode(box: Box) -> None:
    eye = ("photodiode", {"line": "24", "lamp": "signal", "late_ms": 30})
    argv = ("--times", "3", "--lamp", "signal", "--eye", "24")
    events = measured(box, None, *argv, sound="silent", hooks=[eye])
    rounds = [one for one in events if one["event"] == "round"]
    assert len(rounds) == 3, box.said()
    own = [int(one["came_ns"]) - int(one["command_ns"]) for one in rounds]
    assert min(own) >= 30 * MS
    found = load_config(box.config, {}).offsets["signal"]
    assert abs(found.offset_ns - statistics.median(own)) < MS


@pytest.mark.slow
def test_control_without_light_nothing_is_written(box: Box) -> None:
    argv = ("--times", "3", "--lamp", "signal", "--eye", "24")
    events = measured(box, None, *argv, sound="silent")
    assert events[-1]["text"]["en"] == "Too little was heard or seen: nothing was written."
    assert "[offsets]" not in box.config.read_text(encoding="utf-8")
