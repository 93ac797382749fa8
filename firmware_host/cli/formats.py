"""`minuta formats`: what can be played, how long a turn can take, and with which keys."""

import json
from pathlib import Path

import click

from firmware_host.errors import FileFaults


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def formats(files: tuple[Path, ...], as_json: bool) -> None:
    """List the formats; with FILES, check these and show them.

    Exit code 2: a file is wrong; every fault is said with path, value and remedy.
    """
    from firmware_host.cli.keys import boards_for, instead_said, least_said
    from firmware_host.daemon.pack import load_pack
    from firmware_host.formats import Format, builtin, load_text, resolve
    from firmware_host.formats.least import least_keys, stand_ins
    from firmware_host.formats.reading import read_text
    from firmware_host.russian import said

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
    for row in rows:
        name = row["name"]
        assert isinstance(name, dict)
        longest_s = row["longest_s"]
        turn = "until a key" if longest_s is None else f"{longest_s:g} s"
        click.echo(f"{row['id']:<16} {name['ru']} / {name['en']}")
        click.echo(f"{'':<16} a turn: at most {turn}; {row['source']}")
        fmt = found[str(row["id"])]
        click.echo(f"{'':<16} keys: at least {least_said(fmt)}{'; ' if instead_said(fmt) else ''}"
                   f"{instead_said(fmt)}")  # fmt: skip
        click.echo(f"{'':<16} boards: {', '.join(boards_for(fmt)) or 'none of those shipped'}")
        settings = row["settings"]
        assert isinstance(settings, dict)
        for key, value in settings.items():
            click.echo(f"{'':<16}   {key} = {value}")
