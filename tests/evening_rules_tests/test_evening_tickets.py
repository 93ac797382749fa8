"""Tickets in the books: no ticket is out twice, whatever is drawn, typed and undone (A.7)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.evening.book import Book, write
from firmware_host.evening.event import Deck, Entry, Event
from firmware_host.evening.rooms import refusal
from firmware_host.evening.ticket_book import drawn_of, filled, tickets_of, waiting

EVENT = Event(
    teams={"A": "A", "B": "B"}, decks={"films": Deck(5), "conditions": Deck(2, again=True)}
)


def entered(book, i, what, target=None, **args):
    """Return the book after an entry, and why it was refused."""
    entry = Entry(i=i, what=what, at_ns=i, target=target, args=args)
    if what == "ticket":
        args = {"turn": 1, **args}
        entry = Entry(i=i, what=what, at_ns=i, args=filled(book, _of(i, args), lambda: i))
    reason = refusal(book, entry)
    return (book, reason) if reason else (write(book, entry), None)


def _of(i, args):
    return Entry(i=i, what="ticket", at_ns=i, args=args)


ACT = st.one_of(
    st.tuples(st.just("draw"), st.integers(0, (1 << 53) - 1)),
    st.tuples(st.just("typed"), st.integers(0, 6)),
    st.tuples(st.just("undo"), st.integers(1, 20)),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(ACT, max_size=20))
def test_no_ticket_is_out_twice_whatever_is_drawn_typed_and_undone(acts):
    """An undo of an undo may bring back only what nobody has drawn since."""
    book = Book(event=EVENT)
    for i, (what, value) in enumerate(acts, 1):
        if what == "undo":
            book, _ = entered(book, i, "undo", target=value)
        elif what == "typed":
            book, _ = entered(book, i, "ticket", deck="films", number=value)
        else:
            book, _ = entered(book, i, "ticket", deck="films", seed=value)
        out = drawn_of(book, "films")
        assert len(set(out)) == len(out)
        assert set(out) <= {1, 2, 3, 4, 5}


def test_the_property_can_fail():
    """The control: written without asking, the same undo brings a ticket out twice."""
    book = Book(event=EVENT)
    for i, what, target in ((1, "ticket", None), (2, "undo", 1), (3, "ticket", None)):
        args = {"deck": "films", "number": 4, "turn": 1} if what == "ticket" else {}
        book = write(book, Entry(i=i, what=what, at_ns=i, target=target, args=args))
    undo = Entry(i=4, what="undo", at_ns=4, target=2)

    assert drawn_of(write(book, undo), "films") == (4, 4)
    assert refusal(book, undo) == "drawn"


@pytest.mark.parametrize(
    ("number", "reason"), [(0, "unknown"), (1, None), (5, None), (6, "unknown")]
)
def test_a_typed_number_is_of_the_deck_both_ends_in(number, reason):
    assert entered(Book(event=EVENT), 1, "ticket", deck="films", number=number)[1] == reason


def test_a_seed_stands_with_the_number_that_it_drew():
    """Seed 0: 16294208416658607535 mod 5 = 0, the first; another number with it is no draw."""
    book, _ = entered(Book(event=EVENT), 1, "ticket", deck="films", seed=0)

    assert dict(book.entries[0].args) == {"turn": 1, "deck": "films", "seed": 0, "number": 1}
    with pytest.raises(ValueError, match="draws 1"):
        entered(Book(event=EVENT), 1, "ticket", deck="films", seed=0, number=2)


def test_when_all_are_out_none_is_left_and_an_undo_puts_one_back():
    book = Book(event=EVENT)
    for i in range(1, 6):
        book, reason = entered(book, i, "ticket", deck="films")
        assert reason is None
    assert entered(book, 6, "ticket", deck="films")[1] == "none-left"
    book, _ = entered(book, 7, "undo", target=3)
    third = book.entries[2].args["number"]
    book, reason = entered(book, 8, "ticket", deck="films")

    assert reason is None
    assert drawn_of(book, "films")[-1] == third


def test_what_makes_no_sense_is_no_entry():
    for args in (
        {"deck": "plots"},
        {"deck": "films", "number": True},
        {"deck": "films", "seed": -1},
        {"deck": "films", "number": -1},
        {"deck": "films", "team": "Z"},
        {},
    ):
        with pytest.raises(ValueError, match=r"ticket takes|there is"):
            entered(Book(event=EVENT), 1, "ticket", **args)


def _book(turns, **args):
    book = Book(event=EVENT, turns=turns)
    return write(
        book, Entry(i=1, what="ticket", at_ns=1, args={"deck": "films", "number": 3, **args})
    )


def test_a_ticket_is_of_the_first_turn_of_its_team_that_is_played():
    """Turn 1 was put off unplayed; turn 3 is A's next; turn 4 is its replay, which has none."""
    turns = {1: ("A", False), 2: ("B", True), 3: ("A", True), 4: ("A", False)}
    book = _book(turns, team="A", turn=1)

    assert [len(tickets_of(book, turn)) for turn in (1, 2, 3, 4)] == [0, 0, 1, 0]
    assert waiting(book) == ()


def test_a_ticket_drawn_for_a_turn_to_come_waits():
    book = _book({1: ("A", True)}, team="B", turn=2)

    assert [one.number for one in waiting(book)] == [3]
    assert tickets_of(book, 1) == ()
