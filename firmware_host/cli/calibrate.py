"""`minuta calibrate`: how long a signal takes until the hall hears or sees it."""

import sys
from pathlib import Path

import click

from firmware_host.cli.hands import (
    BrokenOff,
    held_pins,
    in_hand,
    patience_ns,
    patience_option,
    teller,
)
from firmware_host.errors import Fault, FileFaults
from firmware_host.wiring.words import LANGUAGES


@click.command()
@click.option("--config", "config_path", type=click.Path(path_type=Path), help="The config file.")
@click.option("--lamp", default="", help="This lamp instead of the sound.")
@click.option("--eye", default="", help="The free pin of a photodiode.")
@click.option("--microphone", help="By SDL's name, if not the first one.")
@click.option("--times", type=click.IntRange(3, 50), default=8, show_default=True,
              help="How often START is pressed.")  # fmt: skip
@patience_option
@click.option("--json", "as_json", is_flag=True, help="A line of JSON an event.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The config's if not given.")
def calibrate(
    config_path: Path | None, lamp: str, eye: str, microphone: str | None, times: int,
    patience: str, as_json: bool, lang: str | None,
) -> None:  # fmt: skip
    """Measure from the key to the sound, with a microphone beside the loudspeaker or a cable into
    line-in; or from the key to a lamp, with a photodiode on a free pin.

    START is pressed so many times. What is found goes into the config, table [offsets], which
    the daemon reads; then the evening's uncertainty is said. Exit code 1: too little was heard
    or seen, and nothing was written.
    """
    from firmware_host.config.edit import may_rewrite, rewrite
    from firmware_host.preflight import calibrate as measuring
    from firmware_host.preflight.row import texts
    from firmware_host.preflight.uncertainty import uncertainty
    from firmware_host.preflight.words import say
    from hardware.clock import MonotonicClock

    wait_ns, clock = patience_ns(patience), MonotonicClock()
    if bool(lamp) != bool(eye):
        remedy = "a lamp wants its photodiode: give both --lamp and --eye"
        raise FileFaults("command line", [Fault("--lamp" if eye else "--eye", "", remedy)])
    if lamp and microphone is not None:
        remedy = "a lamp is measured by its photodiode: leave this out, or --lamp and --eye"
        raise FileFaults("command line", [Fault("--microphone", microphone[:80], remedy)])
    with in_hand(config_path, demo=False) as (config, _):
        if all(key.key != measuring.KEY for key in config.board.keys):
            remedy = "each round begins with START, and this board has none: `minuta learn start`"
            raise FileFaults(config.file, [Fault("keys", measuring.KEY, remedy)])
        if not lamp or any(one.name == lamp for one in config.board.lamps):
            like = {lamp or "sound": measuring.as_toml(measuring.LIKE)}
            may_rewrite(Path(config.file), {"offsets": like})
        tell = teller(as_json, lang or config.box.language)
        try:
            if lamp:
                held = held_pins(config)
                found = measuring.lamp_offset(config, lamp, eye, held, times, clock, tell, wait_ns)
            else:
                found = measuring.sound_offset(config, times, microphone, clock, tell, wait_ns)
        except BrokenOff:
            found = measuring.Measured(None, ())
        if found.offset is not None:
            line = {lamp or "sound": measuring.as_toml(found.offset)}
            config = rewrite(Path(config.file), {"offsets": line})
        for row in uncertainty(config, found.sources):
            tell({"event": "row", **row.data()})
        word = "calibrate-not" if found.offset is None else "calibrate-wrote"
        tell({"event": "report", "text": texts(say(word, path=config.file))})
    sys.exit(found.offset is None)
