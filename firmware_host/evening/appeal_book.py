"""Appeals in the books: filed, decided, and what the answers come to after them.

Entries: appeal, verdict (004 l.33-36; 4-d, 4-e; RULES A.7). Instants of two clocks are never
compared: a window that was opened before a reboot is unknown, its appeals are taken and marked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from firmware_host.evening import appeals
from firmware_host.evening.answer_book import question_in, sheets, tour_at, tours_of
from firmware_host.evening.answers import Grid
from firmware_host.evening.appeals import Appeal, Ruling, Votes
from firmware_host.evening.book import Book, Told, number_of, teams_of, word_of
from firmware_host.evening.event import Entry
from firmware_host.evening.places import Team

MOST_RUB = 1_000_000
MOST_VOTES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """An appeal that was taken, and what has become of it.

    Attributes:
        in_window: None: it cannot be said, the announcement was on another clock or is undone.
        word: "upheld", "rejected", or None: it waits for a verdict, or for the chair.
        deposit: "held", "returned" or "kept" (l.35).
        late: The decision came after its deadline (l.36); None: it cannot be said.
    """

    appeal: Appeal
    in_window: bool | None
    word: str | None = None
    deposit: str = "held"
    votes: Votes | None = None
    also: tuple[Team, ...] = ()
    late: bool | None = False


def told_of(book: Book, tour: int, after: int | None = None) -> Told | None:
    """Return the latest announcement of a tour, of those made before an entry."""
    found = [one for one in book.announcements if one.tour == tour]
    return next((one for one in reversed(found) if after is None or one.after <= after), None)


def filed(book: Book) -> tuple[Filed, ...]:
    """Return every appeal in force with its verdict, in the order of filing."""
    known, verdicts = _appeals(book), dict[int, Entry]()
    for entry in book.of("verdict"):
        verdicts |= {i: entry for i, one in known.items() if _speaks_of(entry, one)}
    return tuple(_filed(book, one, verdicts.get(i)) for i, one in known.items())


def _appeals(book: Book) -> dict[int, Appeal]:
    return {entry.i: _appeal(entry) for entry in book.of("appeal")}


def _appeal(entry: Entry) -> Appeal:
    args = entry.args
    return Appeal(
        id=entry.i, team=str(args["team"]), question=cast(int, args["question"]),
        kind=str(args["kind"]), filed_ns=entry.at_ns, deposit_rub=cast(int, args["deposit"]),
    )  # fmt: skip


def _speaks_of(verdict: Entry, appeal: Appeal) -> bool:
    args = verdict.args
    if "appeal" in args:
        return args["appeal"] == appeal.id
    return (args["team"], args["question"]) == (appeal.team, appeal.question)


def _filed(book: Book, appeal: Appeal, decided: Entry | None) -> Filed:
    nth, entry = next(row for row in enumerate(book.entries) if row[1].i == appeal.id)
    tour = tour_at(book, appeal.question)
    told = told_of(book, tour, nth)
    in_window = True if told is not None and told.clock == entry.clock else None
    if decided is None:
        return Filed(appeal=appeal, in_window=in_window)
    votes = _votes(decided)
    word = appeals.verdict(votes)
    return Filed(
        appeal=appeal, in_window=in_window, word=word, deposit=appeals.deposit(word), votes=votes,
        also=tuple(cast(list[Team], decided.args.get("also", []))),
        late=is_late(book, tour, decided.at_ns, decided.clock),
    )  # fmt: skip


def _votes(verdict: Entry) -> Votes:
    args = cast(Mapping[str, int], verdict.args)
    chair = verdict.args.get("chair")
    return Votes(ayes=args["ayes"], noes=args["noes"], chair=cast(bool | None, chair))


def grid_of(book: Book) -> Grid:
    """Return the answers that count: entered, removed, credited."""
    rulings = [
        Ruling(appeal=one.appeal, votes=one.votes, also=one.also)
        for one in filed(book)
        if one.votes is not None
    ]
    return appeals.applied(sheets(book), rulings)


def is_late(book: Book, tour: int, at_ns: int, clock: int) -> bool | None:
    """Tell whether a decision on an appeal of a tour is past its deadline (l.36).

    Returns:
        None: it cannot be said, since the deadline runs on another clock.
    """
    event = book.event
    if tour <= event.first_day:
        # That a tour began on an earlier clock is order, not a difference of instants.
        began = book.began.get(event.first_day + 1)
        return began is not None and (began.clock, began.at_ns) < (clock, at_ns)
    last = len(tours_of(event))
    told = told_of(book, last)
    if told is None:
        return False
    until_ns = appeals.deadline_ns(tour, {last: told.at_ns}, None, last, ())
    return not appeals.in_time(at_ns, until_ns) if told.clock == clock else None


def check_appeal(book: Book, entry: Entry) -> str | None:
    """One team's appeal on one question.

    {"team": id, "question": n, "kind": "credit" | "removal", "deposit": roubles}
    """
    word_of(entry, "team", book.event.teams)
    tour = tour_at(book, question_in(book, entry))
    word_of(entry, "kind")
    number_of(entry, "deposit", 0, MOST_RUB)
    told = told_of(book, tour)
    told_ns = None if told is None else told.at_ns
    if told is not None and told.clock != book.clock:
        told_ns = entry.at_ns
    before = list(_appeals(book).values())
    return appeals.refusal(_appeal(entry), told_ns, before, book.event.deposit)


def check_verdict(book: Book, entry: Entry) -> str | None:
    """The Appeal Jury has voted.

    {"appeal": number of its entry, or "team" and "question"; "ayes", "noes": votes; "chair":
    true | false, on a tie; "also": [teams whose answer was the same]; "even_so": true where the
    deadline is over}
    """
    args = entry.args
    votes = number_of(entry, "ayes", 0, MOST_VOTES) + number_of(entry, "noes", 0, MOST_VOTES)
    if not votes:
        raise ValueError("nobody voted")
    if not isinstance(args.get("chair"), bool | None):
        raise ValueError("chair is true or false, or left out")
    also = teams_of(entry, "also", book.event)
    if "appeal" in args:
        number_of(entry, "appeal", 0, 2**53)
    else:
        word_of(entry, "team", book.event.teams)
        question_in(book, entry)
    one = next((one for one in filed(book) if _speaks_of(entry, one.appeal)), None)
    if one is not None and also and one.appeal.kind == "removal":
        raise ValueError("a removal is for all teams: leave also out")
    if one is not None and one.word is not None:
        return "decided"
    question = args.get("question") if one is None else one.appeal.question
    tour = tour_at(book, question) if isinstance(question, int) else 0
    if one is None and not _yesterday(book, tour):
        return "moot"
    late = is_late(book, tour, entry.at_ns, book.clock)
    return "late" if late and args.get("even_so") is not True else None


def _yesterday(book: Book, tour: int) -> bool:
    """Tell whether appeals on a tour stand in the journal of day 1, which is not this one."""
    return 0 < tour <= book.event.first_day and told_of(book, tour) is None
