"""Reading for commands: journals, settings of the command line."""

import tomllib
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.errors import Fault, FileFaults
from firmware_host.russian import told

if TYPE_CHECKING:
    from firmware_host.daemon.kitchen import Texts
    from firmware_host.journal.reader import Damage
    from firmware_host.journal.record import Record

FILE = click.argument("path", type=click.Path(path_type=Path))


def there(path: Path) -> Path:
    """Return the path of a journal.

    Raises:
        FileFaults: There is none.
    """
    from firmware_host.journal.place import chain

    if not (path.is_file() or (path.is_dir() and chain(path))):
        remedy = "there is no journal: name a journal.jsonl or an evening's folder"
        raise FileFaults(str(path), [Fault("file", "", remedy)])
    return path


def said(path: Path, damage: "Damage") -> str:
    """Return a damage as a line for people."""
    where = path / damage.file if path.is_dir() else path
    return f"{where}, line {damage.line}, byte {damage.offset}: {damage.why}"


def records_of(path: Path) -> list["Record"]:
    """Return what can be read of a journal; what cannot is said on standard error."""
    from firmware_host.journal.reader import read, read_evening
    from firmware_host.journal.record import Record

    items = read_evening(there(path)) if path.is_dir() else read(there(path))
    found = []
    for item in items:
        if isinstance(item, Record):
            found.append(item)
        else:
            click.echo(told(said(path, item)), err=True)
    return found


def whole(path: Path) -> list["Record"]:
    """Return the records of a journal that results are made of.

    Raises:
        FileFaults: There is no record in it, or one that only a newer Minuta understands.
    """
    records = records_of(path)
    if not records:
        remedy = "no record can be read: name a journal.jsonl or an evening's folder"
        raise FileFaults(str(path), [Fault("file", "", remedy)])
    _none_newer(path, records)
    return records


def texts_of(path: Path, records: Sequence["Record"]) -> "Texts":
    """Return the formats that a journal holds.

    Raises:
        FileFaults: A record is of a newer Minuta.
    """
    from firmware_host.daemon.kitchen import Texts

    _none_newer(path, records)
    texts = Texts()
    for record in records:
        if record.kind == "format":
            texts.note(record)
    return texts


def _none_newer(path: Path, records: Sequence["Record"]) -> None:
    for record in records:
        if record.newer:
            remedy = "it is of a newer Minuta: read it with that one"
            raise FileFaults(str(path), [Fault(f"record {record.n}", record.kind, remedy)])


def settings_given(words: Sequence[str]) -> dict[str, object]:
    """Return the settings of --set KEY=VALUE; a value is as in a file, quotes may be left out.

    Raises:
        FileFaults: One is not of this form, or stands twice.
    """
    found: dict[str, object] = {}
    faults = []
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not (name and equals and value):
            faults.append(Fault("--set", word[:80], "write KEY=VALUE"))
        elif name in found:
            faults.append(Fault("--set", word[:80], "this setting stands twice: keep one"))
        else:
            found[name] = _value(value)
    if faults:
        raise FileFaults("command line", faults)
    return found


def _value(text: str) -> object:
    try:
        value = tomllib.loads(f"value = {text}", parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError):
        return text
    found = value.get("value")
    plain = isinstance(found, bool | int | Decimal | str | list)
    return found if len(value) == 1 and plain else text
