"""What an evening is made of, and what the desk writes into its books.

The plan's side is an `Event`; the desk's side are `Entry` values, a set in force: an undo that
holds takes its target out, and an undo of the undo brings the very same back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from firmware_host.evening.forecast import CHANGEOVER_NS
from firmware_host.evening.places import Team
from firmware_host.evening.programme import Item


@dataclass(frozen=True, slots=True, kw_only=True)
class EventStage:
    """A stage as the books see it.

    Attributes:
        keep: How many teams go on after it; None: all.
        slots: How often each format is played in a circle: the pair of the slot explains (000).
        turns: How many turns it has in all.
        extra: The format that decides a tie: an extra explanation, a penalty, a shoot-out.
        hall: All play at once.
        tables: A pair explains at every table: its key is the table's (000).
        answers: Its turns are questions: the answers of all teams are entered, none is a turn's.
        hour_ns: How long the stage may take, from its first START; 0: nothing was said (002 l.2).
        changeover_ns, overlap: For the forecast, see `forecast.Length`.
        order: "drawn" by lot, "rotating" a team later each circle; "": as listed.
        teams: Who plays it; empty: all.
        fail_ns: What is written for a turn that a team has not played (001); 0: points are.
        secret: What is played is told to nobody before its first turn begins (001 l.64).
    """

    id: str
    keep: int | None = None
    slots: int = 1
    turns: int = 1
    extra: str = ""
    hall: bool = False
    tables: bool = False
    answers: bool = False
    hour_ns: int = 0
    changeover_ns: int = CHANGEOVER_NS
    overlap: bool = False
    order: str = ""
    secret: bool = False
    teams: tuple[Team, ...] = ()
    fail_ns: int = 0


@dataclass(frozen=True, slots=True)
class Deck:
    """Tickets with the numbers 1 … `tickets`; `again`: a drawn one may come once more."""

    tickets: int
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What the plan says of the whole event.

    Attributes:
        teams: Id -> name, in the order of the plan.
        advance_by: What decides at a cut (0-d); None where there is none.
        tiebreak: Stages that decide a tie for the first place, in order; or words of
            `tiebreak.COUNTS`.
        tiebreak_all: They decide every tie.
        tours: Questions in each tour.
        appeals_ns: How long appeals are taken after an announcement (004 l.34); 0: none are.
        programme, titles: The day's lines as planned, and their names (003).
        players: Team -> its players, in the order in which they explain (0-c).
        categories: Standings over the same answers (4-i): word -> teams.
        series: Questions in the first block of a series: 3 a penalty series (003 l.23), 1 a
            shoot-out (004 l.38).
        prizes: A tie that touches one of so many places is played for.
        rating: Equal teams are parted by question rating (RULES C.1).
        deposit: Of an appeal, roubles (004 l.35).
        first_day: So many tours are of day 1 (4-d); 0: there is one day.
    """

    teams: Mapping[Team, str] = field(default_factory=dict)
    stages: tuple[EventStage, ...] = ()
    advance_by: str | None = None
    tiebreak: tuple[str, ...] = ()
    tours: tuple[int, ...] = ()
    appeals_ns: int = 0
    programme: tuple[Item, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    categories: Mapping[str, tuple[Team, ...]] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)
    players: Mapping[Team, tuple[str, ...]] = field(default_factory=dict)
    series: int = 1
    prizes: int = 3
    rating: bool = False
    deposit: int = 300
    first_day: int = 0
    tiebreak_all: bool = False

    @property
    def timed(self) -> bool:
        """Whether times are counted, and less is better (001)."""
        return any(one.fail_ns for one in self.stages)

    def stage(self, stage_id: str) -> EventStage | None:
        """Return a stage by its id."""
        return next((one for one in self.stages if one.id == stage_id), None)

    def first_of(self, stage_id: str) -> int:
        """Return the number of a stage's first turn in the running order."""
        number = 1
        for one in self.stages:
            if one.id == stage_id:
                break
            number += one.turns
        return number


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something the desk wrote: a word, its own fields, who and why.

    Attributes:
        i: Its number among the inputs of its journal: what an undo targets.
        at_ns: When the loop took it, monotonic clock.
        target: Of an undo.
        action_id: The client's name for the request: asked again, it is answered and not taken.
        clock: Which clock `at_ns` is of: instants of two clocks are never compared.
        day: The evening it was brought over from; "" : it was written in this one.
    """

    i: int
    what: str
    at_ns: int
    by: str = ""
    why: str = ""
    target: int | None = None
    action_id: str = ""
    clock: int = 0
    day: str = ""
    args: Mapping[str, object] = field(default_factory=dict)


PLAIN = ("series", "prizes", "rating", "deposit", "first_day", "tiebreak_all")
"""Fields of an event that stand in the journal as they are."""


def holding(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries that hold, in order, undos among them: what an undo may speak of."""
    undone: set[int] = set()
    found: list[Entry] = []
    for entry in reversed(tuple(entries)):
        if entry.i in undone:
            continue
        if entry.what == "undo" and entry.target is not None:
            undone.add(entry.target)
        found.append(entry)
    return tuple(reversed(found))


