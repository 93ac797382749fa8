"""Tickets in the books («экзаменационный билет», 001 and RULES A.7): drawn once an event.

Entry: ticket {deck, number, seed?, team?, turn}. The box draws the number by a seed and records
both, so that an undo of an earlier ticket never changes a later one; or the number is typed in.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

from firmware_host.evening.book import Book, number_of, word_of
from firmware_host.evening.draw import Nothing, ticket, typed_refusal
from firmware_host.evening.event import Entry
from firmware_host.evening.places import Team

MOST = (1 << 53) - 1


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket that has been drawn; `team` is "" where it is nobody's in particular."""

    deck: str
    number: int
    team: Team = ""


def drawn_of(book: Book, deck: str) -> tuple[int, ...]:
    """Return the numbers of a deck that have been drawn and not put back, in order."""
    return tuple(
        cast(int, entry.args["number"])
        for entry in book.of("ticket")
        if entry.args["deck"] == deck
    )  # fmt: skip


def filled(book: Book, entry: Entry, seed: Callable[[], int]) -> Mapping[str, object]:
    """Return the fields of an entry with the box's draw put in, where no number was typed.

    Nothing is put in for the number where none is left.

    Raises:
        ValueError: There is no such deck, or the seed is none.
    """
    args = dict(entry.args)
    if "number" not in args:
        args.setdefault("seed", seed())
        number = _draw(book, Entry(i=0, what=entry.what, at_ns=entry.at_ns, args=args))
        args |= {} if number is None else {"number": number}
    return args


def _draw(book: Book, entry: Entry) -> int | None:
    deck, seed = word_of(entry, "deck", book.event.decks), number_of(entry, "seed", 0, MOST)
    try:
        return ticket(_numbers(book, deck), _out(book, deck), seed)
    except Nothing:
        return None


def _numbers(book: Book, deck: str) -> range:
    return range(1, book.event.decks[deck].tickets + 1)


def _out(book: Book, deck: str) -> tuple[int, ...]:
    """Return the numbers that may not come: none of a deck whose tickets may come again."""
    return () if book.event.decks[deck].again else drawn_of(book, deck)


def check_ticket(book: Book, entry: Entry) -> str | None:
    """A ticket: {"deck", "number", "seed"?, "team"?, "turn": the first turn it may belong to}."""
    deck = word_of(entry, "deck", book.event.decks)
    if "team" in entry.args:
        word_of(entry, "team", book.event.teams)
    number_of(entry, "turn", 1, MOST)
    if "seed" in entry.args:
        number = _draw(book, entry)
        if number is None:
            return "none-left"
        if entry.args.get("number") != number:
            raise ValueError(f"this seed draws {number}")
    number = number_of(entry, "number", 0, MOST)
    return typed_refusal(number, _numbers(book, deck), _out(book, deck))


def twice(book: Book) -> bool:
    """Tell whether a ticket is out twice: an undo of an undo would bring it back so."""
    return any(
        len(set(drawn_of(book, word))) < len(drawn_of(book, word))
        for word, deck in book.event.decks.items()
        if not deck.again
    )


def tickets_of(book: Book, turn: int) -> tuple[Ticket, ...]:
    """Return the tickets of a turn, in order.

    A ticket belongs to the first turn of its team, from the one it was drawn for, that was begun
    or is the latest opened: a turn put off unplayed hands it on, a replay gets a new one.
    """
    return tuple(
        _ticket(entry) for entry in book.of("ticket") if _turn_of(book, entry) == turn
    )  # fmt: skip


def waiting(book: Book) -> tuple[Ticket, ...]:
    """Return the tickets of turns to come."""
    return tuple(_ticket(entry) for entry in book.of("ticket") if _turn_of(book, entry) is None)


def _ticket(entry: Entry) -> Ticket:
    args = entry.args
    return Ticket(str(args["deck"]), cast(int, args["number"]), str(args.get("team", "")))


def _turn_of(book: Book, entry: Entry) -> int | None:
    team, first = entry.args.get("team", ""), cast(int, entry.args["turn"])
    latest = max(book.turns, default=0)
    return next(
        (
            turn
            for turn, (whose, begun) in sorted(book.turns.items())
            if turn >= first and team in ("", whose) and (begun or turn == latest)
        ),
        None,
    )
