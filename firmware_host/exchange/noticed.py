"""What was noticed in a file: odd, perhaps harmless, and not for the program to decide."""

from dataclasses import dataclass

MAX_FAULTS = 50
"""Faults said at once; a file with more is wrong in kind."""

KINDS = frozenset(
    [
        *("encoding", "encoding-doubtful", "delimiter", "quotes", "control", "date", "formula"),
        *("sheet", "sheet-left-out", "row-left-out", "column-left-out", "first-row", "no-gap"),
        *("no-header", "tours-unknown", "numbers-restart", "tour-number", "tour-blank"),
        *("contested", "odd-number", "looks-removed", "no-id", "twice", "name-differs"),
        *("town-differs", "team-missing", "same-name", "said-as-0", "long-name"),
    ]
)
"""The words that `Noticed.what` can be; `cli/noticing.py` says them in both languages."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """One oddity.

    Attributes:
        what: A word of `KINDS`.
        value: What stands there, or what it was taken for.
        sheet: Of a workbook; empty in a CSV file.
        row: As a spreadsheet counts, from 1; 0: the whole file.
        column: From 1; 0: the whole row.
    """

    what: str
    value: str = ""
    sheet: str = ""
    row: int = 0
    column: int = 0

    def __post_init__(self) -> None:
        if self.what not in KINDS:
            raise ValueError(f"no such kind: {self.what!r}")


def letters(column: int) -> str:
    """Return a column's letters: 1 is A, 27 is AA."""
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def place(sheet: str = "", row: int = 0, column: int = 0) -> str:
    """Return a place as the `path` of a fault: "sheet Worksheet, row 5, column D"."""
    parts = [f"sheet {sheet}"] if sheet else []
    parts += [f"row {row}"] if row else []
    parts += [f"column {letters(column)}"] if column else []
    return ", ".join(parts) or "file"
