"""`minuta standings`: totals and places of an event, from its journals."""

import csv
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.cli.reading import whole
from firmware_host.errors import Fault, FileFaults
from firmware_host.exchange.cells import safe
from firmware_host.russian import told

if TYPE_CHECKING:
    from firmware_host.books import Books
    from firmware_host.evening.book import Book
    from firmware_host.evening.places import Place, Team
    from firmware_host.journal.record import Record
    from firmware_host.standings import Standings

Row = dict[str, object]


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--tiebreak", multiple=True, metavar="STAGE",
              help="More in this stage decides a tie for the first place; may be given again.",
              )  # fmt: skip
@click.option("--seat", "seats", multiple=True, metavar="KEY=TEAM",
              help="Whose a table is (table1=A), or is in one turn (12:table1=A).")  # fmt: skip
@click.option("--published", is_flag=True, help="As they were announced last.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="As CSV for a spreadsheet.")
def standings(
    paths: tuple[Path, ...],
    tiebreak: tuple[str, ...],
    seats: tuple[str, ...],
    published: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Print the standings of one event: PATHs are its journals, one for each day or space.

    Spaces whose teams have not had the same number of attempts are ranked apart.
    A shared place reads 2-3 (with a long dash in CSV, where a spreadsheet would see a date).
    Where answers are entered, each tour has a column. Each category has one with its places.
    Turns of rehearsals do not count. Exit code 2: a journal cannot be used.
    """
    if spaces := _spaces(paths, seats):
        text = "the spaces have had other numbers of attempts: each is ranked by itself (2-i)"
        click.echo(told(text), err=True)
    tables: list[Path | None] = [*spaces] or [None]
    for path in tables:
        table = event_table(paths if path is None else [path], seats, published)
        stages = stages_of(table, tiebreak)
        rows = _rows(table, stages, tiebreak)
        if as_json:
            click.echo(json.dumps(_json(table, stages, rows), ensure_ascii=False, indent=2))
        elif as_csv:
            _csv(table, stages, rows)
        else:
            if path is not None:
                click.echo(f"{path}:")
            _say(table, stages, rows)


def _json(table: "Standings", stages: Sequence[str], rows: Sequence[Row]) -> Row:
    equal = len({one.attempts for one in table.teams.values()}) <= 1
    return {
        "unit": table.unit, "stages": stages, "teams": rows,
        "preliminary": not equal or table.answers.missing > 0,
    }  # fmt: skip


def _spaces(paths: Sequence[Path], seats: Sequence[str]) -> list[Path]:
    """Return the journals where they are game spaces that share no ranking: other teams in each,
    and not the same number of attempts in all (002, 2-i); else nothing."""
    from firmware_host.evening.totals import one_ranking

    if len(paths) < 2:
        return []
    parts, _ = _read(paths, seats_of(seats))
    played = [{t: one.attempts for t, one in part.teams.items() if one.attempts} for part in parts]
    teams = [team for row in played for team in row]
    apart = all(played) and len(set(teams)) == len(teams) and not one_ranking(played)
    return list(paths) if apart else []


def event_table(
    paths: Sequence[Path], seats: Sequence[str], published: bool = False
) -> "Standings":
    """Return the standings of one event, from its journals.

    Args:
        seats: Of --seat, as written.
        published: As they were announced last.

    Raises:
        FileFaults: A journal cannot be used, or nothing has been announced.
    """
    from firmware_host.booked import finished
    from firmware_host.evening.answer_book import published as announced
    from firmware_host.evening.days import one_event
    from firmware_host.standings import joined

    parts, books = _read(paths, seats_of(seats), published)
    book: Book | None = one_event(books)
    assert book is not None
    if published:
        book = announced(book)
        if book is None:
            remedy = "no results have been announced: leave it out"
            raise FileFaults("command line", [Fault("--published", "", remedy)])
    return finished(joined(parts), book)


def stages_of(table: "Standings", tiebreak: Sequence[str]) -> list[str]:
    """Return the stages that were played.

    Raises:
        FileFaults: One of the tie-break is none of them.
    """
    from firmware_host.evening.tiebreak import COUNTS

    stages = list(dict.fromkeys(name for one in table.teams.values() for name in one.stages))
    faults = [
        Fault("--tiebreak", stage[:80], f"no such stage: write one of {', '.join(stages) or '-'}")
        for stage in tiebreak
        if stage not in (*stages, *COUNTS)
    ]
    if faults:
        raise FileFaults("command line", faults)
    return stages


def seats_of(words: Sequence[str]) -> dict[str, str]:
    """Return key of a table -> team, from --seat KEY=TEAM.

    Raises:
        FileFaults: One is not of this form.
    """
    found = {}
    for word in words:
        key, _, team = word.partition("=")
        if not (key and team):
            raise FileFaults("command line", [Fault("--seat", word[:80], "write table1=TEAM")])
        found[key] = team
    return found


def _read(
    paths: Sequence[Path], seats: dict[str, str], published: bool = False
) -> tuple[list["Standings"], list["Book"]]:
    """Read every journal of the event, each once: what its turns come to, and its books.

    Raises:
        FileFaults: One cannot be used, is there twice, counts in another unit, or has other tours.
    """
    from firmware_host.report import report
    from firmware_host.standings import match_only, standings, teams_of, units

    parts, books = list["Standings"](), list["Book"]()
    seen, counted = dict[str, Path](), dict[str, Path]()
    for path in paths:
        records = whole(path)
        found = report(records)
        for text in found.unread:
            click.echo(f"{path}: {text}", err=True)
        turns = {record.hash for record in records if record.kind == "opened"}
        if twice := turns & seen.keys():
            remedy = f"its turns stand in {seen[twice.pop()]} as well: leave one out"
            raise FileFaults(str(path), [Fault("file", "", remedy)])
        seen |= dict.fromkeys(turns, path)
        match = match_only(found)
        counted |= dict.fromkeys(units(match), path)
        if len(counted) > 1:
            remedy = "points and times cannot be added: name the journals of each apart"
            raise FileFaults(str(path), [Fault("file", "", remedy)])
        kept = _books(records)
        book, drawn = kept.book, kept.seats()
        tables = any(row["by_table"] and not row["aside"] for row in match.turns.values())
        if tables and not (seats or drawn):
            text = f"{path}: tables have scores: say whose they are with --seat"
            click.echo(told(text), err=True)
        if len({book.event.tours, *(one.event.tours for one in books)} - {()}) > 1:
            remedy = "its plan has other tours: name the journals of one event"
            raise FileFaults(str(path), [Fault("file", "", remedy)])
        books.append(book)
        teams = dict.fromkeys([*teams_of(records), *book.event.teams])
        live = standings(match, teams, {**drawn, **seats})
        parts.append(kept.turned_published() if published else live)
    return parts, books


def _books(records: Sequence["Record"]) -> "Books":
    """Return the books of one journal, of its match."""
    from firmware_host.books import Books
    from firmware_host.journal.record import MATCH

    books = Books()
    books.remember(records)
    books.mode = MATCH
    return books


def _rows(table: "Standings", stages: Sequence[str], tiebreak: Sequence[str]) -> list[Row]:
    from firmware_host.evening.places import place_text

    places, categories = table.places(tiebreak or None), table.categories(tiebreak or None)
    return [
        {
            "team": team, "place": place_text(places[team]),
            "total": table.text(one.total if one.stages or table.unit == "half" else None),
            "attempts": one.attempts,
            "stages": {stage: table.text(one.stages.get(stage)) for stage in stages},
            **_answered(table, team, categories),
        }
        for team, one in sorted(table.teams.items(), key=lambda item: (places[item[0]], item[0]))
    ]  # fmt: skip


def _answered(
    table: "Standings", team: str, categories: Mapping[str, Mapping["Team", "Place"]]
) -> Row:
    """Return what a row has where answers are counted: tours; and places in categories."""
    from firmware_host.evening.places import place_text

    tours = table.answers.tours
    own = {word: place_text(row[team]) for word, row in categories.items() if team in row}
    return {
        **({"tours": list(tours[team])} if team in tours else {}),
        **({"categories": own} if categories or team in tours else {}),
    }


def _columns(table: "Standings") -> list[str]:
    """Return the heads of what `_cells` returns."""
    tours = max((len(row) for row in table.answers.tours.values()), default=0)
    return [*(f"tour {nth}" for nth in range(1, tours + 1)), *table.groups]


def _cells(table: "Standings", row: Row, dash: str) -> list[object]:
    tours, places = row.get("tours", []), row.get("categories", {})
    assert isinstance(tours, list)
    assert isinstance(places, dict)
    return [
        *tours,
        *(str(places.get(one, "")).replace("-", dash) for one in table.groups),
    ]


def _csv(table: "Standings", stages: Sequence[str], rows: Sequence[Row]) -> None:
    sys.stdout.write("\ufeff")
    writer = csv.writer(sys.stdout)
    writer.writerow(["place", "team", "total", "attempts", *map(safe, [*stages, *_columns(table)])])
    for row in rows:
        one = table.teams[str(row["team"])]
        total = one.total if one.stages or table.unit == "half" else None
        values: list[object] = [total, *(one.stages.get(stage) for stage in stages)]
        cells = [_cell(table, value) for value in values]
        cells += _cells(table, row, "–")
        place = str(row["place"]).replace("-", "–")
        writer.writerow([place, safe(row["team"]), cells[0], one.attempts, *cells[1:]])


def _cell(table: "Standings", value: object) -> object:
    """Return points as a number and times as text, so that a spreadsheet can add them."""
    if not isinstance(value, int):
        return ""
    return table.text(value) if table.unit == "ns" else table.shown(value)


def _say(table: "Standings", stages: Sequence[str], rows: Sequence[Row]) -> None:
    if not rows:
        click.echo("no team has played yet")
        return
    head = ["place", "team", "total", "attempts", *(stage or "-" for stage in stages)]
    head += _columns(table)
    lines = [head]
    for row in rows:
        by_stage = row["stages"]
        assert isinstance(by_stage, dict)
        cells = [row["place"], row["team"], row["total"], row["attempts"], *by_stage.values()]
        cells += _cells(table, row, "-")
        lines.append([str(cell) for cell in cells])
    widths = [max(len(line[nth]) for line in lines) for nth in range(len(head))]
    for line in lines:
        click.echo("  ".join(f"{cell:<{widths[nth]}}" for nth, cell in enumerate(line)).rstrip())
    if len({one.attempts for one in table.teams.values()}) > 1:
        click.echo("preliminary: the teams have not had the same number of attempts")
    if table.answers.missing:
        click.echo(f"preliminary: {table.answers.missing} answers are not yet entered")
