"""All findings of a config on a machine, the worst first."""

from collections.abc import Iterator
from dataclasses import replace

from firmware_host.checkup.access import access_findings
from firmware_host.checkup.finding import ERROR, NOTE, WARNING, Finding
from firmware_host.checkup.health import health_findings
from firmware_host.checkup.offsets import offset_findings
from firmware_host.checkup.pins import pin_findings
from firmware_host.checkup.sound import sound_findings
from firmware_host.checkup.usb import usb_findings
from firmware_host.config import Config
from hardware.machine import Machine

ORDER = (ERROR, WARNING, NOTE)


def look(config: Config, machine: Machine, *, daemon_runs: bool) -> list[Finding]:
    """Return all findings; of a simulated board only what concerns its sound, clock and power.

    Args:
        daemon_runs: A daemon of ours runs on this machine: what is held is then its own.
    """
    found = [
        *sound_findings(config, machine, daemon_runs=daemon_runs),
        *health_findings(machine),
        *offset_findings(config),
    ]
    if not config.board.simulated:
        found += _idle(config)
        config = replace(config, board=config.board.in_use())
        found += [
            *pin_findings(config.board, machine, daemon_runs=daemon_runs),
            *access_findings(config, machine),
            *usb_findings(config.board, machine),
        ]
    return sorted(found, key=lambda finding: ORDER.index(finding.severity))


def _idle(config: Config) -> Iterator[Finding]:
    """Note the sources that are not opened."""
    for source in config.board.sources:
        if source not in config.board.in_use().sources:
            meaning = ("на нём нет ни одной кнопки: он не нужен", "no key is on it: it is not used")
            yield Finding(NOTE, f"sources.{source.name}", source.kind, meaning)
