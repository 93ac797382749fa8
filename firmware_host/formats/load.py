"""Formats from TOML texts and folders. What is wrong is said all at once, and nothing is kept."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from firmware_host.errors import Fault, FileFaults
from firmware_host.formats.blame import faults_of, path_text
from firmware_host.formats.check import check
from firmware_host.formats.loaded import SEAM, Format
from firmware_host.formats.reading import decode, parse, read_text
from firmware_host.formats.resolve import built, setting_faults
from firmware_host.formats.schema import FormatText, PresetText
from firmware_host.formats.settings import default_remedy
from firmware_host.formats.words import KEYS, listed, near


def load_text(text: str, file: str, known: Mapping[str, Format] | None = None) -> Format:
    """Read a format.

    Args:
        text: The TOML text; `Format.text` of a preset brings its parent along.
        file: Its name, for faults.
        known: Formats that a preset may be like; None: the built-in ones.

    Raises:
        FileFaults: Everything that is wrong with it.
    """
    own, seam, parent = text.replace("\r\n", "\n").partition(SEAM)
    data = parse(own, file)
    if "like" not in data:
        return _whole(own, data, file)
    if seam:
        one = load_text(parent, file, {})
        known = {one.id: one}
    return _preset(own, data, file, builtin() if known is None else known)


def load_folder(folder: Path, known: Mapping[str, Format] | None = None) -> dict[str, Format]:
    """Read all formats of a folder, beside those that are known already.

    Returns:
        The known ones and the folder's, by id.

    Raises:
        FileFaults: Of the first file with faults; a format with an id that is there already
            is one.
    """
    paths = sorted(path for path in folder.glob("*.toml") if path.is_file())
    return _gather([(str(path), read_text(path)) for path in paths], known or {})


@cache
def builtin() -> Mapping[str, Format]:
    """Return the formats that the product brings along, by id."""
    found = [one for one in files(__package__).iterdir() if one.name.endswith(".toml")]
    return _gather([(one.name, decode(one.read_bytes(), one.name)) for one in found], {})


def known_settings(formats: Iterable[Format] | None = None) -> frozenset[str]:
    """Return the names of all settings of some formats; None: of the built-in ones."""
    chosen = builtin().values() if formats is None else formats
    return frozenset(name for fmt in chosen for name in fmt.tables.settings)


def _gather(texts: Iterable[tuple[str, str]], known: Mapping[str, Format]) -> dict[str, Format]:
    """Read whole formats first, then presets, each in order of its file name."""
    found = dict(known)
    ordered = sorted(texts)
    presets = [(file, text) for file, text in ordered if "like" in parse(text, file)]
    for file, text in [one for one in ordered if one not in presets] + presets:
        fmt = load_text(text, file, found)
        if fmt.id in found:
            remedy = f"{found[fmt.id].file} has this id already: give each format its own"
            raise FileFaults(file, [Fault("id", fmt.id, remedy)])
        found[fmt.id] = fmt
    return dict(sorted(found.items()))


def _whole(text: str, data: dict[str, object], file: str) -> Format:
    """Read a format with phases of its own."""
    faults: list[Fault] = []
    tables: FormatText | None = None
    try:
        tables = FormatText.model_validate(data)
    except ValidationError as error:
        faults = faults_of(error, FormatText, data)
    faults += [one for one in check(data) if one.path not in {fault.path for fault in faults}]
    faults += _own_settings(tables) if tables else []
    if faults or tables is None:
        raise FileFaults(file, faults)
    fmt = _format(tables, text, file, tables, {}, None)
    if faults := _trials(fmt):
        raise FileFaults(file, faults)
    return fmt


def _own_settings(tables: FormatText) -> list[Fault]:
    """Return what is wrong with the settings' defaults and choices, and with `repeat`."""
    faults = [
        Fault(path_text(("settings", name, "value")), str(one.value)[:80], remedy)
        for name, one in tables.settings.items()
        if (remedy := default_remedy(one))
    ]
    for role in tables.repeat:
        if role and role not in KEYS:
            remedy = f"no such key: write one of {listed(KEYS)}{near(role, KEYS)}"
            faults.append(Fault(f"repeat.{role}", role, remedy))
    return faults


def _trials(fmt: Format) -> list[Fault]:
    """Try the format with its defaults, then with each choice of each setting."""
    faults = built(fmt, {}, None)[1]
    for name, setting in fmt.tables.settings.items():
        for choice in setting.choices or ():
            told = {fault.path for fault in faults}
            under = f" (with {name} = {choice})"
            faults += [
                replace(fault, remedy=fault.remedy + under)
                for fault in built(fmt, {name: choice}, None)[1]
                if fault.path not in told
            ]
    return faults


def _preset(text: str, data: dict[str, object], file: str, known: Mapping[str, Format]) -> Format:
    """Read a format that is another one under other settings."""
    faults: list[Fault] = []
    tables: PresetText | None = None
    try:
        tables = PresetText.model_validate(data)
    except ValidationError as error:
        faults = faults_of(error, PresetText, data)
    parent = known.get(str(data["like"]))
    if parent is None or parent.like is not None:
        whole = [one.id for one in known.values() if one.like is None]
        close = near(data["like"], whole)
        remedy = f"write a format with phases of its own: {listed(whole)}{close}"
        faults.append(Fault("like", str(data["like"])[:80], remedy))
    chosen = data.get("set", {})
    if parent is not None and isinstance(chosen, dict):
        faults += setting_faults(parent, chosen)
    if faults or tables is None or parent is None:
        raise FileFaults(file, faults)
    joined = text.rstrip("\n") + "\n" + SEAM.lstrip("\n") + parent.text.decode()
    return _format(tables, joined, file, parent.tables, tables.set, tables.like)


def _format(
    head: FormatText | PresetText,
    text: str,
    file: str,
    tables: FormatText,
    chosen: Mapping[str, object],
    like: str | None,
) -> Format:
    raw = (text.rstrip("\n") + "\n").encode()
    return Format(
        id=head.id,
        file=file,
        name={"ru": head.name.ru, "en": head.name.en},
        source=head.source,
        rehearsal=head.rehearsal,
        like=like,
        set=dict(chosen),
        tables=tables,
        text=raw,
        sha=hashlib.sha256(raw).hexdigest(),
    )
