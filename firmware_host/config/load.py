"""The one config file. What is wrong is said all at once, and nothing is written."""

from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from firmware_host.config.board import board_of, board_table, boards
from firmware_host.config.model import Board, Box, Choice, Config, Offset, Sound, Web, simulated
from firmware_host.config.pins import Ours, is_ours, table_of
from firmware_host.config.plan import Plan, load_plan
from firmware_host.config.schema import BoxText, ChoiceText, ConfigText, SoundText
from firmware_host.errors import Fault, FileFaults
from firmware_host.formats import Format, builtin, load_folder, parse_ns, setting_faults
from firmware_host.formats.blame import faults_of, written
from firmware_host.formats.reading import decode, parse, read_text
from firmware_host.formats.words import listed, near
from hardware.registry import kinds

USUAL = Path("/etc/minuta/minuta.toml")
EVERYWHERE = ("0.0.0.0", "::")
"""What stands for all addresses of the box: no name that a page may have."""
OURS = ("sources", "keys", "lamps", "buzzers", "displays")
"""The parts of a board of which a config may have rows of its own."""


def load_config(path: Path | None, env: Mapping[str, str]) -> Config:
    """Read the config: the path, else $MINUTA_CONFIG, else /etc/minuta/minuta.toml.

    Raises:
        FileFaults: Everything that is wrong with it, or that there is none.
    """
    chosen = path or (Path(env["MINUTA_CONFIG"]) if env.get("MINUTA_CONFIG") else USUAL)
    if path is None and not env.get("MINUTA_CONFIG") and not USUAL.exists():
        remedy = "write a config there, name one with --config, or try `minuta demo`"
        raise FileFaults(str(USUAL), [Fault("file", "", f"there is no config: {remedy}")])
    return load_config_text(read_text(chosen), str(chosen))


def default_config(*, simulated: bool = True) -> Config:
    """Return the config of the demo; not simulated: the same on a real board."""
    one = files(__package__) / "demo.toml"
    config = load_config_text(decode(one.read_bytes(), one.name), one.name)
    return config if simulated else replace(config, board=boards()[config.board.id])


def load_config_text(text: str, file: str) -> Config:
    """Read the text of a config.

    Raises:
        FileFaults: Everything that is wrong with it.
    """
    data = parse(text, file)
    faults: list[Fault] = []
    tables: ConfigText | None = None
    try:
        tables = ConfigText.model_validate(data)
    except ValidationError as error:
        faults = faults_of(error, ConfigText, data)
    ours = {part: table_of(data.get(part)) for part in OURS}
    board, more = _board(data.get("board"), ours)
    faults += [one for one in more if "board" in data and one not in faults]
    box = data.get("box")
    if board is not None and not (isinstance(box, dict) and box.get("simulated") is True):
        faults += _placed(kind_faults(board), ours)
    if tables is not None and tables.sound.offset is not None and "sound" in tables.offsets:
        remedy = "it was measured, see offsets.sound: leave one of the two out"
        faults.append(Fault("sound.offset", tables.sound.offset, remedy))
    choice = data.get("format")
    faults += _web_faults(data.get("web"))
    faults += _choice_faults(choice if isinstance(choice, dict) else {})
    if faults or tables is None or board is None:
        raise FileFaults(file, faults)
    return _frozen(file, tables, board)


def _frozen(file: str, tables: ConfigText, board: Board) -> Config:
    offsets = _offsets(tables)
    return Config(
        file=file,
        box=_box(tables.box),
        web=Web(
            host=tables.web.host,
            port=tables.web.port,
            origins=tuple(tables.web.origins),
            names=tuple(tables.web.names),
        ),
        sound=_sound(tables.sound, offsets.get("sound")),
        offsets=offsets,
        board=simulated(board) if tables.box.simulated else board,
        format=_choice(tables.format),
        plan=_plan(tables.format),
        copy_to=Path(tables.copy_.to) if tables.copy_.to else None,
    )


def _board(value: object, ours: Ours) -> tuple[Board | None, list[Fault]]:
    """Return the board of a config: a known id, or a table of its own. `ours` go before its own:
    a row replaces the board's of that name, whole."""
    known = isinstance(value, str) and value in boards()
    if known and not any(ours.values()):
        return boards()[str(value)], []
    if known or isinstance(value, dict):
        table = board_table(str(value)) if known else dict(value)  # type: ignore[call-overload]
        only = list(table_of(table.get("sources")))
        for part, more in ours.items():
            if more and isinstance(own := table.get(part, {}), dict):
                table[part] = {**own, **more}
        if len(only) == 1 and ours["sources"]:
            table["keys"] = _on(only[0], table.get("keys"))
        board, faults = board_of(table, ours)
        return board, _placed(faults, ours)
    remedy = f"write one of {listed(boards())}, or a [board] of your own{near(value, boards())}"
    return None, [Fault("board", written(value), remedy)]


