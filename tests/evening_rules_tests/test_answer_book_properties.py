"""What holds of the books of 003 and 004 whatever is entered."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.booked import entry_data, finished
from firmware_host.books import Books
from firmware_host.evening.answer_table import answer_table
from firmware_host.evening.answers import mask
from firmware_host.evening.appeal_book import filed, grid_of
from firmware_host.evening.book import Book, write
from firmware_host.evening.event import Entry, Event, EventStage, event_data
from firmware_host.evening.places import place_text, settle
from firmware_host.evening.results import standing, total, tour_totals
from firmware_host.evening.rooms import CHECKS, refusal
from firmware_host.evening.series_book import asked
from firmware_host.journal.record import Record
from firmware_host.standings import Standing, Standings

TEAMS = "ABCD"
S = 1_000_000_000
EVENT = Event(
    teams={team: team for team in TEAMS},
    tours=(2, 3),
    categories={"junior": ("B", "C", "D")},
    stages=(
        EventStage(id="day1", turns=2, hall=True, answers=True),
        EventStage(id="day2", turns=3, hall=True, answers=True),
    ),
)
team = st.sampled_from(TEAMS)
some = st.lists(team, unique=True)
question = st.integers(1, 5)
sheets = st.one_of(
    st.fixed_dictionaries(
        {"what": st.just("answer"), "question": question, "teams": some.filter(bool),
         "state": st.sampled_from(["taken", "not-taken", "contested", "none"])},
        optional={"others": st.just("not-taken")},
    ),
    st.fixed_dictionaries(
        {"what": st.just("answer"), "question": question, "team": team, "state": st.just("void"),
         "ground": st.sampled_from(["late", "roster"])},
    ),
    st.fixed_dictionaries({"what": st.just("lift"), "question": question, "team": team}),
    st.fixed_dictionaries({"what": st.just("remove"), "question": question}),
)  # fmt: skip
words = st.one_of(
    sheets,
    st.fixed_dictionaries({"what": st.just("announce"), "tour": st.integers(1, 2)}),
    st.fixed_dictionaries(
        {"what": st.just("appeal"), "team": team, "question": question,
         "kind": st.sampled_from(["credit", "removal"]), "deposit": st.just(300)},
    ),
    st.fixed_dictionaries(
        {"what": st.just("verdict"), "team": team, "question": question,
         "ayes": st.integers(1, 2), "noes": st.integers(0, 2)},
        optional={"chair": st.booleans()},
    ),
    st.fixed_dictionaries(
        {"what": st.just("series"), "question": st.integers(1, 3), "taken": some},
        optional={"where": st.just("junior")},
    ),
    st.fixed_dictionaries({"what": st.just("undo"), "target": st.integers(1, 30)}),
)  # fmt: skip
ACTS = st.lists(words, max_size=30)


def entered(book: Book, act: dict[str, object]) -> Book:
    """Return the book with an act in it, if it is taken and makes sense."""
    args = {name: value for name, value in act.items() if name not in ("what", "target")}
    target = act.get("target")
    number = len(book.entries) + 1
    entry = Entry(
        i=number, what=str(act["what"]), at_ns=number * S, args=args,
        target=target if isinstance(target, int) else None,
    )  # fmt: skip
    if entry.what == "series":
        entry = Entry(i=number, what="series", at_ns=number * S,
                      args={**args, "teams": asked(book, entry)})  # fmt: skip
    try:
        return book if refusal(book, entry) else write(book, entry)
    except ValueError:
        return book


def played(acts: list[dict[str, object]]) -> Book:
    """Return the book after all acts."""
    book = Book(event=EVENT)
    for act in acts:
        book = entered(book, act)
    return book


def seen(book: Book) -> tuple[object, ...]:
    """Return everything that anybody is shown."""
    grid = grid_of(book)
    table = finished(Standings({one: Standing(one) for one in TEAMS}), book)
    return [mask(grid, one) for one in TEAMS], table.rows(), answer_table(book), filed(book)  # type: ignore[return-value]


@given(ACTS, st.data())
def test_the_undo_of_an_undo_brings_back_the_very_same(acts, data):
    """Whatever the entry was, and whatever stands on it."""
    book = played(acts)
    if not book.force:
        return
    target = data.draw(st.sampled_from(book.force)).i
    without = entered(book, {"what": "undo", "target": target})
    back = entered(without, {"what": "undo", "target": without.entries[-1].i})

    assert len(back.entries) == len(book.entries) + 2
    assert seen(back) == seen(book)


@given(st.lists(sheets, max_size=20))
def test_the_order_of_entries_of_other_questions_is_indifferent(acts):
    """Sorted by question, each question's own order kept."""
    by_question = sorted(acts, key=lambda act: act["question"])

    assert seen(played(acts)) == seen(played(by_question))


