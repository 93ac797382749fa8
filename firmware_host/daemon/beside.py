"""What runs beside the turn, as a snapshot has it: side clocks, the forecast of the stage hour."""

from collections.abc import Mapping

from firmware_host.engine.state import Game
from firmware_host.evening.book import Book
from firmware_host.evening.clock_book import clocks
from firmware_host.evening.hour_book import rest_of_circle
from firmware_host.evening.programme import Item
from firmware_host.evening.programme_book import day_text, shown


def clock_rows(book: Book, at_ns: int) -> list[Mapping[str, object]]:
    """Return the side clocks; pages count on from the instant, so a tick is no change."""
    return [
        {
            "name": name, "way": "down" if one.down else "up", "mode": one.mode,
            "over": one.over(at_ns),
            **({"zero_ns": str(one.ns)} if one.mode == "run" else {"left_ns": one.ns}),
        }
        for name, one in clocks(book).items()
    ]  # fmt: skip


def programme_rows(book: Book) -> list[Mapping[str, object]]:
    """Return the day's programme: planned, and as it is to be expected or was."""
    return [
        {
            "id": one.planned.id, "name": book.event.titles.get(one.planned.id, ""),
            "planned": _span(one.planned), "expected": _span(one.expected),
            "begun": one.begun, "over": one.over,
        }
        for one in shown(book)
    ]  # fmt: skip


def _span(item: Item) -> list[str]:
    return [day_text(item.from_ns), day_text(item.to_ns)]


def forecast_row(game: Game, book: Book, at_ns: int) -> Mapping[str, object] | None:
    """Return the forecast of the present circle: when it ends while the clock runs, else how
    long it takes."""
    rest = rest_of_circle(game, book, at_ns)
    if rest is None:
        return None
    running = game.turn is not None and game.turn.status == "running"
    when = {"ends_ns": str(at_ns + rest.worst_ns)} if running else {"worst_ns": rest.worst_ns}
    return {
        "stage": rest.stage, "circle": rest.circle, "turns": rest.turns, "fits": rest.fits,
        "equal": rest.equal, **when,
    }  # fmt: skip
