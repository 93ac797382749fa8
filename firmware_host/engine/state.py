"""The state between inputs."""

from dataclasses import dataclass, field

from firmware_host.engine.closed import Closed
from firmware_host.engine.ordered import Slot, Stage
from firmware_host.engine.rules import Rules
from firmware_host.engine.turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A plan that was left for a single format: all that it goes on from (fields of `Game`)."""

    rules: Rules | None
    tours: tuple[int, ...]
    stages: tuple[Stage, ...]
    number: int
    owed: tuple[Slot, ...]
    away: frozenset[str]
    shut: frozenset[str]
    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The state between inputs.

    Attributes:
        rules: By what the next turn will be played; None until a format was chosen.
        tours: Questions a tour; empty: none.
        stages: The plan; empty: `rules` again and again.
        turn: The turn at the table, or None.
        opened: How many turns have been opened; the id of the latest.
        closed: Turns that are over, by id: rulings may still speak of them.
        number: What comes next in the running order, while nothing is at the table.
        owed: Turns that were put off, the oldest first; `debts`: how many ever were.
        away: Teams that are not there.
        shut: Stages that the desk has closed.
        since: The latest turn that was opened before the present format was chosen.
        left: The plan that may be taken up again, or None.
        last_at_ns: The latest instant that was taken; nothing earlier is taken any more.
    """

    rules: Rules | None = None
    tours: tuple[int, ...] = ()
    stages: tuple[Stage, ...] = ()
    turn: Turn | None = None
    closed: Closed = field(default_factory=Closed)
    opened: int = 0
    number: int = 1
    owed: tuple[Slot, ...] = ()
    debts: int = 0
    away: frozenset[str] = frozenset()
    shut: frozenset[str] = frozenset()
    since: int = 0
    left: Left | None = None
    last_at_ns: int = 0
