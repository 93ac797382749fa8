"""`minuta journal rejudge`: what other settings would have changed. It changes nothing."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from firmware_host.cli.reading import FILE, settings_given, texts_of, whole
from firmware_host.errors import FileFaults

if TYPE_CHECKING:
    from firmware_host.formats import Format
    from firmware_host.journal.record import Record
    from firmware_host.report import Row
    from firmware_host.standings import Standings
    from firmware_host.whatif import WhatIf

Table = dict[str, object]


@click.command()
@FILE
@click.option("--set", "words", multiple=True, required=True, metavar="KEY=VALUE",
              help="A setting as it might have been; may be given again.")  # fmt: skip
@click.option("--tiebreak", multiple=True, metavar="STAGE", help="As of `minuta standings`.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def rejudge(path: Path, words: tuple[str, ...], tiebreak: tuple[str, ...], as_json: bool) -> None:
    """Say which verdicts, results and places other settings would have changed.

    Where the hall would have heard something else, people would have pressed otherwise: such a
    turn is not comparable. Nothing is changed. Exit code 2: a setting cannot be so.
    """
    from firmware_host.config.plan_faults import settings_of_any
    from firmware_host.formats.settings import plain
    from firmware_host.replay import fold
    from firmware_host.whatif import rejudge as judge_anew

    settings = settings_given(words)
    records = whole(path)
    texts = texts_of(path, records)
    faults = settings_of_any(_formats(records), settings, "set")
    if faults:
        raise FileFaults(str(path), faults)
    settings = {name: plain(value) for name, value in settings.items()}
    difference = fold(records, texts.make_rules).difference
    if difference:
        click.echo(f"{path}: the journal does not replay: {difference}", err=True)
    whatif = judge_anew(records, texts.make_rules, settings)
    found: Table = {
        "settings": settings,
        "comparable": whatif.comparable,
        "not_comparable": list(whatif.other_signals),
        "verdicts": _verdicts(whatif),
        "results": _results(whatif),
        "places": _places(whatif, tiebreak),
    }
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2, default=str))
    else:
        _say(path, found)


def _formats(records: Sequence["Record"]) -> list["Format"]:
    """Return the formats that were played."""
    from contextlib import suppress

    from firmware_host.formats import load_text

    found = []
    for record in records:
        if record.kind == "format":
            with suppress(FileFaults):
                found.append(load_text(str(record.data.get("text")), "journal"))
    return found


def _verdicts(whatif: "WhatIf") -> list[Table]:
    from firmware_host.report import report

    presses = report(whatif.before).presses
    return [
        {
            "i": i, "turn": presses[i]["turn"], "key": presses[i]["key"],
            "elapsed_ns": presses[i]["elapsed_ns"], "was": was or "accepted",
            "now": now or "accepted",
        }
        for i, (was, now) in whatif.changed.items()
    ]  # fmt: skip


def _results(whatif: "WhatIf") -> list[Table]:
    rows = []
    for turn, (was, now) in whatif.results.items():
        one = was or now
        assert one is not None
        rows.append(
            {
                "turn": turn, "number": one["number"], "stage": one["stage"],
                "circle": one["circle"], "team": one["team"], "mode": one["mode"],
                "was": _worth(was), "now": _worth(now),
                "comparable": turn not in whatif.other_signals,
            }
        )  # fmt: skip
    return rows


def _worth(row: "Row | None") -> Table | None:
    """Return what a turn is worth, as people read it."""
    if row is None:
        return None
    from firmware_host.standings import Standing, Standings

    value = cast("int | None", row["value"])
    shown = Standings({"": Standing("", {"": value or 0})}, str(row["unit"]))
    others = cast(Mapping[str, int], row["others"])
    tables = cast(Mapping[str, int], row["by_table"])
    return {
        "outcome": row["outcome"],
        "value": None if value is None else shown.text(value),
        "tables": {key: shown.text(one) for key, one in tables.items()},
        "others": {team: shown.text(one) for team, one in others.items()},
    }


def _table(records: Sequence["Record"]) -> "Standings | None":
    """Return the standings of a journal; None: points and times cannot be added."""
    from firmware_host.books import Books
    from firmware_host.report import report
    from firmware_host.standings import match_only, teams_of, units

    if len(units(match_only(report(records)))) > 1:
        return None
    books = Books()
    books.remember(records)
    return books.of_match(teams_of(records))


def _places(whatif: "WhatIf", tiebreak: Sequence[str]) -> list[Table]:
    """Return the teams whose place or total would be another."""
    from firmware_host.evening.places import place_text

    was, now = _table(whatif.before), _table(whatif.records)
    if was is None or now is None:
        return []
    before, after = was.places(tiebreak or None), now.places(tiebreak or None)
    rows = []
    for team in sorted(before.keys() & after.keys(), key=lambda one: (after[one], one)):
        old, new = was.teams[team], now.teams[team]
        if before[team] != after[team] or old.total != new.total:
            rows.append(
                {
                    "team": team,
                    "was": {"place": place_text(before[team]), "total": was.text(old.total)},
                    "now": {"place": place_text(after[team]), "total": now.text(new.total)},
                }
            )
    return cast(list[Table], rows)


def _say(path: Path, found: Table) -> None:
    from firmware_host.formats import format_ns

    chosen = cast(Table, found["settings"])
    click.echo(f"{path}: with " + ", ".join(f"{name} = {chosen[name]}" for name in chosen))
    for turn in cast(list[int], found["not_comparable"]):
        click.echo(f"turn {turn}: not comparable: the hall would have heard something else")
    for row in cast(list[Table], found["verdicts"]):
        elapsed_ns = cast("int | None", row["elapsed_ns"])
        when = "" if elapsed_ns is None else f" at {format_ns(elapsed_ns)} of the phase"
        click.echo(
            f"turn {row['turn']}: press {row['i']} ({row['key']}){when}: "
            f"{row['was']} -> {row['now']}"
        )
    for row in cast(list[Table], found["results"]):
        who = ", ".join(str(row[name]) for name in ("team", "stage") if row[name])
        who = who or f"number {row['number']}"
        circle = f", circle {row['circle']}" if row["circle"] else ""
        rehearsal = "" if row["mode"] == "match" else ", rehearsal"
        click.echo(
            f"turn {row['turn']} ({who}{circle}{rehearsal}): "
            f"{_words(row['was'])} -> {_words(row['now'])}"
            f"{'' if row['comparable'] else '; not comparable'}"
        )
    if found["places"] and not found["comparable"]:
        click.echo("of the places below not all is comparable")
    for row in cast(list[Table], found["places"]):
        was, now = cast(Table, row["was"]), cast(Table, row["now"])
        click.echo(
            f"{row['team']}: place {was['place']} -> {now['place']}, "
            f"total {was['total']} -> {now['total']}"
        )
    if not any(found[name] for name in ("not_comparable", "verdicts", "results", "places")):
        click.echo("nothing would have changed")


def _words(worth: object) -> str:
    """Return what a turn is worth in words."""
    if not isinstance(worth, dict):
        return "no such turn"
    parts = [str(worth["outcome"] or "open"), str(worth["value"] or "")]
    for name in ("tables", "others"):
        parts += [f"{key} {value}" for key, value in worth[name].items()]
    return " ".join(part for part in parts if part)
