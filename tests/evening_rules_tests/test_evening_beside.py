"""What runs beside the turns: side clocks and the programme, at their ends and undone (A.7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.evening.book import Book, write
from firmware_host.evening.clock_book import DAY_NS, Clock, clocks
from firmware_host.evening.event import Deck, Entry, Event, EventStage, event_data, event_of
from firmware_host.evening.programme import Item
from firmware_host.evening.programme_book import day_ns, day_text
from firmware_host.evening.rooms import refusal

S = 1_000_000_000
MIN = 60 * S


def _entry(i, what, at_ns, target=None, **args):
    return Entry(i=i, what=what, at_ns=at_ns, target=target, args=args)


def _book(*entries, reboot_i=0):
    book = Book(reboot_i=reboot_i)
    for entry in entries:
        book = write(book, entry)
    return book


@pytest.mark.parametrize(("at_ns", "over"), [(12 * S - 1, False), (12 * S, True)])
def test_the_very_end_of_a_clock_is_over(at_ns, over):
    book = _book(_entry(1, "clock", 2 * S, name="prep", for_ns=10 * S))
    again = _entry(2, "clock", at_ns, name="prep", for_ns=S)

    assert clocks(book)["prep"].over(at_ns) is over
    assert refusal(book, again) == (None if over else "running")


@pytest.mark.parametrize("for_ns", [0, DAY_NS + 1, -1, True, "2:00"])
def test_a_clock_is_of_a_nanosecond_to_a_day(for_ns):
    for good in (1, DAY_NS):
        assert refusal(Book(), _entry(1, "clock", 0, name="prep", for_ns=good)) is None
    with pytest.raises(ValueError, match="for_ns"):
        refusal(Book(), _entry(1, "clock", 0, name="prep", for_ns=for_ns))


def test_a_clock_without_a_name_is_none():
    with pytest.raises(ValueError, match="name"):
        refusal(Book(), _entry(1, "clock-stop", 0))


def test_after_a_reboot_what_ran_is_asked_and_what_stood_stands():
    """Another boot's instants say nothing: 5 there may be before 900 here."""
    entries = (
        _entry(1, "clock", 900 * S, name="prep", for_ns=10 * S),
        _entry(2, "clock", 900 * S, name="tea", for_ns=30 * S),
        _entry(3, "clock-stop", 907 * S, name="tea"),
    )
    book = _book(*entries, reboot_i=4)

    assert clocks(book) == {
        "prep": Clock(True, "asked", 0), "tea": Clock(True, "stand", 23 * S),
    }  # fmt: skip
    assert clocks(_book(*entries))["prep"].mode == "run", "the control: the same boot"
    book = write(book, _entry(5, "clock-set", 5 * S, name="prep", shows_ns=4 * S))
    assert clocks(book)["prep"] == Clock(True, "run", 9 * S)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["clock", "clock-stop", "clock-set", "undo", "reboot"]),
        st.sampled_from(["prep", "tea"]),
        st.integers(1, 12),
    ),
    max_size=14,
)


@given(STEPS)
def test_whatever_the_desk_does_nothing_runs_after_a_reboot_that_nobody_set_again(steps):
    """And no order of entries, undos and reboots makes the books unreadable."""
    book = Book()
    for i, (what, name, value) in enumerate(steps, 1):
        if what == "reboot":
            book = Book(entries=book.entries, reboot_i=i)
            assert all(one.mode != "run" for one in clocks(book).values())
            continue
        args = {"name": name} if what != "undo" else {}
        args |= {"for_ns": value * S} if what == "clock" and value > 3 else {}
        args |= {"shows_ns": value * S} if what == "clock-set" else {}
        entry = _entry(i, what, i * S, target=value if what == "undo" else None, **args)
        if refusal(book, entry) is None:
            book = write(book, entry)
        assert set(clocks(book)) <= {"prep", "tea"}


def test_a_time_of_day_is_the_nearest_one():
    """Said just after midnight of a line planned just before it: the next day."""
    assert day_ns("12:03") == 723 * MIN
    assert day_ns("00:05", 1430 * MIN) == 1445 * MIN
    assert day_ns("23:55", 1435 * MIN) == 1435 * MIN
    assert day_text(1445 * MIN) == "00:05"
    for text in ("24:00", "12:60", "noon", "", None, 12):
        with pytest.raises(ValueError, match="HH:MM"):
            day_ns(text)


def test_an_event_comes_back_from_the_journal_as_it_was():
    """And of an older journal, which has less, what is missing is as it was then."""
    event = Event(
        teams={"A": "A"}, decks={"films": Deck(3, True)}, appeals_ns=15 * MIN,
        stages=(EventStage(id="one", hour_ns=60 * MIN, order="drawn", secret=True, overlap=True),),
        programme=(Item(id="break", from_ns=1, to_ns=2, least_ns=1),), titles={"break": "Перерыв"},
    )  # fmt: skip
    assert event_of(event_data(event)) == event
    assert event_of({"stages": [{"id": "one"}]}).stages == (EventStage(id="one"),)
