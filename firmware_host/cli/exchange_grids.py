"""`minuta exchange tours`, `answers`, `blank`: answer grids read, shown, compared, written."""

import sys
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
from firmware_host.cli.wording import say
from firmware_host.errors import Fault, FileFaults

if TYPE_CHECKING:
    from firmware_host.evening.answers import Answer
    from firmware_host.exchange.comparing import Compared
    from firmware_host.exchange.grid_file import GridFile


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE…",
                type=click.Path(path_type=Path))  # fmt: skip
@click.option("--rating", is_flag=True, help="Part equal teams by question rating.")
@click.option("--full", is_flag=True, help="Write the full sheet: all questions in one row.")
@TOURS
@out_options
@LANG
def tours(
    paths: tuple[Path, ...],
    rating: bool,
    full: bool,
    lengths: str,
    out: Path | None,
    force: bool,
    delimiter: str,
    lang: str,
) -> None:
    """Show sheets of a rating ("tournament-tours", or full): what is odd, and the standing.

    With -o one of them is written again, clean: XLSX in the form of the rating, CSV (or --full)
    with all questions in one row. A technical void and a removed question are 0 there, and said.
    Exit code 2: a file cannot be used.
    """
    from firmware_host.exchange.sheet_blocks import SHEET
    from firmware_host.exchange.sheet_writing import full_rows, tour_rows
    from firmware_host.exchange.states import sayable

    if out is not None:
        if len(paths) > 1:
            raise FileFaults("command line", [Fault("-o", str(out)[-80:], "give one FILE with it")])
        full = full or suffix_of(out) == "csv"
        free(out, force)
    for path in paths:
        file = _read(path, lengths)
        _show(path, file, lang)
        _standing(file, rating, lang)
    if out is not None:
        listed("noticed", noticed_lines(sayable(file)[1], lang), lang)
        rows = full_rows(file) if full else tour_rows(file)
        put(out, sheets_bytes(out, {SHEET: rows}, delimiter), force)
        click.echo(say(lang, "written", SAY, path=out))


@click.command()
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", required=False, type=click.Path(path_type=Path))
@click.option("--once", is_flag=True, help="What only one entry has counts too.")
@TOURS
@out_options
@LANG
def answers(
    first: Path,
    second: Path | None,
    once: bool,
    lengths: str,
    out: Path | None,
    force: bool,
    delimiter: str,
    lang: str,
) -> None:
    """Say what is missing in an answer grid; compare two independent entries of it.

    With -o the grid, or what both entries agree on, is written in Minuta's own form, which keeps
    voids with their grounds, removed questions and credits. Exit code 1: the entries differ, and
    nothing is written. Exit code 2: a file cannot be used.
    """
    from firmware_host.exchange.comparing import compare, merged
    from firmware_host.exchange.sheet_writing import own_rows

    if out is not None:
        suffix_of(out)
        free(out, force)
    file = _read(first, lengths)
    _show(first, file, lang)
    if second is not None:
        other = _read(second, lengths)
        _show(second, other, lang)
        compared = compare(file, other, (str(first), str(second)))
        _compared(file, compared, (first, second), once, lang)
        if not compared.agree:
            click.echo(say(lang, "nothing-written", SAY))
            sys.exit(1)
        file = merged(file, other, compared, once)
    _missing(file, lang)
    if out is not None:
        put(out, sheets_bytes(out, {"Minuta": own_rows(file)}, delimiter), force)
        click.echo(say(lang, "written", SAY, path=out))


@click.command()
@click.argument("plan", type=click.Path(path_type=Path))
@TOURS
@out_options
@LANG
def blank(
    plan: Path, lengths: str, out: Path | None, force: bool, delimiter: str, lang: str
) -> None:
    """Write an empty answer grid for the teams of PLAN: a form to type answers into.

    Type 1, 0, ? for a contested answer, V late (with its ground) for a technical void; what is
    left blank is not yet entered. Exit code 2: the plan cannot be used.
    """
    from firmware_host.config.plan import load_plan
    from firmware_host.evening.answers import Grid
    from firmware_host.exchange.grid_file import Entrant, GridFile
    from firmware_host.exchange.sheet_writing import own_rows
    from firmware_host.formats.reading import read_text

    faults = [Fault("-o", "", "name the file to write")] if out is None else []
    faults += [] if lengths else [Fault("--tours", "", "write the questions of each tour: 15,15")]
    if faults or out is None:
        raise FileFaults("command line", faults)
    suffix_of(out)
    free(out, force)
    teams = load_plan(read_text(plan), str(plan)).teams
    file = GridFile(
        entrants=tuple(Entrant(team, team, name) for team, name in teams.items()),
        grid=Grid(teams=tuple(teams), tours=lengths_of(lengths), answers={}),
    )
    put(out, sheets_bytes(out, {"Minuta": own_rows(file)}, delimiter), force)
    click.echo(say(lang, "written", SAY, path=out))


def _read(path: Path, lengths: str) -> "GridFile":
    from firmware_host.exchange.sheet_reading import read_grid

    return read_grid(opened(path), lengths_of(lengths))


def _show(path: Path, file: "GridFile", lang: str) -> None:
    from firmware_host.evening.answers import missing

    grid = file.grid
    contested = sum(answer.state == "contested" for answer in grid.answers.values())
    counts = say(
        lang, "grid", SAY, teams=len(grid.teams), questions=len(grid.questions),
        tours="+".join(map(str, grid.tours)), contested=contested, missing=len(missing(grid)),
    )  # fmt: skip
    click.echo(f"{path}: {counts}")
    listed("noticed", noticed_lines(file.noticed, lang), lang)


def _standing(file: "GridFile", rating: bool, lang: str) -> None:
    from firmware_host.exchange.results import of_grid, result_rows

    aligned(result_rows(of_grid(file, rating), language(lang), answers=False))


def _compared(
    file: "GridFile", found: "Compared", paths: tuple[Path, Path], once: bool, lang: str
) -> None:
    names = {one.team: one.shown for one in file.entrants}
    lines = [
        say(lang, "differs", SAY, question=question, team=names[team],
            first=_word(first), second=_word(second))
        for team, question, first, second in found.differ
    ]  # fmt: skip
    listed("differ", lines, lang)
    decided = [
        say(lang, "question", SAY, question=one, teams="X")
        if isinstance(one, int)
        else say(lang, "question", SAY, question=one[1], teams=f"{names[one[0]]} +")
        for one in found.decided
    ]
    listed("decided", decided, lang)
    if found.agree:
        click.echo(say(lang, "agree", SAY))
    lines = [
        say(lang, "in-file", SAY, question=key[1], team=names[key[0]], file=paths[nth - 1])
        for key, nth in found.once
    ]
    listed("once", lines, lang)
    if lines:
        click.echo(f"  ({say(lang, 'once-kept' if once else 'once-left', SAY)})")


def _missing(file: "GridFile", lang: str) -> None:
    from firmware_host.evening.answers import missing

    names = {one.team: one.shown for one in file.entrants}
    by_question: dict[int, list[str]] = {}
    for team, question in missing(file.grid):
        by_question.setdefault(question, []).append(names[team])
    lines = [
        say(lang, "question", SAY, question=question, teams=", ".join(teams))
        for question, teams in by_question.items()
    ]
    listed("missing", lines, lang)


def _word(answer: "Answer") -> str:
    from firmware_host.exchange.marks import written

    return written(answer)
