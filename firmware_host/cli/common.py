"""Arguments that several commands share."""

import os
import platform
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from firmware_host.config import Config, Places, default_config, find_places, load_config
from firmware_host.errors import Fault, FileFaults, HostError

if TYPE_CHECKING:
    from hardware.machine import Machine

UNIT = "/etc/systemd/system/minuta.service"
SERVICE = {"STATE_DIRECTORY": "/var/lib/minuta", "RUNTIME_DIRECTORY": "/run/minuta"}
"""What systemd tells an installed daemon."""
Command = TypeVar("Command", bound=Callable[..., object])


def box_options(command: Command) -> Command:
    """Give a command --config, --demo and --evening."""
    command = click.option(
        "--config", "config_path", type=click.Path(path_type=Path), help="The config file."
    )(command)
    command = click.option(
        "--demo", is_flag=True, help="The demo's config: a simulated board, no device is touched."
    )(command)
    return click.option("--evening", default="", help="Name of the evening's folder.")(command)


def box(
    config_path: Path | None, demo: bool, *, make: bool = True, env: Mapping[str, str] = os.environ
) -> tuple[Config, Places]:
    """Return the config and where things are kept; the folders are made, unless told not to.

    Raises:
        FileFaults, InTheWay: In words.
    """
    if sys.maxsize < 2**32:
        raise HostError(
            f"this is a 32-bit system ({platform.machine()}): install the 64-bit Raspberry Pi OS"
        )
    if demo and config_path is not None:
        remedy = "it has a config of its own: give one of --demo and --config"
        raise FileFaults("command line", [Fault("--demo", "", remedy)])
    config = default_config() if demo else load_config(config_path, env)
    places = find_places(config.box.state, env)
    if make:
        places.make()
    return config, places


def beside(config_path: Path | None, demo: bool) -> tuple[Config, Places]:
    """Return the config and the places of the daemon that runs here; nothing is made.

    An installed box's are its service's, whoever asks.

    Raises:
        FileFaults: In words.
    """
    from hardware.machine import Machine

    env = os.environ if demo else environment(Machine())
    return box(config_path, demo, make=False, env=env)


def environment(machine: "Machine") -> Mapping[str, str]:
    """Return where the daemon keeps its things: as a service, where it is installed as one."""
    if machine.there(UNIT) and "STATE_DIRECTORY" not in os.environ:
        return {**os.environ, **SERVICE}
    return os.environ
