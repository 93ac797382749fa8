"""The hat league's tours in the books: totals brought in, seats, cuts and what decides a tie.

Entries: given, draw, seats, extra, decide, advance, away, back, owed (000 l.5-8, l.10-13; 0-d,
0-e; RULES A.7).
"""

from collections.abc import Iterator, Mapping
from typing import cast

from firmware_host.evening.book import Book, number_of, teams_of, word_of
from firmware_host.evening.cut import Cut, advance_totals, by_draw, by_points, cut, let_through
from firmware_host.evening.draw import Seating, hand_seating, seating
from firmware_host.evening.event import Entry, EventStage
from firmware_host.evening.places import Decision, Place, Team, places, settle, tied

MOST_SEED = (1 << 63) - 1


def totals_of(book: Book, stage_id: str) -> dict[Team, int | None]:
    """Return the totals of a stage, those brought in among them, for all teams that are in it."""
    found: dict[Team, int | None] = dict.fromkeys(teams_in(book, stage_id))
    found |= book.totals.get(stage_id, {})
    for entry in book.of("given"):
        if entry.args.get("stage") != stage_id:
            continue
        for team, half in cast(Mapping[Team, int], entry.args["totals"]).items():
            found[team] = (found.get(team) or 0) + half
    return found


def teams_in(book: Book, stage_id: str) -> tuple[Team, ...]:
    """Return the teams that play a stage: after a cut those that went on."""
    teams = tuple(book.event.teams)
    for stage in book.event.stages:
        if stage.id == stage_id:
            break
        went_on = inside(book, stage.id)
        if went_on is not None:
            teams = tuple(team for team in teams if team in went_on)
    return teams


def reached(book: Book) -> dict[Team, int]:
    """Return how many cuts each team has passed."""
    passed = dict.fromkeys(book.event.teams, 0)
    for stage in book.event.stages:
        for team in inside(book, stage.id) or ():
            passed[team] = passed.get(team, 0) + 1
    return passed


def inside(book: Book, stage_id: str) -> tuple[Team, ...] | None:
    """Return who went on from a stage that the desk has closed with a cut; None: none was made.

    It stands in the entry: what changes afterwards does not change who plays the next tour.
    """
    for entry in book.of("advance"):
        if entry.args.get("stage") == stage_id and "inside" in entry.args:
            return tuple(cast(list[Team], entry.args["inside"]))
    return None


def frozen(book: Book, entry: Entry) -> Mapping[str, object]:
    """Return what an entry must keep as it is now: who goes on, who is seated."""
    stage = book.event.stage(str(entry.args.get("stage")))
    if entry.what == "advance" and stage is not None and stage.keep is not None:
        return {"inside": list(cut_of(book, stage).inside)}
    if entry.what == "draw" and stage is not None:
        away = away_of(book)
        return {"teams": [team for team in teams_in(book, stage.id) if team not in away]}
    return {}


def cut_of(book: Book, stage: EventStage) -> Cut:
    """Return the cut after a stage as it stands now."""
    away = away_of(book)
    shown = shown_at(book, stage)
    return cut(shown, stage.keep or len(shown), decisions(book, stage), absent=away)


def shown_at(book: Book, stage: EventStage) -> dict[Team, Place]:
    """Return the places that a cut is made by, before any decision (0-d)."""
    tours = []
    for one in book.event.stages:
        tours.append(totals_of(book, one.id))
        if one.id == stage.id:
            break
    totals = advance_totals(tours, book.event.advance_by or "cumulative")
    return places({team: (value,) for team, value in totals.items()}, smaller=(book.smaller,))


def decisions(book: Book, stage: EventStage) -> list[Decision]:
    """Return what was decided about ties after a stage, in order; each holds for its own tie."""
    found: list[Decision] = []
    for entry in book.of("extra", "decide"):
        if entry.args.get("stage") == stage.id:
            found.extend(_decided(book, stage, entry, found))
    return found


def _decided(
    book: Book, stage: EventStage, entry: Entry, before: list[Decision]
) -> Iterator[Decision]:
    shown = settle(shown_at(book, stage), before)
    group = _group(shown, _meant(entry))
    if group is None:
        return
    place, teams = group
    if entry.what == "extra":
        points = book.extras.get(entry.i)
        if points:
            seats = cast(Mapping[str, Team], entry.args["seats"])
            yield by_points(place, {team: points.get(key, 0) for key, team in seats.items()})
    elif entry.args["how"] == "draw":
        yield by_draw(place, teams, cast(int, entry.args["seed"]))
    else:
        yield let_through(place, teams)


def _meant(entry: Entry) -> frozenset[Team]:
    """Return whom an entry is about."""
    if entry.what == "extra":
        return frozenset(cast(Mapping[str, Team], entry.args["seats"]).values())
    return frozenset(cast(list[Team], entry.args["teams"]))


def _group(
    shown: Mapping[Team, Place], teams: frozenset[Team]
) -> tuple[Place, tuple[Team, ...]] | None:
    """Return the tie of exactly these teams."""
    return next((one for one in tied(shown) if frozenset(one[1]) == teams and len(teams) > 1), None)


def seats_in(book: Book, stage_id: str) -> Seating | None:
    """Return who sits where in a stage: the latest draw or hand seating in force, or None."""
    for entry in reversed(book.of("draw", "seats")):
        if entry.args.get("stage") != stage_id:
            continue
        if entry.what == "seats":
            return hand_seating(cast(list[list[Team]], entry.args["tables"]))
        teams = cast(list[Team], entry.args["teams"])
        return seating(teams, cast(int, entry.args["seed"])) if teams else None
    return None