def in_force(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries that hold, in order, undos left out."""
    return tuple(entry for entry in holding(entries) if entry.what != "undo")


def event_of(data: Mapping[str, object]) -> Event:
    """Read an event as `event_data` wrote it; what is missing is empty.

    Raises:
        TypeError, ValueError: It is not one.
    """
    stages = _list(data.get("stages"))
    decks = _map(data.get("decks"))
    advance_by = data.get("advance_by")
    return Event(
        teams={str(team): str(name) for team, name in _map(data.get("teams")).items()},
        stages=tuple(_stage(_map(one)) for one in stages),
        advance_by=None if advance_by is None else str(advance_by),
        tiebreak=tuple(map(str, _list(data.get("tiebreak")))),
        appeals_ns=int(str(data.get("appeals_ns", 0))),
        programme=tuple(
            Item(**_map(one))  # type: ignore[arg-type]
            for one in _list(data.get("programme"))
        ),
        titles={word: str(name) for word, name in _map(data.get("titles")).items()},
        tours=tuple(int(str(one)) for one in _list(data.get("tours"))),
        categories={
            word: tuple(map(str, _list(teams)))
            for word, teams in _map(data.get("categories")).items()
        },
        players={
            team: tuple(map(str, _list(names))) for team, names in _map(data.get("players")).items()
        },
        decks={word: Deck(**_map(one)) for word, one in decks.items()},  # type: ignore[arg-type]
        **{name: data[name] for name in PLAIN if name in data},  # type: ignore[arg-type]
    )


def _stage(data: dict[str, object]) -> EventStage:
    teams = tuple(map(str, _list(data.get("teams"))))
    return EventStage(**{**data, "teams": teams})  # type: ignore[arg-type]


def event_data(event: Event) -> dict[str, object]:
    """Return an event as plain data for the journal."""
    return {
        "teams": dict(event.teams),
        "stages": [
            {
                "id": one.id, "keep": one.keep, "slots": one.slots, "turns": one.turns,
                "extra": one.extra, "hall": one.hall, "tables": one.tables,
                "answers": one.answers, "order": one.order,
                "secret": one.secret, "hour_ns": one.hour_ns, "changeover_ns": one.changeover_ns,
                "overlap": one.overlap, "teams": list(one.teams), "fail_ns": one.fail_ns,
            }
            for one in event.stages
        ],
        "advance_by": event.advance_by,
        "tiebreak": list(event.tiebreak),
        "tours": list(event.tours),
        "appeals_ns": event.appeals_ns,
        "programme": [
            {"id": one.id, "from_ns": one.from_ns, "to_ns": one.to_ns, "least_ns": one.least_ns}
            for one in event.programme
        ],
        "titles": dict(event.titles),
        "categories": {word: list(teams) for word, teams in event.categories.items()},
        "players": {team: list(names) for team, names in event.players.items()},
        "decks": {
            word: {"tickets": one.tickets, "again": one.again} for word, one in event.decks.items()
        },
        **{name: getattr(event, name) for name in PLAIN},
    }  # fmt: skip


def _map(value: object) -> dict[str, object]:
    return {str(key): one for key, one in value.items()} if isinstance(value, Mapping) else {}


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
