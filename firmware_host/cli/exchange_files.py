"""Files of `minuta exchange`: read within bounds, written only where nothing stands yet."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from firmware_host.cli.wording import LANGUAGES
from firmware_host.errors import Fault, FileFaults

if TYPE_CHECKING:
    from firmware_host.exchange.book import Book
    from firmware_host.exchange.cells import Row

Command = TypeVar("Command", bound=Callable[..., object])

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t"}
LANG = click.option("--lang", type=click.Choice(LANGUAGES), default="ru", show_default=True,
                    help="Language of what is printed or written.")  # fmt: skip
TOURS = click.option("--tours", "lengths", default="", metavar="N,N…",
                     help="Questions of each tour, where the file does not say.")  # fmt: skip


def out_options(command: Command) -> Command:
    """Give a command -o, --force and --delimiter."""
    command = click.option(
        "--delimiter", type=click.Choice(list(DELIMITERS)), default="comma", show_default=True,
        help="Of a CSV file; a Russian Excel wants semicolons.",
    )(command)  # fmt: skip
    command = click.option("--force", is_flag=True, help="Write over a file that is there.")(
        command
    )
    return click.option(
        "-o", "--out", type=click.Path(path_type=Path), help="Write .xlsx or .csv."
    )(command)


def opened(path: Path) -> "Book":
    """Return a file's tables.

    Raises:
        FileFaults: It cannot be read, or is no table.
    """
    from firmware_host.exchange.book import MAX_BYTES, open_book
    from firmware_host.formats.reading import read_bytes

    return open_book(read_bytes(path, MAX_BYTES), str(path))


def suffix_of(out: Path) -> str:
    """Return "xlsx" or "csv".

    Raises:
        FileFaults: The name ends otherwise.
    """
    found = out.suffix.lower().lstrip(".")
    if found not in ("xlsx", "csv"):
        raise FileFaults("command line", [Fault("-o", str(out)[-80:], "end it with .xlsx or .csv")])
    return found


def free(out: Path, force: bool) -> None:
    """Say at once, before any work, that a file is in the way.

    Raises:
        FileFaults: It is there, and --force is not.
    """
    if out.exists() and not force:
        raise _there(out)


def put(out: Path, data: bytes, force: bool) -> None:
    """Write a whole file, or none.

    Raises:
        FileFaults: It is there, and --force is not.
        OSError: It cannot be written.
    """
    if force:
        beside = out.with_name(f".{out.name}.new")
        try:
            beside.write_bytes(data)
            beside.replace(out)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
        return
    try:
        file = out.open("xb")
    except FileExistsError:
        raise _there(out) from None
    try:
        with file:
            file.write(data)
    except OSError:
        out.unlink(missing_ok=True)
        raise


def _there(out: Path) -> FileFaults:
    remedy = "it is there already: give another name, or --force to write over it"
    return FileFaults(str(out), [Fault("file", "", remedy)])


def sheets_bytes(out: Path, sheets: Mapping[str, "Sequence[Row]"], delimiter: str) -> bytes:
    """Return the bytes of a file by its suffix; a CSV file has the first sheet only."""
    from firmware_host.exchange.writing import csv_bytes, xlsx_bytes

    if suffix_of(out) == "xlsx":
        return xlsx_bytes(sheets)
    return csv_bytes(next(iter(sheets.values())), DELIMITERS[delimiter])


def lengths_of(text: str) -> tuple[int, ...]:
    """Return the lengths of tours of "15,15,15".

    Raises:
        FileFaults: It is not of this form.
    """
    parts = [part.strip() for part in text.split(",")] if text else []
    if any(not (part.isascii() and part.isdigit() and 0 < int(part[:4]) < 1000) for part in parts):
        raise FileFaults("command line", [Fault("--tours", text[:80], "write 15,15,15")])
    return tuple(int(part) for part in parts)
