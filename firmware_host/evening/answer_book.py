"""The answers of 003 and 004 in the books: what the sheets say, removals, announcements.

Entries: answer, lift, remove, announce (004 l.14-21, l.33; 4-e, 4-g, 4-h; RULES A.7).
"""

from dataclasses import replace
from typing import cast

from firmware_host.evening.answers import Answer, Grid, lift_refusal, tour_of
from firmware_host.evening.book import Book, number_of, teams_of, word_of
from firmware_host.evening.event import Entry, Event
from firmware_host.evening.places import Team

STATES = ("taken", "not-taken", "void", "contested", "none")
"""What an entry may say; "none" takes it out again: not yet entered (C48)."""

_PLAIN = ("taken", "not-taken")
Sheets = dict[tuple[Team, int], tuple[Answer | None, Answer | None]]
"""(team, question) -> what is entered, and what stood there before it was void."""


def tours_of(event: Event) -> tuple[int, ...]:
    """Return how many questions each tour has; without tours all are one."""
    count = sum(stage.turns for stage in event.stages if stage.answers)
    return event.tours or ((count,) if count else ())


def sheets(book: Book) -> Grid:
    """Return the grid as entered, with the jury's removals, before any appeal."""
    found: Sheets = {}
    removed: set[int] = set()
    for entry in book.of("answer", "lift", "remove"):
        question = cast(int, entry.args["question"])
        if entry.what == "remove":
            removed.add(question)
        elif entry.what == "lift":
            key = (str(entry.args["team"]), question)
            now, under = found.get(key, (None, None))
            # Nothing is lifted where the void itself has been taken back.
            if now is not None and lift_refusal(now) is None:
                found[key] = under, None
        else:
            _answered(book, entry, question, found)
    return Grid(
        teams=tuple(book.event.teams),
        tours=tours_of(book.event),
        answers={key: now for key, (now, _) in found.items() if now is not None},
        removed=frozenset(removed),
    )


def _answered(book: Book, entry: Entry, question: int, found: Sheets) -> None:
    named, answer = set(_named(entry)), _answer(entry)
    for team in named:
        now, under = found.get((team, question), (None, None))
        if answer is None or answer.state != "void":
            found[team, question] = answer, None
        else:
            found[team, question] = answer, under if now and now.state == "void" else now
    for team in book.event.teams if entry.args.get("others") else ():
        now, _ = found.get((team, question), (None, None))
        # A void and a contested answer say more than a box that was not ticked.
        if team not in named and (now is None or now.state in _PLAIN):
            found[team, question] = Answer("not-taken"), None


def _named(entry: Entry) -> list[Team]:
    one = entry.args.get("team")
    return [str(one)] if one is not None else cast(list[Team], list(entry.args["teams"]))  # type: ignore[call-overload]


def _answer(entry: Entry) -> Answer | None:
    state = str(entry.args["state"])
    return None if state == "none" else Answer(state, str(entry.args.get("ground", "")))


def question_in(book: Book, entry: Entry) -> int:
    """Return the question of an entry.

    Raises:
        ValueError: The event has no such question.
    """
    return number_of(entry, "question", 1, sum(tours_of(book.event)))


def tour_at(book: Book, question: int) -> int:
    """Return the tour of a question."""
    empty = Grid(teams=(), tours=tours_of(book.event), answers={})
    return tour_of(empty, question)


def check_answer(book: Book, entry: Entry) -> str | None:
    """Answers to one question.

    {"question": n, "team": id or "teams": [id], "state": word, "ground": of a void,
    "others": "not-taken" for all other teams, where nothing more is known of them}
    """
    question_in(book, entry)
    if "team" in entry.args:
        word_of(entry, "team", book.event.teams)
    elif not teams_of(entry, "teams", book.event) and "others" not in entry.args:
        raise ValueError("answer takes team, or teams")
    word_of(entry, "state", dict.fromkeys(STATES))
    _answer(entry)
    if entry.args.get("others", "not-taken") != "not-taken":
        raise ValueError("others: write not-taken, or leave it out")
    return None


def check_lift(book: Book, entry: Entry) -> str | None:
    """The Game Jury calls a technical void minor: {"question": n, "team": id} (l.18, 4-h)."""
    key = (word_of(entry, "team", book.event.teams), question_in(book, entry))
    answer = sheets(book).answers.get(key)
    reason = "not-void" if answer is None else lift_refusal(answer)
    return "moot" if reason == "not-void" else reason


def check_remove(book: Book, entry: Entry) -> str | None:
    """The jury's removal, снятие: {"question": n}. Nobody has it; what was entered stays (4-g)."""
    return "moot" if question_in(book, entry) in sheets(book).removed else None


def check_announce(book: Book, entry: Entry) -> str | None:
    """The results of a tour are announced: {"tour": n}. Appeals are taken from now on (4-e)."""
    number_of(entry, "tour", 1, len(tours_of(book.event)))
    return None


def published(book: Book) -> Book | None:
    """Return the books as they stood at the latest announcement; None before any."""
    told = book.announcements
    if not told:
        return None
    after = told[-1].after
    return replace(
        book,
        entries=book.entries[:after],
        told=tuple(one for one in book.told if one.after <= after),
    )
