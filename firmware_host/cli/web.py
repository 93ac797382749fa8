"""`minuta web`: the pages, in a process of their own."""

from pathlib import Path

import click

from firmware_host.cli.common import box, box_options


@click.command()
@box_options
@click.option("--port", type=click.IntRange(1, 65535), help="Another port than the config's.")
def web(config_path: Path | None, demo: bool, evening: str, port: int | None) -> None:
    """Serve the pages; they ask the daemon over its socket and read the journal."""
    from firmware_host.daemon.pack import sounds_folder
    from web_admin.main import run
    from web_admin.settings import WebConfig

    config, places = box(config_path, demo)
    event = places.state / "events" / (config.box.event or "event")
    run(
        WebConfig(
            socket_path=places.socket, journal_folder=event / evening if evening else event,
            state_folder=places.state / "web", cache_folder=places.runtime / "web",
            sounds_folder=sounds_folder(), pack=config.sound.pack, hosts=config.web.names,
            host=config.web.host, port=port or config.web.port,
        )
    )  # fmt: skip