def seat_team(book: Book, stage_id: str, number: int, key: str) -> Team:
    """Return whose pair explains at a table in the turn of a number; "": nobody's."""
    drawn, stage = seats_in(book, stage_id), book.event.stage(stage_id)
    table = key.removeprefix("table")
    if drawn is None or stage is None or not table.isdecimal():
        return ""
    slot = (number - book.event.first_of(stage_id)) % stage.slots
    if not 0 < int(table) <= len(drawn.tables):
        return ""
    row = drawn.tables[int(table) - 1]
    return row[slot] if slot < len(row) else ""


def away_of(book: Book) -> frozenset[Team]:
    """Return the teams that are not there."""
    away: set[Team] = set()
    for entry in book.of("away", "back"):
        (away.add if entry.what == "away" else away.discard)(str(entry.args["team"]))
    return frozenset(away)


def unequal(book: Book, stage: EventStage) -> bool:
    """Tell whether the teams have not had the same number of attempts in a stage (002 l.10)."""
    if stage.hall:
        return False
    played = book.played.get(stage.id, {})
    return len({played.get(team, 0) for team in teams_in(book, stage.id)}) > 1


def check_given(book: Book, entry: Entry) -> str | None:
    """Totals brought in, half-points: {"stage": id, "totals": {team: half}}."""
    word_of(entry, "stage", {one.id: one for one in book.event.stages})
    totals = entry.args.get("totals")
    if not isinstance(totals, Mapping) or not totals:
        raise ValueError("given takes totals, {team: half-points}")
    for team, half in totals.items():
        if team not in book.event.teams or not isinstance(half, int):
            raise ValueError(f"totals: {team!r}: {half!r} is not a total of a team of this event")
    return None


def check_draw(book: Book, entry: Entry) -> str | None:
    """Seats by lot: {"stage": id, "seed": n}."""
    word_of(entry, "stage", {one.id: one for one in book.event.stages})
    number_of(entry, "seed", 0, MOST_SEED)
    return begun(book, entry)


def check_seats(book: Book, entry: Entry) -> str | None:
    """Seats by hand: {"stage": id, "tables": [[team of slot 1, …], …]}."""
    word_of(entry, "stage", {one.id: one for one in book.event.stages})
    tables = entry.args.get("tables")
    if not isinstance(tables, list | tuple) or not tables:
        raise ValueError("seats takes tables, a list of teams for each table")
    for row in tables:
        for team in row if isinstance(row, list | tuple) else [None]:
            if team != "" and team not in book.event.teams:
                raise ValueError(f"tables: no such team {team!r}")
    return begun(book, entry)


def begun(book: Book, entry: Entry) -> str | None:
    """Nobody changes seats once words of the stage are counted."""
    return "over" if book.totals.get(str(entry.args["stage"])) else None


def check_extra(book: Book, entry: Entry) -> str | None:
    """An extra turn for all teams held at the cut: {"stage": id, "seats": {key: team}}."""
    stage = book.event.stage(word_of(entry, "stage", {s.id: s for s in book.event.stages}))
    seats = entry.args.get("seats")
    if stage is None or not isinstance(seats, Mapping) or not seats:
        raise ValueError('extra takes seats, {"table1": team}')
    if len(set(seats.values())) != len(seats) or not set(seats.values()) <= set(book.event.teams):
        raise ValueError("seats: each table has a team of its own")
    if not stage.extra:
        return "no-extra"
    held = cut_of(book, stage).held
    if not held:
        return "moot"
    return None if set(seats.values()) == set(held) else "not-tied"


def check_decide(book: Book, entry: Entry) -> str | None:
    """A tie decided at the desk: {"stage", "teams", "how": "draw" | "both", "seed"}."""
    stage = book.event.stage(word_of(entry, "stage", {s.id: s for s in book.event.stages}))
    teams = teams_of(entry, "teams", book.event)
    if word_of(entry, "how", {"draw": 1, "both": 1}) == "draw":
        number_of(entry, "seed", 0, MOST_SEED)
    assert stage is not None
    shown = settle(shown_at(book, stage), decisions(book, stage))
    return None if _group(shown, frozenset(teams)) else "not-tied"


def check_advance(book: Book, entry: Entry) -> str | None:
    """The stage is closed: {"stage": id, "even_so": true where attempts are unequal}."""
    stage = book.event.stage(word_of(entry, "stage", {s.id: s for s in book.event.stages}))
    assert stage is not None
    if any(one.args.get("stage") == stage.id for one in book.of("advance")):
        return "moot"
    if unequal(book, stage) and entry.args.get("even_so") is not True:
        return "attempts-unequal"
    return None if stage.keep is None else cut_of(book, stage).reason


def check_team(book: Book, entry: Entry) -> str | None:
    """A team that is away, or back: {"team": id}."""
    team = word_of(entry, "team", book.event.teams)
    return "moot" if (team in away_of(book)) == (entry.what == "away") else None


def check_owed(book: Book, entry: Entry) -> str | None:
    """A team plays now what it owes: {"team": id}. The running order knows whether it owes."""
    team = word_of(entry, "team", book.event.teams)
    return "not-your-turn" if team in away_of(book) else None
