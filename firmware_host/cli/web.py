"""`minuta web`: the pages, in a process of their own."""

from pathlib import Path

import click

from firmware_host.cli.common import box, box_options


@click.command()
@box_options
@click.option("--port", type=click.IntRange(1, 65535), help="Another port than the config's.")
def web(config_path: Path | None, demo: bool, evening: str, port: int | None) -> None:
    """Serve the pages; they ask the daemon over its socket and read the journal."""
    from firmware_host.cli.lazy import named
    from firmware_host.daemon.pack import sounds_folder

    config, places = box(config_path, demo)
    event = places.state / "events" / (config.box.event or "event")
    # The host names the web here, by a word as in the table of drivers: imports go one way.
    serve = named("web_admin.main:run")
    serve(
        places.socket, event / evening if evening else event, config.web.host,
        port or config.web.port, state_folder=places.state / "web",
        cache_folder=places.runtime / "web", sounds_folder=sounds_folder(),
        pack=config.sound.pack, hosts=config.web.names,
    )  # fmt: skip
