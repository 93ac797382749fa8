"""Which wire is given twice, or to two things, or belongs to a bus of the Pi.

It works on the tables as read, broken ones too, so that these faults stand beside all others.
"""

import re
from collections.abc import Iterator, Mapping

from firmware_host.errors import Fault
from firmware_host.formats.blame import written
from firmware_host.formats.words import listed, near
from hardware.registry import NEEDS, Needs

TAKEN = {
    0: "", 1: "", 2: "i2c", 3: "i2c", 7: "spi", 8: "spi", 9: "spi", 10: "spi", 11: "spi",
    14: "uart", 15: "uart",
}  # fmt: skip
"""BCM pins that belong to a bus (GPIO.md, trap 10); 0 and 1 always to the HAT's memory."""

HANGING = ("brightness", "rotated", "colon", "block_turn")
PLAIN = ("console", "serial")
"""Kinds of display that are given characters, and no segments."""
PLACE = "/dev"
Wire = tuple[str, str, object]
"""A path, the source it is of ("" is the Pi's header, `PLACE` a device file that one alone may
have), and the line or pin."""
Ours = Mapping[str, Mapping[str, object]]
"""What a config itself says of its board: part -> name -> row."""
ALL_THE_BOARDS: Ours = {}


def check(board: Mapping[str, object], ours: Ours = ALL_THE_BOARDS) -> list[Fault]:
    """Return the faults between the tables of a board.

    Args:
        ours: Rows that the config has put before the board's: of two that take one wire, theirs
            is at fault, since it can be changed.
    """
    wires = sorted(_wires(board), key=lambda wire: is_ours(wire[0], ours))
    among = [*_sources(board), *_stamps(board), *_ports(board), *_twice(wires)]
    return [*among, *_on_a_bus(board, wires), *_lamps(board), *_displays(board)]


def source_of(board: Mapping[str, object], key: Mapping[str, object]) -> object:
    """Return the source of a key: its own, or the board's only one."""
    sources = table_of(board.get("sources"))
    return key.get("source", next(iter(sources)) if len(sources) == 1 else None)


def is_ours(path: str, ours: Ours) -> bool:
    """Return whether a path of a board stands in the config itself."""
    part, _, name = path.partition(".")
    return name.partition(".")[0] in ours.get(part, {})


def _sources(board: Mapping[str, object]) -> Iterator[Fault]:
    """Each key names a source that is there, and one line of it."""
    known = table_of(board.get("sources"))
    for word, key in tables_of(board, "keys"):
        source = source_of(board, key)
        if source is None:
            remedy = f"say which source it is on: {listed(known)}"
            yield Fault(f"keys.{word}.source", "", remedy)
        elif source not in known:
            remedy = f"no such source: write one of {listed(known)}{near(source, known)}"
            yield Fault(f"keys.{word}.source", str(source), remedy)
        timing = table_of(known.get(str(source))).get("timing", "gpio")
        wanted, other = ("pin", "line") if timing == "gpio" else ("line", "pin")
        if other in key:
            remedy = f"a source with the timing of {timing} has a {wanted}: write that"
            yield Fault(f"keys.{word}.{other}", str(key[other]), remedy)
        elif wanted not in key and source in known:
            yield Fault(f"keys.{word}.{wanted}", "", f"say where it is wired: add its {wanted}")


def _stamps(board: Mapping[str, object]) -> Iterator[Fault]:
    """A source of pins has the timing of pins, and it alone is told how far its stamps are off."""
    for name, one in tables_of(board, "sources"):
        kind, timing = one.get("kind"), one.get("timing", "gpio")
        if kind in ("gpiod", "gpiozero") and timing != "gpio":
            remedy = "its lines are pins: write gpio, or leave it out"
            yield Fault(f"sources.{name}.timing", str(timing), remedy)
        if "doubt" in one and kind not in ("evdev", "gpiod", "gpiozero", "simulated"):
            remedy = "this source states its doubt itself: take it out"
            yield Fault(f"sources.{name}.doubt", str(one["doubt"]), remedy)


def _ports(board: Mapping[str, object]) -> Iterator[Fault]:
    """What is on a serial port says on which; a name that a replug may move is refused."""
    for part in ("sources", "displays"):
        for name, one in tables_of(board, part):
            device = str(one.get("device", ""))
            if one.get("kind") != "serial" or device.startswith("/dev/serial/by-"):
                continue
            if not device.startswith("/dev/") or re.search(r"/tty(USB|ACM)\d+$", device):
                remedy = "name its port so that it stays: one of /dev/serial/by-id/"
                yield Fault(f"{part}.{name}.device", device, remedy)


