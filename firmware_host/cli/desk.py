"""`minuta desk`: the evening's books from a terminal, while the box runs."""

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from firmware_host.cli.common import beside, box_options
from firmware_host.cli.desk_words import FORMS, SAY
from firmware_host.cli.wording import LANGUAGES, say
from firmware_host.errors import Fault, FileFaults
from firmware_host.russian import told

if TYPE_CHECKING:
    from firmware_host.control.client import ControlClient
    from firmware_host.control.protocol import Reply

State = Mapping[str, object]
UNTIL_S = 10.0
TAP_NS = 80_000_000
MOST_HELD_NS = 8_000_000_000


@click.command()
@click.argument("words", nargs=-1)
@click.option("--because", default="", help="Why, for the journal.")
@click.option("--by", "actor", default="desk", show_default=True, help="Who.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="ru", show_default=True,
              help="Language of what is printed.")  # fmt: skip
@click.option("--preview", is_flag=True, help="Only say what it would change.")
@click.option("--list", "listed", is_flag=True, help="Only say which words there are.")
@box_options
def desk(
    words: tuple[str, ...], because: str, actor: str, lang: str, preview: bool, listed: bool,
    config_path: Path | None, demo: bool, evening: str,
) -> None:  # fmt: skip
    """Write an entry into the evening's books; without WORDS, say how the evening stands.

    WORDS are as in a scenario: `advance`, `extra T12 table1, T13 table2`, `away B`, `undo 41`.
    Exit code 1: it was refused, with the reason. 2: it makes no sense, or no box runs here.
    """
    from firmware_host.control.client import ControlClient

    if listed:
        for form, russian, english in FORMS.values():
            click.echo(f"{form:<38}  {russian if lang == 'ru' else english}")
        return
    pressed_ns = _press_ns(words)
    fields = _fields(words) if words and pressed_ns is None and words != ("plan",) else {}
    _, places = beside(config_path, demo)
    with ControlClient(places.socket, actor, UNTIL_S) as client:
        if not words:
            _say(client, lang)
            return
        if pressed_ns is not None:
            _press(client, words[1], pressed_ns, lang)
            return
        if words == ("plan",):
            _answer(client.request("choose", {"format": "plan"}, actor=actor), "plan", lang)
            return
        args = {"what": words[0], "because": because, "preview": preview, **fields}
        _answer(client.request("enter", args, actor=actor), words[0], lang)


def _press_ns(words: tuple[str, ...]) -> int | None:
    """Return how long `press KEY [for 2.1s]` holds a key; None: it is another word.

    Raises:
        FileFaults: It is not of this form.
    """
    from firmware_host.formats import parse_ns

    if words[:1] != ("press",):
        return None
    if len(words) not in (2, 4) or (len(words) == 4 and words[2] != "for"):
        raise FileFaults("command line", [Fault("press", "", "write: press KEY [for 2.1s]")])
    try:
        held_ns = parse_ns(words[3]) if len(words) == 4 else TAP_NS
    except ValueError as error:
        raise FileFaults("command line", [Fault("for", words[3][:80], str(error))]) from error
    if not 0 < held_ns <= MOST_HELD_NS:
        raise FileFaults("command line", [Fault("for", words[3][:80], "write 0.01s to 8s")])
    return held_ns


def _press(client: "ControlClient", key: str, held_ns: int, lang: str) -> None:
    """Press a key that the board lacks, and let it go; what came of it the journal says."""
    for closed in (True, False):
        reply = client.request("key", {"key": key, "closed": closed})
        if not reply.ok:
            click.echo(f"press {key}: {told(reply.text, lang == 'ru')}", err=True)
            sys.exit(1 if reply.code == "not-simulated" else 2)
        if closed:
            time.sleep(held_ns / 1e9)
    click.echo(say(lang, "pressed", SAY, word=key))


