"""The plan of an evening: who plays, which stages, in which order.

A plan file is TOML:

    schema = 1
    [teams]
    A = "Team A"
    [[stage]]
    id      = "hat"
    formats = ["evening-002-hat"]
    circles = 3
    order   = ["A", "B"]          # optional: the order of [teams]
    set     = { floor = "zero" }  # optional: settings of these formats
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from firmware_host.errors import Fault, FileFaults
from firmware_host.formats.blame import Strict, faults_of
from firmware_host.formats.fields import Id, Line
from firmware_host.formats.reading import parse


@dataclass(frozen=True, slots=True)
class PlanStage:
    """A stage: each of its formats is played by every team, in each circle."""

    id: str
    formats: tuple[str, ...]
    circles: int
    order: tuple[str, ...]
    set: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole plan: team id -> name, and the stages."""

    teams: Mapping[str, str]
    stages: tuple[PlanStage, ...]


class StageText(Strict):
    """[[stage]]"""

    id: Id
    formats: Annotated[list[Id], Field(min_length=1)]
    circles: Annotated[int, Field(ge=1, le=100)] = 1
    order: list[str] = Field(default_factory=list)
    set: dict[str, object] = Field(default_factory=dict)


class PlanText(Strict):
    """A plan file."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    teams: Annotated[dict[str, Line], Field(max_length=100)] = Field(default_factory=dict)
    stage: Annotated[list[StageText], Field(min_length=1)]


def load_plan(text: str, file: str) -> Plan:
    """Read a plan.

    Raises:
        FileFaults: Everything that is wrong with it.
    """
    data = parse(text, file)
    try:
        tables = PlanText.model_validate(data)
    except ValidationError as error:
        raise FileFaults(file, faults_of(error, PlanText, data)) from None
    plan = Plan(
        teams=dict(tables.teams),
        stages=tuple(
            PlanStage(
                one.id, tuple(one.formats), one.circles, tuple(one.order or tables.teams), one.set
            )
            for one in tables.stage
        ),
    )
    faults = list(_faults(plan))
    if faults:
        raise FileFaults(file, faults)
    return plan


def _faults(plan: Plan) -> list[Fault]:
    faults = []
    ids = [stage.id for stage in plan.stages]
    for nth, stage in enumerate(plan.stages):
        path = f"stage[{nth}]"
        if ids.count(stage.id) > 1:
            faults.append(Fault(f"{path}.id", stage.id, "two stages have this id: change one"))
        for team in stage.order:
            if team not in plan.teams:
                remedy = f"no such team: write one of {', '.join(plan.teams)}"
                faults.append(Fault(f"{path}.order", team, remedy))
        if len(set(stage.order)) != len(stage.order):
            faults.append(Fault(f"{path}.order", "", "a team stands twice: leave one out"))
    return faults
