"""The drawing: an SVG of the header, every wire with its name, for paper too.

Colours tell the roles apart, shapes do where there are none; nothing depends on the day or the
machine, so the same board gives the same bytes. Lengths are the drawing's own points.
"""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from firmware_host.config import Board
from firmware_host.wiring.wires import Cable, Wire, cables, wires
from firmware_host.wiring.words import SAY, Both
from hardware.header import BUS_WIRES, EEPROM, PIN_AT, PLACES, POWER

WIDTH = 1280
_MIDDLE = WIDTH // 2
_TOP, _ROW = 150, 34
_PAD, _PAD_AT, _NAME_AT = 26, 20, 42
_WIRE_AT, _SYMBOL_AT, _TEXT_AT = 118, 160, 232
_LINE = 22
_MOST_TITLE, _MOST_NAME, _MOST_SAYS, _MOST_CABLE = 70, 38, 62, 130
"""Letters that have room; what a config names longer is cut."""
COLOURS = {"key": "#0064a6", "lamp": "#b35900", "buzzer": "#8a1c6d", "display": "#00694b"}
_FEEDS = {"3V3": "#8a6d00", "5V": "#b00020", "GND": "#000000"}
_GREY = "#6b6b6b"
_BUS_WIRE = {pin: name for bus in BUS_WIRES.values() for name, pin in bus.items()}


