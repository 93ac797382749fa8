"""`minuta scenario FILE`: an evening as text, played at full speed."""

import json
import sys
from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--case", "only", help="Play only this case of the file.")
def scenario(file: Path, only: str | None) -> None:
    """Play FILE on the simulated board; the result is JSON on standard output.

    Exit code 1: an `expect` does not hold. 2: the file is wrong, with the line named.
    """
    from firmware_host.scenario.play import play_file

    played = play_file(file, only)
    results = [{**one.result, "failures": one.failures} for one in played]
    click.echo(
        json.dumps(results[0] if len(results) == 1 else {"cases": results}, ensure_ascii=False)
    )
    failures = [
        f"{one.name}: {text}" if one.name else text for one in played for text in one.failures
    ]
    for text in failures:
        click.echo(text, err=True)
    sys.exit(1 if failures else 0)
