"""The bench's board: the shipped four-seats, with the hold-back of an emulated machine.

It states 1 s, as much as a board may: an emulated processor, beside others, hands an edge on late.
What is stamped, what is lost and who was first do not depend on it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping

import locks

BOARD = locks.ROOT / "firmware_host/config/boards/four-seats.toml"
_HEAD = """schema = 1
[box]
event   = "bench"
evening = "one"
[sound]
kind = "{sound}"
[format]
id  = "{format}"
set = {{ {settings} }}
[board]
id   = "bench"
name = {{ ru = "Стенд", en = "Bench" }}
"""


def pins() -> Mapping[str, int]:
    """Return key -> BCM pin."""
    board = tomllib.loads(BOARD.read_text(encoding="utf-8"))
    return {key: row["pin"] for key, row in board["keys"].items()}


def _inline(row: Mapping[str, object]) -> str:
    return "{ " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in row.items()) + " }"


def config(
    kind: str = "", *, format_id: str = "chgk-003", hold_back: str = "1s", sound: bool = False,
    more: Mapping[str, Mapping[str, Mapping[str, object]]] | None = None, **settings: str,
) -> str:  # fmt: skip
    """Return a config for the box; the image has one with a minute of 900 s.

    Args:
        kind: The driver of the keys; empty: as the shipped board has it.
        sound: Whether it plays to the machine's own sound device; else it is silent.
        more: Table of the board -> name -> row, beside or instead of the shipped board's.
        settings: Of the format, such as `minute="300s"`.
    """
    board = tomllib.loads(BOARD.read_text(encoding="utf-8"))
    source = {**board["sources"]["gpio"], "hold_back": hold_back}
    board["sources"]["gpio"] = source | ({"kind": kind} if kind else {})
    pairs = ", ".join(f"{name} = {json.dumps(value)}" for name, value in settings.items())
    kind_of_sound = "pygame" if sound else "silent"
    text = _HEAD.format(format=format_id, settings=pairs, sound=kind_of_sound)
    del board["displays"]
    for table in ("sources", "keys", "lamps", "buzzers", "displays"):
        rows = {**board.get(table, {}), **(more or {}).get(table, {})}
        text += f"[board.{table}]\n"
        text += "".join(f"{name} = {_inline(row)}\n" for name, row in rows.items())
    return text
