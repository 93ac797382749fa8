"""The parts that a board takes, counted; which are needed always, and which by long cables."""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware_host.config import Board
from firmware_host.wiring.wires import bus_of, bus_wires, wires
from firmware_host.wiring.words import Both

GATES_OF_A_SHIFTER = 4
"""A 74AHCT125 has four."""
FIVE_VOLT = ("max7219", "max7219-matrix")
"""Their chips want 3.5 V for a one at 5 V, and a Pi gives 3.3."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A kind of part.

    Attributes:
        part: Its word in the JSON.
        count: How many.
        when: "always", or "long" for cables of more than 3 m or beside mains.
        name: What to buy, in Russian and English.
        where: Where it goes, and why.
    """

    part: str
    count: int
    when: str
    name: Both
    where: Both


def parts(board: Board) -> tuple[Part, ...]:
    """Return the parts of a board, in the order in which one reads the drawing; none is zero."""
    return tuple(part for part in _parts(board) if part.count)


def _parts(board: Board) -> Iterator[Part]:
    found = wires(board)
    keys = sum(wire.role == "key" for wire in found)
    yield from _of_keys(keys)
    lamps = sum(lamp.pin is not None for lamp in board.lamps)
    yield from _of_outputs(lamps, len(board.buzzers))
    shifted = {
        pin for one in board.displays if one.kind in FIVE_VOLT for pin in bus_wires(one).values()
    }
    yield Part(
        part="level-shifter", count=-(-len(shifted) // GATES_OF_A_SHIFTER), when="always",
        name=("74AHCT125, преобразователь 3,3 → 5 В", "74AHCT125, 3.3 → 5 V level shifter"),
        where=(
            "между шиной SPI и табло на 5 В, питание 5 В: сам прибор даёт только 3,3 В",
            "between SPI and displays of 5 V, fed with 5 V: the box itself gives 3.3 V",
        ),
    )  # fmt: skip
    yield Part(
        part="i2c-feed", count=sum(bus_of(one) == "i2c" for one in board.displays), when="always",
        name=("провод питания 3V3 для табло I2C", "a 3V3 feed of an I2C display"),
        where=(
            "логика табло – от 3V3, не от 5V: подтяжка его SDA и SCL идёт к питанию",
            "feed its logic with 3V3, not 5V: its SDA and SCL are pulled up to the feed",
        ),
    )  # fmt: skip


def _of_keys(keys: int) -> Iterator[Part]:
    yield Part(
        part="key", count=keys, when="always",
        name=("кнопка без фиксации, нормально разомкнутая", "push button, normally open"),
        where=("между своим выводом и GND", "between its pin and GND"),
    )  # fmt: skip
    yield Part(
        part="pull-up", count=keys, when="long",
        name=("резистор 1 кОм, подтяжка", "1 kΩ resistor, pull-up"),
        where=("от провода кнопки к 3V3, со стороны кабеля", "key's wire to 3V3, at the cable"),
    )  # fmt: skip
    yield Part(
        part="rc-resistor", count=keys, when="long",
        name=("резистор 1 кОм, в разрыв", "1 kΩ resistor, in series"),
        where=("между кабелем с подтяжкой и выводом GPIO", "between pulled-up cable and GPIO pin"),
    )  # fmt: skip
    yield Part(
        part="rc-capacitor", count=keys, when="long",
        name=("конденсатор 1 мкФ, керамика", "1 µF capacitor, ceramic"),
        where=(
            "от вывода GPIO к GND; с 1 кОм даёт 1–2 мс против помех, всем кнопкам поровну",
            "GPIO pin to GND; with 1 kΩ it makes 1-2 ms against noise, alike for all keys",
        ),
    )  # fmt: skip
    yield Part(
        part="opto-coupler", count=keys, when="long",
        name=("оптопара PC817 и резистор 1 кОм на 12 В", "PC817 opto-coupler, 1 kΩ for 12 V"),
        where=(
            "вместо подтяжки и RC, если кабель длиннее 10 м или идёт рядом с сетью 230 В",
            "instead of pull-up and RC where a cable is over 10 m or runs beside mains",
        ),
    )  # fmt: skip


def _of_outputs(lamps: int, buzzers: int) -> Iterator[Part]:
    driven = lamps + buzzers
    yield Part(
        part="lamp", count=lamps, when="always",
        name=("лампа 12 В (светодиодная)", "12 V lamp (LED)"),
        where=("между +12 В и стоком драйвера", "between +12 V and the driver's drain"),
    )  # fmt: skip
    yield Part(
        part="buzzer", count=buzzers, when="always",
        name=("зуммер 12 В со своим генератором", "12 V buzzer, self-driven"),
        where=("между +12 В и стоком драйвера", "between +12 V and the driver's drain"),
    )  # fmt: skip
    yield Part(
        part="driver", count=driven, when="always",
        name=(
            "N-канальный MOSFET логического уровня (IRLZ44N, AO3400)",
            "logic-level N-channel MOSFET (IRLZ44N, AO3400)",
        ),
        where=(
            "затвор через 100 Ом к выводу GPIO, исток к GND",
            "gate to the GPIO pin through 100 Ω, source to GND",
        ),
    )  # fmt: skip
    yield Part(
        part="gate-resistor", count=driven, when="always",
        name=("резистор 100 Ом", "100 Ω resistor"),
        where=("между выводом GPIO и затвором", "between GPIO pin and gate"),
    )  # fmt: skip
    yield Part(
        part="pull-down", count=driven, when="always",
        name=("резистор 10 кОм", "10 kΩ resistor"),
        where=(
            "от затвора к GND: без прибора всё погашено",
            "gate to GND: everything is off when the box is",
        ),
    )  # fmt: skip
    yield Part(
        part="diode", count=buzzers, when="always",
        name=("диод 1N4007", "1N4007 diode"),
        where=("параллельно зуммеру, катодом к +12 В", "across the buzzer, cathode to +12 V"),
    )  # fmt: skip
    yield Part(
        part="supply", count=int(driven > 0), when="always",
        name=("блок питания 12 В с предохранителем", "12 V supply with a fuse"),
        where=("его минус соединить с GND прибора", "join its minus with the box's GND"),
    )  # fmt: skip
