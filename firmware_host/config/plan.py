"""The plan of an evening: who plays, which stages, in which order.

A plan file is TOML:

    schema = 1
    advance_by = "cumulative"     # or "last_tour": what decides at a cut (0-d); no default
    tiebreak   = ["drawing"]      # stages that decide a tie for the first place, in order; or
                                  # "violations" (fewer), "solved" (more) where times count (1-i)
    tiebreak_all = true           # every tie is decided so; without it other places are shared
    tours      = [20, 20]         # questions in each tour
    series     = 3                # first block of a tie's questions; else what the format says
    prizes     = 3                # a tie that touches one of so many places is played for
    rating     = true             # else false: equal teams are parted by question rating (C.1)
    deposit    = 300              # of an appeal, roubles (004 l.35)
    first_day  = 2                # so many tours are of day 1 (4-d); 0: there is one day
    begin      = 31               # else 1: the number that this day begins with
    appeals    = "15:00"          # how long appeals are taken after an announcement (004 l.34)
    [teams]
    A = "Team A"
    [players]
    A = ["Анна", "Борис"]         # in the order in which they explain
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
    passes_per_stage = 2          # else 1: so often the hat goes round in each format (0-b)
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

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import ValidationError

from firmware_host.config.plan_day import items_of
from firmware_host.config.plan_faults import plan_faults
from firmware_host.config.plan_text import PlanText, StageText
from firmware_host.errors import Fault, FileFaults
from firmware_host.evening.event import Deck
from firmware_host.evening.forecast import CHANGEOVER_NS
from firmware_host.evening.programme import Item
from firmware_host.formats import Format
from firmware_host.formats.blame import faults_of
from firmware_host.formats.durations import parse_ns
from firmware_host.formats.reading import parse


@dataclass(frozen=True, slots=True)
class PlanStage:
    """A stage: each of its formats is played by every team, in each circle."""

    id: str
    formats: tuple[str, ...]
    circles: int
    order: tuple[str, ...]
    set: Mapping[str, object] = field(default_factory=dict)
    slots: int = 1
    passes: int = 1
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
        row = [one for one in self.formats for _ in range(self.slots * self.passes)]
        return tuple(self.questions.get(nth, one) for nth, one in enumerate(row, 1))


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole plan: team id -> name, the stages, and what the evening is decided by."""

    teams: Mapping[str, str]
    stages: tuple[PlanStage, ...]
    advance_by: str | None = None
    tiebreak: tuple[str, ...] = ()
    tiebreak_all: bool = False
    tours: tuple[int, ...] = ()
    appeals_ns: int = 0
    programme: tuple[Item, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)
    players: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    series: int | None = None
    prizes: int = 3
    rating: bool = False
    deposit: int = 300
    first_day: int = 0
    begin: int = 1


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
    faults += [fault for fault in plan_faults(data, known) if fault.path not in told]
    if faults or tables is None:
        raise FileFaults(file, faults)
    return Plan(
        teams=dict(tables.teams),
        stages=tuple(
            PlanStage(
                one.id, tuple(one.formats), one.circles, _teams_of(one, tables), one.set,
                one.slots, one.passes_per_stage, one.keep,
                {int(nth): name for nth, name in one.questions.items()},
                secret=one.secret,
                hour_ns=parse_ns(one.hour), changeover_ns=parse_ns(one.changeover),
                overlap=one.overlap,
                order_by=one.order if isinstance(one.order, str) else "",
            )
            for one in tables.stage
        ),
        advance_by=tables.advance_by,
        tiebreak=tuple(tables.tiebreak), tiebreak_all=tables.tiebreak_all,
        tours=tuple(tables.tours),
        appeals_ns=parse_ns(tables.appeals),
        programme=items_of(tables.programme),
        titles={line.id: line.name for line in tables.programme if line.name},
        categories={name: tuple(teams) for name, teams in tables.categories.items()},
        players={team: tuple(names) for team, names in tables.players.items()},
        decks={
            name: Deck(one.tickets, one.again) for name, one in tables.decks.items()
        },
        series=tables.series, prizes=tables.prizes, rating=tables.rating, deposit=tables.deposit,
        first_day=tables.first_day, begin=tables.begin,
    )  # fmt: skip


def _teams_of(stage: StageText, tables: PlanText) -> tuple[str, ...]:
    named = stage.order if isinstance(stage.order, list) else []
    return tuple(named or tables.teams)
