"""Boards from TOML: those that the product brings along, by id, and one within a config."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pydantic import ValidationError

from firmware_host.config.model import Board, Buzzer, Display, Key, Lamp, Source
from firmware_host.config.pins import ALL_THE_BOARDS, Ours, check, source_of
from firmware_host.config.schema import BoardText
from firmware_host.config.usb import usb_faults
from firmware_host.errors import Fault, FileFaults
from firmware_host.formats.blame import faults_of
from firmware_host.formats.durations import parse_ns
from firmware_host.formats.reading import decode, parse


@cache
def boards() -> Mapping[str, Board]:
    """Return the boards that the product brings along, by id."""
    return {name: load_board(text, f"{name}.toml") for name, text in _texts().items()}


@cache
def _texts() -> Mapping[str, str]:
    folder = files(__package__) / "boards"
    found = sorted((one for one in folder.iterdir() if one.name.endswith(".toml")), key=str)
    return {one.name[:-5]: decode(one.read_bytes(), one.name) for one in found}


def board_table(board_id: str) -> dict[str, object]:
    """Return the table of a board that the product brings along.

    Raises:
        KeyError: There is no such board.
    """
    return parse(_texts()[board_id], board_id)


def load_board(text: str, file: str) -> Board:
    """Read a board file.

    Raises:
        FileFaults: Everything that is wrong with it.
    """
    board, faults = board_of(parse(text, file))
    if board is None:
        raise FileFaults(file, faults)
    return board


def board_of(
    data: dict[str, object], ours: Ours = ALL_THE_BOARDS
) -> tuple[Board | None, list[Fault]]:
    """Return the board that a table describes, or None and all its faults.

    `ours` as of `pins.check`.
    """
    faults: list[Fault] = []
    tables: BoardText | None = None
    try:
        tables = BoardText.model_validate(data)
    except ValidationError as error:
        faults = faults_of(error, BoardText, data)
    told = {fault.path for fault in faults}
    between = [*check(data, ours), *usb_faults(data, ours)]
    faults += [fault for fault in between if fault.path not in told]
    return (_frozen(tables, data) if tables and not faults else None), faults


def _frozen(tables: BoardText, data: dict[str, object]) -> Board:
    return Board(
        id=tables.id,
        name={"ru": tables.name.ru, "en": tables.name.en},
        sources=tuple(
            Source(
                name=name,
                kind=one.kind,
                timing=one.timing,
                hold_back_ns=None if one.hold_back is None else parse_ns(one.hold_back),
                device=one.device,
                u_ns=None if one.doubt is None else parse_ns(one.doubt),
                baud=one.baud,
                drift_ppm=one.drift_ppm,
            )
            for name, one in tables.sources.items()
        ),
        keys=_keys(tables, data),
        lamps=tuple(
            Lamp(
                name=name,
                kind=one.kind,
                pin=one.pin,
                brightness=one.brightness,
                device=one.device,
                handset=one.handset,
            )
            for name, one in tables.lamps.items()
        ),
        buzzers=tuple(
            Buzzer(role=role, kind=one.kind, pin=one.pin) for role, one in tables.buzzers.items()
        ),
        displays=_displays(tables),
    )


def _keys(tables: BoardText, data: dict[str, object]) -> tuple[Key, ...]:
    return tuple(
        Key(
            key=word,
            source=str(one.source or source_of(data, {})),
            line=one.line if one.line is not None else str(one.pin),
            pin=one.pin,
        )
        for word, one in tables.keys.items()
    )


def _displays(tables: BoardText) -> tuple[Display, ...]:
    return tuple(
        Display(
            name=name,
            kind=one.kind,
            digits=one.digits,
            role=one.role,
            device=one.device,
            pins=tuple(one.pins),
            brightness=one.brightness,
            rotated=one.rotated,
            colon=one.colon,
            block_turn=one.block_turn,
            serial=one.serial.look() if one.serial else None,
        )
        for name, one in tables.displays.items()
    )
