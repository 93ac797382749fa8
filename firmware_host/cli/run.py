"""`minuta run`: the daemon."""

from pathlib import Path

import click

from firmware_host.cli.common import box, box_options


@click.command()
@box_options
def run(config_path: Path | None, demo: bool, evening: str) -> None:
    """Run the timekeeper: it owns the devices, the game and the journal."""
    from firmware_host.daemon.service import Service, Setting, evening_folder
    from firmware_host.journal.opening import Options
    from firmware_host.supervision.stderr import StderrLog
    from hardware.clock import MonotonicClock

    config, places = box(config_path, demo)
    log = StderrLog()
    log.start()
    clock = MonotonicClock()
    folder = evening_folder(config, places, evening, clock)
    options = Options(ballast_bytes=0) if config.board.simulated else None
    service = Service(Setting(config, places, folder, options), clock)
    try:
        service.run()
    finally:
        log.stop()
