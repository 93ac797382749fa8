"""What the hall's screen says of a snapshot: digits, words, and when they change."""

from typing import Any

import pytest

from firmware_host.screen.pages import Said, said

SECOND_NS = 1_000_000_000
ZERO_NS = 60 * SECOND_NS


def snapshot(turn: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Return the parts of a daemon's snapshot that a screen reads; a minute that runs."""
    word = {"ru": "ИДЁТ", "en": "RUNNING"}
    row = {"word": word, "number": 14, "team": "", "tour": 2, "in_tour": 3}
    row |= {"status": "running", **(turn or {})}
    wall = {"mode": "run", "zero_ns": str(ZERO_NS), "floor_ns": "0", "form": "clock", "mark": ""}
    return {"wall": wall, "turn": row, "mode": "match", "teams": {"A": "Альфа"}, **more}


def test_a_lost_daemon_leaves_no_digits():
    page, change_ns = said(None, 5, "en")
    assert page == Said(big="~", top="NO LINK TO THE BOX")
    assert change_ns is None
    assert said(None, 5, "ru")[0].top == "НЕТ СВЯЗИ С ПРИБОРОМ"


def test_digits_phase_and_question_stand_together():
    page, _ = said(snapshot(), 12 * SECOND_NS, "ru")
    assert page == Said(big="0:48", top="ИДЁТ", bottom="тур 2, вопрос 3")


@pytest.mark.parametrize(
    ("at_ns", "big", "change_ns"),
    [
        (12 * SECOND_NS - 1, "0:49", 12 * SECOND_NS),
        (12 * SECOND_NS, "0:48", 13 * SECOND_NS),
        (ZERO_NS - 1, "0:01", ZERO_NS),
        (ZERO_NS, "0:00", None),
    ],
)
def test_a_page_names_the_instant_of_the_next(at_ns, big, change_ns):
    page, found_ns = said(snapshot(), at_ns, "en")
    assert (page.big, found_ns) == (big, change_ns)


@pytest.mark.parametrize(
    ("left_ns", "last"),
    [(10 * SECOND_NS + 1, False), (10 * SECOND_NS, True), (1, True), (0, False)],
)
def test_the_last_ten_seconds_look_different(left_ns, last):
    assert said(snapshot(), ZERO_NS - left_ns, "en")[0].last is last


def test_a_team_is_named_and_a_price_falls_at_its_instant():
    prices = [{"at_ns": str(20 * SECOND_NS), "score": "1"}]
    turn = {"team": "A", "price_now": "1.5", "prices": prices}
    shown = [said(snapshot(turn), at_ns, "en") for at_ns in (20 * SECOND_NS - 1, 20 * SECOND_NS)]
    assert [page.bottom for page, _ in shown] == ["Альфа · price 1.5", "Альфа · price 1"]
    assert shown[0][1] == 20 * SECOND_NS


def test_a_rehearsal_says_so_and_a_turn_outside_tours_has_its_number():
    page, _ = said(snapshot({"tour": 0}, mode="rehearsal"), 0, "en")
    assert page.bottom == "turn 14 · rehearsal"


def test_between_turns_the_game_is_named_but_a_secret_one_is_not():
    blank = {"mode": "blank", "floor_ns": "0", "form": "clock", "mark": ""}
    idle = {**snapshot(), "turn": None, "wall": blank}
    named = {**idle, "format": {"name": {"ru": "Шляпа", "en": "The Hat"}}}
    assert said(named, 0, "en")[0] == Said(top="The Hat")
    assert said({**idle, "format": {}}, 0, "en")[0] == Said()


ASKING = {
    "number": "J 417", "name": "<b>Phone</b>", "role": "judge", "hash": "", "told": True,
    "until_ns": str(ZERO_NS),
}  # fmt: skip
ASKED = Said(
    big="J 417",
    top="устройство просит войти: судья",
    bottom="на нём тот же номер? ведущий держит START 2 с",
)


def asked(status: str | None = None, **more: Any) -> dict[str, Any]:
    """Return a snapshot in which a device asks, with a turn in a status or none."""
    found = snapshot({"status": status}, admission={"asking": {**ASKING, **more}})
    return found if status else {**found, "turn": None}


@pytest.mark.parametrize("status", [None, "ready", "done"])
def test_the_number_of_a_device_that_asks_stands_in_place_of_the_digits(status):
    assert said(asked(status), 0, "ru") == (ASKED, ZERO_NS)


@pytest.mark.parametrize(("at_ns", "big"), [(ZERO_NS - 1, "J 417"), (ZERO_NS, "0:00")])
def test_the_number_is_gone_at_its_end_without_a_word_of_the_daemon(at_ns, big):
    assert said(asked("done"), at_ns, "ru")[0].big == big


def test_the_number_is_gone_when_it_was_answered():
    answered = {**asked("done"), "admission": {"asking": None}}
    assert said(answered, 0, "ru")[0].big == "1:00"


@pytest.mark.parametrize("status", ["running", "paused"])
def test_no_number_is_shown_in_a_turn(status):
    """The box sends who asks away then; a page that is a moment behind must not hide the time."""
    assert said(asked(status), 0, "ru")[0].big == "1:00"


def test_a_number_that_no_key_answers_is_answered_on_the_console():
    page, _ = said(asked(told=False, number="R 905", role="reader"), 0, "en")
    assert page.top == "a device asks to be let in: reader"
    assert page.bottom == "the same number on it? on the box: minuta admit 905"
    told, _ = said(asked(), 0, "en")
    assert told.bottom == "the same number on it? the host holds START for 2 s"


def test_a_stranger_writes_nothing_on_the_wall():
    assert "Phone" not in str(said(asked(), 0, "ru"))
