"""Bench: the simulated board with keys to press, displays, lamps and sounds."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, render_template, send_from_directory

from web_admin.current import config, link
from web_admin.security import READ, open_to

bp = Blueprint("bench", __name__)
BLIPS = ("blip-accepted", "blip-refused", "blip-hold", "blip-claim")


@bp.get("/bench")
@open_to(READ)
def page() -> str:
    """Show the bench where the board is simulated; else say where the keys are."""
    state = link().state
    board: Any = state.snapshot.get("board")
    simulated = isinstance(board, dict) and board.get("simulated") is True
    unknown = not isinstance(board, dict)
    return render_template("bench.html", state=state, there=simulated or unknown, sounds=_names())


@bp.get("/sounds/<name>.wav")
@open_to(READ)
def sound(name: str) -> Response:
    """Return a clip of the pack, by a name the pack itself knows.

    :raise 404: Where the pack has no such clip.
    """
    files = _clips()
    if name not in files:
        abort(404)
    folder, file = files[name]
    return send_from_directory(folder, file, mimetype="audio/wav")


def _names() -> list[str]:
    return sorted(_clips())


def _clips() -> dict[str, tuple[str, str]]:
    settings = config()
    if settings.sounds_folder is None:
        return {}
    return _read_packs(settings.sounds_folder, settings.pack)


@lru_cache(4)
def _read_packs(folder: Path, pack: str) -> dict[str, tuple[str, str]]:
    """Return clip -> (folder, file): the pack's own, then what only the tones have."""
    clips: dict[str, tuple[str, str]] = {}
    for name in ("tones", pack):
        path = (folder / name).resolve()
        try:
            table = tomllib.loads((path / "pack.toml").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        for clip, entry in table.get("cues", {}).items():
            file = entry.get("file", "")
            if (path / Path(file).name).is_file():
                clips[clip] = (str(path), Path(file).name)
        for clip in BLIPS:
            if (path / f"{clip}.wav").is_file():
                clips[clip] = (str(path), f"{clip}.wav")
    return clips
