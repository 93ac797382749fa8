"""What a config and a board say, checked and frozen. Durations are nanoseconds here."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from firmware_host.config.plan import Plan
from hardware.displays.serial_look import Look

SIMULATED = "simulated"
SIMULATED_HOLD_BACK_NS = 25_000_000
"""Every source of the simulated board holds back 25 ms (DESIGN, "The simulated board")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where edges of keys come from.

    Attributes:
        name: The board's word for it.
        kind: The driver, a row of the driver table.
        timing: A row of intake's timing table (REALTIME b.1).
        hold_back_ns: How long it may hold an edge back; None: as its timing row says.
        device: A path or address for the driver, such as a serial port; may be empty.
        u_ns: One-sided doubt of its stamps, as measured; None: as its driver says.
        baud: Of a serial box; None: as its driver says.
        drift_ppm: A serial box's clock is within this of ours; None: as its driver says.
    """

    name: str
    kind: str
    timing: str
    hold_back_ns: int | None
    device: str
    u_ns: int | None = None
    baud: int | None = None
    drift_ppm: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key: its word, and the line of a source that it closes. `pin` is BCM, or None."""

    key: str
    source: str
    line: str
    pin: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    """A lamp on a BCM pin, or that of a handset (1 to 4) of a quiz controller: then no pin.
    16 is its full brightness."""

    name: str
    kind: str
    pin: int | None
    brightness: int = 16
    device: str = ""
    handset: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Buzzer:
    """A buzzer on a BCM pin; `role` is "host" or "hall"."""

    role: str
    kind: str
    pin: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """A countdown display; `role` is "host" or "hall"; `serial` is what a board at a port is sent;
    the rest as in `hardware.displays`."""

    name: str
    kind: str
    digits: int
    role: str
    device: str
    pins: tuple[int, ...]
    brightness: int = 8
    rotated: bool = False
    colon: int | None = None
    block_turn: int = -90
    serial: Look | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """All that is wired to the box."""

    id: str
    name: Mapping[str, str]
    sources: tuple[Source, ...]
    keys: tuple[Key, ...]
    lamps: tuple[Lamp, ...]
    buzzers: tuple[Buzzer, ...]
    displays: tuple[Display, ...]

    @property
    def simulated(self) -> bool:
        """Tell whether no key of it is a real one."""
        return all(source.kind == SIMULATED for source in self.sources)

    def in_use(self) -> "Board":
        """Return it without sources that no key is on: nothing of theirs is opened or looked for.

        `minuta learn` leaves such behind, and may put keys on them again.
        """
        used = {key.source for key in self.keys}
        return replace(self, sources=tuple(one for one in self.sources if one.name in used))


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The box itself: language of its pages and clips, and where it keeps its evening."""

    language: str
    state: Path | None
    event: str
    evening: str
    simulated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Web:
    """Where the admin page listens, under which names, and where a proxy answers for it."""

    host: str
    port: int
    origins: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """The loudspeaker. `offset_ns` is its measured delay; None: never measured."""

    kind: str
    pack: str
    device: str
    offset_ns: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The format of the first turn, if any, with settings as written; questions a tour."""

    id: str | None
    set: Mapping[str, object]
    tours: tuple[int, ...]
    folder: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offset:
    """How long an output takes, from its command until it is heard or seen; nanoseconds.

    `doubt_ns` is how far it may be off to either side; None: it was written by hand.
    """

    offset_ns: int
    doubt_ns: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A whole config. `file` is where it was read, for people. `offsets` are those known, of
    "sound" and of lamps by name."""

    file: str
    box: Box
    web: Web
    sound: Sound
    board: Board
    format: Choice
    plan: Plan | None = None
    copy_to: Path | None = None
    """Where the stick for the second copy is mounted."""
    offsets: Mapping[str, Offset] = field(default_factory=dict)


DESK = "desk"
"""The source of the keys that a board lacks: they are pressed by command."""
DESK_KEYS = ("start", "stop", "next", "ok", "skip", "viol")


def with_desk_keys(board: Board) -> Board:
    """Return a board with the host's, stage's and judge's keys that it lacks, at the desk.

    They come in as edges of a simulated source, so nothing behind the wires knows the difference.
    """
    there = {one.key for one in board.keys}
    lacking = [key for key in DESK_KEYS if key not in there]
    if not lacking or any(source.name == DESK for source in board.sources):
        return board
    source = Source(
        name=DESK, kind=SIMULATED, timing="gpio", hold_back_ns=SIMULATED_HOLD_BACK_NS, device=""
    )
    keys = (Key(key=key, source=DESK, line=key, pin=None) for key in lacking)
    return replace(board, sources=(*board.sources, source), keys=(*board.keys, *keys))


def simulated(board: Board) -> Board:
    """Return a board of the same keys and outputs, all simulated.

    A simulated box debounces: in a scenario its taps may overlap (acceptance S10).
    """
    return replace(
        board,
        sources=tuple(
            replace(
                one,
                kind=SIMULATED,
                hold_back_ns=SIMULATED_HOLD_BACK_NS,
                timing="serial-stamped" if one.timing == "serial-raw" else one.timing,
            )
            for one in board.sources
        ),
        lamps=tuple(replace(one, kind=SIMULATED) for one in board.lamps),
        buzzers=tuple(replace(one, kind=SIMULATED) for one in board.buzzers),
        displays=tuple(replace(one, kind=SIMULATED) for one in board.displays),
    )