@given(ACTS)
def test_tours_and_stages_add_up_to_the_total(acts):
    """Removed and void ones in none of them; a team without any answer has no total."""
    book = played(acts)
    grid, table = grid_of(book), answer_table(book)
    for one in TEAMS:
        taken = total(grid, one)
        assert sum(tour_totals(grid, one)) == (taken or 0) == mask(grid, one).count("1")
        assert (one in table.stages) == (taken is not None)
        if taken is not None:
            assert table.stages[one] == {
                "day1": 2 * table.tours[one][0], "day2": 2 * table.tours[one][1],
            }  # fmt: skip


@given(ACTS)
def test_the_table_and_the_series_see_the_same_places(acts):
    """The places that teams are shown are those that series are played for."""
    book = played(acts)
    found = finished(Standings({one: Standing(one) for one in TEAMS}), book)
    main = settle(standing(grid_of(book)), answer_table(book).decisions)

    assert {one: place_text(place) for one, place in found.places().items()} == {
        one: place_text(place) for one, place in main.items()
    }


def records(book: Book) -> Iterator[Record]:
    """Yield the records that a journal would have of these entries."""

    def record(kind: str, data: dict[str, object]) -> Record:
        return Record(0, kind, 1, 1, "match", 0, "", data, "", "")

    yield record("boot", {"boot_id": "b", "asleep_ns": 0})
    yield record("in", {"t": "chosen", "recipe": {"event": event_data(EVENT)}})
    for entry in book.entries:
        yield record("entry", entry_data(entry))
        yield record("entered", {"i": entry.i, "what": entry.what, "reason": None})


@given(ACTS)
def test_the_journal_gives_the_same_books(acts):
    """Replayed record by record; only the clock's number is the journal's own."""
    book = played(acts)
    books = Books()
    books.remember(records(book))

    assert [(one.i, one.what, one.args) for one in books.book.entries] == [
        (one.i, one.what, one.args) for one in book.entries
    ]
    assert seen(books.book) == seen(book)


@given(ACTS)
def test_nothing_is_written_that_was_refused(acts):
    """A refused act leaves the very same book."""
    book = Book(event=EVENT)
    for act in acts:
        after = entered(book, act)
        assert after is book or len(after.entries) == len(book.entries) + 1
        book = after


def test_every_word_of_answers_is_played_here():
    """A new word needs its place in these properties."""
    mine = {"answer", "lift", "remove", "announce", "appeal", "verdict", "series", "undo"}
    assert mine <= set(CHECKS)


ABSURD: list[dict[str, object]] = [
    {"what": "answer", "args": {}},
    {"what": "answer", "args": {"question": 99, "team": "A", "state": "taken"}},
    {"what": "verdict", "args": {"appeal": "P", "ayes": "many", "noes": None}},
    {"what": "series", "args": {"question": 1}},
    {"what": "announce", "args": {"tour": "first"}},
    {"what": "never heard of"},
    {"args": 5},
]


def test_what_no_minuta_has_written_is_passed_over():
    """A journal that was forged stops no daemon; what is sound in it counts."""
    sound = played([{"what": "answer", "question": 1, "team": "A", "state": "taken"}])
    found = list(records(sound))
    for nth, absurd in enumerate(ABSURD, 100):
        data = {**entry_data(Entry(i=nth, what="remove", at_ns=0)), **absurd}
        found += [
            Record(0, "entry", 1, 1, "match", 0, "", data, "", ""),
            Record(0, "entered", 1, 1, "match", 0, "", {"i": nth, "reason": None}, "", ""),
        ]
    found += [
        Record(0, kind, 1, 1, "match", 0, "", {"turn": "x", "i": None, "tour": []}, "", "")
        for kind in ("boot", "announced", "phase", "entry", "entered", "opened", "judged", "in")
    ]
    books = Books()
    books.remember(found)

    assert seen(books.book) == seen(sound)
    assert books.rows((), "match")[0]["team"] == "A"


def test_answers_of_a_rehearsal_never_count_in_the_match():
    """And those of the match are there again when it goes on."""

    def record(kind: str, mode: str, data: dict[str, object]) -> Record:
        return Record(0, kind, 1, 1, mode, 0, "", data, "", "")

    def opened(turn: int, mode: str) -> Record:
        return record("opened", mode, {"turn": turn, "format": "f", "number": 1, "tour": 1})

    def answered(number: int, mode: str, one: str) -> list[Record]:
        args = {"question": 1, "team": one, "state": "taken"}
        data = entry_data(Entry(i=number, what="answer", at_ns=0, args=args))
        return [record("entry", mode, data), record("entered", mode, {"i": number, "reason": None})]

    books = Books()
    books.take(record("in", "match", {"t": "chosen", "recipe": {"event": event_data(EVENT)}}))
    shown = []
    for number, (mode, one) in enumerate(
        [("match", "A"), ("rehearsal", "B"), ("match", "C"), ("rehearsal", "D")], 1
    ):
        for each in (opened(number, mode), *answered(number, mode, one)):
            books.take(each)
        shown.append(seen(books.book)[0])

    assert shown == [
        ["1····", "·····", "·····", "·····"],
        ["·····", "1····", "·····", "·····"],
        ["1····", "·····", "1····", "·····"],
        ["·····", "1····", "·····", "1····"],
    ]
    books.mode = "match"
    assert seen(books.book)[0] == shown[2]
