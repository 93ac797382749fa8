"""The commands: arguments and words only; what they do is in other rooms."""

import sys

import click

from firmware_host.cli.lazy import LazyGroup

COMMANDS = {
    "run": "firmware_host.cli.run:run",
    "off": "firmware_host.cli.off:off",
    "screen": "firmware_host.cli.screen:screen",
    "copy": "firmware_host.cli.copy:copy",
    "web": "firmware_host.cli.web:web",
    "demo": "firmware_host.cli.demo:demo",
    "check": "firmware_host.cli.check:check",
    "selftest": "firmware_host.cli.selftest:selftest",
    "learn": "firmware_host.cli.learn:learn",
    "calibrate": "firmware_host.cli.calibrate:calibrate",
    "wiring": "firmware_host.cli.wiring:wiring",
    "formats": "firmware_host.cli.formats:formats",
    "scenario": "firmware_host.cli.scenario:scenario",
    "journal": "firmware_host.cli.journal:journal",
    "desk": "firmware_host.cli.desk:desk",
    "admit": "firmware_host.cli.admit:admit",
    "standings": "firmware_host.cli.standings:standings",
    "exchange": "firmware_host.cli.exchange:exchange",
    "evening": "firmware_host.cli.evening:evening",
    "rules": "firmware_host.cli.rules:rules",
}
"""Command -> where it is; a command's libraries are loaded when it is used."""


@click.group(cls=LazyGroup, commands_at=COMMANDS)
@click.version_option(package_name="minuta")
def minuta() -> None:
    """Minuta, the timekeeper of live game evenings."""


def main() -> None:
    """Run a command; a fault that a person can mend is said in words, with exit code 2."""
    from firmware_host.errors import HostError
    from firmware_host.russian import said, told
    from hardware.errors import HardwareError

    try:
        minuta(prog_name="minuta")
    except (HostError, HardwareError) as error:
        click.echo(f"minuta: {said(error)}", err=True)
        sys.exit(2)
    except PermissionError as error:
        where = error.filename or "a file"
        text = f"{where}: {error.strerror}: run it as a user who may"
        click.echo(f"minuta: {told(text)}", err=True)
        sys.exit(2)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"minuta: {told(f'{where}{error.strerror or error}')}", err=True)
        sys.exit(2)
