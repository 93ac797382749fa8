"""`minuta web`: the pages, in a process of their own."""

import os
from pathlib import Path

import click

from firmware_host.cli.common import box, box_options


@click.command()
@box_options
@click.option("--port", type=click.IntRange(1, 65535), help="Another port than the config's.")
def web(config_path: Path | None, demo: bool, evening: str, port: int | None) -> None:
    """Serve the pages; they ask the daemon over its socket and read the journal.

    With CACHE_DIRECTORY they write there alone: another user's than the daemon's.
    """
    from firmware_host.cli.lazy import named
    from firmware_host.daemon.pack import sounds_folder
    from firmware_host.supervision.notify import notify

    own = os.environ.get("CACHE_DIRECTORY")
    config, places = box(config_path, demo, make=not own)
    event = places.state / "events" / (config.box.event or "event")
    # The host names the web here, by a word as in the table of drivers: imports go one way.
    serve = named("web_admin.main:run")
    serve(
        places.socket, event / evening if evening else event, config.web.host,
        port or config.web.port, state_folder=Path(own or places.state) / "web",
        cache_folder=Path(own or places.runtime) / "web", sounds_folder=sounds_folder(),
        pack=config.sound.pack, hosts=config.web.names, origins=config.web.origins,
        told=notify,
    )  # fmt: skip
