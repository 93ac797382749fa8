"""What public pages are not told: tickets of turns that are not over, and secret stages.

RULES A.7 of 001: the word is never on a public screen before the turn is over; R5 and the films
stay hidden until revealed. All of it goes into the snapshot's part `desk`, which no public page
gets.
"""

from collections.abc import Mapping
from typing import cast

from firmware_host.engine.ordered import Stage
from firmware_host.engine.state import Game
from firmware_host.evening.book import Book
from firmware_host.evening.ticket_book import Ticket, drawn_of, tickets_of, waiting

HOST = ("start", "stop", "next")
"""Keys that every format has: what the others may do tells the game."""

Snapshot = dict[str, object]


def secrets_of(book: Book) -> frozenset[str]:
    """Return the stages that nobody may know yet."""
    return frozenset(
        one.id for one in book.event.stages if one.secret and one.id not in book.begun
    )  # fmt: skip


def hide(snapshot: Snapshot, game: Game, book: Book) -> Snapshot:
    """Return a snapshot with what is not public moved into its part `desk`."""
    secret = secrets_of(book)
    desk, shown = _tickets(game, book)
    found = {**snapshot, "tickets": shown}
    if secret:
        formats = _formats(game.stages, secret)
        rows = cast(list[Mapping[str, object]], snapshot["formats"])
        desk["formats"] = [row for row in rows if row["id"] in formats]
        found["formats"] = [row for row in rows if row["id"] not in formats]
    coming = cast("Mapping[str, object] | None", snapshot["next"])
    if coming is not None and coming["stage"] in secret:
        desk["next"], found["next"] = coming, None
    turn = cast("Mapping[str, object] | None", snapshot["turn"])
    if turn is not None and turn["stage"] in secret:
        desk |= {name: snapshot[name] for name in ("format", "may")}
        desk |= {name: turn[name] for name in ("stage", "kind", "phase")}
        keys = cast(Mapping[str, object], snapshot["may"])
        may = {key: verb for key, verb in keys.items() if key.startswith(HOST)}
        event = cast(Mapping[str, object], snapshot["event"])
        desk |= {"forecast": snapshot["forecast"], "event": event}
        found |= {
            "forecast": None,
            "event": {**event, "stage": "", "cuts": [], "seats": [], "seed": None},
            "format": {},
            "turn": {**turn, "stage": "", "kind": "", "phase": "", "price_now": None, "prices": []},
            "may": may,
        }
    return {**found, "desk": desk}


def _formats(stages: tuple[Stage, ...], secret: frozenset[str]) -> frozenset[str]:
    """Return the formats of secret stages alone."""
    used = [(stage.id in secret, rules.format) for stage in stages for rules in stage.formats]
    return frozenset(name for hidden, name in used if hidden) - {
        name for hidden, name in used if not hidden
    }


def _tickets(game: Game, book: Book) -> tuple[Snapshot, list[Mapping[str, object]]]:
    turn = game.turn
    held = () if turn is None else tickets_of(book, turn.id)
    over = turn is not None and turn.status == "done"
    left = {
        word: deck.tickets if deck.again else deck.tickets - len(set(drawn_of(book, word)))
        for word, deck in book.event.decks.items()
    }
    desk = [] if over else [_row(one) for one in held]
    desk += [_row(one) for one in waiting(book)]
    return {"tickets": desk, "decks": left}, [_row(one) for one in held] if over else []


def _row(one: Ticket) -> Mapping[str, object]:
    return {"deck": one.deck, "number": one.number, "team": one.team}
