"""`minuta check`: the config and the box, before the evening."""

from pathlib import Path

import click

from firmware_host.cli.common import box, box_options
from firmware_host.errors import FileFaults


@click.command()
@box_options
def check(config_path: Path | None, demo: bool, evening: str) -> None:
    """Read the config, look at the folders and the sound pack, and say what can be played.

    Each format with the keys that the board lacks, and what is done instead.

    Exit code 2: something is wrong, also that the format or plan of the config wants keys that
    its board lacks; every fault is said with path, value and remedy.
    """
    from firmware_host.cli.keys import playable_said, unplayable
    from firmware_host.daemon.pack import load_pack
    from firmware_host.formats import builtin, load_folder, resolve

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
    folder = config.format.folder
    formats = builtin() if folder is None else load_folder(folder, builtin())
    for fmt in formats.values():
        resolve(fmt, {}, pack.lengths_ns)
        click.echo(f"format   {fmt.id}: {playable_said(fmt, board)}")
    if faults := list(unplayable(config, formats)):
        raise FileFaults(config.file, faults)
