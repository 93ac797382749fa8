"""The state between inputs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.engine.rules import Rules
from firmware_host.engine.turn import Turn
from firmware_host.engine.words import Stage


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
        since: The latest turn that was opened before the present format was chosen.
        last_at_ns: The latest instant that was taken; nothing earlier is taken any more.
    """

    rules: Rules | None = None
    tours: tuple[int, ...] = ()
    stages: tuple[Stage, ...] = ()
    turn: Turn | None = None
    closed: Mapping[int, Turn] = field(default_factory=dict)
    opened: int = 0
    since: int = 0
    last_at_ns: int = 0
