"""The plan of an evening: who plays, which stages, in which order.

A plan file is TOML:

    schema = 1
    advance_by = "cumulative"     # or "last_tour": what decides at a cut (0-d); no default
    tiebreak   = ["drawing"]      # stages that decide a tie for the first place, in order
    tours      = [20, 20]         # questions in each tour
    appeals    = "15:00"          # how long appeals are taken after an announcement (004 l.34)
    [teams]
    A = "Team A"
    [categories]
    school = ["A"]                # a standing of its own over the same answers (4-i)
    [decks]
    films = 30                    # tickets, drawn without repetition
    conditions = { tickets = 5, again = true }
    [[programme]]                 # the day by the clock on the wall (003); shown, never measured by
    id = "break"
    name = "Перерыв"
    at = "13:30"
    to = "14:00"
    least = "10min"               # so short may it become; without it, it is never shortened
    [[stage]]
    id      = "hat"
    formats = ["evening-002-hat"]
    circles = 3
    slots   = 3                   # each format so often in a circle: pair k explains in slot k
    keep    = 12                  # so many teams go on; the stage ends by the desk's word
    order   = ["A", "B"]          # optional: the order of [teams]; or "drawn", by lot before the
                                  # first turn; or "rotating", each circle begins a team later
    set     = { floor = "zero" }  # optional: settings of these formats
    questions = { 14 = "chgk-blitz" }   # optional: formats of single questions
    hour    = "60:00"             # what the stage may take from its first START (002 l.2)
    changeover = "30s"            # from one turn to the next, for the forecast
    overlap = true                # the next team prepares while the present one plays
    secret  = true                # nobody is told what is played before its first turn begins
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from firmware_host.config.plan_day import LineText, day_faults, items_of
from firmware_host.errors import Fault, FileFaults
from firmware_host.evening.event import Deck
from firmware_host.evening.forecast import CHANGEOVER_NS
from firmware_host.evening.programme import Item
from firmware_host.formats import Format, setting_faults
from firmware_host.formats.blame import Strict, faults_of, written
from firmware_host.formats.durations import parse_ns
from firmware_host.formats.fields import Id, Line, Span
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
    slots: int = 1
    keep: int | None = None
    questions: Mapping[int, str] = field(default_factory=dict)
    secret: bool = False
    order_by: str = ""
    hour_ns: int = 0
    changeover_ns: int = CHANGEOVER_NS
    overlap: bool = False

    @property
    def turns(self) -> tuple[str, ...]:
        """The formats of the turns that one team has in one circle, in order."""
        row = [one for one in self.formats for _ in range(self.slots)]
        return tuple(self.questions.get(nth, one) for nth, one in enumerate(row, 1))


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole plan: team id -> name, the stages, and what the evening is decided by."""

    teams: Mapping[str, str]
    stages: tuple[PlanStage, ...]
    advance_by: str | None = None
    tiebreak: tuple[str, ...] = ()
    tours: tuple[int, ...] = ()
    appeals_ns: int = 0
    programme: tuple[Item, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)


class StageText(Strict):
    """[[stage]]"""

    id: Id
    formats: Annotated[list[Id], Field(min_length=1)]
    circles: Annotated[int, Field(ge=1, le=100)] = 1
    slots: Annotated[int, Field(ge=1, le=100)] = 1
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


