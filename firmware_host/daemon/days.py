"""A later day of an event begins with the answers, appeals and series of the days before it.

They are brought over into its journal, entry by entry, before its first question begins: so the
journal holds all that its standings depend on, and a day-1 appeal is decided on day 2 like any
other (004 l.36; RULES A.7: two days, one event).
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from firmware_host.books import Books
from firmware_host.evening.days import brought_over
from firmware_host.evening.event import Entry, Event
from firmware_host.journal.place import chain
from firmware_host.journal.reader import read_evening
from firmware_host.journal.record import MATCH, Record
from firmware_host.loop.play import Play

MOST_TEXT = 500


def bring_over(play: Play, folder: Path, now_ns: int) -> None:
    """Write what the evenings beside this one, of the same event and before it, have come to.

    What was written before a crash is not written again. Loop thread, before the first turn.
    """
    book = play.books.book
    done = [entry for entry in book.entries if entry.day]
    numbers: dict[tuple[str, int], int] = {}
    try:
        before = list(_before(folder, book.event))
    except OSError as error:
        # The hall waits for today's questions; what is missing is said, and may be entered.
        play.alarms.sound("journal-damage", now_ns, text=str(error)[:MOST_TEXT])
        return
    for nth, entry in enumerate(before):
        if nth < len(done):
            numbers[entry.day, entry.i] = done[nth].i
            continue
        args = dict(entry.args)
        if "appeal" in args:
            args["appeal"] = numbers.get((entry.day, int(str(args["appeal"]))), 0)
        numbers[entry.day, entry.i] = play.write(replace(entry, at_ns=now_ns, args=args), None)


def _before(folder: Path, event: Event) -> Iterator[Entry]:
    """Yield the entries of the latest evening before this one that has the same questions: it has
    those before it in itself."""
    earlier = [one for one in folder.parent.iterdir() if one.is_dir() and one.name < folder.name]
    for one in sorted(earlier, reverse=True):
        if not chain(one):
            continue
        books = Books()
        books.remember(item for item in read_evening(one) if isinstance(item, Record))
        books.mode = MATCH
        found = books.book
        if (found.event.tours, found.event.teams.keys()) == (event.tours, event.teams.keys()):
            yield from (replace(entry, day=one.name) for entry in brought_over(found))
            return
