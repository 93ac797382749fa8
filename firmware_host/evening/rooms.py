"""Every word the desk may write into the books, and who looks at it first."""

from collections.abc import Mapping

from firmware_host.evening import (
    answer_book,
    appeal_book,
    clock_book,
    cut_book,
    order_book,
    player_book,
    programme_book,
    series_book,
    ticket_book,
    tour_book,
)
from firmware_host.evening.book import Book, Check, write
from firmware_host.evening.event import Entry, holding

COURSE = frozenset({"advance", "away", "back", "draw-order", "owed"})
"""What the running order has followed: the hall lived through it, no undo takes it back."""


def _undo(book: Book, entry: Entry) -> str | None:
    target = next((one for one in holding(book.entries) if one.i == entry.target), None)
    if target is None or target.what in COURSE:
        return "moot"
    if target.what in ("draw", "seats"):
        return tour_book.begun(book, target)
    return "drawn" if ticket_book.twice(write(book, entry)) else None


CHECKS: Mapping[str, Check] = {
    "advance": cut_book.check_advance,
    "announce": answer_book.check_announce,
    "answer": answer_book.check_answer,
    "appeal": appeal_book.check_appeal,
    "away": tour_book.check_team,
    "back": tour_book.check_team,
    "catch-up": programme_book.check_catch_up,
    "clock": clock_book.check_start,
    "clock-set": clock_book.check_set,
    "clock-stop": clock_book.check_stop,
    "decide": cut_book.check_decide,
    "draw": tour_book.check_draw,
    "draw-order": order_book.check_order,
    "explainer": player_book.check_explainer,
    "extra": series_book.check_extra,
    "given": tour_book.check_given,
    "lift": answer_book.check_lift,
    "owed": tour_book.check_owed,
    "programme": programme_book.check_programme,
    "remove": answer_book.check_remove,
    "seats": tour_book.check_seats,
    "series": series_book.check_series,
    "ticket": ticket_book.check_ticket,
    "undo": _undo,
    "verdict": appeal_book.check_verdict,
}
"""Word of an entry -> what says whether it is taken."""


FIELDS: Mapping[str, frozenset[str]] = {
    word: frozenset(fields.split())
    for word, fields in {
        "advance": "stage even_so",
        "announce": "tour",
        "answer": "question team teams state ground others",
        "appeal": "team question kind deposit",
        "away": "team",
        "back": "team",
        "catch-up": "how",
        "clock": "name for",
        "clock-set": "name shows",
        "clock-stop": "name",
        "decide": "stage teams how seed",
        "draw": "stage seed",
        "draw-order": "stage seed",
        "explainer": "player team",
        "extra": "stage seats",
        "given": "stage totals",
        "lift": "question team",
        "owed": "team",
        "programme": "item began ended",
        "remove": "question",
        "seats": "stage tables",
        "series": "question taken where removed",
        "ticket": "deck team number seed",
        "undo": "",
        "verdict": "appeal team question ayes noes chair also even_so",
    }.items()
}
"""What the desk may say of each; all else in an entry is put in by the box."""


def unknown_field(entry: Entry) -> str:
    """Return a field that the desk may not say, or "": of an unknown word all may be said."""
    return min(entry.args.keys() - FIELDS.get(entry.what, entry.args.keys()), default="")


def refusal(book: Book, entry: Entry) -> str | None:
    """Return why an entry is refused, or None.

    Raises:
        ValueError: Its word or its fields make no sense; nothing is written then.
    """
    check = CHECKS.get(entry.what)
    if check is None:
        raise ValueError(f"what is one of {', '.join(sorted(CHECKS))}, not {entry.what!r}")
    return check(book, entry)
