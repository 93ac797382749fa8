"""`minuta off`: dark and silent, when there is no daemon to see to it."""

import os
from pathlib import Path

import click

from firmware_host.cli.common import box, box_options
from firmware_host.russian import told


@click.command()
@box_options
def off(config_path: Path | None, demo: bool, evening: str) -> None:
    """Switch all lamps and buzzers off and blank all displays, after a daemon that was killed.

    A unit runs it as ExecStopPost: a daemon that gets SIGTERM does so itself, one that gets
    SIGKILL cannot, and a chip goes on showing the last time that it was told.

    Exit code 1: something is still on (it is named); 2: a daemon runs, whose outputs they are.
    """
    from firmware_host.daemon.devices import go_dark
    from firmware_host.journal.lock import lock
    from hardware.clock import MonotonicClock

    config, places = box(config_path, demo)
    held = lock(places.runtime)
    try:
        faults = go_dark(config.board, MonotonicClock())
    finally:
        os.close(held)
    for fault in faults:
        click.echo(f"minuta: {told(fault)}", err=True)
    if faults:
        raise SystemExit(1)
