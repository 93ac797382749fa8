"""Cuts in the books: who goes on, and what decides a tie at the line (000 l.5-8; 0-d, 0-e).

Entries: extra, decide, advance. A category is cut by itself (RULES A.7).
"""

from collections.abc import Iterator, Mapping
from typing import cast

from firmware_host.evening.book import Book, number_of, teams_of, word_of
from firmware_host.evening.cut import Cut, advance_totals, by_draw, by_points, cut, let_through
from firmware_host.evening.event import Entry, EventStage
from firmware_host.evening.places import Decision, Place, Team, places, settle, tied
from firmware_host.evening.tour_book import MOST_SEED, away_of, groups, teams_in, totals_of

Group = tuple[str, tuple[Team, ...]]


def frozen(book: Book, entry: Entry) -> Mapping[str, object]:
    """Return what an entry must keep as it is now: who goes on, is seated, or is away."""
    stage = book.event.stage(str(entry.args.get("stage")))
    if entry.what == "advance" and stage is not None:
        found: dict[str, object] = {"failed": missed_ns(book, stage)}
        if stage.keep is not None:
            cuts = cuts_of(book, stage).values()
            found["inside"] = [team for one in cuts for team in one.inside]
        return found
    if entry.what in ("extra", "decide"):
        return {"away": sorted(away_of(book))}
    if entry.what == "draw" and stage is not None:
        away = away_of(book)
        return {"teams": [team for team in teams_in(book, stage.id) if team not in away]}
    return {}


def cuts_of(book: Book, stage: EventStage) -> dict[str, Cut]:
    """Return category -> the cut after a stage as it stands now."""
    away, found = away_of(book), {}
    for word, teams in groups(book):
        shown = shown_at(book, stage, (word, teams))
        keep = len(shown) if stage.keep is None else stage.keep
        found[word] = cut(shown, keep, decisions(book, stage), absent=away, where=word)
    return found


def shown_at(book: Book, stage: EventStage, group: Group) -> dict[Team, Place]:
    """Return the places that a category's cut is made by, before any decision (0-d)."""
    tours = []
    for one in book.event.stages:
        totals = totals_of(book, one.id)
        tours.append({team: totals[team] for team in group[1] if team in totals})
        if one.id == stage.id:
            break
    decisive = advance_totals(tours, book.event.advance_by or "cumulative")
    return places({team: (value,) for team, value in decisive.items()}, smaller=(book.smaller,))


def decisions(book: Book, stage: EventStage) -> list[Decision]:
    """Return what was decided about ties after a stage, in order; each holds for its own tie."""
    found: list[Decision] = []
    for entry in book.of("extra", "decide"):
        if entry.args.get("stage") == stage.id:
            for group in groups(book):
                found.extend(_decided(book, stage, entry, group, found))
    return found


def _decided(
    book: Book, stage: EventStage, entry: Entry, group: Group, before: list[Decision]
) -> Iterator[Decision]:
    word, mine = group
    shown = settle(shown_at(book, stage, group), before, word)
    away = frozenset(cast(list[Team], entry.args.get("away", [])))
    tie = _tie(shown, _meant(entry) & frozenset(mine), away)
    if tie is None:
        return
    place, teams = tie
    here = tuple(team for team in teams if team not in away)
    gone = tuple(team for team in teams if team in away)
    if entry.what == "extra":
        if points := book.extras.get(entry.i):
            seats = cast(Mapping[str, Team], entry.args["seats"])
            every = {team: points.get(key, 0) for key, team in seats.items() if team in mine}
            counted = {team: half for team, half in every.items() if half is not None}
            if len(counted) == len(every):
                yield by_points(place, counted, word, gone)
    elif entry.args["how"] == "draw":
        yield by_draw(place, here, cast(int, entry.args["seed"]), word, gone)
    else:
        yield let_through(place, teams, word)


