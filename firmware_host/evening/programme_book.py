"""The day's programme in the books (RULES A.4, A.7): planned, real, and what is to be expected.

Entries: programme {item, began: "12:03"} or {item, ended: "13:40"}; catch-up {how}. A real time is
what a person says at the desk, a text: the box never reckons with its own wall clock, and nothing
is decided by these. Times here are nanoseconds from midnight of the first day.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from firmware_host.evening.book import Book, word_of
from firmware_host.evening.event import Entry
from firmware_host.evening.programme import POLICIES, Item, Real, programme

MINUTE_NS = 60_000_000_000
DAY_NS = 24 * 60 * MINUTE_NS
_CLOCK = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


@dataclass(frozen=True, slots=True)
class Shown:
    """A line: as planned, as it is to be expected, and whether it was begun and is over."""

    planned: Item
    expected: Item
    begun: bool
    over: bool


def day_ns(text: object, near_ns: int = 0) -> int:
    """Read "HH:MM" as the instant of the day, today or the next, that is nearest to another.

    Raises:
        ValueError: It is no time of day.
    """
    found = _CLOCK.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise ValueError(f"{text!r}: write HH:MM")
    at_ns = (int(found[1]) * 60 + int(found[2])) * MINUTE_NS
    return min((at_ns, at_ns + DAY_NS), key=lambda one: abs(one - near_ns))


def day_text(at_ns: int) -> str:
    """Return an instant of the day as people read it: "12:03"."""
    hours, minutes = divmod(at_ns // MINUTE_NS % (24 * 60), 60)
    return f"{hours:02d}:{minutes:02d}"


def shown(book: Book) -> tuple[Shown, ...]:
    """Return the lines as they stand after the latest word of the desk."""
    items, real = book.event.programme, _real(book)
    told = [one for row in real.values() for one in (row.from_ns, row.to_ns) if one is not None]
    how = [str(entry.args["how"]) for entry in book.of("catch-up")]
    expected = programme(items, real, max(told, default=0), how[-1] if how else "shift")
    return tuple(
        Shown(item, line, item.id in real, item.id in real and real[item.id].to_ns is not None)
        for item, line in zip(items, expected, strict=True)
    )


def _real(book: Book) -> Mapping[str, Real]:
    found: dict[str, Real] = {}
    for item, began, at_ns in _told(book):
        if began:
            found[item] = Real(at_ns, None)
        elif item in found:
            found[item] = Real(found[item].from_ns, at_ns)
    return found


def _told(book: Book) -> Iterator[tuple[str, bool, int]]:
    items = {item.id: item for item in book.event.programme}
    for entry in book.of("programme"):
        item = items.get(str(entry.args["item"]))
        if item is not None:
            yield item.id, "began" in entry.args, _stated_ns(entry, item)


def _stated_ns(entry: Entry, item: Item) -> int:
    began = "began" in entry.args
    near_ns = item.from_ns if began else item.to_ns
    return day_ns(entry.args["began" if began else "ended"], near_ns)


def check_programme(book: Book, entry: Entry) -> str | None:
    """A line began or ended: {"item", "began" or "ended": "HH:MM"}."""
    items = {item.id: item for item in book.event.programme}
    item = items[word_of(entry, "item", items)]
    if ("began" in entry.args) == ("ended" in entry.args):
        raise ValueError("programme takes began or ended, HH:MM")
    at_ns, real = _stated_ns(entry, item), _real(book).get(item.id)
    if "began" in entry.args:
        return None if real is None else "moot"
    if real is None:
        return "not-started"
    if real.to_ns is not None:
        return "moot"
    return "early" if at_ns < real.from_ns else None


def check_catch_up(_book: Book, entry: Entry) -> str | None:
    """How what runs over is caught up: {"how": "shift" | "shorten"}."""
    word_of(entry, "how", dict.fromkeys(sorted(POLICIES)))
    return None