def _on(source: str, keys: object) -> object:
    """Return keys with their source: one that names none is on the board's only own one."""
    if not isinstance(keys, dict):
        return keys
    return {
        word: {"source": source, **key} if isinstance(key, dict) else key
        for word, key in keys.items()
    }


def _placed(faults: list[Fault], ours: Ours) -> list[Fault]:
    """Return a board's faults with their places in the config."""
    return [
        one if is_ours(one.path, ours) else replace(one, path=f"board.{one.path}") for one in faults
    ]


def kind_faults(board: Board) -> list[Fault]:
    """Return the parts of a board that no driver of this version can carry."""
    named = [(f"sources.{one.name}", "buttons", one.kind) for one in board.sources]
    named += [(f"lamps.{one.name}", "switch", one.kind) for one in board.lamps]
    named += [(f"buzzers.{one.role}", "switch", one.kind) for one in board.buzzers]
    named += [(f"displays.{one.name}", "display", one.kind) for one in board.displays]
    return [
        Fault(
            f"{path}.kind",
            kind,
            f"no driver for it: write one of {listed(kinds(role))}{near(kind, kinds(role))}",
        )
        for path, role, kind in named
        if kind not in kinds(role)
    ]


def _web_faults(web: object) -> list[Fault]:
    """Return a fault where all addresses are listened on, and no name is answered to."""
    if not isinstance(web, dict) or web.get("host") not in EVERYWHERE or web.get("names"):
        return []
    remedy = (
        f"with host = {web['host']!r} say under which names and addresses phones may ask for the"
        ' pages, such as ["minuta.local", "192.168.4.1"]'
    )
    return [Fault("web.names", "", remedy)]


def _choice_faults(choice: Mapping[str, object]) -> list[Fault]:
    """Return what is wrong with the format that a config chooses."""
    formats: Mapping[str, Format] = builtin()
    folder = choice.get("folder")
    if isinstance(folder, str):
        if not Path(folder).is_dir():
            return [Fault("format.folder", folder, "there is no such folder: make it")]
        try:
            formats = load_folder(Path(folder), formats)
        except FileFaults as error:
            name = Path(error.file).name
            return [replace(one, path=f"format.folder: {name}: {one.path}") for one in error.faults]
    chosen, settings = choice.get("id"), choice.get("set", {})
    if not isinstance(settings, dict) or not isinstance(chosen, str | None):
        return []
    if chosen is None:
        remedy = "say of which format: write format.id"
        return [Fault("format.set", written(settings), remedy)] if settings else []
    if chosen not in formats:
        remedy = f"no such format: write one of {listed(formats)}{near(chosen, formats)}"
        return [Fault("format.id", written(chosen), remedy)]
    return setting_faults(formats[chosen], settings, path="format.set")


def _plan(text: ChoiceText) -> Plan | None:
    """Read the plan that a config names; its formats are the built-in ones and the folder's.

    Raises:
        FileFaults: Everything that is wrong with it; it is the plan's file that is named.
    """
    if text.plan is None:
        return None
    formats = load_folder(Path(text.folder), builtin()) if text.folder else builtin()
    return load_plan(read_text(Path(text.plan)), text.plan, formats)


def _box(text: BoxText) -> Box:
    return Box(
        language=text.language,
        state=Path(text.state) if text.state else None,
        event=text.event,
        evening=text.evening,
        simulated=text.simulated,
    )


def _offsets(tables: ConfigText) -> dict[str, Offset]:
    found = {
        name: Offset(offset_ns=parse_ns(one.offset), doubt_ns=parse_ns(one.doubt))
        for name, one in tables.offsets.items()
    }
    if tables.sound.offset is not None:
        found["sound"] = Offset(offset_ns=parse_ns(tables.sound.offset), doubt_ns=None)
    return found


def _sound(text: SoundText, offset: Offset | None) -> Sound:
    return Sound(
        kind=text.kind,
        pack=text.pack,
        device=text.device,
        offset_ns=None if offset is None else offset.offset_ns,
    )


def _choice(text: ChoiceText) -> Choice:
    return Choice(
        id=text.id,
        set=dict(text.set),
        tours=tuple(text.tours),
        folder=Path(text.folder) if text.folder else None,
    )
