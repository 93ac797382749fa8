"""`minuta journal`: verify, show, export, replay. They read; they never change a journal."""

import csv
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.errors import Fault, FileFaults

if TYPE_CHECKING:
    from firmware_host.journal.reader import Damage
    from firmware_host.journal.record import Record

FILE = click.argument("path", type=click.Path(path_type=Path))


@click.group()
def journal() -> None:
    """Look into a journal: a file, or an evening's folder."""


def _there(path: Path) -> Path:
    from firmware_host.journal.place import chain

    if not (path.is_file() or (path.is_dir() and chain(path))):
        remedy = "there is no journal: name a journal.jsonl or an evening's folder"
        raise FileFaults(str(path), [Fault("file", "", remedy)])
    return path


def _said(path: Path, damage: "Damage") -> str:
    where = path / damage.file if path.is_dir() else path
    return f"{where}, line {damage.line}, byte {damage.offset}: {damage.why}"


def _records(path: Path) -> list["Record"]:
    from firmware_host.journal.reader import read, read_evening
    from firmware_host.journal.record import Record

    items = read_evening(_there(path)) if path.is_dir() else read(_there(path))
    found = []
    for item in items:
        if isinstance(item, Record):
            found.append(item)
        else:
            click.echo(_said(path, item), err=True)
    return found


@journal.command()
@FILE
def verify(path: Path) -> None:
    """Check every line and the chain; print the hash of the last record for the protocol.

    Exit code 1: something is damaged.
    """
    from firmware_host.journal.verify import verify as check

    report = check(_there(path))
    for damage in report.damages:
        click.echo(_said(path, damage), err=True)
    for damage in report.passed:
        click.echo(f"{_said(path, damage)}; written down when it was found")
    if report.newer:
        click.echo(f"{path}: {report.newer} records are of a newer Minuta: read them with that one")
    click.echo(f"{path}: {report.records} records, {'sound' if report.ok else 'DAMAGED'}")
    click.echo(f"last hash {report.last_hash}")
    sys.exit(0 if report.ok else 1)


@journal.command()
@FILE
@click.option("--kind", multiple=True, help="Only records of this kind; may be given again.")
def show(path: Path, kind: tuple[str, ...]) -> None:
    """Print the records, one a line, for people."""
    for record in _records(path):
        if kind and record.kind not in kind:
            continue
        data = json.dumps(dict(record.data), ensure_ascii=False)
        click.echo(
            f"{record.n:>7} {record.at_ns / 1e9:>16.6f} {record.mode:<9} {record.kind:<9} {data}"
        )


@journal.command()
@FILE
@click.option("--csv", "as_csv", is_flag=True, help="The presses as CSV for a spreadsheet.")
def export(path: Path, as_csv: bool) -> None:
    """Print signals, presses and turns as JSON, or the presses as CSV."""
    from firmware_host.report import report, rows

    made = report(_records(path))
    for text in made.unread:
        click.echo(f"{path}: {text}", err=True)
    found = rows(made)
    if not as_csv:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    presses = found["presses"]
    assert isinstance(presses, list)
    sys.stdout.write("\ufeff")
    writer = csv.writer(sys.stdout)
    writer.writerow(["turn", "key", "at_ns", "elapsed_ns", "accepted", "reason", "verb"])
    for row in presses:
        writer.writerow(
            [
                _safe(row[name])
                for name in ("turn", "key", "at_ns", "elapsed_ns", "accepted", "reason", "verb")
            ]
        )


def _safe(value: object) -> object:
    """A cell that a spreadsheet would take for a formula becomes text."""
    if isinstance(value, str) and value[:1] in "=+-@\t\r" and value:
        return f"'{value}"
    return "" if value is None else value


@journal.command()
@FILE
def replay(path: Path) -> None:
    """Fold the journal anew and compare every fact in it with the fold's.

    Exit code 1: a fact differs; the first one is named.
    """
    from firmware_host.daemon.kitchen import Texts
    from firmware_host.replay import fold

    records = _records(path)
    texts = Texts()
    for record in records:
        if record.newer:
            remedy = "it is of a newer Minuta: replay it with that one"
            raise FileFaults(str(path), [Fault(f"record {record.n}", record.kind, remedy)])
        if record.kind == "format":
            texts.note(record)
    folded = fold(records, texts.make_rules)
    if folded.difference:
        click.echo(f"{path}: {folded.difference}", err=True)
        sys.exit(1)
    click.echo(f"{path}: {folded.last_i} inputs, {folded.facts} facts: the same")
