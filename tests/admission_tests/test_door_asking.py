"""The door of the box: who may ask, what the console answers, what is kept."""

from pathlib import Path

import pytest

from admission_tests.boxed import SECOND, Boxed, hash_of
from firmware_host.admission.asking import MOST_ASKED, SPAN_NS
from firmware_host.admission.guests import MOST
from firmware_host.engine.table import LONG_NS
from firmware_host.screen.pages import said
from run_tests.table import MS


def test_one_at_a_time_and_the_same_one_keeps_its_number(box: Boxed) -> None:
    box.ask("a")
    number = box.number
    assert box.ask("b") == "asking"
    assert box.ask("a") == ""
    assert box.number == number


def test_few_a_minute_whoever_asks(box: Boxed) -> None:
    began_ns = box.clock.now_ns()
    numbers = set()
    for nth in range(MOST_ASKED):
        assert box.ask(f"t{nth}") == ""
        numbers.add(box.number)
        reply = box.say("admit", number=int(box.number[2:]), refuse=True)
        assert reply is not None
        assert reply.ok
    assert len(numbers) > 1
    assert box.ask("more") == "too-often"
    box.run(began_ns + SPAN_NS - box.clock.now_ns() - 2 * MS)
    assert box.ask("more") == "too-often"
    box.run(100 * MS)
    assert box.ask("more") == ""


def test_the_console_admits_by_the_number_and_by_no_other(box: Boxed) -> None:
    assert box.say("admit", number=417).field_name == "nobody-asks"  # type: ignore[union-attr]
    box.ask(name="Laptop", role="reader")
    number = int(box.number[2:])
    assert box.number.startswith("R ")
    other = 100 + (number - 99) % 900
    assert box.say("admit", number=other).field_name == "wrong-number"  # type: ignore[union-attr]
    assert box.names == []
    reply = box.say("admit", number=number)
    assert reply is not None
    assert reply.result == {"name": "Laptop", "role": "reader"}
    assert box.names == ["Laptop"]


def test_a_guest_survives_a_kill_and_none_that_was_revoked(box: Boxed) -> None:
    for token in ("a", "b"):
        box.ask(token, name="Phone")
        box.hold(LONG_NS)
    assert box.names == ["Phone", "Phone 2"]
    assert box.say("revoke", name="Phone").ok  # type: ignore[union-attr]
    assert box.say("revoke", name="Phone").field_name == "no-such-guest"  # type: ignore[union-attr]
    box.kill()
    box.start()
    assert box.names == ["Phone 2"]
    assert box.number == ""


def test_an_open_number_does_not_survive(box: Boxed) -> None:
    box.ask()
    box.kill()
    box.start()
    box.hold(LONG_NS)
    assert (box.names, box.number) == ([], "")


def test_the_hash_stands_in_the_file_alone(box: Boxed, tmp_path: Path) -> None:
    box.ask("secret")
    box.hold(LONG_NS)
    box.end()
    file = tmp_path / "guests.json"
    assert hash_of("secret") in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert "secret" not in file.read_text()
    others = [one for one in tmp_path.rglob("*") if one.is_file() and one != file]
    assert others
    for one in others:
        assert hash_of("secret").encode() not in one.read_bytes(), one


def test_so_many_and_no_more(box: Boxed) -> None:
    for nth in range(MOST):
        assert box.ask(f"t{nth}") == ""
        box.say("admit", number=int(box.number[2:]))
        box.run(21 * SECOND)
    assert len(box.names) == MOST
    assert box.ask("one more") == "full"
    assert box.ask("t3", name="Another", role="reader") == ""
    box.say("admit", number=int(box.number[2:]))
    assert len(box.names) == MOST
    assert "Another" in box.names


@pytest.mark.parametrize(
    "args",
    [
        {"name": ""}, {"name": "  "}, {"name": "x" * 41}, {"name": "a\nb"}, {"name": "a\u202eb"},
        {"role": "admin"}, {"role": ""}, {"hash": "0" * 63}, {"hash": "G" * 64},
        {"hash": "0" * 64 + "\n"},
    ],
    ids=str,
)  # fmt: skip
def test_an_asking_of_odd_form_is_refused(box: Boxed, args: dict[str, str]) -> None:
    good = {"name": "Phone", "role": "judge", "hash": hash_of("t")}
    reply = box.say("ask", **{**good, **args})
    assert reply is not None
    assert reply.code == "bad-args"
    assert box.number == ""
    assert box.say("ask", **good).ok  # type: ignore[union-attr]


def test_the_halls_monitor_shows_the_number_until_it_is_answered(box: Boxed) -> None:
    def wall() -> str:
        return said(box.daemon.snapshots.make(), box.clock.now_ns(), "en")[0].big

    before = wall()
    box.ask()
    assert wall() == box.number != before
    box.hold(LONG_NS)
    assert box.names == ["Phone"]
    assert wall() == before
