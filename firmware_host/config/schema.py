"""The schema of the config file and of board files. What spans several tables is in `pins.py`."""

import re
from ipaddress import ip_address
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from firmware_host.formats.blame import Strict, refuse
from firmware_host.formats.durations import DurationError, parse_ns
from firmware_host.formats.fields import Id, Line, Words, one_of
from firmware_host.formats.words import listed, near
from hardware.displays.serial_look import SUMS, Look
from hardware.key_names import HANDSET_COUNT
from hardware.registry import kinds
from hardware.wire import PARITIES, Wire

KEYS = ("start", "stop", "next", "ok", "skip", "viol")
SEATS = ("seat", "table")
MOST_SEATS = 24
TIMINGS = ("gpio", "usb", "serial-raw", "serial-stamped", "serial-unstamped", "phone")
"""The columns of REALTIME b.1; intake has their figures."""
LAMPS = (
    *("running", "done", "ready", "claim", "first", "second", "signal", "accepted", "refused"),
    "host",
)
"""The lamps that `firmware_host.outputs.patterns` knows."""
BUSES = ("i2c", "spi", "uart")
TURNS = (-90, 0, 90, 180)
HOLD_BACK_MOST_NS = 1_000_000_000
_PLAIN = Look()
_SEAT = re.compile(r"(seat|table)([1-9][0-9]?)")


def key_remedy(word: str, words: tuple[str, ...] = KEYS) -> str | None:
    """Return what is wrong with the word of a key, or None."""
    found = _SEAT.fullmatch(word)
    if word in words or (found and int(found[2]) <= MOST_SEATS):
        return None
    if re.fullmatch(r"(seat|table)0+[1-9]\d?", word):
        return f"write {word.replace('0', '', 1)}: a number has no zero before it"
    known = f"{listed(words)}, seat1 … seat{MOST_SEATS}, table1 … table{MOST_SEATS}"
    return f"no such word: write one of {known}{near(word, (*words, 'seat1', 'table1'))}"


def _key(value: str) -> str:
    if remedy := key_remedy(value):
        raise refuse(remedy)
    return value


def _lamp(value: str) -> str:
    if remedy := key_remedy(value, LAMPS):
        raise refuse(remedy)
    return value


def _output(value: str) -> str:
    if remedy := key_remedy(value, ("sound", *LAMPS)):
        raise refuse(remedy)
    return value


def _duration(value: object) -> object:
    try:
        if parse_ns(value) > HOLD_BACK_MOST_NS:
            raise refuse("this is longer than 1s: no device is so slow")
    except DurationError as error:
        raise refuse(str(error)) from None
    return value


def _no_control(value: str) -> str:
    if len(value) > 4096 or not value.isprintable():
        raise refuse("write one line of text")
    return value


def _whole(value: str) -> str:
    # Relative paths would move with the process: lgpio changes its folder (GPIO.md, trap 6).
    if not _no_control(value).startswith("/"):
        raise refuse("write a whole path, from / on")
    return value


def _folder(value: str) -> str:
    if "/" in value or value.startswith(".") or len(_no_control(value).encode()) > 200:
        raise refuse("write a name without / and without a dot before it, at most 200 bytes")
    return value


def _origin(value: str) -> str:
    host = r"(?:[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])"
    if not re.fullmatch(rf"https?://{host}(?::[0-9]{{1,5}})?", value):
        raise refuse("write an origin without a path, such as https://minuta.local")
    return value


def _host_name(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,252})|::1?", value):
        raise refuse("write a host name or address, without port or path")
    return value


def _own_address(value: str) -> str:
    try:
        if value != "localhost":
            ip_address(value)
    except ValueError:
        raise refuse(
            "write 127.0.0.1 (this computer only), an address of this box, or 0.0.0.0 (all of them)"
        ) from None
    return value


def _turn(value: object) -> object:
    if value not in TURNS or isinstance(value, bool):
        raise refuse(f"write one of {listed(TURNS)}")
    return value


Short = Annotated[str, BeforeValidator(_duration)]
Text = Annotated[str, AfterValidator(_no_control)]
Whole = Annotated[str, AfterValidator(_whole)]
Folder = Annotated[str, AfterValidator(_folder)]
KeyName = Annotated[str, AfterValidator(_key)]
LampName = Annotated[str, AfterValidator(_lamp)]
OutputName = Annotated[str, AfterValidator(_output)]
Host = Annotated[str, AfterValidator(_host_name)]
Origin = Annotated[str, AfterValidator(_origin)]
Timing = Annotated[str, BeforeValidator(one_of(TIMINGS))]
Role = Annotated[str, BeforeValidator(one_of(("host", "hall")))]
Bus = Annotated[str, BeforeValidator(one_of(BUSES))]
Pin = Annotated[int, Field(ge=0, le=27)]


class SourceText(Strict):
    """A source of key edges, named by its table."""

    kind: Id
    timing: Timing = "gpio"
    hold_back: Short | None = None
    doubt: Short | None = None
    device: Text = ""
    baud: Annotated[int, Field(ge=1200, le=4_000_000)] | None = None
    drift_ppm: Annotated[int, Field(ge=1, le=10_000)] | None = None


