"""Commands called in this process, and journals written line by line."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from firmware_host.cli import minuta
from firmware_host.journal.codec import body, seal
from firmware_host.journal.record import ZERO_HASH


def said(*words: str | Path) -> Result:
    """Call a command; what a person reads of a fault is `result.exception`."""
    return CliRunner().invoke(minuta, [str(word) for word in words])


class Written:
    """A journal of turns, written line by line."""

    def __init__(self, path: Path, teams: str = "") -> None:
        path.mkdir()
        self.path = path
        self._lines: list[bytes] = []
        self._hash = ZERO_HASH
        self._turn = 0
        recipe = {"format": "f", "stages": [{"id": "s", "teams": list(teams), "formats": []}]}
        self._add("in", {"t": "chosen", "i": 1, "at_ns": 0, "recipe": recipe})

    def _add(self, kind: str, data: dict[str, object], mode: str = "match") -> None:
        raw = body(len(self._lines), kind, 1, mode, 0, "", data)
        line, self._hash = seal(raw, self._hash)
        self._lines.append(line)
        (self.path / "journal.jsonl").write_bytes(b"".join(self._lines))

    def turn(
        self, team: str, stage: str, score: int | None, *, outcome: str = "solved",
        unit: str = "half", mode: str = "match", others: dict[str, int] | None = None,
        actors: dict[str, int] | None = None,
    ) -> None:  # fmt: skip
        """A turn and its last judgement: half-points, or nanoseconds."""
        self._turn += 1
        opened = {
            "turn": self._turn, "at_ns": 0, "number": self._turn, "tour": 0, "in_tour": 1,
            "format": "f", "sha": "0", "settings": {}, "stage": stage, "circle": 1,
            "team": team, "replays": None,
        }  # fmt: skip
        judged = {
            "turn": self._turn, "at_ns": 0, "outcome": outcome, "score": score, "marks": {},
            "unit": unit, "actors": actors or {}, "others": others or {},
        }  # fmt: skip
        self._add("opened", opened, mode)
        self._add("judged", judged, mode)
