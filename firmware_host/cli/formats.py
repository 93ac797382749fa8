"""`minuta formats`: what can be played, how long a turn can take, and with which keys."""

import json
from pathlib import Path

import click

from firmware_host.errors import FileFaults
from firmware_host.wiring.words import LANGUAGES

_TURN = "ход: до {end}; {source}", "a turn: at most {end}; {source}"
_KEY = "кнопки", "until a key"
_SECONDS = "{:g} с", "{:g} s"
_KEYS = "кнопки: хотя бы {keys}", "keys: at least {keys}"
_BOARDS = "платы: {boards}", "boards: {boards}"
_NONE = "среди готовых такой нет", "none of those shipped"


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES),
    help="Language of what is printed; the terminal's if not given.",
)  # fmt: skip
def formats(files: tuple[Path, ...], as_json: bool, lang: str | None) -> None:
    """List the formats; with FILES, check these and show them.

    Exit code 2: a file is wrong; every fault is said with path, value and remedy.
    """
    from firmware_host.cli.keys import boards_for, instead_said, least_said
    from firmware_host.daemon.pack import load_pack
    from firmware_host.formats import Format, builtin, load_text, resolve
    from firmware_host.formats.least import least_keys, stand_ins
    from firmware_host.formats.reading import read_text
    from firmware_host.russian import is_russian, said

    known = builtin()
    found: dict[str, Format] = dict(known)
    if files:
        found = {}
        faults: list[FileFaults] = []
        for path in files:
            try:
                one = load_text(read_text(path), str(path), known)
                found[one.id] = one
            except FileFaults as error:
                error.russian = None if lang is None else lang == "ru"
                faults.append(error)
        for fault in faults:
            click.echo(said(fault), err=True)
        if faults:
            raise SystemExit(2)
    clips_ns = load_pack("ru").lengths_ns
    rows = []
    for fmt in found.values():
        rules = resolve(fmt, {}, clips_ns)
        lengths = [phase.for_ns for phase in rules.phases]
        longest = None if None in lengths else sum(length or 0 for length in lengths) / 10**9
        rows.append(
            {
                "id": fmt.id, "name": dict(fmt.name), "source": fmt.source,
                "phases": [phase.id for phase in rules.phases], "longest_s": longest,
                "least_keys": least_keys(fmt.tables), "instead": stand_ins(fmt.tables),
                "boards": boards_for(fmt),
                "settings": {name: str(value) for name, value in rules.settings.items()},
            }
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    nth = LANGUAGES.index(lang or ("ru" if is_russian() else "en"))
    for row in rows:
        fmt, longest_s = found[str(row["id"])], row["longest_s"]
        end = _KEY[nth] if longest_s is None else _SECONDS[nth].format(longest_s)
        keys = "; ".join(filter(None, (least_said(fmt, nth), instead_said(fmt, nth=nth))))
        boards = ", ".join(boards_for(fmt)) or _NONE[nth]
        click.echo(f"{fmt.id:<16} {fmt.name['ru']} / {fmt.name['en']}")
        for line in (
            _TURN[nth].format(end=end, source=fmt.source),
            _KEYS[nth].format(keys=keys), _BOARDS[nth].format(boards=boards),
        ):  # fmt: skip
            click.echo(f"{'':<16} {line}")
        settings = row["settings"]
        assert isinstance(settings, dict)
        for key, value in settings.items():
            click.echo(f"{'':<16}   {key} = {value}")
