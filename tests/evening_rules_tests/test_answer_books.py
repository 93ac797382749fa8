"""Answers, appeals and series as entries of the books (003, 004; 4-d … 4-i; RULES A.7)."""

from dataclasses import replace

import pytest

from firmware_host.booked import finished
from firmware_host.evening.answer_book import published, sheets
from firmware_host.evening.answer_table import answer_table
from firmware_host.evening.answers import mask
from firmware_host.evening.appeal_book import filed, grid_of, is_late
from firmware_host.evening.book import Book, Told, write
from firmware_host.evening.days import DAY, one_event
from firmware_host.evening.event import Entry, Event, EventStage, event_data, event_of
from firmware_host.evening.rooms import refusal
from firmware_host.evening.series_book import playing
from firmware_host.standings import Standing, Standings

S = 1_000_000_000
EVENT = Event(
    teams={team: team for team in "ABCDE"},
    tours=(2, 2),
    categories={"junior": ("C", "D", "E")},
    stages=(EventStage(id="hall", turns=4, hall=True, answers=True),),
)


class Desk:
    """Books that are written into, a second after the other."""

    def __init__(self, **event):
        self.book = Book(event=replace(EVENT, **event))
        self.now_ns = 0

    def enter(self, what, target=None, at_ns=None, **args):
        """Return the number of an entry that was taken, or why it was refused."""
        self.now_ns += S
        number = len(self.book.entries) + 1
        at_ns = self.now_ns if at_ns is None else at_ns
        entry = Entry(
            i=number, what=what, at_ns=at_ns, target=target, clock=self.book.clock, args=args
        )  # fmt: skip
        reason = refusal(self.book, entry)
        if reason is not None:
            return reason
        self.book = write(self.book, entry)
        return number

    def masks(self):
        """Return all marks as one text."""
        grid = grid_of(self.book)
        return " ".join(mask(grid, team) for team in grid.teams)


def test_one_question_with_the_teams_ticked():
    """Only what is ticked is entered; the rest of the event only if it is asked for."""
    desk = Desk()
    desk.enter("answer", question=1, teams=["A", "B"], state="taken")
    assert desk.masks() == "1··· 1··· ···· ···· ····"
    desk.enter("answer", question=1, teams=["A"], state="taken", others="not-taken")
    assert desk.masks() == "1··· 0··· 0··· 0··· 0···"
    desk.enter("answer", question=1, teams=[], state="taken", others="not-taken")
    assert desk.masks() == "0··· 0··· 0··· 0··· 0···"


def test_others_leave_void_and_contested():
    """They say more than a box that was not ticked; a tick says more than they."""
    desk = Desk()
    desk.enter("answer", question=1, team="B", state="void", ground="roster")
    desk.enter("answer", question=1, team="C", state="contested")
    desk.enter("answer", question=1, teams=["A"], state="taken", others="not-taken")
    assert desk.masks() == "1··· V··· ?··· 0··· 0···"
    desk.enter("answer", question=1, teams=["B", "C"], state="taken")
    assert desk.masks() == "1··· 1··· 1··· 0··· 0···"


NONSENSE = [
    ("answer", {"question": 5, "team": "A", "state": "taken"}, "from 1 to 4"),
    ("answer", {"question": 0, "team": "A", "state": "taken"}, "from 1 to 4"),
    ("answer", {"question": True, "team": "A", "state": "taken"}, "whole number"),
    ("answer", {"question": 1, "team": "Z", "state": "taken"}, "there is A, B"),
    ("answer", {"question": 1, "team": "A", "state": "half"}, "state"),
    ("answer", {"question": 1, "team": "A", "state": "void"}, "ground"),
    ("answer", {"question": 1, "team": "A", "state": "taken", "ground": "late"}, "ground"),
    ("answer", {"question": 1, "teams": [], "state": "taken"}, "takes team"),
    ("answer", {"question": 1, "teams": ["A", "A"], "state": "taken"}, "each once"),
    ("answer", {"question": 1, "teams": ["A"], "state": "taken", "others": "void"}, "others"),
    ("lift", {"question": 1}, "takes team"),
    ("remove", {"question": 9}, "from 1 to 4"),
    ("announce", {"tour": 3}, "from 1 to 2"),
    ("appeal", {"team": "A", "question": 1, "kind": "credit", "deposit": -1}, "deposit"),
    ("appeal", {"team": "A", "question": 1, "deposit": 300}, "takes kind"),
    ("verdict", {"appeal": 1, "ayes": 0, "noes": 0}, "nobody voted"),
    ("verdict", {"appeal": 1, "ayes": 1, "noes": -1}, "noes"),
    ("verdict", {"appeal": 1, "ayes": 1, "noes": 1, "chair": "yes"}, "chair"),
    ("verdict", {"ayes": 1, "noes": 1}, "takes team"),
    ("series", {"question": 2, "taken": []}, "from 1 to 1"),
    ("series", {"question": 1, "taken": ["A"], "teams": ["A"], "where": "men"}, "there is junior"),
    ("series", {"question": 1, "taken": ["A"], "teams": ["A"], "removed": True}, "nobody"),
    ("extra", {"stage": "hall", "seats": {"table1": "A"}}, "seats empty"),
]


