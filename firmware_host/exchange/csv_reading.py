"""CSV as people have it: UTF-8 or CP1251, commas, semicolons or tabs, guessed and said."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable

from firmware_host.errors import Fault, FileFaults
from firmware_host.exchange.book import MAX_CELLS, MAX_ROWS, Book, table_of
from firmware_host.exchange.cells import bare
from firmware_host.exchange.noticed import Noticed

_DELIMITERS = (";", ",", "\t")
_NONE = "\x1f"
"""Parts nothing: no file of people has it."""

_SEP = re.compile(r"sep=([;,\t])\r?\n")
# CP866 read as CP1251 has these letters; KOI8-R has the cases of Russian letters exchanged.
_FOREIGN = re.compile(r"[ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•™љ›њќћџЎўЈҐ¦Ї]")
_SWAPPED = re.compile(r"\b[а-яё][А-ЯЁ]{2,}")
_WORD = re.compile(r"[А-Яа-яЁё]{3,}")


def read_csv(raw: bytes, file: str) -> Book:
    """Read a CSV file.

    An apostrophe that keeps a formula from being one is taken off (`cells.bare`). Where quotes
    do not close, they are taken as characters.

    Raises:
        FileFaults: It is empty, no text, or past the bounds of `book`.
    """
    noticed: list[Noticed] = []
    text, encoding = decode(raw, file)
    if not encoding.startswith("UTF-8"):  # those are proven by their bytes, the others guessed
        noticed.append(Noticed("encoding", encoding))
    if encoding == "CP1251" and _doubtful(text):
        noticed.append(Noticed("encoding-doubtful", encoding))
    if not text.strip():
        raise FileFaults(file, [Fault("file", "", "the file is empty: put its text back")])
    said = _SEP.match(text)
    text = text[said.end() :] if said else text
    # Excel reads `sep=` and keeps it as row 1 of its own counting, and so do the numbers here.
    first: list[list[str]] = [[]] if said else []
    try:
        delimiter, rows, quoted = _parted(text, said[1] if said else "")
    except csv.Error as error:
        remedy = f"no CSV ({error}): save the table as CSV again"
        raise FileFaults(file, [Fault("file", "", remedy)]) from None
    noticed.append(Noticed("delimiter", delimiter))
    if not quoted:
        noticed.append(Noticed("quotes"))
    table, _ = table_of("", first + [[bare(cell) for cell in row] for row in rows], file, noticed)
    return Book(
        file=file, tables=(table,), noticed=tuple(noticed), encoding=encoding, delimiter=delimiter
    )


def decode(raw: bytes, file: str) -> tuple[str, str]:
    """Return a text and its encoding: "UTF-8", "UTF-8 BOM", "UTF-16" or "CP1251".

    Raises:
        FileFaults: It is no text in any of them.
    """
    for mark, codec, word in (
        (b"\xef\xbb\xbf", "utf-8-sig", "UTF-8 BOM"),
        (b"\xff\xfe", "utf-16", "UTF-16"),
        (b"\xfe\xff", "utf-16", "UTF-16"),
        (b"", "utf-8", "UTF-8"),
        (b"", "cp1251", "CP1251"),
    ):
        if raw.startswith(mark):
            try:
                text = raw.decode(codec)
            except UnicodeDecodeError:
                continue
            if "\0" not in text:
                return text, word
    remedy = "neither a text nor a workbook: save it as .xlsx, or as CSV in UTF-8"
    raise FileFaults(file, [Fault("file", "", remedy)])


def _doubtful(text: str) -> bool:
    """Tell whether CP1251 gives letters, or cases of letters, that no Russian text has."""
    words = len(_WORD.findall(text))
    return bool(_FOREIGN.search(re.sub("[“”„‘’…™]", "", text))) or (
        len(_SWAPPED.findall(text)) * 2 > words
    )


def _parted(text: str, said: str) -> tuple[str, list[list[str]], bool]:
    """Return the delimiter, the rows, and whether quotes were quotes.

    The delimiter is the one that parts most rows, then most of them alike; where none does so
    with the usual row, lines are whole.
    """
    best: tuple[tuple[int, int, int], str, list[list[str]], bool] | None = None
    for delimiter in [said] if said else _DELIMITERS:
        rows, quoted = _rows(text, delimiter)
        widths = Counter(len(row) for row in rows if row)
        width, alike = max(widths.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
        score = (widths.total() - widths[1], alike, width)
        if (width > 1 or said) and (best is None or score > best[0]):
            best = (score, delimiter, rows, quoted)
    if best is None:
        rows, quoted = _rows(text, _NONE)
        return "", rows, quoted
    return best[1:]


def _rows(text: str, delimiter: str) -> tuple[list[list[str]], bool]:
    try:
        return _read(csv.reader(io.StringIO(text, ""), delimiter=delimiter, strict=True)), True
    except csv.Error:
        lines = io.StringIO(text, "")
        return _read(csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)), False


def _read(reader: Iterable[list[str]]) -> list[list[str]]:
    """Return the rows; no more than `table_of` needs to see that there are too many."""
    rows, cells = [], 0
    for row in reader:
        rows.append(row)
        cells += len(row)
        if len(rows) > MAX_ROWS or cells > MAX_CELLS:
            break
    return rows
