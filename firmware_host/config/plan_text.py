"""A plan file as it is written: its tables, each key with its kind and bounds."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from firmware_host.config.plan_day import LineText
from firmware_host.formats.blame import Strict
from firmware_host.formats.fields import Id, Line, Span


class StageText(Strict):
    """[[stage]]"""

    id: Id
    formats: Annotated[list[Id], Field(min_length=1)]
    circles: Annotated[int, Field(ge=1, le=100)] = 1
    slots: Annotated[int, Field(ge=1, le=100)] = 1
    passes_per_stage: Annotated[int, Field(ge=1, le=100)] = 1
    keep: Annotated[int | None, Field(ge=1, le=100)] = None
    order: list[str] | Literal["drawn", "rotating"] = Field(default_factory=list)
    set: dict[str, object] = Field(default_factory=dict)
    questions: dict[str, Id] = Field(default_factory=dict)
    secret: bool = False
    hour: Span = "0s"
    changeover: Span = "30s"
    overlap: bool = False


class DeckText(Strict):
    """A deck written out."""

    tickets: Annotated[int, Field(ge=1, le=1000)]
    again: bool = False


DeckOrCount = Annotated[
    DeckText, BeforeValidator(lambda one: {"tickets": one} if isinstance(one, int) else one)
]
"""A bare number is a deck of so many tickets."""


class PlanText(Strict):
    """A plan file."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    advance_by: Literal["cumulative", "last_tour"] | None = None
    tiebreak: list[str] = Field(default_factory=list)
    tiebreak_all: bool = False
    appeals: Span = "0s"
    programme: Annotated[list[LineText], Field(max_length=50)] = Field(default_factory=list)
    tours: list[Annotated[int, Field(ge=1, le=100)]] = Field(default_factory=list)
    series: Annotated[int | None, Field(ge=1, le=100)] = None
    prizes: Annotated[int, Field(ge=1, le=100)] = 3
    rating: bool = False
    deposit: Annotated[int, Field(ge=0, le=1_000_000)] = 300
    first_day: Annotated[int, Field(ge=0, le=100)] = 0
    begin: Annotated[int, Field(ge=1, le=10_000)] = 1
    teams: Annotated[dict[str, Line], Field(max_length=100)] = Field(default_factory=dict)
    players: dict[str, list[Line]] = Field(default_factory=dict)
    categories: dict[Id, list[str]] = Field(default_factory=dict)
    decks: dict[Id, DeckOrCount] = Field(default_factory=dict)
    stage: Annotated[list[StageText], Field(min_length=1)]