@pytest.mark.parametrize(("what", "args", "part"), NONSENSE)
def test_nonsense_is_not_written(what, args, part):
    """A sentence says what was expected."""
    with pytest.raises(ValueError, match=part):
        Desk().enter(what, **args)


def test_an_event_without_questions_has_no_answers():
    """The hat league: no question has a number."""
    with pytest.raises(ValueError, match="question"):
        Desk(tours=(), stages=()).enter("answer", question=1, team="A", state="taken")


def test_without_tours_all_questions_are_one():
    """Four turns of the stage."""
    desk = Desk(tours=())
    desk.enter("answer", question=4, team="A", state="taken")
    assert desk.masks() == "···1 ···· ···· ···· ····"


def test_a_lift_uncovers_what_was_entered_before():
    """And nothing where nothing was: then it is missing, not wrong (C48)."""
    desk = Desk()
    desk.enter("answer", question=1, team="A", state="taken")
    void = desk.enter("answer", question=1, team="A", state="void", ground="form")
    desk.enter("answer", question=1, team="A", state="void", ground="late")
    desk.enter("answer", question=2, team="A", state="void", ground="number")
    assert desk.masks().startswith("VV··")
    desk.enter("lift", question=1, team="A")
    desk.enter("lift", question=2, team="A")
    assert desk.masks().startswith("1···")
    desk.enter("undo", target=void)  # the other void is still lifted
    assert desk.masks().startswith("1···")


def test_a_lift_whose_void_is_taken_back_does_nothing():
    """Not even to a void that was entered later."""
    desk = Desk()
    void = desk.enter("answer", question=1, team="A", state="void", ground="late")
    desk.enter("lift", question=1, team="A")
    desk.enter("undo", target=void)
    desk.enter("answer", question=1, team="A", state="void", ground="late")
    assert desk.masks().startswith("V···")


def test_question_rating_parts_equal_teams_where_the_plan_says_so():
    """C.1: A took what four took (5 - 4 + 1 = 2), B what it alone took (5 - 1 + 1 = 5)."""
    for rating, shown, first in (
        (False, [], {"A": (1, 2), "B": (1, 2)}), (True, [("B", 5), ("A", 2)], {"B": (1, 1)}),
    ):  # fmt: skip
        desk = Desk(rating=rating)
        desk.enter("answer", question=1, teams=["A", "C", "D", "E"], state="taken")
        desk.enter("answer", question=2, teams=["B"], state="taken")
        rated = answer_table(desk.book).rating
        assert [(team, rated[team]) for team in "BA" if rated[team]] == shown
        desk.enter("answer", question=3, teams=["A", "B"], state="taken")
        found = finished(Standings({team: Standing(team) for team in "ABCDE"}), desk.book).places()
        assert {team: place for team, place in found.items() if place[0] == 1} == first


def _tie(desk, teams="ABCDE"):
    desk.enter("answer", question=1, teams=list(teams), state="taken", others="not-taken")


def test_who_plays_depends_on_the_number_of_prizes():
    """D and E share 4-5: nobody plays for it, unless four places are prizes."""
    for prizes, groups in ((3, []), (4, [["D", "E"]])):
        desk = Desk(prizes=prizes)
        _tie(desk, "ABC")
        desk.enter("answer", question=2, teams=["A", "B"], state="taken")
        desk.enter("answer", question=3, teams=["A"], state="taken")
        assert [sorted(one.teams) for one in playing(desk.book)] == groups


def test_the_first_block_is_data_of_the_event():
    """One question decides a shoot-out, three a penalty series."""
    for series, left in ((1, []), (3, [["A", "B"]])):
        desk = Desk(series=series, prizes=1)
        _tie(desk, "AB")
        desk.enter("series", question=1, taken=["A"], teams=["A", "B"])
        assert [sorted(one.teams) for one in playing(desk.book)] == left


def test_before_any_answer_nobody_is_tied():
    """All share 1-5 with nothing; no series begins."""
    desk = Desk()
    assert playing(desk.book) == ()
    assert desk.enter("series", question=1, taken=[]) == "moot"


def test_the_deadline_of_day_one():
    """Not later than the start of tour 2, here the first of day 2: its very instant is in."""
    book = Book(event=replace(EVENT, first_day=1), clock=2)
    assert is_late(book, 1, 99 * S, 2) is False
    began = {2: Told(tour=2, at_ns=100 * S, clock=2)}
    book = Book(event=book.event, began=began, clock=2)
    assert is_late(book, 1, 100 * S, 2) is False
    assert is_late(book, 1, 100 * S + 1, 2) is True
    assert is_late(book, 1, 5 * S, 3) is True  # of a later boot: later, whatever its clock says
    assert is_late(book, 1, 500 * S, 1) is False


