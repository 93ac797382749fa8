"""`minuta selftest`: five minutes with the box in hand, before the evening."""

import sys
from pathlib import Path

import click

from firmware_host.cli.common import box_options
from firmware_host.cli.hands import BrokenOff, in_hand, patience_ns, patience_option, teller
from firmware_host.wiring.words import LANGUAGES


@click.command()
@box_options
@patience_option
@click.option("--json", "as_json", is_flag=True, help="A line of JSON an event.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The config's if not given.")
def selftest(
    config_path: Path | None, demo: bool, evening: str, patience: str, as_json: bool,
    lang: str | None,
) -> None:  # fmt: skip
    """Try each key, lamp, display and cue with a person.

    START is yes, STOP is no; a keyboard does too, and no screen is needed: `P 3` on a display
    asks for the third key of the config, and the last word is `YES` or `no`. The report goes into
    the state folder, with its date.

    Exit code 0: all is well. 1: something is not, or nobody answered. 2: the config is wrong, or
    a running Minuta has the devices.
    """
    from firmware_host.preflight.report import Report, write
    from firmware_host.preflight.row import texts
    from firmware_host.preflight.selftest import run
    from firmware_host.preflight.words import say
    from hardware.clock import MonotonicClock

    wait_ns = patience_ns(patience)
    with in_hand(config_path, demo) as (config, places):
        language = lang or config.box.language
        tell = teller(as_json, language)
        clock = MonotonicClock()
        report = Report(config, clock.wall())
        try:
            run(report, clock, tell, wait_ns)
        except BrokenOff:
            pass
        finally:
            file = write(report, places.state, language)
            last = texts(report.verdict())
            tell({"event": "report", "text": last, "file": str(file), "report": report.data()})
            if not as_json:
                tell({"event": "say", "text": texts(say("written", path=file))})
    sys.exit(0 if report.ready else 1)
