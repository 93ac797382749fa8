"""From a file's bytes to TOML tables; every way in which a file can be broken is a fault.

Used for formats, boards and the config: the same doors, the same words.
"""

import re
import tomllib
from decimal import Decimal
from pathlib import Path

from firmware_host.errors import Fault, FileFaults

MAX_BYTES = 65536
SCHEMA = 1
"""The newest schema of formats, boards and config that this version reads."""


def read_text(path: Path) -> str:
    """Return a file's text.

    Raises:
        FileFaults: It is not there, cannot be read, is too long, empty or not UTF-8.
    """
    return decode(read_bytes(path, MAX_BYTES), str(path))


def read_bytes(path: Path, most: int) -> bytes:
    """Return a file's bytes; of one that is too long `most` + 1, for the caller to refuse.

    Raises:
        FileFaults: It is not there, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        remedy = "give the path of a file that can be read"
        raise FileFaults(str(path), [Fault("file", error.strerror or str(error), remedy)]) from None


def decode(raw: bytes, file: str) -> str:
    """Return the text of a file's bytes, without a byte order mark, with LF line ends."""
    if len(raw) > MAX_BYTES:
        remedy = f"the file is too long: keep it within {MAX_BYTES // 1024} KiB"
        raise FileFaults(file, [Fault("file", f"more than {MAX_BYTES} bytes", remedy)])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        bad = f"byte 0x{raw[error.start]:02x}"
        fault = Fault(f"line {line}", bad, "not UTF-8: save the file as UTF-8")
        raise FileFaults(file, [fault]) from None
    return text.replace("\r\n", "\n")


def parse(text: str, file: str) -> dict[str, object]:
    """Return the tables of a TOML text; numbers with a point are `Decimal`.

    Raises:
        FileFaults: Too long, empty, cut off, not TOML, or of a newer schema.
    """
    if len(text.encode(errors="surrogatepass")) > MAX_BYTES:
        decode(text.encode(errors="surrogatepass"), file)
    if not text.strip():
        raise FileFaults(file, [Fault("file", "", "the file is empty: put its text back")])
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise FileFaults(file, [_toml_fault(text, error)]) from None
    schema = data.get("schema")
    if isinstance(schema, int) and schema > SCHEMA:
        remedy = f"made for a newer Minuta: update this one, which reads schema {SCHEMA}"
        raise FileFaults(file, [Fault("schema", str(schema), remedy)])
    return data


def _toml_fault(text: str, error: Exception) -> Fault:
    """Return where the TOML breaks, and what to do."""
    lines = text.splitlines()
    what = str(error)
    place = re.search(r"at line (\d+)", what)
    number = int(place[1]) if place else len(lines)
    value = lines[number - 1].strip()[:80] if 0 < number <= len(lines) else ""
    if "end of document" in what:
        remedy = "the file is cut off here: put the rest back"
        return Fault(f"line {len(lines)}", lines[-1].strip()[:80], remedy)
    if "overwrite" in what or "Cannot declare" in what or "twice" in what:
        return Fault(f"line {number}", value, "this key stands twice: keep one of them")
    if value.count("{") > value.count("}"):
        return Fault(f"line {number}", value, "a table in { } stands on one line: close it there")
    reason = what.split(" (at line")[0] if place else "a value cannot be read"
    return Fault(f"line {number}", value, f"not TOML ({reason}): correct this line")
