"""Lines of the config that a command writes: its own keys in its own table, and nothing else."""

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from firmware_host.config.load import load_config_text
from firmware_host.config.model import Config
from firmware_host.errors import Fault, FileFaults, InTheWay
from firmware_host.formats.reading import parse, read_text

_TABLE = re.compile(r"\s*\[")
_COMMENT = re.compile(r"\}(\s*#.*)$")


def put_lines(text: str, file: str, table: str, lines: Mapping[str, str]) -> str:
    """Return a config's text with these keys in a table of it; all else stays as it is.

    Args:
        file: Its name, for faults.
        lines: Key -> its value as TOML, an inline table. What stands behind the old one as a
            comment is kept.

    Raises:
        FileFaults: The table is not written as lines below its name, or the config would be
            wrong then.
    """
    parse(text, file)  # what is no TOML is said as everywhere
    rows = text.splitlines(keepends=True)
    head = re.compile(rf"\s*\[\s*{table}\s*\]\s*(#.*)?")
    begin = next((n for n, row in enumerate(rows) if head.fullmatch(row.rstrip())), None)
    if begin is None:
        if rows and not rows[-1].endswith("\n"):
            rows[-1] += "\n"
        rows += ["\n"] * bool(rows) + [f"[{table}]\n"]
        begin = len(rows) - 1
    for key, value in lines.items():
        _put(rows, begin, key, value)
    new = "".join(rows)
    _only_changed(text, new, file, table, lines)
    load_config_text(new, file)
    return new


def _put(rows: list[str], begin: int, key: str, value: str) -> None:
    """Put one key into the table that begins at a row: in place, else at its end."""
    end = next((n for n in range(begin + 1, len(rows)) if _TABLE.match(rows[n])), len(rows))
    while end > begin + 1 and rows[end - 1].strip()[:1] in ("", "#"):
        end -= 1  # what stands before the next table belongs to it
    own = re.compile(rf"\s*\"?{key}\"?\s*=")
    at = next((n for n in range(begin + 1, end) if own.match(rows[n])), None)
    comment = _COMMENT.search(rows[at].rstrip()) if at is not None else None
    line = f"{key} = {value}{comment[1] if comment else ''}\n"
    if at is not None:
        rows[at] = line
    else:
        if not rows[end - 1].endswith("\n"):
            rows[end - 1] += "\n"
        rows.insert(end, line)


def _only_changed(old: str, new: str, file: str, table: str, lines: Mapping[str, str]) -> None:
    wanted = tomllib.loads(old)
    own = wanted.setdefault(table, {})
    try:
        now = tomllib.loads(new)
        own.update({key: tomllib.loads(f"x = {value}")["x"] for key, value in lines.items()})
    except (tomllib.TOMLDecodeError, AttributeError):
        now = None
    if now != wanted:
        remedy = f"it is not in a table of its own: write [{table}] on a line, one key a line below"
        raise FileFaults(file, [Fault(table, "", remedy)])


Tables = Mapping[str, Mapping[str, str]]
"""Table -> key -> its value as TOML."""


def may_rewrite(path: Path, tables: Tables) -> None:
    """See that lines like these could be put into a config file, before a person is troubled.

    Raises:
        FileFaults, InTheWay: As `rewrite`.
    """
    real = Path(os.path.realpath(path))
    _put_all(real, path, tables)
    if not os.access(real.parent, os.W_OK):
        raise InTheWay(f"{path} cannot be written: {real.parent} is not writable for this user")


def rewrite(path: Path, tables: Tables) -> Config:
    """Put lines into tables of a config file; it is the old one or the new, never half of it.

    Args:
        tables: In their order; the config must be sound after each.

    Returns:
        The config as it is now.

    Raises:
        FileFaults: As `put_lines`, or the file is not sound before.
        InTheWay: It cannot be written; the old one stands.
    """
    real = Path(os.path.realpath(path))  # a link stays one
    new = _put_all(real, path, tables)
    ends = "\r\n" if b"\r\n" in real.read_bytes() else "\n"
    beside = real.with_name(f".{real.name}.new")
    try:
        old = real.stat()
        beside.unlink(missing_ok=True)  # what a crash left behind
        with beside.open("x", encoding="utf-8", newline=ends) as file:
            file.write(new)
            file.flush()
            os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))
            with suppress(PermissionError):
                os.fchown(file.fileno(), old.st_uid, old.st_gid)
            os.fsync(file.fileno())
        beside.replace(real)
    except OSError as error:
        if not isinstance(error, FileExistsError):
            with suppress(OSError):
                beside.unlink(missing_ok=True)
        why = error.strerror or str(error)
        raise InTheWay(f"{path} is as it was: {error.filename or beside}: {why}") from error
    return load_config_text(new, str(path))


def _put_all(real: Path, path: Path, tables: Tables) -> str:
    text = read_text(real)
    for table, lines in tables.items():
        text = put_lines(text, str(path), table, lines)
    return text
