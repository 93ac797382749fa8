"""A scenario as it was read: cases, and the lines of each."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happens, or one question.

    Attributes:
        number: Line of the file, from 1.
        at_ns: Scenario time; None: asked when the run is over.
        verb: Its first word.
        words: The rest.
    """

    number: int
    at_ns: int | None
    verb: str
    words: tuple[str, ...]


@dataclass(slots=True)
class Case:
    """One run."""

    name: str
    number: int = 0
    board: str = "four-seats"
    hold_back: str | None = None
    format: str | None = None
    tours: tuple[int, ...] = ()
    set: dict[str, object] = field(default_factory=dict)
    teams: dict[str, tuple[str, str]] = field(default_factory=dict)
    stages: list[dict[str, object]] = field(default_factory=list)
    """As the tables of a plan file."""
    pairs: dict[str, str] = field(default_factory=dict)
    """ "SLOT:TABLE" -> team; a pair is named by its team and a number."""
    only: tuple[str, ...] = ()
    plan: str = ""
    draws: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Name -> how many teams are seated, and by which seed."""
    appeals: str = ""
    programme: list[dict[str, object]] = field(default_factory=list)
    """As the tables of a plan file."""
    decks: dict[str, object] = field(default_factory=dict)
    """As the table of a plan file."""
    tiebreak: tuple[str, ...] = ()
    labels: dict[str, int] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    end_ns: int | None = None
