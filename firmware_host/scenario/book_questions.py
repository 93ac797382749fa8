"""Questions about the evening's books: entries, cuts, draws."""

from collections.abc import Callable, Mapping

from firmware_host.evening.cut_book import cuts_of
from firmware_host.evening.draw import Counts, Seating, counts, seating
from firmware_host.evening.player_book import explainers, proposed
from firmware_host.evening.tour_book import inside, seats_in
from firmware_host.scenario.asking import must, rows_of
from firmware_host.scenario.runner import Run
from firmware_host.scenario.times import instant_ns


def entry_at(run: Run, words: tuple[str, ...]) -> None:
    """WORD@INSTANT accepted, or WORD@INSTANT refused REASON"""
    what, _, at = words[0].partition("@")
    at_ns = instant_ns(at, run.case.labels)
    rows = [r for r in rows_of(run, "entries") if r["what"] == what and r["at_ns"] == at_ns]
    must(bool(rows), "no such entry")
    found = "accepted" if rows[-1]["accepted"] else f"refused {rows[-1]['reason']}"
    must(found == " ".join(words[1:]), found)


def _inside(run: Run, words: tuple[str, ...]) -> None:
    """inside T13: these teams go on at the latest cut"""
    found = _cut(run)
    must(set(words[1:]) <= found, ", ".join(sorted(found)))


def _outside(run: Run, words: tuple[str, ...]) -> None:
    """outside T12 T14: these do not"""
    found = _cut(run)
    must(not set(words[1:]) & found, ", ".join(sorted(found)))


def _cut(run: Run) -> set[str]:
    book = run.books().book
    stage = book.event.stage(book.stage)
    if stage is None or stage.keep is None:
        raise ValueError("the stage that was played has no keep")
    went_on = inside(book, stage.id)
    if went_on is not None:
        return set(went_on)
    return {team for one in cuts_of(book, stage).values() for team in one.inside}


def drawn(run: Run, name: str) -> Seating:
    """Return a seat draw of the header: teams 1 … n by a seed."""
    if name not in run.case.draws:
        raise ValueError(f"nothing was drawn as {name!r}")
    teams, seed = run.case.draws[name]
    return seating([str(team) for team in range(1, teams + 1)], seed)


def _draw(run: Run, words: tuple[str, ...]) -> None:
    """draw D1 tables-a-team 3, teams-a-table 3, meetings 45, most 1"""
    found = counts(drawn(run, words[1]).tables)
    for part in " ".join(words[2:]).split(","):
        name, value = part.split()
        must(_COUNTS[name](found) == {int(value)}, f"{name} {_COUNTS[name](found)}")


_COUNTS: Mapping[str, Callable[[Counts], set[int]]] = {
    "tables-a-team": lambda one: set(one.tables_a_team),
    "teams-a-table": lambda one: set(one.teams_a_table),
    "meetings": lambda one: {one.meetings},
    "most": lambda one: {one.most},
    "twice": lambda one: {one.twice},
}


def _seat(run: Run, words: tuple[str, ...]) -> None:
    """seat A table1 3: a pair of team A sits at table 1 and explains in slot 3"""
    book = run.books().book
    seated = seats_in(book, book.stage)
    if seated is None:
        raise ValueError("nobody has been seated")
    found = seated.tables[int(words[2].removeprefix("table")) - 1]
    must(found[int(words[3]) - 1] == words[1], " ".join(found))


def _owes(run: Run, words: tuple[str, ...]) -> None:
    """owes A B: the turns that are owed, the oldest first; owes: none"""
    assert run.daemon is not None
    found = [owed.team for owed in run.daemon.play.game.owed]
    must(found == list(words[1:]), " ".join(found) or "none")


def _team(run: Run, words: tuple[str, ...]) -> None:
    """team B: whose turn is at the table; team: nothing is at the table, or all play"""
    assert run.daemon is not None
    turn = run.daemon.play.game.turn
    found = "" if turn is None else turn.team
    must(found == " ".join(words[1:]), found or "nobody's")


def _stage(run: Run, words: tuple[str, ...]) -> None:
    """stage hat: the stage of the turn at the table; stage: nothing is at the table"""
    assert run.daemon is not None
    turn = run.daemon.play.game.turn
    found = "" if turn is None else turn.stage
    must(found == " ".join(words[1:]), found or "none")


def _explainer(run: Run, words: tuple[str, ...]) -> None:
    """explainer A "Анна": who explains for a team in the turn at the table; explainer next "Борис":
    who is proposed"""
    assert run.daemon is not None
    turn, book = run.daemon.play.game.turn, run.daemon.play.books.book
    if words[1] == "next":
        found = proposed(book, turn.team if turn else "")
    else:
        found = explainers(book, turn.id if turn else 0).get(words[1], "")
    must(found == " ".join(words[2:]), found or "nobody")


BOOK_QUESTIONS: Mapping[str, Callable[[Run, tuple[str, ...]], None]] = {
    "draw": _draw,
    "explainer": _explainer,
    "inside": _inside,
    "outside": _outside,
    "owes": _owes,
    "seat": _seat,
    "stage": _stage,
    "team": _team,
}
