"""Questions about answers, appeals, series and the standings over them."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from firmware_host.evening.answers import mask, missing
from firmware_host.evening.appeal_book import filed, grid_of
from firmware_host.evening.places import place_text
from firmware_host.evening.results import tour_totals
from firmware_host.evening.series_book import playing
from firmware_host.scenario.asking import must
from firmware_host.scenario.runner import Run
from firmware_host.standings import Standings


def _of_teams(words: tuple[str, ...]) -> dict[str, list[str]]:
    """Read "A 1 2, B 3"."""
    rows = [part.split() for part in " ".join(words).split(",")]
    return {row[0]: row[1:] for row in rows}


def _hold(expected: Mapping[str, object], found: Mapping[str, object]) -> None:
    told = ", ".join(f"{team} {value}" for team, value in found.items())
    must(all(found.get(team) == value for team, value in expected.items()), told)


def _answers(run: Run, words: tuple[str, ...]) -> None:
    """answers A 1·01X: one mark a question: 1 0 V ? X, · not entered"""
    grid = grid_of(run.books().book)
    expected = {team: "".join(marks) for team, marks in _of_teams(words[1:]).items()}
    _hold(expected, {team: mask(grid, team) for team in grid.teams})


def _missing(run: Run, words: tuple[str, ...]) -> None:
    """missing 3: so many answers are not yet entered"""
    found = missing(grid_of(run.books().book))
    must(len(found) == int(words[1]), f"{len(found)}: {found}")


def _tours(run: Run, words: tuple[str, ...]) -> None:
    """tours A 2 1, B 3 0: questions taken in each tour"""
    grid = grid_of(run.books().book)
    expected = {team: [int(one) for one in row] for team, row in _of_teams(words[1:]).items()}
    _hold(expected, {team: list(tour_totals(grid, team)) for team in grid.teams})


def _places(run: Run, words: tuple[str, ...]) -> None:
    """places junior A 1, B 2-3: in a category, after its own series and cuts"""
    book = run.books().book
    if words[1] not in book.event.categories:
        raise ValueError(f"no category {words[1]!r}: {', '.join(book.event.categories) or 'none'}")
    found = run.books().standings().categories()[words[1]]
    expected = {team: row[0] for team, row in _of_teams(words[2:]).items()}
    _hold(expected, {team: place_text(place) for team, place in found.items()})


def _rows(found: Standings | None) -> dict[str, tuple[Decimal, str]]:
    if found is None:
        return {}
    places = found.places()
    return {
        team: (Decimal(str(found.shown(one.total))), place_text(places[team]))
        for team, one in found.teams.items()
    }


def _published(run: Run, words: tuple[str, ...]) -> None:
    """published A 3 1, B 2 2: as announced last; published: nothing has been"""
    found = _rows(run.books().published())
    if len(words) == 1:
        must(not found, ", ".join(found))
        return
    expected = {team: (Decimal(row[0]), row[1]) for team, row in _of_teams(words[1:]).items()}
    _hold(expected, found)


def _playing(run: Run, words: tuple[str, ...]) -> None:
    """playing B C, D E: who plays the next question of a series, group by group; playing: nobody;
    playing B C in junior"""
    where = ""
    if words[-2:-1] == ("in",):
        where, words = words[-1], words[:-2]
    groups = playing(run.books().book, where)
    expected = [part.split() for part in " ".join(words[1:]).split(",")] if words[1:] else []
    found = [sorted(group.teams) for group in groups]
    must(found == expected, ", ".join(" ".join(row) for row in found) or "nobody")


_WINDOW = {True: "", False: "", None: "window-unknown"}
_LATE = {True: "late", False: "", None: "deadline-unknown"}


def _appeal(run: Run, words: tuple[str, ...]) -> None:
    """appeal P upheld returned; appeal P held; and late, window-unknown, deadline-unknown"""
    number = run.rulings.get(words[1])
    rows = [one for one in filed(run.books().book) if one.appeal.id == number]
    if not rows:
        must(words[2:] == ("withdrawn",), "withdrawn")
        return
    one = rows[0]
    told = (one.word or "", one.deposit, _WINDOW[one.in_window], _LATE[one.late])
    found = [word for word in told if word]
    must(found == list(words[2:]), " ".join(found))


ANSWER_QUESTIONS: Mapping[str, Callable[[Run, tuple[str, ...]], None]] = {
    "answers": _answers,
    "appeal": _appeal,
    "missing": _missing,
    "places": _places,
    "playing": _playing,
    "published": _published,
    "tours": _tours,
}