def test_the_deadline_of_the_last_day():
    """Announcement of the last tour + 45 min; unknown on another clock; none before it."""
    until_ns = 100 * S + 45 * 60 * S
    assert is_late(Book(event=EVENT), 1, 10**18, 0) is False
    book = Book(event=EVENT, told=(Told(tour=2, at_ns=100 * S, clock=1),), clock=1)
    assert is_late(book, 1, until_ns, 1) is False
    assert is_late(book, 1, until_ns + 1, 1) is True
    assert is_late(book, 2, until_ns + 1, 1) is True
    assert is_late(book, 2, 0, 2) is None


def test_the_key_and_the_desk_announce_alike():
    """The latest one counts, whichever it was."""
    desk = Desk()
    desk.book = Book(event=EVENT, told=(Told(tour=1, at_ns=5 * S),))
    assert desk.book.announced == {1: 5 * S}
    desk.now_ns = 6 * S
    told = desk.enter("announce", tour=1)
    assert desk.book.announced == {1: 7 * S}
    desk.enter("undo", target=told)
    assert desk.book.announced == {1: 5 * S}


def test_what_was_published_does_not_move():
    """An entry after the announcement changes the live answers only, and so does its undo."""
    desk = Desk()
    assert published(desk.book) is None
    first = desk.enter("answer", question=1, team="A", state="taken")
    desk.enter("announce", tour=1)
    desk.enter("undo", target=first)
    desk.enter("answer", question=1, team="B", state="taken")
    assert desk.masks() == "···· 1··· ···· ···· ····"
    told = published(desk.book)
    assert told is not None
    assert mask(sheets(told), "A") == "1···"
    assert mask(sheets(told), "B") == "····"


def test_the_verdict_by_team_and_question_is_of_the_same_appeal():
    """There is one for both (l.33)."""
    desk = Desk()
    desk.enter("announce", tour=1)
    number = desk.enter("appeal", team="A", question=1, kind="credit", deposit=300)
    assert desk.enter("verdict", team="A", question=2, ayes=1, noes=0) == "moot"
    assert desk.enter("verdict", team="B", question=1, ayes=1, noes=0) == "moot"
    desk.enter("verdict", team="A", question=1, ayes=1, noes=0, also=["B"])
    assert [(one.appeal.id, one.word, one.deposit) for one in filed(desk.book)] == [
        (number, "upheld", "returned")
    ]
    assert desk.masks() == "1··· 1··· ···· ···· ····"


def test_a_removal_has_no_others():
    """It is for all teams."""
    desk = Desk()
    desk.enter("announce", tour=1)
    number = desk.enter("appeal", team="A", question=1, kind="removal", deposit=300)
    with pytest.raises(ValueError, match="removal"):
        desk.enter("verdict", appeal=number, ayes=1, noes=0, also=["B"])


def test_the_deposit_is_data_of_the_event():
    """300 where the plan says nothing."""
    for deposit, given, reason in ((300, 299, "deposit"), (500, 499, "deposit"), (0, 0, 2)):
        desk = Desk(deposit=deposit)
        desk.enter("announce", tour=1)
        row = {"team": "A", "question": 1, "kind": "credit"}
        assert desk.enter("appeal", **row, deposit=given) == reason
        assert desk.enter("appeal", **row, deposit=deposit) == ("repeated" if reason == 2 else 2)


def test_two_days_keep_their_numbers_apart():
    """Entry 1 of both days; the undo of day 2 takes back its own, not that of day 1."""
    first, second = Desk(), Desk()
    first.enter("answer", question=1, team="A", state="taken")
    gone = second.enter("answer", question=3, team="B", state="taken")
    second.enter("undo", target=gone)
    second.enter("answer", question=4, team="C", state="taken")
    book = one_event([first.book, second.book])

    assert [entry.i for entry in book.entries] == [1, DAY + 1, DAY + 2, DAY + 3]
    grid = grid_of(book)
    assert [mask(grid, team) for team in "ABC"] == ["1···", "····", "···1"]


def test_an_appeal_of_day_one_is_decided_on_day_two():
    """By team and question; day 1's own verdicts keep their appeal."""
    first, second = Desk(first_day=1), Desk(first_day=1)
    first.enter("announce", tour=1)
    first.enter("appeal", team="A", question=1, kind="credit", deposit=300)
    own = first.enter("appeal", team="B", question=2, kind="credit", deposit=300)
    first.enter("verdict", appeal=own, ayes=2, noes=1)
    assert second.enter("verdict", team="A", question=1, ayes=2, noes=1) == 1
    assert second.enter("verdict", team="A", question=3, ayes=2, noes=1) == "moot"
    book = one_event([first.book, second.book])

    assert [one.deposit for one in filed(book)] == ["returned", "returned"]
    grid = grid_of(book)
    assert [mask(grid, team) for team in "AB"] == ["1···", "·1··"]


def test_an_event_is_read_as_it_was_written():
    """Also the fields of 003 and 004; what an older journal lacks has its default."""
    event = replace(EVENT, series=3, rating=True, deposit=5, first_day=1)
    assert event_of(event_data(event)) == event
    old = {name: value for name, value in event_data(EVENT).items() if name != "series"}
    assert event_of(old).series == 1
