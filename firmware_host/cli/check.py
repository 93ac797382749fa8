"""`minuta check`: the config and the box, before the evening."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.cli.common import box, box_options, environment
from firmware_host.errors import FileFaults, HostError
from firmware_host.russian import told
from firmware_host.wiring.words import LANGUAGES, SIMULATED

if TYPE_CHECKING:
    from firmware_host.checkup.finding import Finding
    from firmware_host.config import Config, Places
    from firmware_host.daemon.pack import Pack

LABELS = {
    "config": ("файл", "config"), "board": ("плата", "board"), "sound": ("звук", "sound"),
    "state": ("данные", "state"), "ring": ("кольцо", "ring"), "socket": ("сокет", "socket"),
    "note": ("учтите", "note"), "format": ("игра", "format"),
}  # fmt: skip
SOUND = "{kind}, набор {pack}, записей: {count}", "{kind}, pack {pack}, {count} clips"
SEVERITIES = {"error": ("ОШИБКА", "ERROR"), "warning": ("внимание", "warning"), "note": ("·", "·")}


class NotReady(HostError):
    """The box does not work so; everything that is wrong has been said already."""


@click.command()
@box_options
@click.option("--json", "as_json", is_flag=True, help="All of it as JSON.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES),
    help="Language of what is printed; the config's if not given.",
)  # fmt: skip
def check(
    config_path: Path | None, demo: bool, evening: str, as_json: bool, lang: str | None
) -> None:
    """Read the config, look at the machine, the folders and the sound pack, and say what can be
    played.

    Pins, buses, groups, devices, libraries, sound card, clock and power: each finding with its
    place, what stands there, and what to do. Each format with the keys that the board lacks.

    Exit code 2: something is wrong, also that the format or plan of the config wants keys that
    its board lacks; warnings alone leave it 0.
    """
    from firmware_host.checkup.finding import ERROR
    from firmware_host.checkup.look import look
    from firmware_host.cli.keys import playable_said, unplayable
    from firmware_host.daemon.pack import load_pack
    from firmware_host.formats import builtin, load_folder, resolve
    from hardware.machine import Machine

    machine = Machine()
    env = environment(machine)
    config, places = box(config_path, demo, make=env is os.environ, env=env)
    pack = load_pack(config.sound.pack)
    folder = config.format.folder
    formats = builtin() if folder is None else load_folder(folder, builtin())
    for fmt in formats.values():
        resolve(fmt, {}, pack.lengths_ns)
    nth = LANGUAGES.index("en" if as_json else lang or config.box.language)
    games = {fmt.id: playable_said(fmt, config.board, nth) for fmt in formats.values()}
    runs = places.socket.exists() if env is os.environ else machine.service_runs()
    findings = look(config, machine, daemon_runs=runs)
    faults = list(unplayable(config, formats))
    if as_json:
        click.echo(_json(config, findings, games, [asdict(fault) for fault in faults]))
    else:
        for label, text in _box_said(config, places, pack, nth):
            click.echo(f"{LABELS[label][nth]:<8} {text}")
        for name, text in games.items():
            click.echo(f"{LABELS['format'][nth]:<8} {name}: {text}")
        _say(findings, nth)
    wrong = sum(finding.severity == ERROR for finding in findings)
    error: HostError | None = None
    if faults:
        error = FileFaults(config.file, faults)
    elif wrong:
        error = NotReady(f"the box is not ready: {config.file}: errors: {wrong}")
    if error is not None:
        error.russian = None if as_json else LANGUAGES[nth] == "ru"
        raise error


def _box_said(
    config: "Config", places: "Places", pack: "Pack", nth: int
) -> Iterator[tuple[str, object]]:
    """Yield what stands where, with the label of each."""
    board, kind = config.board, config.sound.kind
    simulated = SIMULATED[nth] if board.simulated else ""
    yield "config", config.file
    yield "board", f"{board.id}{simulated}: {', '.join(key.key for key in board.keys)}"
    yield "sound", SOUND[nth].format(kind=kind, pack=pack.id, count=len(pack.files))
    yield "state", places.state
    yield "ring", places.ring
    yield "socket", places.socket
    for note in places.notes:
        yield "note", told(note, LANGUAGES[nth] == "ru")


def _say(findings: "list[Finding]", nth: int) -> None:
    """Say the findings in Russian (0) or English (1)."""
    for one in findings:
        where = f"{one.path} = {one.value}" if one.value else one.path
        click.echo(f"{SEVERITIES[one.severity][nth]:<8} {where}: {one.remedy[nth]}")


def _json(
    config: "Config", findings: "list[Finding]", games: Mapping[str, str],
    faults: list[dict[str, object]],
) -> str:  # fmt: skip
    rows = [
        {**asdict(one), "remedy": dict(zip(LANGUAGES, one.remedy, strict=True))} for one in findings
    ]
    whole = {
        "config": config.file, "board": config.board.id, "simulated": config.board.simulated,
        "findings": rows, "formats": games, "unplayable": faults,
    }  # fmt: skip
    return json.dumps(whole, ensure_ascii=False, indent=1)
