"""What may be in a workbook before a library reads it: bounded, plain, and only what is needed.

A workbook is a zip of XML, and either can blow up: a few kilobytes unpack to gigabytes, an entity
to billions, one cell says that it stands in row 99,999,999. Every part is unpacked here within a
bound and walked once; only parts that passed go on.
"""

import io
import re
import zipfile
import zlib
from dataclasses import dataclass, field
from xml.parsers import expat

from firmware_host.errors import Fault, FileFaults
from firmware_host.exchange.book import MAX_COLUMNS, MAX_ROWS

MAX_PARTS = 2_000
MAX_UNPACKED = 32 * 1024 * 1024
MAX_ELEMENTS = 600_000
MAX_DEPTH = 64
MAX_TAG = 256 * 1024
"""Bytes of one tag: a million attributes are no attribute."""

_CHUNK = 64 * 1024
_KEPT = (".xml", ".rels")
# Never read for cells, and where other programs' files are odd most often.
_DROPPED = re.compile(r"docProps/|customXml/|/(theme|drawings|charts|media|printerSettings)/")
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_COLUMN = re.compile(r"[A-Za-z]{1,3}")


class Refused(ValueError):
    """A part is past a bound; the message is the remedy."""


@dataclass
class Seen:
    """What the parts have: the last row and column with a value, and whether there are formulas."""

    rows: int = 0
    columns: int = 0
    formulas: bool = False
    elements: int = field(default=0, repr=False)


def guarded(raw: bytes, file: str) -> tuple[io.BytesIO, Seen]:
    """Return a workbook of the checked parts only, and what they have.

    Raises:
        FileFaults: It is no zip, cut, encrypted, or a part is past a bound or no plain XML.
    """
    packed = io.BytesIO()
    seen = Seen()
    part = "file"
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as source, zipfile.ZipFile(packed, "w") as kept:
            infos = _infos(source)
            for part, info in infos.items():
                if part.endswith(_KEPT) and not _DROPPED.search(part):
                    if info.compress_type not in _PACKED or info.flag_bits & 1:
                        raise Refused("behind a password: save it without one")
                    text = source.read(info)
                    _walk(text, seen)
                    kept.writestr(part, text)
        if "xl/workbook.xml" not in infos and "[Content_Types].xml" not in infos:
            part = "file"
            raise Refused("a zip, but no workbook: save the table as .xlsx")
    except Refused as refused:
        raise FileFaults(file, [Fault(part, "", str(refused))]) from None
    except expat.ExpatError as error:
        remedy = f"no XML ({error}): open it in a spreadsheet and save it again as .xlsx"
        raise FileFaults(file, [Fault(part, "", remedy)]) from None
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError) as error:
        remedy = f"cut off or broken ({error}): copy the file again"
        raise FileFaults(file, [Fault(part, "", remedy)]) from None
    packed.seek(0)
    return packed, seen


def _infos(source: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the parts; of two with one name the last, as every reader has it."""
    listed = source.infolist()
    if len(listed) > MAX_PARTS:
        raise Refused(f"more than {MAX_PARTS} parts: save the table alone as .xlsx")
    # No more is ever unpacked than a part says of itself: what follows is cut, and the sum of
    # its bytes is then wrong.
    if sum(info.file_size for info in listed) > MAX_UNPACKED:
        remedy = f"it unpacks to more than {MAX_UNPACKED // 1024 // 1024} MiB: save the table alone"
        raise Refused(remedy)
    return {info.filename: info for info in listed}


def _walk(text: bytes, seen: Seen) -> None:
    """Walk a part once.

    Raises:
        Refused: Past a bound, or it declares a document type.
        expat.ExpatError: No XML.
    """
    walk = _Walk(seen)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.ordered_attributes = True
    parser.StartDoctypeDeclHandler = walk.doctype
    parser.StartElementHandler = walk.start
    parser.EndElementHandler = walk.end
    for begin in range(0, len(text), _CHUNK):
        fed = text[begin : begin + _CHUNK]
        parser.Parse(fed, False)
        if begin + len(fed) - parser.CurrentByteIndex > MAX_TAG:
            raise Refused(
                f"a tag of more than {MAX_TAG // 1024} KiB: save the table alone as .xlsx"
            )
    parser.Parse(b"", True)


class _Walk:
    """The handlers: rows and cells are counted as openpyxl counts them."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self._depth = 0
        self._row = 0
        self._column = 0

    def doctype(self, *_: object) -> None:
        raise Refused("it declares a document type, which no spreadsheet writes: save it again")

    def start(self, name: str, attributes: list[str]) -> None:
        self._depth += 1
        self._seen.elements += 1
        if self._seen.elements > MAX_ELEMENTS or self._depth > MAX_DEPTH:
            raise Refused("more cells than a list or a grid can have: save the table alone")
        tag = name.rpartition(" ")[2]
        if tag == "row":
            number = _attribute(attributes, "r")
            self._row = int(number) if number.isascii() and number.isdigit() else self._row + 1
            self._column = 0
        elif tag == "c":
            found = _COLUMN.match(_attribute(attributes, "r"))
            self._column = _column(found[0]) if found else self._column + 1
        elif tag in ("v", "is") and self._row:
            self._value()
        elif tag == "f" and self._row:
            self._seen.formulas = True

    def end(self, _name: str) -> None:
        self._depth -= 1

    def _value(self) -> None:
        if self._row > MAX_ROWS:
            raise Refused(f"a value past row {MAX_ROWS}: take out what is not needed")
        if self._column > MAX_COLUMNS:
            raise Refused(f"a value past {MAX_COLUMNS} columns: take out what is not needed")
        self._seen.rows = max(self._seen.rows, self._row)
        self._seen.columns = max(self._seen.columns, self._column)


def _attribute(attributes: list[str], name: str) -> str:
    """Return an attribute's value; "" without it. Attributes are name, value, name, value …"""
    return next(
        (v for k, v in zip(attributes[::2], attributes[1::2], strict=True) if k == name), ""
    )


def _column(text: str) -> int:
    number = 0
    for char in text.upper():
        number = number * 26 + ord(char) - ord("A") + 1
    return number
