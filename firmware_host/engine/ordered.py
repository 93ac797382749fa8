"""The running order in words: a stage of the plan, one slot of it, and a change of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.engine.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A part of a plan: every team plays in each circle, in this order.

    Attributes:
        formats: Rules of the turns of one team in one circle, played one after another.
        teams: Ids in the order of play; empty: a turn belongs to nobody.
        rotating: Each circle begins a team later.
        tables: Of each slot the tables at which a pair sits, slot after slot; empty: any may play.
        gate: When it has been played, the next stage waits for the desk (a cut, 000 l.5-8).
    """

    id: str
    formats: tuple[Rules, ...]
    circles: int
    teams: tuple[str, ...]
    gate: bool = False
    rotating: bool = False
    tables: tuple[tuple[str, ...], ...] = ()

    def team_at(self, circle: int, place: int) -> str:
        """Return who plays at a place of a circle, both from 0; "": nobody in particular."""
        if not self.teams:
            return ""
        return self.teams[(place + circle * self.rotating) % len(self.teams)]

    @property
    def turns(self) -> int:
        """How many turns the stage has."""
        return self.circles * len(self.formats) * max(1, len(self.teams))


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Who plays what in one turn; `actors` are the tables that play, empty: all.

    `debt`: it is owed, and was put off as the so-manieth turn; 0: it was not put off.
    """

    rules: Rules
    stage: str = ""
    circle: int = 0
    team: str = ""
    actors: tuple[str, ...] = ()
    debt: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """The desk changed the running order. `order.order_refusal` has said that it may.

    Attributes:
        what: "insert" puts one turn aside of the order on the table; "owed" one that `team` owes;
            "close-stage" closes the stage and goes on to the next; "order" gives a stage another
            order of teams; "tables" says at which tables of a stage a pair sits; "away" and
            "back" whether `team` is there; "plan" takes up the plan that was left.
        stage, teams, tables: Of "order" and "tables": the stage, and what it has.
        slot: What is inserted.
        recipe: What its rules were made of, as in `Chosen`.
    """

    i: int
    at_ns: int
    what: str
    team: str = ""
    stage: str = ""
    teams: tuple[str, ...] = ()
    tables: tuple[tuple[str, ...], ...] = ()
    slot: Slot | None = None
    recipe: Mapping[str, object] = field(default_factory=dict)
