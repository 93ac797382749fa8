"""`minuta exchange teams`: a team list, previewed, and taken only when it is said so."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.cli.exchange_files import LANG, free, opened, put
from firmware_host.cli.exchange_words import DELIMITERS, SAY, aligned, listed, noticed_lines
from firmware_host.cli.wording import say

if TYPE_CHECKING:
    from firmware_host.exchange.team_list import TeamList


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--take", "plan", type=click.Path(path_type=Path), metavar="PLAN",
              help="Put the teams into this plan; into one that is there with --force only.",
              )  # fmt: skip
@click.option("--format", "formats", multiple=True, metavar="ID",
              help="For a new plan: a stage of this format; may be given again.")  # fmt: skip
@click.option("--force", is_flag=True, help="Put them into a plan that is there.")
@LANG
def teams(path: Path, plan: Path | None, formats: tuple[str, ...], force: bool, lang: str) -> None:
    """Show a team list of a CSV or XLSX file: what would be taken, and all that looks odd.

    With --take the teams become the [teams] of a plan, and everything else in it stays. Exit
    code 2: the list or the plan cannot be used; nothing is taken then.
    """
    from firmware_host.exchange.team_list import read_teams

    if plan is not None:
        free(plan, force)
    found = read_teams(opened(path))
    _preview(found, lang)
    if plan is None:
        click.echo(say(lang, "not-taken", SAY))
        return
    put(plan, _planned(found, plan, formats).encode(), force)
    click.echo(say(lang, "written", SAY, path=plan))


def _preview(found: "TeamList", lang: str) -> None:
    columns = ", ".join(say(lang, kind, SAY) for kind in found.columns)
    delimiter = say(lang, DELIMITERS[found.delimiter], SAY)
    click.echo(
        say(
            lang, "list", SAY, count=len(found.teams), encoding=found.encoding or "XLSX",
            delimiter=delimiter, columns=columns,
        )
    )  # fmt: skip
    head = [say(lang, kind, SAY) for kind in ("id", "name", "town", "category")]
    rows = [[one.id, one.name, one.town, one.category] for one in found.teams]
    aligned([head, *rows])
    listed("noticed", noticed_lines(found.noticed, lang), lang)
    listed("faults", [str(fault) for fault in found.conflicts], lang)


def _planned(found: "TeamList", plan: Path, formats: tuple[str, ...]) -> str:
    """Return the text of the plan, checked against the formats that can be played.

    Raises:
        FileFaults: The list has conflicts, or the plan is wrong.
    """
    from firmware_host.config.plan import load_plan
    from firmware_host.errors import Fault, FileFaults
    from firmware_host.exchange.team_plan import new_plan, put_teams
    from firmware_host.formats import builtin
    from firmware_host.formats.reading import read_text

    if plan.exists():
        if formats:
            remedy = "this plan has its stages: leave it out"
            raise FileFaults("command line", [Fault("--format", formats[0][:80], remedy)])
        text = put_teams(read_text(plan), str(plan), found)
    else:
        if not formats:
            remedy = f"{plan} is not there: name what is played, such as --format chgk-003"
            raise FileFaults("command line", [Fault("--format", "", remedy)])
        text = new_plan(found, formats, str(plan))
    load_plan(text, str(plan), builtin())
    return text
