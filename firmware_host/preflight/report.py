"""The dated report of a pre-flight: a file for people and one for programs, never written over."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.config import Config
from firmware_host.daemon.snapshot import PRODUCT
from firmware_host.errors import InTheWay
from firmware_host.preflight.row import BAD, OPEN, Row, texts
from firmware_host.preflight.words import say
from firmware_host.wiring.words import LANGUAGES, SIMULATED, Both

FOLDER = "preflight"
MARKS = {"good": "+", "bad": "!", "unanswered": "?", "note": "·"}
MOST_A_SECOND = 100


@dataclass(slots=True)
class Report:
    """What was found. `began` is wall time: a name for people, nothing is reckoned by it."""

    config: Config
    began: str
    rows: list[Row] = field(default_factory=list)
    whole: bool = False
    """Whether it was gone through to the end."""

    @property
    def ready(self) -> bool:
        """Tell whether all was tried, and found good."""
        return self.whole and not self.named(BAD) and not self.named(OPEN)

    def named(self, verdict: str) -> str:
        """Return what has a verdict, for people."""
        return ", ".join(one.title for one in self.rows if one.verdict == verdict)

    def verdict(self) -> Both:
        """Return the last word, for people."""
        if not self.whole:
            return say("cut")
        if self.ready:
            return say("ready")
        return say("not-ready", bad=self.named(BAD) or "–", open=self.named(OPEN) or "–")

    def data(self) -> dict[str, object]:
        """Return it for JSON."""
        return {
            "schema": 1, "product": PRODUCT, "began": self.began, "config": self.config.file,
            "board": self.config.board.id, "simulated": self.config.board.simulated,
            "ready": self.ready, "whole": self.whole, "text": texts(self.verdict()),
            "rows": [row.data() for row in self.rows],
        }  # fmt: skip

    def lines(self, language: str) -> Sequence[str]:
        """Return it for people."""
        nth = LANGUAGES.index(language)
        board = self.config.board
        simulated = SIMULATED[nth] if board.simulated else ""
        head = f"{self.began}  {self.config.file}  {board.id}{simulated}"
        rows = [f"{MARKS[one.verdict]} {one.title}: {one.says[nth]}" for one in self.rows]
        return [head, *rows, self.verdict()[nth]]


def write(report: Report, state: Path, language: str) -> Path:
    """Write both files into the folder of reports; return the one for people.

    Raises:
        InTheWay: The folder does not take them.
    """
    folder = state / FOLDER
    stem = report.began[:19].replace(":", "-")
    text = "".join(f"{line}\n" for line in report.lines(language))
    try:
        folder.mkdir(mode=0o750, parents=True, exist_ok=True)
        _as(state, folder)
        for nth in range(1, MOST_A_SECOND):
            name = folder / (stem if nth == 1 else f"{stem}-{nth}")
            try:
                _new(name.with_suffix(".json"), _json(report.data()))
                _as(state, name.with_suffix(".json"))
            except FileExistsError:
                continue
            _new(name.with_suffix(".txt"), text)
            _as(state, name.with_suffix(".txt"))
            return name.with_suffix(".txt")
    except OSError as error:
        raise InTheWay(f"{folder}: the report is not written: {error.strerror}") from error
    raise InTheWay(f"{folder}: there are {MOST_A_SECOND} reports of {stem}: set the clock")


def _json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _as(owner: Path, path: Path) -> None:
    """Give a path to whoever owns another one: root tries a box whose daemon is another user."""
    if os.getuid() == 0:
        found = owner.stat()
        os.chown(path, found.st_uid, found.st_gid)


def _new(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
