"""The devices of a board, made by their rows in the driver table.

They outlive a daemon in a scenario: after a kill the board is still the same board.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import cast

from firmware_host.config import Board, Config
from firmware_host.config.model import Display, Lamp
from firmware_host.config.pins import TAKEN
from firmware_host.intake.contact_words import TIMINGS
from hardware import registry
from hardware.clock import Clock
from hardware.displays.wired import Wiring
from hardware.errors import HardwareError
from hardware.gpio_lines import LINES
from hardware.header import I2S_WIRES
from hardware.ports import ButtonSource, CountdownDisplay, SoundPlayer, Switch
from hardware.registry import NEEDS, Needs

SIMULATED = "simulated"
GPIOZERO = "gpiozero"
UNWIRED = (SIMULATED, "console")
"""Kinds of display that nothing has to be told about wires."""
SIMULATED_FROM = 28
"""The first pin that no header of a Pi has."""
_Outputs = tuple[
    list[tuple[str, CountdownDisplay]], list[tuple[str, Switch]], list[tuple[str, Switch]]
]


@dataclass(slots=True)
class Devices:
    """What is wired to the box. `faults` names what could not be made: the game goes on."""

    board: Board
    sources: dict[str, ButtonSource]
    displays: list[tuple[str, CountdownDisplay]]
    lamps: list[tuple[str, Switch]]
    buzzers: list[tuple[str, Switch]]
    sound: SoundPlayer
    factory: object = None
    faults: list[str] = field(default_factory=list)

    def keys_of(self, source: str) -> dict[str, str]:
        """Return line -> key word of one source."""
        return {key.line: key.key for key in self.board.keys if key.source == source}


def build_devices(config: Config, clock: Clock) -> Devices:
    """Make all devices of a config; nothing is claimed before the daemon starts them.

    A source without keys is none: it would be missed all evening, or take a keyboard.

    Raises:
        HardwareError: A source of keys cannot be made: without keys there is no game.
    """
    board = config.board.in_use()
    factory = _factory(board)
    faults: list[str] = []
    sources = {one.name: _source(board, one.name, clock, factory) for one in board.sources}
    displays, lamps, buzzers = _outputs(board, clock, factory, faults)
    sound = _sound(config, clock, faults)
    return Devices(board, sources, displays, lamps, buzzers, sound, factory, faults)


def go_dark(board: Board, clock: Clock) -> list[str]:
    """Switch every lamp and buzzer off and blank every display, with no daemon there.

    Returns:
        What could not be switched off, and why.
    """
    faults: list[str] = []
    factory: object = None
    try:
        factory = _factory(board)
    except HardwareError as error:
        faults.append(f"no pin can be claimed: {error}")
        unpinned = (one for one in board.displays if not _needs(one).pins)
        lamps_by_cable = tuple(one for one in board.lamps if one.pin is None)
        board = replace(board, lamps=lamps_by_cable, buzzers=(), displays=tuple(unpinned))
    displays, lamps, buzzers = _outputs(board, clock, factory, faults)
    every: list[tuple[str, CountdownDisplay | Switch]] = [*lamps, *buzzers, *displays]
    for _, output in every:
        try:
            if getattr(output, "again_ns", None) is not None:
                # A display that goes on showing by itself: its close keeps a loss to itself, and
                # opens nothing.
                cast(CountdownDisplay, output).show("")
            output.close()
        except HardwareError as error:
            faults.append(str(error))
    return faults


def _outputs(board: Board, clock: Clock, factory: object, faults: list[str]) -> _Outputs:
    """Make what stands by its role; what cannot be made is named in `faults`."""
    displays = [
        (one.role, cast(CountdownDisplay, made))
        for one in board.displays
        if (made := _display(one, clock, factory, faults))
    ]
    lamps = [
        (one.name, cast(Switch, made))
        for one in board.lamps
        if (made := _lamp(one, clock, factory, faults))
    ]
    buzzers = [
        (one.role, cast(Switch, made))
        for one in board.buzzers
        if (
            made := _output(
                "switch", one.kind, f"buzzer-{one.role}", clock, one.pin, factory, faults
            )
        )
    ]
    return displays, lamps, buzzers


def _factory(board: Board) -> object:
    """Make the pin factory that real pins are claimed on; None: this board has none."""
    outputs = [one.kind for one in board.lamps] + [one.kind for one in board.buzzers]
    kinds = {one.kind for one in board.sources} | set(outputs)
    pinned = any(_needs(one).pins for one in board.displays)
    if GPIOZERO not in kinds and not pinned:
        return None
    from hardware.gpiozero_pins import make_factory

    return make_factory("lgpio")


def _needs(row: Display) -> Needs:
    return NEEDS.get(row.kind, Needs())


def _source(board: Board, name: str, clock: Clock, factory: object) -> ButtonSource:
    row = next(one for one in board.sources if one.name == name)
    pins = {key.line: key.pin for key in board.keys if key.source == name}
    driver = registry.load("buttons", row.kind)
    more: dict[str, object] = {}
    told = {"hold_back_ns": row.hold_back_ns, "u_ns": row.u_ns}
    if row.kind == SIMULATED:
        free = count(SIMULATED_FROM)  # the lines of a box or a USB key have no pin of their own
        pins = {line: next(free) if pin is None else pin for line, pin in pins.items()}
    elif row.kind == "serial":
        more["device"] = row.device
        told |= {"baud": row.baud, "drift_ppm": row.drift_ppm}
    elif row.kind == "evdev":
        more["device"] = row.device
    elif row.kind == "gpiod":
        more["spares"] = _spares(board)
    else:
        more["factory"] = factory
    more |= {word: value for word, value in told.items() if value is not None}
    return cast(ButtonSource, driver(name, pins, clock, **more))


def _spares(board: Board) -> tuple[int, ...]:
    """Return the pins to which nothing is wired: neither of the board, nor of a bus or a HAT."""
    wired = {pin for one in board.displays for pin in one.pins}
    wired |= {one.pin for one in board.lamps if one.pin is not None}
    wired |= {one.pin for one in board.buzzers}
    wired |= {key.pin for key in board.keys if key.pin is not None}
    return tuple(pin for pin in range(LINES) if pin not in wired | {*TAKEN, *I2S_WIRES.values()})


def _display(row: Display, clock: Clock, factory: object, faults: list[str]) -> object | None:
    if row.kind in UNWIRED:
        return _output("display", row.kind, row.name, clock, None, factory, faults)
    try:
        driver = registry.load("display", row.kind)
        if row.kind == "serial":
            return cast(object, driver(row.name, row.device, row.serial))
        wiring = Wiring(
            digits=row.digits, device=row.device, pins=row.pins, brightness=row.brightness,
            rotated=row.rotated, colon=row.colon, block_turn=row.block_turn,
        )  # fmt: skip
        more = {"factory": factory} if _needs(row).pins else {}
        return cast(object, driver(row.name, wiring, **more))
    except HardwareError as error:
        faults.append(f"{row.name}: {error}")
        return None


def _lamp(row: Lamp, clock: Clock, factory: object, faults: list[str]) -> object | None:
    if row.kind != "buzz":
        return _output(
            "switch", row.kind, row.name, clock, row.pin, factory, faults,
            brightness=row.brightness,
        )  # fmt: skip
    driver = registry.load("switch", row.kind)  # of no library; its device may come later
    return cast(object, driver(row.name, row.device, row.handset, clock))


def _output(
    role: str, kind: str, name: str, clock: Clock, pin: int | None, factory: object,
    faults: list[str], **more: object,
) -> object | None:  # fmt: skip
    try:
        driver = registry.load(role, kind)
        if kind == SIMULATED:
            return cast(object, driver(name, clock))
        if kind == GPIOZERO:
            return cast(object, driver(name, pin, factory, **more))
        return cast(object, driver(name) if pin is None else driver(name, pin))
    except HardwareError as error:
        faults.append(f"{name}: {error}")
        return None


def _sound(config: Config, clock: Clock, faults: list[str]) -> SoundPlayer:
    kind = config.sound.kind
    try:
        driver = registry.load("sound", kind)
    except HardwareError as error:
        faults.append(f"sound: {error}")
        driver, kind = registry.load("sound", "silent"), "silent"
    more: Mapping[str, object] = {"offset_ns": config.sound.offset_ns}
    if kind == SIMULATED:
        return cast(SoundPlayer, driver("sound", clock, **more))
    if kind == "pygame":
        device = config.sound.device or None
        # SDL's own variable chooses another way to the loudspeaker; nothing is guessed.
        drivers = (os.environ.get("SDL_AUDIODRIVER", "alsa"),)
        return cast(SoundPlayer, driver("sound", clock, drivers=drivers, device=device, **more))
    return cast(SoundPlayer, driver("sound"))


def timing_of(board: Board, source: str) -> str:
    """Return the name of a source's row in intake's timing table."""
    name = next(one.timing for one in board.sources if one.name == source)
    return name if name in TIMINGS else "gpio"