def _meant(entry: Entry) -> frozenset[Team]:
    """Return whom an entry is about."""
    if entry.what == "extra":
        return frozenset(cast(Mapping[str, Team], entry.args["seats"]).values())
    return frozenset(cast(list[Team], entry.args["teams"]))


def _tie(
    shown: Mapping[Team, Place], teams: frozenset[Team], away: frozenset[Team]
) -> tuple[Place, tuple[Team, ...]] | None:
    """Return the tie of exactly these teams; who is away shares it, and is last of it (C49)."""
    return next(
        (one for one in tied(shown) if teams and frozenset(one[1]) - away == teams - away
         and len(one[1]) > 1), None
    )  # fmt: skip


def unequal(book: Book, stage: EventStage) -> bool:
    """Tell whether the teams have not had the same number of attempts in a stage (002 l.10)."""
    if stage.hall:
        return False
    played = book.played.get(stage.id, {})
    return len({played.get(team, 0) for team in teams_in(book, stage.id)}) > 1


def _stage(book: Book, entry: Entry) -> EventStage:
    stage = book.event.stage(word_of(entry, "stage", {one.id: one for one in book.event.stages}))
    assert stage is not None
    return stage


def check_extra(book: Book, entry: Entry) -> str | None:
    """An extra turn for all teams held at a cut: {"stage": id, "seats": {key: team}}."""
    stage, seats = _stage(book, entry), entry.args.get("seats")
    if not isinstance(seats, Mapping) or not seats:
        raise ValueError('extra takes seats, {"table1": team}')
    teams = set(seats.values())
    if len(teams) != len(seats) or not teams <= set(book.event.teams):
        raise ValueError("seats: each table has a team of its own")
    if not stage.extra:
        return "no-extra"
    held = [set(one.held) for one in cuts_of(book, stage).values() if one.held]
    if not held:
        return "moot"
    meant = [one for one in held if one & teams]
    return None if meant and teams == set().union(*meant) else "not-tied"


def check_decide(book: Book, entry: Entry) -> str | None:
    """A tie decided at the desk: {"stage", "teams", "how": "draw" | "both", "seed"}."""
    stage = _stage(book, entry)
    teams = frozenset(teams_of(entry, "teams", book.event))
    if word_of(entry, "how", {"draw": 1, "both": 1}) == "draw":
        number_of(entry, "seed", 0, MOST_SEED)
    before = decisions(book, stage)
    shown = (settle(shown_at(book, stage, one), before, one[0]) for one in groups(book))
    away = away_of(book)
    return None if any(_tie(one, teams, away) for one in shown) else "not-tied"


def _unfinished(book: Book, stage: EventStage) -> str | None:
    """Return why a stage closes only by decision (0-f; A.7), or None."""
    begun = book.slots.get(stage.id, 0)
    brought = any(one.args.get("stage") == stage.id for one in book.of("given"))
    if not begun:
        return None if brought else "not-started"
    if stage.hall and begun < stage.turns and not brought:
        return "not-over"
    return "attempts-unequal" if unequal(book, stage) else None


def missed_ns(book: Book, stage: EventStage) -> dict[Team, int]:
    """Return what is written for turns that teams have not played: the fail time of each (001)."""
    teams = teams_in(book, stage.id)
    if not stage.fail_ns or not teams:
        return {}
    played, each = book.played.get(stage.id, {}), stage.turns // max(1, len(stage.teams))
    missing = {team: each - played.get(team, 0) for team in teams}
    return {team: count * stage.fail_ns for team, count in missing.items() if count > 0}


def check_advance(book: Book, entry: Entry) -> str | None:
    """The stage is closed: {"stage": id, "even_so": true where something is left to play}."""
    stage = _stage(book, entry)
    if any(one.args.get("stage") == stage.id for one in book.of("advance")):
        return "moot"
    if entry.args.get("even_so") is not True and (reason := _unfinished(book, stage)):
        return reason
    if stage.keep is None:
        return None
    return next((one.reason for one in cuts_of(book, stage).values() if one.held), None)