def _fields(words: tuple[str, ...]) -> dict[str, object]:
    """Return what the words of an entry come to.

    Raises:
        FileFaults: They make no sense.
    """
    from firmware_host.scenario.answer_entries import named
    from firmware_host.scenario.entries import ENTRIES

    what, rest = words[0], list(words[1:])
    if what == "undo":
        if len(rest) != 1 or not rest[0].isdecimal():
            raise FileFaults("command line", [Fault("undo", " ".join(rest)[:80], "undo NUMBER")])
        return {"target": int(rest[0])}
    if what not in ENTRIES:
        remedy = f"write one of press, undo, {', '.join(ENTRIES)}"
        raise FileFaults("command line", [Fault("WORDS", what[:80], remedy)])
    try:
        numbers = {word: int(word) for word in rest if word.isdecimal()}
        return {"args": named(ENTRIES[what](rest), numbers)}
    except ValueError as error:
        raise FileFaults("command line", [Fault(what, " ".join(rest)[:80], str(error))]) from error


def _answer(reply: "Reply", what: str, lang: str) -> None:
    """Say what became of an entry."""
    if reply.ok and "i" in reply.result:
        click.echo(say(lang, "taken", SAY, what=what, i=reply.result["i"]))
        return
    if reply.ok and what == "plan":
        click.echo(say(lang, "plan", SAY))
        return
    if reply.ok:
        rows = cast(list[State], reply.result["standings"])
        for row in rows:
            was, now = (_stand(cast(State, row[name]), lang) for name in ("was", "now"))
            click.echo(f"{row['team']}: {was} -> {now}")
        if not rows:
            click.echo(say(lang, "no-change", SAY, what=what))
        return
    refused = say(lang, "refused", SAY, what=what, reason=reply.field_name)
    wrong = f"{what}: {told(reply.text, lang == 'ru')}"
    click.echo(refused if reply.code == "refused" else wrong, err=True)
    sys.exit(1 if reply.code == "refused" else 2)


def _stand(row: State, lang: str) -> str:
    place = "-".join(dict.fromkeys(str(one) for one in cast(list[int], row["place"])))
    return say(lang, "stand", SAY, total=row["total"], place=place)


def _say(client: "ControlClient", lang: str) -> None:
    """Say what is at the table, what waits, and how the teams stand."""
    state: State = client.request("status").result
    turn, secret = cast(State | None, state.get("turn")), cast(State, state.get("desk") or {})
    event = cast(State, secret.get("event") or state.get("event") or {})
    names = cast(Mapping[str, str], state.get("teams") or {})
    if turn is None:
        click.echo(say(lang, "nothing", SAY))
    else:
        team = str(turn["team"])
        who = f", {team} ({names.get(team, team)})" if team else ""
        word = cast(State, turn["word"])[lang]
        click.echo(say(lang, "turn", SAY, number=turn["number"], who=who, word=word))
    if state.get("left"):
        click.echo(say(lang, "left", SAY))
    if event.get("waits"):
        click.echo(say(lang, "waits", SAY, stage=event["stage"]))
    for key in ("owed", "away"):
        if teams := cast(list[str], event.get(key) or []):
            click.echo(say(lang, key, SAY, teams=", ".join(teams)))
    for one in cast(list[State], event.get("cuts") or []):
        category = f"{one['category']}: " if one["category"] else ""
        found = {"category": category, "keep": one["keep"], "free": one["free"]}
        inside, held = (", ".join(cast(list[str], one[name])) for name in ("inside", "held"))
        click.echo(say(lang, "inside", SAY, teams=inside, **found))
        if held:
            click.echo(say(lang, "held", SAY, teams=held, **found))
    for row in cast(list[State], state.get("standings") or []):
        place = cast(list[int] | None, row["place"])
        said = "–" if place is None else "-".join(map(str, dict.fromkeys(place)))
        team = str(row["team"])
        click.echo(f"{said:>6}  {names.get(team, team)}  {row['total']}")
