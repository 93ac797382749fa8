"""`minuta copy`: the second copy of the journals, on a stick, in a process of its own."""

import signal
from pathlib import Path

import click

from firmware_host.cli.common import beside

_SAID = {
    "whole": "the second copy is up to date: {}",
    "no-stick": "no stick is mounted at {}: waiting",
    "failed": "the second copy is not written: {}",
}


@click.command()
@click.option("--config", "config_path", type=click.Path(path_type=Path), help="The config file.")
@click.option(
    "--to", type=click.Path(path_type=Path), help="Where the stick is mounted; else [copy] to."
)
def copy(config_path: Path | None, to: Path | None) -> None:
    """Keep a second copy of every evening's journal on a stick.

    It follows the card, a second behind, and catches up when a stick comes back. A stick that
    hangs hangs only this process.
    """
    from firmware_host.copying.follow import Following
    from firmware_host.errors import HostError
    from firmware_host.russian import told
    from firmware_host.supervision.ending import Bell
    from firmware_host.supervision.notify import notify

    config, places = beside(config_path, demo=False)
    mount = to or config.copy_to
    if mount is None:
        raise HostError(
            'where is the stick? Write [copy] to = "/media/minuta" into the config, or give --to'
        )
    bell = Bell()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: bell.ring())

    def say(word: str, detail: str) -> None:
        text = told(_SAID[word].format(detail), config.box.language == "ru")
        click.echo(text)
        notify(f"STATUS={text}")

    notify("READY=1")
    Following(places.state / "events", mount.absolute(), places.socket, say).run(bell)
