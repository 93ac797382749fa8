"""A real `minuta learn`: buttons are pressed on the real pins, the config gets their lines."""

from __future__ import annotations

import pytest

from firmware_host.config import boards, load_config
from firmware_host.config.pins import TAKEN
from firmware_host.preflight.learn import free_lines
from preflight_tests.hands import CONFIG, Event, Hands
from run_tests.living import Box


def test_what_is_pressed_is_written_and_nothing_else_changes(box: Box) -> None:
    hands = Hands(box, "learn", "start", "stop", "--json")
    report: Event = {}
    for event in hands.events():
        if event["event"] == "ask" and event["name"] == "start":
            hands.tap("23")  # a lamp's pin: nobody listens there
            hands.tap("22")  # the kept key NEXT: nor there
            hands.tap("5")
        elif event["event"] == "ask":
            hands.tap("5")  # START already
            hands.tap("17")  # was START's: free, as START is learned too
        elif event["event"] == "report":
            report = event
    assert hands.life.code == 0, box.said()
    assert report["keys"] == {"start": "{ pin = 5 }", "stop": "{ pin = 17 }"}
    assert box.config.read_text(encoding="utf-8") == (
        f"{CONFIG}\n[keys]\nstart = {{ pin = 5 }}\nstop = {{ pin = 17 }}\n"
    )
    config = load_config(box.config, {})
    assert {key.key: key.pin for key in config.board.keys} == {
        "start": 5,
        "stop": 17,
        "next": 22,
        "ok": 6,
    }


@pytest.mark.slow
def test_a_key_that_does_not_come_leaves_the_file_as_it_was(box: Box) -> None:
    hands = Hands(box, "learn", "start", "stop", "--json", "--patience", "0.5s")
    for event in hands.events():
        if event["event"] == "ask" and event["name"] == "start":
            hands.tap("5")
    assert hands.life.code == 1, box.said()
    assert box.config.read_text(encoding="utf-8") == CONFIG


PINNED = [name for name, one in boards().items() if any(key.pin is not None for key in one.keys)]


@pytest.mark.parametrize("board", PINNED)
def test_free_is_what_no_bus_no_output_and_no_kept_key_has(board: str) -> None:
    found = boards()[board]
    words = [key.key for key in found.keys]
    every = {one.pin for one in free_lines(found, words)}
    assert every >= {key.pin for key in found.keys}
    assert every.isdisjoint(TAKEN)
    assert every - {one.pin for one in free_lines(found, words, held=[4])} == {4}
    assert every.isdisjoint({lamp.pin for lamp in found.lamps})
    assert every - {one.pin for one in free_lines(found, words[1:])} == {found.keys[0].pin}
