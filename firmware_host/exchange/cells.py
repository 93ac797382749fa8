"""Cells: text that is no formula, text that is one clean line, numbers as text."""

import re
import unicodedata
from collections.abc import Sequence

Cell = str | int | float | None
"""A cell to be written; None is blank."""

Row = Sequence[Cell]

_LEADS = r"(?=[=+\-@\t\r\n])"
# A spreadsheet of another language parts cells at another delimiter, inside a text too.
_BEFORE = r"(\A|[,;\t\r\n]\"*)"
_FORMULA = re.compile(rf"{_BEFORE}('*){_LEADS}")
_GUARDED = re.compile(rf"{_BEFORE}'('*){_LEADS}")
_ID = re.compile(r"0|[1-9][0-9]{0,14}")
_WHOLE = re.compile(r"([0-9]+)\.0+")


def safe(value: object) -> object:
    """Return a cell; what a spreadsheet would take for a formula becomes text.

    Numbers stay numbers, negative ones too. A text gets an apostrophe before `= + - @`, tab, CR
    and LF, where it begins and behind any delimiter: "a;=1" is two cells to a Russian Excel, even
    in a file of commas. One that has the apostrophe already gets another, so that `bare` gives
    every text back.
    """
    if isinstance(value, str):
        return _FORMULA.sub(r"\1'\2", value)
    return "" if value is None else value


def bare(text: str) -> str:
    """Return what `safe` was given."""
    return _GUARDED.sub(r"\1\2", text)


def clean(text: str) -> str:
    """Return one line of printable text, composed (NFC), without spaces at its ends.

    Tabs and line breaks become spaces; control characters, marks of direction and of zero width
    are taken out, as no name of a plan may hold them.
    """
    spaced = "".join(" " if char.isspace() else char for char in text)
    kept = "".join(char for char in unicodedata.normalize("NFC", spaced) if char.isprintable())
    return kept.strip()


def hidden(text: str) -> bool:
    """Tell whether `clean` takes out more than spaces."""
    return any(not (char.isprintable() or char.isspace()) for char in text)


def whole(text: str) -> str:
    """Return "12" for "12.0", as some programs write whole numbers; other text as it is."""
    found = _WHOLE.fullmatch(text)
    return found[1] if found else text


def number_or_text(text: str) -> Cell:
    """Return an id as a number where nothing is lost by it, else as it is."""
    return int(text) if _ID.fullmatch(text) else text or None


def number_text(value: float) -> str:
    """Return a number of a cell as text: "1" for 1.0."""
    whole_number = abs(value) < 1e15 and value == int(value)
    return str(int(value)) if whole_number else repr(value)
