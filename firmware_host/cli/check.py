"""`minuta check`: the config and the box, before the evening."""

from pathlib import Path

import click

from firmware_host.cli.common import box, box_options


@click.command()
@box_options
def check(config_path: Path | None, demo: bool, evening: str) -> None:
    """Read the config, look at the folders and the sound pack, and say what can be played.

    Exit code 2: something is wrong; every fault is said with path, value and remedy.
    """
    from firmware_host.daemon.pack import load_pack
    from firmware_host.formats import builtin, resolve

    config, places = box(config_path, demo)
    pack = load_pack(config.sound.pack)
    board = config.board
    click.echo(f"config   {config.file}")
    click.echo(f"board    {board.id}{' (simulated)' if board.simulated else ''}: " + ", ".join(
        key.key for key in board.keys
    ))  # fmt: skip
    click.echo(f"sound    {config.sound.kind}, pack {pack.id}, {len(pack.files)} clips")
    click.echo(f"state    {places.state}")
    click.echo(f"ring     {places.ring}")
    click.echo(f"socket   {places.socket}")
    for note in places.notes:
        click.echo(f"note     {note}")
    names = {key.key for key in board.keys}
    for fmt in builtin().values():
        resolve(fmt, {}, pack.lengths_ns)
        missing = {"start", "stop"} - names
        state = f"lacks {', '.join(sorted(missing))}" if missing else "can be played"
        click.echo(f"format   {fmt.id}: {state}")