class PlanText(Strict):
    """A plan file."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    advance_by: Literal["cumulative", "last_tour"] | None = None
    tiebreak: list[str] = Field(default_factory=list)
    appeals: Span = "0s"
    programme: Annotated[list[LineText], Field(max_length=50)] = Field(default_factory=list)
    tours: list[Annotated[int, Field(ge=1, le=100)]] = Field(default_factory=list)
    teams: Annotated[dict[str, Line], Field(max_length=100)] = Field(default_factory=dict)
    categories: dict[Id, list[str]] = Field(default_factory=dict)
    decks: dict[Id, Annotated[int, Field(ge=1, le=1000)] | DeckText] = Field(default_factory=dict)
    stage: Annotated[list[StageText], Field(min_length=1)]


def load_plan(text: str, file: str, known: Mapping[str, Format] | None = None) -> Plan:
    """Read a plan.

    Args:
        known: Formats that may be played; None: whether its formats and settings are there is
            not looked at.

    Raises:
        FileFaults: Everything that is wrong with it.
    """
    return plan_of(parse(text, file), file, known)


def plan_of(data: dict[str, object], file: str, known: Mapping[str, Format] | None = None) -> Plan:
    """Read a plan from what a TOML file has; see `load_plan`."""
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
                one.id, tuple(one.formats), one.circles, _teams_of(one, tables), one.set,
                one.slots, one.keep, {int(nth): name for nth, name in one.questions.items()},
                secret=one.secret,
                hour_ns=parse_ns(one.hour), changeover_ns=parse_ns(one.changeover),
                overlap=one.overlap,
                order_by=one.order if isinstance(one.order, str) else "",
            )
            for one in tables.stage
        ),
        advance_by=tables.advance_by,
        tiebreak=tuple(tables.tiebreak),
        tours=tuple(tables.tours),
        appeals_ns=parse_ns(tables.appeals),
        programme=items_of(tables.programme),
        titles={line.id: line.name for line in tables.programme if line.name},
        categories={name: tuple(teams) for name, teams in tables.categories.items()},
        decks={
            name: Deck(one) if isinstance(one, int) else Deck(one.tickets, one.again)
            for name, one in tables.decks.items()
        },
    )  # fmt: skip


def _teams_of(stage: StageText, tables: PlanText) -> tuple[str, ...]:
    named = stage.order if isinstance(stage.order, list) else []
    return tuple(named or tables.teams)


def _faults(data: dict[str, object], known: Mapping[str, Format] | None) -> Iterator[Fault]:
    """Yield what spans several tables, also of a text whose tables are broken."""
    teams = table_in(data.get("teams"))
    stages = tables_in(data.get("stage"))
    ids = [stage.get("id") for _, stage in stages]
    cuts = [f"stage[{nth}]" for nth, stage in stages if stage.get("keep") is not None]
    if cuts and data.get("advance_by") is None:
        remedy = f"{cuts[0]} has keep, so this must be chosen (0-d): write cumulative or last_tour"
        yield Fault("advance_by", "", remedy)
    yield from day_faults(data)
    tiebreak = data.get("tiebreak")
    for nth, one in enumerate(tiebreak if isinstance(tiebreak, list) else []):
        if one not in ids:
            yield Fault(f"tiebreak[{nth}]", written(one), f"no such stage: write one of {ids}")
    for name, members in table_in(data.get("categories")).items():
        yield from _order_faults(f"categories.{name}", members, teams, key="")
    for nth, stage in stages:
        path = f"stage[{nth}]"
        if ids.count(stage.get("id")) > 1:
            remedy = "two stages have this id: change one"
            yield Fault(f"{path}.id", written(stage.get("id")), remedy)
        yield from _order_faults(path, stage.get("order"), teams)
        yield from _question_faults(path, stage, known)
        if known is not None:
            yield from _format_faults(path, stage, known)


def _question_faults(
    path: str, stage: Mapping[str, object], known: Mapping[str, Format] | None
) -> Iterator[Fault]:
    slots, formats = stage.get("slots", 1), stage.get("formats")
    count = slots * len(formats) if isinstance(slots, int) and isinstance(formats, list) else 0
    for nth, name in table_in(stage.get("questions")).items():
        where = f"{path}.questions.{nth}"
        if not (nth.isdecimal() and 1 <= int(nth) <= count):
            yield Fault(where, nth[:20], f"write the number of a question, from 1 to {count}")
        if known is not None and isinstance(name, str) and name not in known:
            remedy = f"no such format: write one of {listed(known)}{near(name, known)}"
            yield Fault(where, written(name), remedy)


def _order_faults(
    path: str, order: object, teams: Mapping[str, object], key: str = ".order"
) -> Iterator[Fault]:
    named = [team for team in order if isinstance(team, str)] if isinstance(order, list) else []
    for team in named:
        if team not in teams:
            remedy = f"no such team: write one of {listed(teams)}{near(team, teams)}"
            yield Fault(f"{path}{key}", written(team), remedy)
    if len(set(named)) != len(named):
        yield Fault(f"{path}{key}", "", "a team stands twice: leave one out")


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
