"""Header words of foreign sheets, in Russian and English, and what their columns hold."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.errors import Fault
from firmware_host.exchange.cells import whole
from firmware_host.exchange.noticed import place

WORDS: Mapping[str, str] = {
    **dict.fromkeys(
        ("team id", "teamid", "id team", "id", "id команды", "ид", "№", "номер", "номер команды",
         "number", "no"), "id",
    ),
    **dict.fromkeys(
        ("название", "название команды", "команда", "имя", "team", "team name", "name", "title"),
        "name",
    ),
    **dict.fromkeys(("город", "нас. пункт", "населённый пункт", "town", "city"), "town"),
    **dict.fromkeys(("тур", "tour", "round"), "tour"),
    **dict.fromkeys(
        ("категория", "зачёт", "лига", "группа", "дивизион", "category", "division", "league",
         "group"), "category",
    ),
}  # fmt: skip
"""Word, in small letters -> kind of column."""

_NUMBER = re.compile(r"[1-9][0-9]{0,2}")
MAX_NUMBER = 500
"""Questions of an event at most: the longest festivals have under 200."""


@dataclass(slots=True)
class Header:
    """A header row.

    Attributes:
        kinds: Kind of column -> column, from 1.
        numbers: Question number as it stands there -> column.
        other: Column -> a word that means nothing here.
        twice: Columns whose kind or number stands further left already.
    """

    kinds: dict[str, int] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    other: dict[int, str] = field(default_factory=dict)
    twice: dict[int, str] = field(default_factory=dict)

    @property
    def first(self) -> int:
        """The lowest question number; 1 if there is none."""
        return min(self.numbers, default=1)


def kind_of(word: str) -> str:
    """Return the kind of column a header word names, or ""."""
    plain = " ".join(word.replace("_", " ").casefold().split()).strip(" .:#")
    return WORDS.get(plain) or WORDS.get(plain.replace("зачет", "зачёт"), "")


def header_of(row: tuple[str, ...]) -> Header:
    """Return what a row would be as a header."""
    found = Header()
    for column, text in enumerate(row, 1):
        kind, number = kind_of(text), whole(text)
        if kind:
            if found.kinds.setdefault(kind, column) != column:
                found.twice[column] = text
        elif _NUMBER.fullmatch(number) and int(number) <= MAX_NUMBER:
            if found.numbers.setdefault(int(number), column) != column:
                found.twice[column] = text
        elif text:
            found.other[column] = text
    return found


def number_faults(header: Header, sheet: str, row: int) -> list[Fault]:
    """Return what keeps a header's question numbers from being a run of numbers."""
    faults = [
        Fault(place(sheet, row, column), text, "this question number stands twice: number it anew")
        for column, text in header.twice.items()
        if not kind_of(text)
    ]
    numbers = header.numbers
    gaps = sorted(set(range(header.first, max(numbers, default=0) + 1)) - numbers.keys())
    if gaps:
        remedy = "these question numbers are missing: put their columns back"
        faults.append(Fault(place(sheet, row), ", ".join(map(str, gaps[:10])), remedy))
    return faults
