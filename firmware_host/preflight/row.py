"""What a pre-flight has found of one thing, and its report."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from firmware_host.wiring.words import LANGUAGES, Both

GOOD, BAD, OPEN, NOTE = "good", "bad", "unanswered", "note"
"""OPEN: it was tried, and nobody said how it was. NOTE is no verdict."""

Say = Callable[[Mapping[str, object]], None]
"""Told of everything: `event` is "ask", "say", "row", "round" or "report", `text` is for people."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was tried.

    Attributes:
        what: "key", "lamp", "buzzer", "display", "sound", "device", "stamp", "offset".
        name: The config's word for it.
        verdict: GOOD, BAD, OPEN or NOTE.
        says: For people.
        facts: Figures, integers.
    """

    what: str
    name: str
    verdict: str
    says: Both
    facts: Mapping[str, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What was tried, for people; some of it has no name of its own."""
        return f"{self.what} {self.name}".strip()

    def data(self) -> dict[str, object]:
        """Return it for JSON."""
        return {
            "what": self.what, "name": self.name, "verdict": self.verdict,
            "text": texts(self.says), "facts": dict(self.facts),
        }  # fmt: skip


def texts(both: Both) -> dict[str, str]:
    """Return a text by language."""
    return dict(zip(LANGUAGES, both, strict=True))
