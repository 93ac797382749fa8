"""The books of an evening: the event, what the desk wrote, and what the game told.

Frozen; every function returns another one or a value. Totals come from the turns and are given
in: `Totals` is stage -> team -> half-points or nanoseconds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from firmware_host.evening.event import Entry, Event, in_force
from firmware_host.evening.places import Team

StageTotals = Mapping[str, Mapping[Team, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The results of a tour were announced, or a tour began.

    Attributes:
        clock: Which clock `at_ns` is of; a later boot has a greater number.
        after: How many entries had been written by then.
    """

    tour: int
    at_ns: int
    clock: int = 0
    after: int = 0


class _Held:
    """Which of some entries hold, reckoned once: a book of an evening has a few thousand."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self.entries = entries
        self.force = in_force(entries)
        self.words: dict[str, list[tuple[int, Entry]]] = {}
        for nth, entry in enumerate(self.force):
            self.words.setdefault(entry.what, []).append((nth, entry))


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """Everything that the evening is decided by, besides the turns themselves.

    Attributes:
        entries: What the desk wrote and was taken, undos among it.
        extras: Entry of an extra turn -> what each of its keys came to, half-points; None
            where its part was annulled and is not replayed; {} while it is not played.
        told: Announcements by the host's key; those of the desk are entries.
        began: Tour -> when its first question began.
        clock: The clock of now.
        totals: What the turns come to by now.
        smaller: Times, where less is better.
        stage: The stage that is played, or waits to be closed.
        played: Stage -> team -> turns that count.
        turns: Id of every turn opened -> its team, and whether it was begun.
        reboot_i: Input number of the last reboot: what is numbered below stands on another clock.
        slots: Stage -> how many of its turns in the running order have been begun.
        begun: Stages of which a turn has begun: no secret any more (001 l.64).
    """

    event: Event = field(default_factory=Event)
    entries: tuple[Entry, ...] = ()
    extras: Mapping[int, Mapping[str, int | None]] = field(default_factory=dict)
    told: tuple[Told, ...] = ()
    began: Mapping[int, Told] = field(default_factory=dict)
    clock: int = 0
    totals: StageTotals = field(default_factory=dict)
    played: Mapping[str, Mapping[Team, int]] = field(default_factory=dict)
    turns: Mapping[int, tuple[Team, bool]] = field(default_factory=dict)
    begun: frozenset[str] = frozenset()
    slots: Mapping[str, int] = field(default_factory=dict)
    reboot_i: int = 0
    smaller: bool = False
    stage: str = ""
    held: _Held | None = field(default=None, compare=False, repr=False)

    @property
    def force(self) -> tuple[Entry, ...]:
        """The entries in force, in order."""
        return self._holding().force

    def of(self, *words: str) -> tuple[Entry, ...]:
        """Return the entries in force with one of these words, in order."""
        known = self._holding().words
        found = [one for word in words for one in known.get(word, ())]
        if len(words) > 1:
            found.sort(key=lambda one: one[0])
        return tuple(entry for _, entry in found)

    def _holding(self) -> _Held:
        """Return what holds of these very entries; a book made of another one brings it along."""
        held = self.held
        if held is None or held.entries is not self.entries:
            held = _Held(self.entries)
            object.__setattr__(self, "held", held)
        return held

    @property
    def announcements(self) -> tuple[Told, ...]:
        """Announcements in force, by the host's key and by the desk, in order (4-e)."""
        told = self.of("announce")
        index = {one.i: nth for nth, one in enumerate(self.entries, 1)} if told else {}
        desk = [
            Told(
                tour=cast(int, entry.args["tour"]), at_ns=entry.at_ns, clock=entry.clock,
                after=index[entry.i],
            )
            for entry in told
        ]  # fmt: skip
        return tuple(sorted([*desk, *self.told], key=lambda one: one.after))

    @property
    def announced(self) -> dict[int, int]:
        """Tour -> when its results were announced last, on the clock of now."""
        return {one.tour: one.at_ns for one in self.announcements if one.clock == self.clock}


Check = Callable[[Book, Entry], str | None]
"""Says why an entry is refused, or None. Raises ValueError where its fields make no sense."""


def write(book: Book, entry: Entry) -> Book:
    """Return the book with one more entry; `rooms.refusal` has let it in."""
    return replace(book, entries=(*book.entries, entry))


def word_of(entry: Entry, name: str, known: Mapping[str, object] | None = None) -> str:
    """Return a field of an entry that is a word.

    Raises:
        ValueError: It is none, or not one of those known.
    """
    value = entry.args.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= 100:
        raise ValueError(f"{entry.what} takes {name}, a word")
    if known is not None and value not in known:
        raise ValueError(f"{name} {value!r}: there is {', '.join(known) or 'none'}")
    return value


def number_of(entry: Entry, name: str, least: int, most: int) -> int:
    """Return a field of an entry that is a whole number in bounds, both ends in.

    Raises:
        ValueError: It is none.
    """
    value = entry.args.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{entry.what} takes {name}, a whole number from {least} to {most}")
    return value


def teams_of(entry: Entry, name: str, event: Event) -> tuple[Team, ...]:
    """Return a field of an entry that is a list of teams, each once.

    Raises:
        ValueError: It is none.
    """
    value = entry.args.get(name, [])
    if not isinstance(value, list | tuple) or len(set(map(str, value))) != len(value):
        raise ValueError(f"{entry.what} takes {name}, a list of teams, each once")
    for team in value:
        if team not in event.teams:
            raise ValueError(f"{name}: no such team {team!r}: {', '.join(event.teams) or 'none'}")
    return tuple(map(str, value))
