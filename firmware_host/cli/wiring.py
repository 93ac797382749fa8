"""`minuta wiring`: what is wired where, as a drawing, a list or JSON, and the parts it takes."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from firmware_host.config import Board, boards, load_config
from firmware_host.errors import Fault, FileFaults
from firmware_host.wiring.words import LANGUAGES, SAY


@click.command()
@click.option("--config", "config_path", type=click.Path(path_type=Path), help="The config file.")
@click.option(
    "--board", "board_id", type=click.Choice(sorted(boards())),
    help="A shipped board instead of a config's.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False),
    help="Write the drawing there, as SVG.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Wires and parts as JSON.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES),
    help="Of the lists; the config's if not given.",
)  # fmt: skip
def wiring(
    config_path: Path | None, board_id: str | None, output: Path | None, as_json: bool,
    lang: str | None,
) -> None:  # fmt: skip
    """Draw the header with every wire, and count the parts.

    The drawing is in Russian and English, to be printed; the lists are in one of them.
    """
    from firmware_host.wiring.drawing import draw

    if board_id and config_path is not None:
        remedy = "a config names its own board: give one of --board and --config"
        raise FileFaults("command line", [Fault("--board", board_id, remedy)])
    chosen = "ru"
    if board_id:
        board = boards()[board_id]
    else:
        config = load_config(config_path, os.environ)
        board, chosen = config.board, config.box.language
    if output is not None:
        output.write_text(draw(board), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(_values(board), ensure_ascii=False, indent=1))
    else:
        for line in _said(board, LANGUAGES.index(lang or chosen)):
            click.echo(line)


def _values(board: Board) -> dict[str, object]:
    from firmware_host.wiring.parts import parts
    from firmware_host.wiring.wires import cables, wires

    return {
        "board": board.id,
        "wires": [asdict(one) for one in wires(board)],
        "cables": [asdict(one) for one in cables(board)],
        "parts": [asdict(one) for one in parts(board)],
    }


def _said(board: Board, nth: int) -> Iterator[str]:
    """Yield the lists, in Russian (0) or English (1)."""
    from firmware_host.wiring.parts import parts
    from firmware_host.wiring.wires import cables, wires

    yield f"{board.name[LANGUAGES[nth]]} ({board.id})"
    yield SAY["keys-to-ground"][nth]
    yield SAY["never-5v"][nth]
    yield f"\n{SAY['wires'][nth]}"
    for wire in wires(board):
        yield f"  {wire.place:>2}  GPIO{wire.pin:<3} {wire.name:<12} {wire.says[nth]}"
    for cable in cables(board):
        yield f"  {cable.name}: {cable.kind} {cable.device}: {cable.carries[nth]}".replace(
            " :", ":"
        )
    for when in ("always", "long"):
        yield f"\n{SAY[f'parts-{when}'][nth]}"
        for part in parts(board):
            if part.when == when:
                yield f"  {part.count:>2} × {part.name[nth]}: {part.where[nth]}"
