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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from firmware_host.errors import Fault, FileFaults
from firmware_host.formats import Format, setting_faults
from firmware_host.formats.blame import Strict, faults_of, written
from firmware_host.formats.fields import Id, Line
from firmware_host.formats.reading import parse
from firmware_host.formats.tables import table_in, tables_in
from firmware_host.formats.words import listed, near


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


def load_plan(text: str, file: str, known: Mapping[str, Format] | None = None) -> Plan:
    """Read a plan.

    Args:
        known: Formats that may be played; None: whether its formats and settings are there is
            not looked at.

    Raises:
        FileFaults: Everything that is wrong with it.
    """
    data = parse(text, file)
    faults: list[Fault] = []
    tables: PlanText | None = None
    try:
        tables = PlanText.model_validate(data)
    except ValidationError as error:
        faults = faults_of(error, PlanText, data)
    told = {fault.path for fault in faults}
    faults += [fault for fault in _faults(data, known) if fault.path not in told]
    if faults or tables is None:
        raise FileFaults(file, faults)
    return Plan(
        teams=dict(tables.teams),
        stages=tuple(
            PlanStage(
                one.id, tuple(one.formats), one.circles, tuple(one.order or tables.teams), one.set
            )
            for one in tables.stage
        ),
    )


def _faults(data: dict[str, object], known: Mapping[str, Format] | None) -> Iterator[Fault]:
    """Yield what spans several tables, also of a text whose tables are broken."""
    teams = table_in(data.get("teams"))
    stages = tables_in(data.get("stage"))
    ids = [stage.get("id") for _, stage in stages]
    for nth, stage in stages:
        path = f"stage[{nth}]"
        if ids.count(stage.get("id")) > 1:
            remedy = "two stages have this id: change one"
            yield Fault(f"{path}.id", written(stage.get("id")), remedy)
        yield from _order_faults(path, stage.get("order"), teams)
        if known is not None:
            yield from _format_faults(path, stage, known)


def _order_faults(path: str, order: object, teams: Mapping[str, object]) -> Iterator[Fault]:
    named = [team for team in order if isinstance(team, str)] if isinstance(order, list) else []
    for team in named:
        if team not in teams:
            remedy = f"no such team: write one of {listed(teams)}{near(team, teams)}"
            yield Fault(f"{path}.order", written(team), remedy)
    if len(set(named)) != len(named):
        yield Fault(f"{path}.order", "", "a team stands twice: leave one out")


def _format_faults(
    path: str, stage: Mapping[str, object], known: Mapping[str, Format]
) -> Iterator[Fault]:
    names = stage.get("formats")
    found: list[Format] = []
    for nth, name in enumerate(names if isinstance(names, list) else []):
        if isinstance(name, str) and name in known:
            found.append(known[name])
        else:
            remedy = f"no such format: write one of {listed(known)}{near(name, known)}"
            yield Fault(f"{path}.formats[{nth}]", written(name), remedy)
    chosen = table_in(stage.get("set"))
    yield from settings_of_any(found, chosen, f"{path}.set")
    for fmt in found:
        for name, one in fmt.tables.settings.items():
            if one.confirm and name not in chosen and name not in fmt.set:
                remedy = f"this must be chosen ({one.of}; {one.en}): write one of "
                yield Fault(f"{path}.set.{name}", "", remedy + listed(one.choices or ()))


def settings_of_any(
    formats: Sequence[Format], chosen: Mapping[str, object], path: str
) -> list[Fault]:
    """Return what is wrong with settings of which each belongs to one of some formats at least."""
    known = {name for fmt in formats for name in fmt.tables.settings}
    faults = [
        Fault(
            f"{path}.{name}", written(value),
            f"none of these formats has such a setting{near(name, known)}: "
            f"write one of {listed(sorted(known))}",
        )
        for name, value in chosen.items()
        if formats and name not in known
    ]  # fmt: skip
    for fmt in formats:
        own = {name: value for name, value in chosen.items() if name in fmt.tables.settings}
        faults += setting_faults(fmt, own, path=path)
    return list(dict.fromkeys(faults))
