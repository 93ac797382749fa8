"""Writes a journal by the product's own line form, from (kind, data) pairs."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from firmware_host.journal.codec import body, seal
from firmware_host.journal.record import ZERO_HASH

SECOND_NS = 10**9
ODD_TEXTS = [
    "<b>A</b>", '"><img src=x onerror=1>', "</script>", "A&B", "{{7*7}}", "x" * 200, "🎲",
    "\u200fправо", "две\nстроки", "=1+1", "+1", "-1", "@A1", "\tтаб",
]  # fmt: skip
"""CASES C43."""


class Journal:
    """A journal file that grows."""

    def __init__(self, folder: Path, name: str = "journal.jsonl") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / name
        self.n = 0
        self.i = 0
        self._hash = ZERO_HASH

    def add(self, kind: str, data: dict[str, Any], at_ns: int = 0, mode: str = "match") -> int:
        """Append a record and return its n."""
        raw = body(self.n, kind, 1, mode, at_ns, "2026-11-30T18:20:33.120Z", data)
        line, self._hash = seal(raw, self._hash)
        with self.path.open("ab") as file:
            file.write(line)
        self.n += 1
        return self.n - 1

    def turn(self, number: int, at_s: int = 0) -> None:
        """Open a turn and begin it."""
        self.opened(number, at_s)
        self.phase(number, "discuss", at_s)

    def opened(self, number: int, at_s: int = 0, **more: Any) -> None:
        """Open a turn."""
        at_ns = at_s * SECOND_NS
        opened = {
            "turn": number, "at_ns": at_ns, "number": number, "tour": 1, "in_tour": number,
            "format": "f", "sha": "0", "settings": {}, "replays": None, **more,
        }  # fmt: skip
        self.add("opened", opened, at_ns)

    def phase(self, number: int, name: str, at_s: int) -> None:
        """Begin a phase."""
        at_ns = at_s * SECOND_NS
        self.add("phase", {"turn": number, "phase": name, "at_ns": at_ns, "run": 0}, at_ns)

    def press(
        self,
        key: str,
        turn: int,
        at_ns: int,
        reason: str | None = None,
        source: str = "gpio",
        **more: Any,
    ) -> int:
        """A press and its verdict; returns i."""
        self.i += 1
        given = {
            "t": "pressed", "i": self.i, "key": key, "at_ns": at_ns, "from_ns": at_ns,
            "u_ns": 50_000, "source": source, "marks": [], "late": False,
        }  # fmt: skip
        self.add("in", given, at_ns)
        verdict = {
            "i": self.i, "key": key, "turn": turn, "at_ns": at_ns, "from_ns": at_ns,
            "verb": "card", "reason": reason, "phase": "discuss", "elapsed_ns": at_ns,
            "margin_ns": None, "marginal": False, **more,
        }  # fmt: skip
        self.add("verdict", verdict, at_ns)
        return self.i

    def ruling(
        self, what: str, target: int | None, by: str = "judge", why: str = "so", **args: Any
    ) -> int:
        """A ruling that is taken; returns i."""
        self.i += 1
        asked = {
            "i": self.i, "what": what, "at_ns": 5, "by": by, "why": why, "target": target,
            "args": args,
        }  # fmt: skip
        self.add("ruling", asked, 5)
        taken = {"i": self.i, "turn": 1, "at_ns": 5, "what": what, "reason": None}
        self.add("ruled", taken, 5)
        return self.i


def odd_evening(folder: Path, texts: Iterable[str] = ODD_TEXTS) -> Journal:
    """An evening whose every text is hostile."""
    journal = Journal(folder)
    journal.turn(1)
    for text in texts:
        i = journal.press(text, 1, 10 * SECOND_NS, reason=text, source=text)
        journal.ruling("mark", i, by=text, why=text, **{"as": "noise"})
    return journal
