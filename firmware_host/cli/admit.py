"""`minuta admit`: who may do more than look; from a terminal of the box, while it runs."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from firmware_host.cli.common import beside, box_options
from firmware_host.cli.wording import LANGUAGES, say
from firmware_host.errors import Fault, FileFaults
from firmware_host.russian import told

if TYPE_CHECKING:
    from firmware_host.control.client import ControlClient

UNTIL_S = 10.0
SAY: Mapping[str, tuple[str, str]] = {
    "admitted": ("{name} – допущено: {role}", "{name} is admitted: {role}"),
    "sent-away": ("{number}: отказано", "{number} is refused"),
    "revoked": ("{name}: больше не допущено", "{name} is let in no more"),
    "asks": (
        "просит {name} ({role}): minuta admit {number}",
        "{name} asks ({role}): minuta admit {number}",
    ),
    "nobody": ("никто не допущен", "nobody is admitted"),
    "guest": ("{name} – {role}, с {since}", "{name}: {role}, since {since}"),
    "judge": ("судья", "judge"),
    "reader": ("читатель", "reader"),
    "nobody-asks": ("сейчас никто не просит войти", "nobody asks to be let in now"),
    "wrong-number": (
        "у того, кто просит, другой номер: {number} не его",
        "the one that asks has another number than {number}",
    ),
    "no-such-guest": ("такого устройства нет: {name}", "there is no such device: {name}"),
}


@click.command()
@click.argument("number", required=False)
@click.option("--refuse", is_flag=True, help="Send the one that asks away.")
@click.option("--list", "listed", is_flag=True, help="Say who is admitted, and who asks.")
@click.option("--revoke", "name", help="Take an admission back, by the device's name.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="ru", show_default=True,
              help="Language of what is printed.")  # fmt: skip
@box_options
def admit(
    number: str | None, refuse: bool, listed: bool, name: str | None, lang: str,
    config_path: Path | None, demo: bool, evening: str,
) -> None:  # fmt: skip
    """Let a phone or laptop in by the NUMBER that it shows (417, or "J 417").

    Exit code 1: it was refused, with the reason. 2: it makes no sense, or no box runs here.
    """
    from firmware_host.control.client import ControlClient

    if (number is not None) + listed + (name is not None) != 1 or (refuse and number is None):
        remedy = "write: minuta admit NUMBER [--refuse], or --list, or --revoke NAME"
        raise FileFaults("command line", [Fault("admit", "", remedy)])
    digits = None if number is None else _digits(number)
    _, places = beside(config_path, demo)
    with ControlClient(places.socket, "console", UNTIL_S) as client:
        if digits is not None:
            args: dict[str, object] = {"number": digits, **({"refuse": True} if refuse else {})}
            _ask(client, "admit", args, "sent-away" if refuse else "admitted", lang)
        elif name is not None:
            _ask(client, "revoke", {"name": name}, "revoked", lang)
        else:
            _list(client, lang)


def _digits(number: str) -> int:
    found = re.fullmatch(r"(?:[A-Za-z] ?)?([0-9]{3})", number.strip())
    if found is None:
        remedy = "write the number that the device shows, such as 417"
        raise FileFaults("command line", [Fault("NUMBER", number[:80], remedy)])
    return int(found[1])


def _ask(
    client: "ControlClient", verb: str, args: Mapping[str, object], done: str, lang: str
) -> None:
    reply = client.request(verb, args)
    if reply.ok:
        said = {**args, **reply.result}
        said |= {"role": say(lang, str(said["role"]), SAY)} if "role" in said else {}
        click.echo(say(lang, done, SAY, **said))
        return
    refused = reply.code == "refused" and reply.field_name in SAY
    text = say(lang, reply.field_name, SAY, **args) if refused else told(reply.text, lang == "ru")
    click.echo(text, err=True)
    sys.exit(1 if reply.code == "refused" else 2)


def _list(client: "ControlClient", lang: str) -> None:
    told = cast(Mapping[str, object], client.request("status").result["admission"])
    guests = cast(list[Mapping[str, str]], told["guests"])
    for one in guests:
        row = {"name": one["name"], "role": say(lang, one["role"], SAY)}
        click.echo(say(lang, "guest", SAY, since=one["since"][:16].replace("T", " "), **row))
    if not guests:
        click.echo(say(lang, "nobody", SAY))
    asking = cast(Mapping[str, str] | None, told["asking"])
    if asking is not None:
        role, number = say(lang, asking["role"], SAY), asking["number"].split()[1]
        click.echo(say(lang, "asks", SAY, name=asking["name"], role=role, number=number))
