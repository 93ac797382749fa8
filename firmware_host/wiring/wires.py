"""The wires of a board: each place of the header with what is on it, and the other cables."""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware_host.config import Board, Display
from firmware_host.wiring.words import BUZZERS, DISPLAYS, SEVERAL_DISPLAYS, Both, of_key, of_lamp
from hardware.header import BUS_WIRES, PLACE_OF
from hardware.registry import NEEDS, Needs

UARTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
_SHOWN_KEYS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """One wire at the header.

    Attributes:
        place: Where on the header, 1 to 40.
        pin: Its BCM number.
        role: "key", "lamp", "buzzer" or "display".
        name: The config's word for what is there; of a bus, the wire's own name after it.
        says: What it is, in Russian and English.
    """

    place: int
    pin: int
    role: str
    name: str
    says: Both


@dataclass(frozen=True, slots=True, kw_only=True)
class Cable:
    """Something that is not at the header: a USB key, a serial box, the console."""

    name: str
    kind: str
    device: str
    carries: Both


def wires(board: Board) -> tuple[Wire, ...]:
    """Return the wires at the header, by place; several displays may share a wire of a bus."""
    found = [
        *(("key", key.key, key.pin, of_key(key.key)) for key in board.keys),
        *(("lamp", lamp.name, lamp.pin, of_lamp(lamp.name)) for lamp in board.lamps),
        *(("buzzer", one.role, one.pin, BUZZERS[one.role]) for one in board.buzzers),
        *_displays(board),
    ]
    made = [
        Wire(place=PLACE_OF[pin], pin=pin, role=role, name=name, says=says)
        for role, name, pin, says in found
        if pin is not None
    ]
    return tuple(sorted(made, key=lambda wire: wire.place))


def cables(board: Board) -> tuple[Cable, ...]:
    """Return what has a cable of its own."""
    sources = [
        Cable(name=one.name, kind=one.kind, device=one.device, carries=_carried(board, one.name))
        for one in board.in_use().sources
        if not any(key.pin is not None for key in board.keys if key.source == one.name)
    ]
    displays = [
        Cable(name=one.name, kind=one.kind, device=one.device, carries=DISPLAYS[one.role])
        for one in board.displays
        if not one.pins and not bus_of(one)
    ]
    return (*sources, *displays)


def bus_of(display: Display) -> str:
    """Return the bus of the header that a display is on; "" if it is on none."""
    needs = NEEDS.get(display.kind, Needs())
    return needs.bus or ("uart" if display.device in UARTS else "")


def bus_wires(display: Display) -> dict[str, int]:
    """Return the wires of a bus that a display needs: name -> BCM number. It is written only."""
    all_of = dict(BUS_WIRES.get(bus_of(display), {}))
    for unused in ("MISO", "RXD", "CE0" if display.device.endswith(".1") else "CE1"):
        all_of.pop(unused, None)
    return all_of


def _displays(board: Board) -> Iterator[tuple[str, str, int, Both]]:
    shared: dict[tuple[str, int], list[Display]] = {}
    for display in board.displays:
        says = DISPLAYS[display.role]
        names = NEEDS.get(display.kind, Needs()).pins
        for nth, pin in enumerate(display.pins):
            wire = names[nth].upper() if nth < len(names) else str(nth + 1)
            yield "display", f"{wire}: {display.name}", pin, says
        for wire, pin in bus_wires(display).items():
            shared.setdefault((wire, pin), []).append(display)
    for (wire, pin), users in shared.items():
        says = DISPLAYS[users[0].role] if len(users) == 1 else SEVERAL_DISPLAYS
        yield "display", f"{wire}: {', '.join(one.name for one in users)}", pin, says


def _carried(board: Board, source: str) -> Both:
    """Return the keys of a source, in short: "table1 … table15"."""
    words = [key.key for key in board.keys if key.source == source]
    if len(words) > _SHOWN_KEYS:
        words = [words[0], "…", words[-1]]
    return " ".join(words), " ".join(words)