class KeyText(Strict):
    """Where a key is wired: a BCM pin, or the line of a source by its own name."""

    source: Id | None = None
    pin: Pin | None = None
    line: Line | None = None


class LampText(Strict):
    """A lamp: on a pin, or on a handset of a quiz controller; 16 is its full brightness."""

    pin: Pin | None = None
    kind: Id = "gpiod"
    brightness: Annotated[int, Field(ge=1, le=16)] = 16
    device: Text = ""
    handset: Annotated[int, Field(ge=1, le=HANDSET_COUNT)] | None = None


class OutputText(Strict):
    """A buzzer."""

    pin: Pin
    kind: Id = "gpiod"


class SerialText(Strict):
    """What a serial board is sent, and how (hardware/displays/SERIAL.md)."""

    baud: Annotated[int, Field(ge=50, le=4_000_000)] = 9600
    bits: Annotated[int, Field(ge=7, le=8)] = 8
    parity: Annotated[str, BeforeValidator(one_of(PARITIES))] = "none"
    stop_bits: Annotated[int, Field(ge=1, le=2)] = 1
    template: Annotated[str, Field(max_length=200)] = _PLAIN.template
    width: Annotated[int, Field(ge=1, le=64)] = _PLAIN.width
    checksum: Annotated[str, BeforeValidator(one_of(tuple(SUMS)))] = "none"
    sum_from: Annotated[int, Field(ge=0, le=200)] = 0

    def look(self) -> Look:
        """Return it for the driver."""
        wire = Wire(baud=self.baud, bits=self.bits, parity=self.parity, stop_bits=self.stop_bits)
        return Look(
            wire=wire, template=self.template, width=self.width, checksum=self.checksum,
            sum_from=self.sum_from,
        )  # fmt: skip


def _sound_look(value: SerialText) -> SerialText:
    if wrong := value.look().faults():
        raise refuse("; ".join(wrong))
    return value


class DisplayText(Strict):
    """A countdown display, named by its table."""

    kind: Id
    digits: Annotated[int, Field(ge=1, le=16)] = 4
    role: Role = "hall"
    device: Text = ""
    pins: list[Pin] = Field(default_factory=list)
    brightness: Annotated[int, Field(ge=1, le=16)] = 8
    rotated: bool = False
    colon: Annotated[int, Field(ge=0, le=16)] | None = None
    block_turn: Annotated[int, BeforeValidator(_turn)] = -90
    serial: Annotated[SerialText, AfterValidator(_sound_look)] | None = None


class BoardText(Strict):
    """A board, as a file of its own or within the config."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    id: Id
    name: Words
    buses: list[Bus] = Field(default_factory=lambda: list(BUSES))
    sources: Annotated[dict[Id, SourceText], Field(min_length=1)]
    keys: Annotated[dict[KeyName, KeyText], Field(min_length=1)]
    lamps: dict[LampName, LampText] = Field(default_factory=dict)
    buzzers: dict[Role, OutputText] = Field(default_factory=dict)
    displays: dict[Id, DisplayText] = Field(default_factory=dict)


class BoxText(Strict):
    """[box]"""

    language: Annotated[str, BeforeValidator(one_of(("ru", "en")))] = "ru"
    state: Whole | None = None
    event: Folder = ""
    evening: Folder = ""
    simulated: bool = False


class WebText(Strict):
    """[web]; it listens on loopback only, unless it is told an address."""

    host: Annotated[str, AfterValidator(_own_address)] = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)] = 8080
    origins: list[Origin] = Field(default_factory=list)
    names: list[Host] = Field(default_factory=list)


class SoundText(Strict):
    """[sound]"""

    kind: Annotated[str, BeforeValidator(one_of(kinds("sound")))] = "pygame"
    pack: Id = "ru"
    device: Text = ""
    offset: Short | None = None


class OffsetText(Strict):
    """What `minuta calibrate` has measured of an output."""

    offset: Short
    doubt: Short


class CopyText(Strict):
    """[copy]"""

    to: Whole | None = None


class ChoiceText(Strict):
    """[format]"""

    id: Id | None = None
    set: dict[str, object] = Field(default_factory=dict)
    tours: list[Annotated[int, Field(ge=1, le=999)]] = Field(default_factory=list)
    folder: Whole | None = None
    plan: Whole | None = None


class ConfigText(Strict):
    """The one config file, but for its board."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)]
    box: BoxText = Field(default_factory=BoxText)
    web: WebText = Field(default_factory=WebText)
    sound: SoundText = Field(default_factory=SoundText)
    format: ChoiceText = Field(default_factory=ChoiceText)
    sources: dict[Id, SourceText] = Field(default_factory=dict)
    keys: dict[KeyName, KeyText] = Field(default_factory=dict)
    lamps: dict[LampName, LampText] = Field(default_factory=dict)
    buzzers: dict[Role, OutputText] = Field(default_factory=dict)
    displays: dict[Id, DisplayText] = Field(default_factory=dict)
    offsets: dict[OutputName, OffsetText] = Field(default_factory=dict)
    copy_: Annotated[CopyText, Field(alias="copy", default_factory=CopyText)]
    board: object
