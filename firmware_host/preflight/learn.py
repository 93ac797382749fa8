"""Which wire is which key: it is pressed, and its line is taken down."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from firmware_host.config import Board, Config, Key, Source
from firmware_host.config.pins import TAKEN
from firmware_host.intake.contact_words import MS
from firmware_host.intake.fingers import Finger
from firmware_host.preflight.person import Person
from firmware_host.preflight.rig import Typed, open_rig
from firmware_host.preflight.row import Say
from firmware_host.preflight.usb import usb_lines
from firmware_host.preflight.words import say, with_name
from firmware_host.russian import both
from firmware_host.wiring.words import of_key
from hardware.buttons.box_lines import MOST_LINES
from hardware.clock import Clock
from hardware.errors import DeviceNotFound
from hardware.header import PLACE_OF
from hardware.input_nodes import ROOT

SETTLE_NS = 500 * MS
"""A line that is closed so long after the start is stuck, or not a key's."""


@dataclass(frozen=True, slots=True)
class Learned:
    """The line of each key; and the board's sources, with those that it did not have."""

    keys: Mapping[str, Key]
    sources: tuple[Source, ...]


def free_lines(board: Board, words: Sequence[str], held: Collection[int] = ()) -> tuple[Key, ...]:
    """Return every line on which one of these keys may be, each as a key named after it.

    These are the pins of the header that no bus, lamp, buzzer, display or other key has, and the
    lines of a key box. What is plugged in by USB is in `usb.py`.

    Args:
        held: Pins that another program or the kernel has.
    """
    kept = {(key.source, key.line) for key in board.keys if key.key not in words}
    pins = {lamp.pin for lamp in board.lamps} | {buzzer.pin for buzzer in board.buzzers}
    pins |= {pin for one in board.displays for pin in one.pins} | {*TAKEN, *held}
    return tuple(
        Key(key=f"{source.name} {line}", source=source.name, line=line, pin=pin)
        for source in board.sources
        for line, pin in _lines(source)
        if (source.name, line) not in kept and pin not in pins
    )


def _lines(source: Source) -> list[tuple[str, int | None]]:
    if source.timing == "gpio":
        return [(str(pin), pin) for pin in sorted(PLACE_OF)]
    if source.timing.startswith("serial"):
        return [(str(line), None) for line in range(1, MOST_LINES + 1)]
    return []


def learn(
    config: Config,
    words: Sequence[str],
    held: Collection[int],
    clock: Clock,
    tell: Say,
    patience_ns: int,
    root: Path = ROOT,
) -> Learned | None:
    """Ask for each key, and return its line; None: one did not come.

    Args:
        root: Where /dev and /sys are.

    Raises:
        HardwareError: The lines cannot be listened to.
    """
    board, usb, deaf = config.board, tuple[Key, ...](), list[str]()
    if not board.simulated:
        board, usb, deaf = usb_lines(board, words, root)
    lines = {one.key: one for one in (*free_lines(config.board, words, held), *usb)}
    if not lines:
        raise DeviceNotFound("there is nothing to listen to: no free line, no USB device with keys")
    found: dict[str, Key] = {}
    with open_rig(config, replace(board, keys=tuple(lines.values())), clock) as rig:
        person = Person(rig, tell, patience_ns)
        person.tell(say("learn-how"))
        if usb:
            person.tell(say("learn-usb"))
        rig.show("----")
        rig.rest(SETTLE_NS)
        stuck = rig.listener.closed
        for why in deaf:
            person.tell(both(f"not heard: {why}"))
        for source in board.sources:
            if all(one.source != source.name for one in lines.values()):
                person.tell(say("learn-absent", source=source.name))
        if stuck:
            person.tell(say("learn-stuck", lines=", ".join(sorted(stuck))))
        for nth, word in enumerate(words, 1):
            rig.show(f"P {nth}")
            line = _pressed(person, word, found, stuck)
            if line is None:
                return None
            found[word] = lines[line]
            where = {"source": found[word].source, "line": found[word].line}
            person.tell(with_name("learned", of_key(word), **where))
    used = {key.source for key in found.values()} | {one.name for one in config.board.sources}
    return Learned(found, tuple(one for one in board.sources if one.name in used))


def _pressed(
    person: Person, word: str, found: Mapping[str, Key], stuck: frozenset[str]
) -> str | None:
    """Return the line that is pressed for a key: none that another key has been given."""
    rig = person.rig
    taken = {key.key: word for word, key in found.items()}
    rig.forget()
    person.ask("learn", word, with_name("learn", of_key(word)))
    until_ns = person.until_ns()
    while (news := rig.news(until_ns)) is not None and not isinstance(news, Typed):
        if not isinstance(news, Finger) or news.key in stuck:
            continue
        good = news.key not in taken
        rig.outputs.blip("accepted" if good else "refused", rig.clock.now_ns())
        if good:
            return news.key
        person.tell(with_name("that-was", of_key(taken[news.key])))
    return None


def present(board: Board, words: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
    """Return what `as_toml` would say if each key were found where it is."""
    keys = {key.key: key for key in board.keys if key.key in words}
    return as_toml(Learned(keys, board.sources), board)


def as_toml(learned: Learned, board: Board) -> Mapping[str, Mapping[str, str]]:
    """Return what the config says of it: table -> key -> value.

    Args:
        board: The one that it was learned for.
    """
    many = len(learned.sources) > 1
    new = {
        one.name: f'{{ kind = "{one.kind}", timing = "{one.timing}",'
        f" device = {json.dumps(one.device, ensure_ascii=False)} }}"
        for one in learned.sources
        if one not in board.sources
    }
    keys = {word: _wire(key, many) for word, key in learned.keys.items()}
    return {"sources": new, "keys": keys} if new else {"keys": keys}


def _wire(key: Key, many: bool) -> str:
    source = f'source = "{key.source}", ' if many else ""
    wire = f'line = "{key.line}"' if key.pin is None else f"pin = {key.pin}"
    return f"{{ {source}{wire} }}"