def draw(board: Board) -> str:
    """Return the SVG of a board's wiring."""
    at: dict[int, list[Wire]] = {}
    for wire in wires(board):
        at.setdefault(wire.place, []).append(wire)
    below = _TOP + _ROW * (PLACES // 2) + 30
    foot = list(_foot(board, below))
    height = below + _LINE * (len(cables(board)) + bool(cables(board)) + 2) + 30
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" font-family="DejaVu Sans, Arial, sans-serif">',
        f"<title>{escape(_both(SAY['title']))}: {escape(board.id)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        *_head(board),
        *(line for place in range(1, PLACES + 1) for line in _place(place, at.get(place, []))),
        *foot,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _head(board: Board) -> Iterator[str]:
    name = f"{board.name['ru']} / {board.name['en']}"
    yield _text(30, 44, _cut(f"Minuta: {board.id}. {name}", _MOST_TITLE), size=24, bold=True)
    for nth, word in enumerate(("keys-to-ground", "never-5v", "seen")):
        yield _text(30, 72 + nth * 19, _both(SAY[word]), size=13)
    box = _PAD_AT + _PAD // 2 + 6
    yield (
        f'<rect x="{_MIDDLE - box}" y="{_TOP - 20}" width="{2 * box}"'
        f' height="{_ROW * PLACES // 2 + 6}" rx="6" fill="none" stroke="#000000"/>'
    )


def _place(place: int, here: list[Wire]) -> Iterator[str]:
    """Draw one place of the header: its pad, its name, and the wire that is on it."""
    side = -1 if place % 2 else 1
    y = _TOP + _ROW * ((place - 1) // 2)
    feed = POWER.get(place, "")
    colour = COLOURS[here[0].role] if here else _FEEDS.get(feed, "#ffffff")
    x = _MIDDLE + side * _PAD_AT
    edge = "#000000" if here or feed else _GREY
    yield (
        f'<rect x="{x - _PAD // 2}" y="{y - _PAD // 2}" width="{_PAD}" height="{_PAD}"'
        f' rx="{0 if place == 1 else 6}" fill="{colour}" stroke="{edge}"/>'
    )
    ink = "#ffffff" if here or feed else _GREY
    yield _text(x, y + 5, str(place), size=13, anchor="middle", colour=ink)
    name = feed or f"GPIO{PIN_AT[place]}"
    bold, colour = bool(here or feed), "#000000" if here or feed else _GREY
    yield _text(
        _MIDDLE + side * _NAME_AT, y + 5, name, size=14, bold=bold, colour=colour,
        anchor=_anchor(side),
    )  # fmt: skip
    if here:
        yield from _wire(here, side, y)
    elif not feed:
        says = _both(SAY["free"])
        if PIN_AT[place] in _BUS_WIRE:
            says = _BUS_WIRE[PIN_AT[place]]
        elif PIN_AT[place] in EEPROM:
            says = "HAT"
        x = _MIDDLE + side * _WIRE_AT
        yield _text(x, y + 5, says, size=11, colour=_GREY, anchor=_anchor(side))


def _wire(here: list[Wire], side: int, y: int) -> Iterator[str]:
    """Draw a wire from its pad to what is there, with its name and what it is."""
    role = here[0].role
    from_x, to_x = _MIDDLE + side * _WIRE_AT, _MIDDLE + side * _SYMBOL_AT
    yield _line(from_x, y, to_x, y, COLOURS[role])
    yield from _symbol(role, to_x, side, y)
    x = _MIDDLE + side * _TEXT_AT
    name = _cut(", ".join(wire.name for wire in here), _MOST_NAME)
    yield _text(x, y - 2, name, size=15, bold=True, colour=COLOURS[role], anchor=_anchor(side))
    says = _cut(", ".join(_both(wire.says) for wire in here), _MOST_SAYS)
    yield _text(x, y + 12, says, size=11, anchor=_anchor(side))


def _symbol(role: str, x: int, side: int, y: int) -> Iterator[str]:
    """Draw what is at the end of a wire; each role has a shape of its own."""
    colour = COLOURS[role]

    def at(step: int) -> int:
        return x + side * step

    if role == "key":  # a contact, then ground
        for step in (4, 32):
            circle = f'<circle cx="{at(step)}" cy="{y}" r="4" fill="#ffffff"'
            yield f'{circle} stroke="{colour}" {_PEN}/>'
        yield _line(at(6), y - 8, at(30), y - 4, colour)
        yield _line(at(36), y, at(46), y, colour)
        for nth, half in enumerate((9, 6, 3)):
            yield _line(at(46 + 4 * nth), y - half, at(46 + 4 * nth), y + half, "#000000")
        return
    if role == "display":
        left = min(at(0), at(54))
        yield (
            f'<rect x="{left}" y="{y - 12}" width="54" height="24" rx="3" fill="none"'
            f' stroke="{colour}" {_PEN}/>'
        )
        yield _text(left + 27, y + 6, "0:59", size=16, bold=True, colour=colour, anchor="middle")
        return
    yield (  # a driver
        f'<path d="M{at(0)} {y - 11} L{at(0)} {y + 11} L{at(20)} {y} Z" fill="#ffffff"'
        f' stroke="{colour}" {_PEN}/>'
    )
    yield _line(at(20), y, at(32), y, colour)
    if role == "lamp":
        yield f'<circle cx="{at(43)}" cy="{y}" r="11" fill="none" stroke="{colour}" {_PEN}/>'
        yield _line(at(35), y - 8, at(51), y + 8, colour)
        yield _line(at(35), y + 8, at(51), y - 8, colour)
    else:
        sweep = 1 if side > 0 else 0
        yield (
            f'<path d="M{at(32)} {y - 12} A12 12 0 0 {sweep} {at(32)} {y + 12} Z"'
            f' fill="{colour}" stroke="{colour}" {_PEN}/>'
        )


def _foot(board: Board, y: int) -> Iterator[str]:
    """Draw the legend, and below it what has a cable of its own."""
    step = (WIDTH - 60) // len(COLOURS)
    for nth, role in enumerate(COLOURS):
        x = 30 + step * nth
        yield from _symbol(role, x, 1, y - 4)
        yield _text(x + 66, y, _both(SAY[role]), size=12)
    found = cables(board)
    if found:
        yield _text(30, y + 2 * _LINE, _both(SAY["cables"]), size=14, bold=True)
    for nth, cable in enumerate(found, start=3):
        yield _text(30, y + nth * _LINE, _cable(cable), size=13)


def _cable(cable: Cable) -> str:
    head = ", ".join(word for word in (cable.kind, cable.device) if word)
    return _cut(f"{cable.name} ({head}): {_both(cable.carries)}", _MOST_CABLE)


_PEN = 'stroke-width="2"'


def _both(words: Both) -> str:
    ru, en = words
    return ru if ru == en else f"{ru} / {en}"


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _anchor(side: int) -> str:
    return "end" if side < 0 else "start"


def _line(x1: int, y1: int, x2: int, y2: int, colour: str) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" {_PEN}/>'


def _text(
    x: int, y: int, words: str, *, size: int, bold: bool = False, colour: str = "#000000",
    anchor: str = "start",
) -> str:  # fmt: skip
    more = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{more}>'
        f"{escape(words)}</text>"
    )
