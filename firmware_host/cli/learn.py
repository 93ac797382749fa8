"""`minuta learn`: press the button that shall be START."""

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
from firmware_host.config.schema import key_remedy
from firmware_host.errors import Fault, FileFaults
from firmware_host.wiring.words import LANGUAGES


@click.command()
@click.argument("keys", nargs=-1)
@click.option("--config", "config_path", type=click.Path(path_type=Path), help="The config file.")
@patience_option
@click.option("--json", "as_json", is_flag=True, help="A line of JSON an event.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The config's if not given.")
def learn(
    keys: tuple[str, ...], config_path: Path | None, patience: str, as_json: bool,
    lang: str | None,
) -> None:  # fmt: skip
    """Ask for each of KEYS, or of all keys of the board, on every free line and every USB device
    with keys, and write them into the config.

    Only lines of the tables [keys] and, of a USB device that the board did not have, [sources] are
    written; they go before the board's own. Exit code 1: a key did not come, and nothing was
    written.
    """
    from firmware_host.config.edit import may_rewrite, rewrite
    from firmware_host.preflight import learn as learning
    from firmware_host.preflight.row import texts
    from firmware_host.preflight.words import say
    from hardware.clock import MonotonicClock

    wait_ns = patience_ns(patience)
    wrong = [Fault("KEYS", word[:80], remedy) for word in keys if (remedy := key_remedy(word))]
    twice = [Fault("KEYS", word, "name it once") for word in {*keys} if keys.count(word) > 1]
    if wrong or twice:
        raise FileFaults("command line", wrong + twice)
    with in_hand(config_path, demo=False) as (config, _):
        words = keys or tuple(key.key for key in config.board.keys)
        may_rewrite(Path(config.file), learning.present(config.board, words))
        tell = teller(as_json, lang or config.box.language)
        try:
            found = learning.learn(
                config, words, held_pins(config), MonotonicClock(), tell, wait_ns
            )
        except BrokenOff:
            found = None
        if found is None:
            tell({"event": "report", "text": texts(say("learn-not")), "keys": {}})
            sys.exit(1)
        tables = learning.as_toml(found, config.board)
        rewrite(Path(config.file), tables)
        text = texts(say("learn-wrote", path=config.file))
        tell({"event": "report", "text": text, **tables})
