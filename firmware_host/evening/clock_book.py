"""Side clocks in the books (RULES A.7): the stage hour, a preparation, appeals, free ones.

They run beside a turn and never touch its keys; nothing is decided by them. Entries: clock {name,
for_ns?}, clock-stop {name}, clock-set {name, shows_ns}. After a reboot nobody knows how long the
box was off, so a clock that ran is `asked` until the desk says what it shows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from firmware_host.evening.book import Book, number_of, word_of
from firmware_host.evening.event import Entry

HOUR, APPEALS = "hour", "appeals"
"""Clocks that begin by themselves: with a stage's first START, with an announcement."""
MOST_CLOCKS = 8
DAY_NS = 24 * 3600 * 1_000_000_000


@dataclass(frozen=True, slots=True)
class Clock:
    """A side clock.

    Attributes:
        down: It counts down to nothing; else up from it.
        mode: "run", "stand", or "asked" after a reboot.
        ns: While it runs, the instant at which it shows nothing; while it stands, what it shows.
    """

    down: bool
    mode: str
    ns: int

    def shows_ns(self, at_ns: int) -> int:
        """Return what it shows at an instant; less than nothing when it is over."""
        if self.mode != "run":
            return self.ns
        return self.ns - at_ns if self.down else at_ns - self.ns

    def over(self, at_ns: int) -> bool:
        """Tell whether its time is up, the very end included."""
        return self.down and self.mode != "asked" and self.shows_ns(at_ns) <= 0

    def set(self, shows_ns: int, at_ns: int) -> "Clock":
        """Return it showing so much; one that was asked runs on from there."""
        if self.mode == "stand":
            return replace(self, ns=shows_ns)
        return _running(self.down, shows_ns, at_ns)


def _running(down: bool, shows_ns: int, at_ns: int) -> Clock:
    return Clock(down, "run", at_ns + shows_ns if down else at_ns - shows_ns)


Clocks = dict[str, Clock]


def clocks(book: Book) -> Clocks:
    """Return the clocks by name, in the order in which they began."""
    found: Clocks = {}
    rebooted = False
    for entry in book.of(*_STEPS):
        if entry.i > book.reboot_i and not rebooted:
            rebooted = True
            found = _asked(found)
        _STEPS[entry.what](found, str(entry.args["name"]), entry)
    return found if rebooted else _asked(found) if book.reboot_i else found


def _asked(found: Clocks) -> Clocks:
    """Return them on another boot's clock: what stood still stands."""
    return {
        name: one if one.mode == "stand" else replace(one, mode="asked", ns=0)
        for name, one in found.items()
    }


def _start(found: Clocks, name: str, entry: Entry) -> None:
    for_ns, old = entry.args.get("for_ns"), found.get(name)
    if isinstance(for_ns, int):
        found[name] = _running(True, for_ns, entry.at_ns)
    elif old is None:
        found[name] = _running(False, 0, entry.at_ns)
    elif old.mode == "stand":
        found[name] = _running(old.down, old.ns, entry.at_ns)


def _stop(found: Clocks, name: str, entry: Entry) -> None:
    """A clock that runs stands; any other one is taken away."""
    old = found.pop(name, None)
    if old is not None and old.mode == "run":
        found[name] = Clock(old.down, "stand", old.shows_ns(entry.at_ns))


def _set(found: Clocks, name: str, entry: Entry) -> None:
    shows_ns = entry.args["shows_ns"]
    if name in found and isinstance(shows_ns, int):
        found[name] = found[name].set(shows_ns, entry.at_ns)


_STEPS: Mapping[str, Callable[[Clocks, str, Entry], None]] = {
    "clock": _start,
    "clock-stop": _stop,
    "clock-set": _set,
}


def begun(name: str, for_ns: int, i: int, at_ns: int) -> Entry:
    """Return the start of a clock that begins by itself, with the input of a number."""
    return Entry(i=i, what="clock", at_ns=at_ns, by="box", args={"name": name, "for_ns": for_ns})


def check_start(book: Book, entry: Entry) -> str | None:
    """A clock begins: {"name", "for_ns"?}; without a length it goes on, or counts up."""
    name = word_of(entry, "name")
    if "for_ns" in entry.args:
        number_of(entry, "for_ns", 1, DAY_NS)
    there = clocks(book)
    old = there.get(name)
    if old is None:
        return "too-many" if len(there) >= MOST_CLOCKS else None
    if old.mode == "asked" and "for_ns" not in entry.args:
        return "asked"
    again = "for_ns" in entry.args and old.over(entry.at_ns)
    return "running" if old.mode == "run" and not again else None


def check_stop(book: Book, entry: Entry) -> str | None:
    """A clock stands, or is taken away: {"name"}."""
    return None if word_of(entry, "name") in clocks(book) else "moot"


def check_set(book: Book, entry: Entry) -> str | None:
    """What a clock shows now: {"name", "shows_ns"}: what is left of it, or how long it runs."""
    number_of(entry, "shows_ns", 0, DAY_NS)
    return check_stop(book, entry)
