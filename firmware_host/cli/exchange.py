"""`minuta exchange`: results, tours, team lists and answers, as files of spreadsheets."""

import click

from firmware_host.cli.lazy import LazyGroup

COMMANDS = {
    "results": "firmware_host.cli.exchange_results:results",
    "tours": "firmware_host.cli.exchange_grids:tours",
    "answers": "firmware_host.cli.exchange_grids:answers",
    "blank": "firmware_host.cli.exchange_grids:blank",
    "teams": "firmware_host.cli.exchange_teams:teams",
}


@click.group(cls=LazyGroup, commands_at=COMMANDS)
def exchange() -> None:
    """Exchange CSV and XLSX files: results, tours, answers, team lists.

    A file that is there is never written over without --force.
    """
