"""`minuta journal`: verify, show, export, replay, rejudge. They never change a journal."""

import csv
import json
import sys
from pathlib import Path

import click

from firmware_host.cli.judging import rejudge
from firmware_host.cli.reading import FILE, records_of, said, texts_of, there
from firmware_host.cli.spoken import Group
from firmware_host.exchange.cells import safe
from firmware_host.russian import told


@click.group(cls=Group)
def journal() -> None:
    """Look into a journal: a file, or an evening's folder."""


@journal.command()
@FILE
def verify(path: Path) -> None:
    """Check every line and the chain; print the hash of the last record for the protocol.

    Exit code 1: something is damaged.
    """
    from firmware_host.journal.verify import verify as check

    report = check(there(path))
    for damage in report.damages:
        click.echo(told(said(path, damage)), err=True)
    for damage in report.passed:
        click.echo(f"{said(path, damage)}; written down when it was found")
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
    for record in records_of(path):
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

    made = report(records_of(path))
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
                safe(row[name])
                for name in ("turn", "key", "at_ns", "elapsed_ns", "accepted", "reason", "verb")
            ]
        )


@journal.command()
@FILE
def replay(path: Path) -> None:
    """Fold the journal anew and compare every fact in it with the fold's.

    Exit code 1: a fact differs; the first one is named.
    """
    from firmware_host.replay import fold

    records = records_of(path)
    folded = fold(records, texts_of(path, records).make_rules)
    if folded.difference:
        click.echo(f"{path}: {folded.difference}", err=True)
        sys.exit(1)
    click.echo(f"{path}: {folded.last_i} inputs, {folded.facts} facts: the same")


journal.add_command(rejudge)
