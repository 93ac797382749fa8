"""Who of a team explains (000, 0-c; 002 l.4): recorded by the desk, the next one proposed in turn.

Entry: explainer {player, team?}; the box puts in the turn that it is of. Nothing is decided by it:
changing explainers is welcome and no duty (002 l.2).
"""

from typing import cast

from firmware_host.evening.book import Book, word_of
from firmware_host.evening.event import Entry
from firmware_host.evening.places import Team


def explainers(book: Book, turn: int) -> dict[Team, str]:
    """Return who explains in a turn: team -> player; "" is a team that nobody named."""
    return {
        str(entry.args.get("team", "")): str(entry.args["player"])
        for entry in book.of("explainer")
        if entry.args.get("turn") == turn
    }


def proposed(book: Book, team: Team) -> str:
    """Return the player after the one who explained last, in the order of the plan; "": no plan."""
    players = book.event.players.get(team, ())
    said = [str(one.args["player"]) for one in book.of("explainer") if one.args.get("team") == team]
    if not players:
        return ""
    last = next((one for one in reversed(said) if one in players), players[-1])
    return players[(players.index(last) + 1) % len(players)]


def check_explainer(book: Book, entry: Entry) -> str | None:
    """Who explains: {"player", "team"}: one of the team's players, where the plan names them."""
    team = cast("str | None", entry.args.get("team"))
    if team:
        word_of(entry, "team", book.event.teams)
    known = book.event.players.get(team or "", ())
    word_of(entry, "player", dict.fromkeys(known) if known else None)
    return None