def _wires(board: Mapping[str, object]) -> Iterator[Wire]:
    """Yield every line and pin that something is wired to."""
    for word, key in tables_of(board, "keys"):
        if "pin" in key:
            yield f"keys.{word}.pin", "", key["pin"]
        if "line" in key:
            yield f"keys.{word}.line", str(source_of(board, key)), key["line"]
    for part in ("lamps", "buzzers"):
        for name, output in tables_of(board, part):
            if "pin" in output:
                yield f"{part}.{name}.pin", "", output["pin"]
    for name, display in tables_of(board, "displays"):
        pins = display.get("pins")
        for nth, pin in enumerate(pins if isinstance(pins, list) else []):
            yield f"displays.{name}.pins[{nth}]", "", pin
    for part in ("sources", "displays"):
        for name, one in tables_of(board, part):
            usual = NEEDS.get(str(one.get("kind")), Needs()).usual
            if (usual or one.get("kind") == "serial") and (place := one.get("device") or usual):
                yield f"{part}.{name}.device", PLACE, place


def _twice(wires: list[Wire]) -> Iterator[Fault]:
    """Name both ends of a wire that is given twice."""
    first: dict[tuple[str, str], str] = {}
    for path, source, line in wires:
        other = first.setdefault((source, str(line)), path)
        if other != path:
            remedy = f"{other.rsplit('.', 1)[0]} is wired there already: give each its own"
            yield Fault(path, str(line), remedy)


def _on_a_bus(board: Mapping[str, object], wires: list[Wire]) -> Iterator[Fault]:
    """Refuse pins of the buses that are in use."""
    used = _buses(board)
    for path, source, pin in wires:
        if source or not isinstance(pin, int) or pin not in TAKEN:
            continue
        bus = TAKEN[pin]
        if not bus:
            yield Fault(path, str(pin), "this pin is the HAT's own: take another one")
        elif bus in used:
            remedy = f"this pin is of the {bus} bus: take another, or leave {bus} out of buses"
            yield Fault(path, str(pin), remedy)


def _lamps(board: Mapping[str, object]) -> Iterator[Fault]:
    """A lamp is dimmed by pulses, which only gpiozero's pins give."""
    for name, lamp in tables_of(board, "lamps"):
        if lamp.get("brightness", 16) != 16 and lamp.get("kind", "gpiod") not in (
            "gpiozero", "simulated",
        ):  # fmt: skip
            remedy = 'only a lamp of the kind "gpiozero" can be dimmed: write that kind'
            yield Fault(f"lamps.{name}.brightness", str(lamp["brightness"]), remedy)


def _displays(board: Mapping[str, object]) -> Iterator[Fault]:
    """Each display has the bus, the pins and the length that its kind needs."""
    for name, display in tables_of(board, "displays"):
        needs = NEEDS.get(str(display.get("kind")), Needs())
        if needs.bus and needs.bus not in _buses(board):
            remedy = f"it is on the {needs.bus} bus: name that in buses"
            yield Fault(f"displays.{name}.kind", str(display["kind"]), remedy)
        device = str(display.get("device", ""))
        if needs.places and device and not re.fullmatch(needs.places, device):
            remedy = f"none of its kind is there: write a place such as {needs.usual}"
            yield Fault(f"displays.{name}.device", device, remedy)
        pins = display.get("pins", [])
        if needs.pins and isinstance(pins, list) and len(pins) != len(needs.pins):
            remedy = f"write its {len(needs.pins)} pins: {', '.join(needs.pins)}"
            yield Fault(f"displays.{name}.pins", str(pins), remedy)
        for word in HANGING if display.get("kind") in PLAIN else ():
            if word in display:
                remedy = "the box cannot set this of its kind: set it at the display itself"
                yield Fault(f"displays.{name}.{word}", written(display[word]), remedy)
        digits = display.get("digits", 4)
        if needs.digits and isinstance(digits, int) and digits not in needs.digits:
            remedy = f"its kind has another number of digits: write one of {listed(needs.digits)}"
            yield Fault(f"displays.{name}.digits", str(digits), remedy)


def _buses(board: Mapping[str, object]) -> list[object]:
    buses = board.get("buses", ["i2c", "spi", "uart"])
    return buses if isinstance(buses, list) else []


def tables_of(board: Mapping[str, object], part: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the tables of a part of the board, by name."""
    for name, one in table_of(board.get(part)).items():
        if isinstance(one, dict):
            yield name, one


def rows_of(
    board: Mapping[str, object], part: str, ours: Ours
) -> list[tuple[str, dict[str, object]]]:
    """Return the tables of a part of the board, the config's own behind the others."""
    return sorted(tables_of(board, part), key=lambda row: is_ours(f"{part}.{row[0]}", ours))


def table_of(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}
