"""A person at a simulated box: reads what `minuta` asks, and moves the keys' real gpiozero pins."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from run_tests.living import Box, Hook, Life

LONG_S = 60.0

CONFIG = """\
# The hall's box.
schema = 1

[box]
simulated = true
language = "en"

[sound]
kind = "simulated"
pack = "tones"

[board]
id = "own"
name = { ru = "Своя", en = "Own" }
[board.sources.gpio]
kind = "gpiozero"
[board.keys]
start = { pin = 17 }    # green
stop  = { pin = 27 }
next  = { pin = 22 }
ok    = { pin = 6 }
[board.lamps]
signal = { pin = 23 }
[board.buzzers]
host = { pin = 12 }
[board.displays.hall]
kind = "max7219"
"""
LINES = {"start": "17", "stop": "27", "next": "22", "ok": "6"}

Event = dict[str, Any]


class Hands:
    """One `minuta` process with its keys under a hand."""

    def __init__(
        self, box: Box, *argv: str, sound: str = "simulated", hooks: Sequence[Hook] = ()
    ) -> None:
        text = CONFIG.replace('"simulated"', f'"{sound}"', 1)
        box.config.write_text(text, encoding="utf-8")
        self.box = box
        self.glass = box.folder / "glass"
        fifo = box.folder / "fingers"
        os.mkfifo(fifo)
        self.life: Life = box.launch(
            ("fingers", {"path": str(fifo)}), ("glass", {"path": str(self.glass)}),
            *hooks,
            argv=[*argv, "--config", str(box.config)],
        )  # fmt: skip
        self._fd = os.open(fifo, os.O_WRONLY)  # waits for the other end
        self._read = 0

    def move(self, order: str) -> None:
        """Move a finger: "close 17", "chatter 17 5 2" (see run_tests.hooks.fingers)."""
        with suppress(BrokenPipeError):  # the last answer ends it before the finger is off
            os.write(self._fd, f"{order}\n".encode())

    def tap(self, line: str, times: int = 1) -> None:
        self.move(f"tap {line} {times}")

    def events(self) -> Iterator[Event]:
        """Yield what it says, until it has ended."""
        by_s = time.monotonic() + LONG_S
        while True:
            ended = self.life.wait(0) is not None
            lines = self.box.said().splitlines(keepends=True)
            for line in lines[self._read :]:
                if not line.endswith("\n"):
                    break
                self._read += 1
                if line.startswith("{"):
                    yield json.loads(line)
            if ended:
                return
            assert time.monotonic() < by_s, self.box.said()
            time.sleep(0.01)

    def answer(self, act: Callable[[Event], None]) -> Event:
        """Act on each event; return the report. What is written when it has ended is checked."""
        report: Event = {}
        for event in self.events():
            if event["event"] == "report":
                report = event
            else:
                act(event)
        os.close(self._fd)
        assert report, self.box.said()
        assert json.loads(Path(report["file"]).with_suffix(".json").read_text()) == report["report"]
        return report


def helpful(hands: Hands) -> Callable[[Event], None]:
    """Press what is asked for, and say yes."""

    def act(event: Event) -> None:
        if event["event"] != "ask" or event["what"] == "keys":
            return
        if event["what"] == "sound":
            time.sleep(0.3)  # listens
        hands.tap(*((LINES[event["name"]], 2) if event["what"] == "key" else ("17", 1)))

    return act


def verdicts(report: Event) -> dict[str, str]:
    return {f"{one['what']} {one['name']}": one["verdict"] for one in report["report"]["rows"]}
