"""The door of the box: what START does while a number stands, and how the number is told."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from admission_tests.boxed import SECOND, Boxed, guests_said, hash_of
from firmware_host.admission.asking import OPEN_NS
from firmware_host.control.protocol import Request
from firmware_host.engine.table import HOLD_NS, LONG_NS, STUCK_NS
from hardware.simulated.sound import RecordingPlayer
from run_tests.table import MS


def test_start_held_two_seconds_admits_the_one_whose_number_the_box_shows(box: Boxed) -> None:
    assert box.ask(name="Аня") == ""
    assert re.fullmatch(r"J [1-9]\d\d", box.number)
    assert box.texts == {"hall": box.number}
    box.hold(LONG_NS)
    assert (box.names, box.number, box.status) == (["Аня"], "", "ready")
    assert box.texts == {"hall": "1:00"}, "the wall is back"
    box.end()
    assert guests_said(box) == [
        ("asked", "Аня", "judge", None), ("admitted", "Аня", "judge", "start"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("held_ns", "status", "admitted"),
    [
        (40 * MS, "running", False),
        (HOLD_NS - 1, "running", False),
        (HOLD_NS, "ready", False),
        (LONG_NS - 1, "ready", False),
        (LONG_NS, "ready", True),
        (STUCK_NS, "ready", True),
        (STUCK_NS + 1, "ready", False),
    ],
)
def test_what_start_does_while_a_number_stands(
    box: Boxed, held_ns: int, status: str, admitted: bool
) -> None:
    box.ask()
    box.hold(held_ns)
    assert (box.status, box.names) == (status, ["Phone"] if admitted else [])


def test_without_a_number_start_is_the_games_at_its_first_edge(box: Boxed) -> None:
    """The control of the test above: nothing waits for a release."""
    at_ns = box.clock.now_ns() + MS
    box.tap("start", at_ns, LONG_NS)
    box.run(200 * MS)
    assert box.status == "running"
    turn = box.daemon.play.game.turn
    assert turn is not None
    assert turn.began_ns == at_ns


def test_a_short_start_begins_at_its_release_and_ends_the_asking(box: Boxed) -> None:
    box.ask()
    at_ns = box.clock.now_ns() + MS
    box.hold(80 * MS)
    turn = box.daemon.play.game.turn
    assert turn is not None
    assert turn.began_ns == at_ns + 80 * MS
    assert (box.number, box.ended) == ("", ["turn"])


def test_the_host_hears_the_hold_and_sees_the_word(tmp_path: Path) -> None:
    box = Boxed(tmp_path, displays=("host", "hall"))
    box.ask()
    assert box.texts == {"for-host": box.number, "for-hall": "1:00"}
    at_ns = box.clock.now_ns() + MS
    box.tap("start", at_ns, 3 * SECOND)
    box.run(LONG_NS + 50 * MS)
    assert box.daemon.play.ear["blip"] == "hold"
    assert box.texts["for-host"] == "HOLD"
    box.run(SECOND)
    assert box.daemon.play.ear["blip"] == "accepted"
    assert box.texts == {"for-host": "1:00", "for-hall": "1:00"}


def test_a_hold_that_is_too_short_is_refused_by_ear(box: Boxed) -> None:
    box.ask()
    box.hold(LONG_NS - 1)
    assert box.daemon.play.ear["blip"] == "refused"
    assert box.number, "the number still stands"


def test_a_hold_that_began_before_the_number_admits_nobody(box: Boxed) -> None:
    """He could not have seen it; START had its own meaning then, and a turn runs now."""
    box.tap("start", box.clock.now_ns() + MS, 3 * SECOND)
    box.run(100 * MS)
    assert box.ask() == "running"
    box.run(4 * SECOND)
    assert box.names == []


def test_a_hold_that_ends_with_the_number_is_in_time_and_after_it_is_not(box: Boxed) -> None:
    for late_ns, names in ((0, []), (-1, ["Phone"])):
        began_ns = box.clock.now_ns()
        assert box.ask() == ""
        until_ns = began_ns + OPEN_NS
        box.tap("start", until_ns + late_ns - LONG_NS, LONG_NS)
        box.run(OPEN_NS + SECOND)
        assert box.names == names
        assert box.status == "ready"


def test_a_number_that_nobody_answers_ends_by_itself(box: Boxed) -> None:
    box.ask()
    box.run(OPEN_NS - 200 * MS)
    assert box.number
    box.run(SECOND + 200 * MS)
    assert (box.number, box.ended, box.names) == ("", ["expired"], [])
    box.hold(LONG_NS)
    assert box.status == "running", "START is the game's again"


@pytest.mark.parametrize("keys", [("start",), ("start", "stop")], ids=["running", "paused"])
def test_in_a_turn_nobody_may_ask(box: Boxed, keys: tuple[str, ...]) -> None:
    for key in keys:
        box.hold(40 * MS if key == "start" else HOLD_NS + 50 * MS, key)
    assert box.status == ("paused" if "stop" in keys else "running")
    assert box.ask() == "running"
    assert box.number == ""


def test_after_the_turn_one_may_ask_and_start_admits(box: Boxed) -> None:
    box.hold(40 * MS)
    box.run(72 * SECOND)
    assert box.status == "done"
    assert box.ask() == ""
    box.hold(LONG_NS)
    assert (box.status, box.names) == ("done", ["Phone"])


def test_while_a_guess_waits_start_rejects_it_and_nobody_may_ask(tmp_path: Path) -> None:
    """Its time is over, so the turn is done; START and NEXT still mean the guess."""
    box = Boxed(tmp_path, fmt="crocodile-001-r1")
    box.hold(40 * MS)
    box.hold(40 * MS, "stop")
    box.run(63 * SECOND)
    turn = box.daemon.play.game.turn
    assert turn is not None
    assert (turn.status, turn.claim is None) == ("done", False)
    assert box.ask() == "running"
    box.hold(40 * MS, "next")
    assert box.ask() == ""


def test_a_box_without_a_display_says_the_digits_until_it_is_answered(tmp_path: Path) -> None:
    box = Boxed(tmp_path, displays=())
    sound = box.devices.sound
    assert isinstance(sound, RecordingPlayer)
    box.ask()
    box.run(5 * SECOND)
    digits = [f"count-{digit}" for digit in box.number[2:]]
    assert [one for _, one in sound.plays] == digits
    box.run(6 * SECOND)
    assert [one for _, one in sound.plays] == digits * 2
    box.hold(LONG_NS)
    assert box.names == ["Phone"]
    box.run(20 * SECOND)
    assert len(sound.plays) <= 9


def test_a_box_that_shows_nothing_and_says_nothing_asks_the_console(tmp_path: Path) -> None:
    """Without a number to compare START is the game's; the number is typed by hand."""
    box = Boxed(tmp_path, displays=())
    box.devices.sound.alive = False
    box.ask()
    number = int(box.number[2:])
    reply = box.say("admit", number=number)
    assert reply is not None
    assert reply.ok
    box.ask("b")
    box.hold(LONG_NS)
    assert (box.names, box.status) == (["Phone"], "running")


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    asked_ns=st.integers(0, 4 * SECOND),
    pressed_ns=st.one_of(st.integers(0, 5 * SECOND), st.integers(58 * SECOND, 62 * SECOND)),
    held_ns=st.one_of(
        st.integers(10 * MS, 9 * SECOND),
        st.sampled_from([HOLD_NS - 1, HOLD_NS, LONG_NS - 1, LONG_NS, STUCK_NS, STUCK_NS + 1]),
    ),
)
def test_whenever_and_however_long_start_is_held_stamps_alone_decide(
    tmp_path_factory: pytest.TempPathFactory, asked_ns: int, pressed_ns: int, held_ns: int
) -> None:
    box = Boxed(tmp_path_factory.mktemp("box"))
    zero_ns = box.clock.now_ns() + SECOND
    box.tap("start", zero_ns + pressed_ns, held_ns)
    hash_ = hash_of("t")
    request = Request(id=1, verb="ask", args={"name": "x", "role": "judge", "hash": hash_})
    box.at(zero_ns + asked_ns, lambda: box.daemon.loop.submit(request, box.replies.append))
    box.run(2 * SECOND + max(asked_ns, pressed_ns + held_ns))
    let_go_ns = pressed_ns + held_ns
    stands = asked_ns < pressed_ns < asked_ns + OPEN_NS
    admits = stands and LONG_NS <= held_ns <= STUCK_NS and let_go_ns < asked_ns + OPEN_NS
    begins = not stands or held_ns < HOLD_NS
    assert box.names == (["x"] if admits else [])
    opened = [one.data["turn"] for one in box.records() if one.data.get("verb") == "begin"]
    assert len(opened) == begins
