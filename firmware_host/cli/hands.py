"""What the commands that take the devices in hand share: the daemon is kept out, and the talk."""

import json
import os
import signal
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TextIO, cast

import click

from firmware_host.cli.common import box, environment
from firmware_host.config import Config, Places
from firmware_host.errors import Fault, FileFaults, InTheWay
from firmware_host.formats import parse_ns
from firmware_host.journal.lock import lock
from hardware.errors import HardwareError
from hardware.machine import Machine

ASKED = {"ask": "? ", "say": "  ", "row": "= ", "round": "= ", "report": ""}
MOST_PATIENCE_NS = 600_000_000_000


class BrokenOff(Exception):
    """Somebody has stopped the command."""


@contextmanager
def in_hand(config_path: Path | None, demo: bool) -> Iterator[tuple[Config, Places]]:
    """Give config and places, and keep the daemon out meanwhile; SIGTERM and Ctrl-C break it off.

    Raises:
        InTheWay: A daemon has the devices.
        FileFaults: The config is wrong.
        BrokenOff: It was broken off.
    """
    config, places = box(config_path, demo, env=environment(Machine()))
    try:
        held = lock(places.runtime)
    except InTheWay as error:
        raise InTheWay(
            f"{error} The devices are hers: stop her (`sudo systemctl stop minuta`)"
        ) from error
    os.environ.setdefault("RUNTIME_DIRECTORY", str(places.runtime))  # lgpio makes its pipe there
    numbers = (signal.SIGTERM, signal.SIGINT)
    old = {number: signal.signal(number, _break_off) for number in numbers}
    try:
        yield config, places
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
        os.close(held)


def _break_off(_number: int, _frame: FrameType | None) -> None:
    raise BrokenOff


def teller(as_json: bool, language: str) -> Callable[[Mapping[str, object]], None]:
    """Return what says an event: a line for people, or a line of JSON.

    With JSON, standard output is for it alone: what a display on the console writes goes to
    standard error.
    """
    out: TextIO = sys.stdout
    if as_json:
        out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)

    def tell(event: Mapping[str, object]) -> None:
        if as_json:
            line = json.dumps(event, ensure_ascii=False)
        else:
            text = cast(Mapping[str, str], event["text"])[language]
            row = event["event"] == "row"
            name = f"{event['what']} {event['name']}".strip() + ": " if row else ""
            line = f"{ASKED[str(event['event'])]}{name}{text}"
        print(line, file=out, flush=True)

    return tell


def held_pins(config: Config) -> Collection[int]:
    """Return the pins of the header that other programs and the kernel have."""
    if config.board.simulated:
        return ()
    with suppress(HardwareError, OSError):  # then what is held is named when it is claimed
        return Machine().line_owners().keys()
    return ()


def patience_ns(text: str) -> int:
    """Return how long an answer is waited for.

    Raises:
        FileFaults: It is no such time.
    """
    try:
        found_ns = parse_ns(text)
    except ValueError as error:
        raise FileFaults("command line", [Fault("--patience", text[:80], str(error))]) from error
    if not 0 < found_ns <= MOST_PATIENCE_NS:
        raise FileFaults("command line", [Fault("--patience", text[:80], "write 1s to 600s")])
    return found_ns


def patience_option(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command --patience."""
    return click.option(
        "--patience", default="20s", show_default=True,
        help="How long an answer is waited for.",
    )(command)  # fmt: skip
