"""`minuta exchange results`: the result of an event, as a table for spreadsheets."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.cli.exchange_files import (
    LANG,
    TOURS,
    free,
    lengths_of,
    opened,
    out_options,
    put,
    sheets_bytes,
    suffix_of,
)
from firmware_host.cli.exchange_words import SAY, aligned, language, listed, noticed_lines
from firmware_host.cli.standings import event_table, stages_of
from firmware_host.cli.wording import say
from firmware_host.errors import Fault, FileFaults

if TYPE_CHECKING:
    from firmware_host.exchange.cells import Row
    from firmware_host.exchange.results import Results


@click.command()
@click.argument("paths", nargs=-1, metavar="[JOURNAL]…", type=click.Path(path_type=Path))
@click.option("--answers", "grid", type=click.Path(path_type=Path), metavar="FILE",
              help="An answer grid instead of journals: a tours sheet, or `exchange answers`.",
              )  # fmt: skip
@click.option("--rating", is_flag=True, help="Part equal teams by question rating.")
@click.option("--tiebreak", multiple=True, metavar="STAGE", help="As of `minuta standings`.")
@click.option("--seat", "seats", multiple=True, metavar="KEY=TEAM",
              help="As of `minuta standings`.")  # fmt: skip
@TOURS
@out_options
@LANG
def results(
    paths: tuple[Path, ...],
    grid: Path | None,
    rating: bool,
    tiebreak: tuple[str, ...],
    seats: tuple[str, ...],
    lengths: str,
    out: Path | None,
    force: bool,
    delimiter: str,
    lang: str,
) -> None:
    """Write place, team, total, attempts, each stage, and the answers where there are.

    A shared place is 2–3 with a dash, where a hyphen would become a date; a text never becomes a
    formula. An XLSX file has the answers on a second sheet, a CSV file behind the totals.
    Exit code 2: a file cannot be used.
    """
    if out is not None:
        suffix_of(out)
        free(out, force)
    if bool(paths) == bool(grid):
        remedy = "give journals, or one grid with --answers, not both"
        raise FileFaults("command line", [Fault("JOURNAL", "", remedy)])
    found = _of_grid(grid, lengths, rating, lang) if grid else _of_journals(paths, tiebreak, seats)
    if out is None:
        aligned(_rows(found, lang, answers=False))
        return
    put(out, sheets_bytes(out, _sheets(found, lang, out), delimiter), force)
    click.echo(say(lang, "written", SAY, path=out))


def _of_journals(paths: Sequence[Path], tiebreak: Sequence[str], seats: Sequence[str]) -> "Results":
    from firmware_host.exchange.results import of_standings

    table = event_table(paths, seats)
    stages_of(table, tiebreak)
    return of_standings(table, tiebreak)


def _of_grid(path: Path, lengths: str, rating: bool, lang: str) -> "Results":
    from firmware_host.exchange.results import of_grid
    from firmware_host.exchange.sheet_reading import read_grid

    file = read_grid(opened(path), lengths_of(lengths))
    listed("noticed", noticed_lines(file.noticed, lang), lang)
    return of_grid(file, rating)


def _rows(found: "Results", lang: str, answers: bool) -> "Sequence[Row]":
    from firmware_host.exchange.results import result_rows

    return result_rows(found, language(lang), answers)


def _sheets(found: "Results", lang: str, out: Path) -> "dict[str, Sequence[Row]]":
    from firmware_host.exchange.results import HEADS, answer_rows

    name = HEADS["results"][language(lang)]
    if suffix_of(out) == "csv":
        return {name: _rows(found, lang, answers=True)}
    sheets = {name: _rows(found, lang, answers=False)}
    if found.questions:
        sheets[HEADS["answers"][language(lang)]] = answer_rows(found, language(lang))
    return sheets
