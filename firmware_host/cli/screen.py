"""`minuta screen`: the hall's monitor or projector, in a process of its own."""

import os
import signal
from pathlib import Path

import click

from firmware_host.cli.common import beside, box_options


@click.command()
@box_options
@click.option("--window", is_flag=True, help="A window of 1280x720, on a desktop.")
@click.option("--rotated", is_flag=True, help="The screen hangs upside down.")
def screen(config_path: Path | None, demo: bool, evening: str, window: bool, rotated: bool) -> None:
    """Show digits, phase and question on HDMI, without a desktop.

    It follows the daemon over its socket and can never delay it. While the daemon does not
    answer, no digits are shown.
    """
    from firmware_host.screen.follower import Follower
    from firmware_host.screen.screen import run
    from firmware_host.supervision.ending import Bell
    from firmware_host.supervision.notify import notify
    from hardware.clock import MonotonicClock
    from hardware.displays.hdmi import NO_DESKTOP, HdmiScreen

    config, places = beside(config_path, demo)
    bell = Bell()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: bell.ring())
    driver = os.environ.get("SDL_VIDEODRIVER", "" if window else NO_DESKTOP)
    glass = HdmiScreen("hdmi", driver=driver, size=(1280, 720) if window else None, rotated=rotated)
    now_ns = MonotonicClock().now_ns
    follower = Follower(places.socket, now_ns)
    follower.start()
    try:
        run(glass, follower, config.box.language, now_ns, bell, notify)
    finally:
        follower.stop()
