"""Entries of the evening's books over the socket: nonsense, refusals, and what is asked twice."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from firmware_host.control.lines import ProtocolError
from firmware_host.control.protocol import Reply, Request, parse_request, to_line
from firmware_host.evening.rooms import CHECKS, FIELDS
from run_tests.table import MS, Table


class Desk:
    """A table at whose desk somebody writes."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(folder)
        self.replies: list[Reply] = []

    def enter(self, what: str, action_id: str | None = None, **args: object) -> Reply:
        """Ask for an entry, let the loop take it, return the reply."""
        request = Request(
            id=1, verb="enter", actor="judge", action_id=action_id,
            args={"what": what, "args": args, "because": "a test"},
        )  # fmt: skip
        self.table.daemon.loop.submit(request, self.replies.append)
        self.table.run(100 * MS)
        return self.replies[-1]

    def written(self) -> list[Mapping[str, Any]]:
        """Return the entries in the journal, after the end of the evening."""
        return [record.data for record in self.table.end() if record.kind == "entry"]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.parametrize(
    ("what", "args", "said"),
    [
        ("dance", {}, "what is one of"),
        ("away", {}, "team"),
        ("away", {"team": "Z"}, "'Z'"),
        ("given", {"stage": "nowhere", "totals": {"A": 2}}, "nowhere"),
        ("draw", {"stage": ""}, "stage"),
        ("advance", {"inside": ["A"]}, "'inside'"),
        ("draw", {"teams": ["A"]}, "'teams'"),
    ],
)
def test_nonsense_is_answered_and_nothing_is_written(
    desk: Desk, what: str, args: dict[str, object], said: str
) -> None:
    reply = desk.enter(what, **args)
    assert reply.code == "bad-args"
    assert said in reply.text
    assert desk.written() == []


def test_every_word_says_its_fields() -> None:
    assert FIELDS.keys() == CHECKS.keys()


def test_a_refused_entry_stands_in_the_journal_with_its_reason(desk: Desk) -> None:
    reply = desk.enter("undo")
    assert (reply.code, reply.field_name) == ("refused", "moot")
    assert [entry["what"] for entry in desk.written()] == ["undo"]


def test_the_same_action_is_answered_once_more_and_not_taken_again(desk: Desk) -> None:
    first = desk.enter("undo", action_id="a")
    assert desk.enter("undo", action_id="a").field_name == first.field_name
    desk.enter("undo", action_id="b")
    assert len(desk.written()) == 2


def test_the_same_action_has_one_effect_after_a_kill(desk: Desk) -> None:
    desk.enter("undo", action_id="a")
    desk.table.kill()
    desk.table.start()
    again = desk.enter("undo", action_id="a")
    assert (again.code, again.field_name) == ("refused", "moot")
    assert len(desk.written()) == 1


@pytest.mark.parametrize(
    "args",
    [
        {"what": 1},
        {"what": "away", "args": []},
        {"what": "away", "args": {"team": 1.5}},
        {"what": "away", "args": {"team": {"a": {"b": {"c": {"d": 1}}}}}},
        {"what": "away", "colour": 1},
        {},
    ],
)
def test_a_request_of_another_form_is_refused_at_the_door(args: dict[str, object]) -> None:
    line = to_line({"id": 1, "verb": "enter", "args": args, "actor": "web"})
    with pytest.raises(ProtocolError):
        parse_request(line)


def test_a_request_of_the_form_comes_in() -> None:
    args = {"what": "extra", "args": {"stage": "t", "seats": {"table1": "A"}}, "because": ""}
    line = to_line({"id": 1, "verb": "enter", "args": args, "actor": "web"})
    assert parse_request(line).args == args


def test_a_preview_writes_nothing_and_is_not_remembered(desk: Desk) -> None:
    """Asked under the same action id, the entry itself is taken afterwards."""
    request = Request(
        id=1, verb="enter", actor="judge", action_id="a",
        args={"what": "clock", "args": {"name": "prep", "for": "2:00"}, "preview": True},
    )  # fmt: skip
    desk.table.daemon.loop.submit(request, desk.replies.append)
    desk.table.run(100 * MS)
    assert desk.replies[-1].result == {"standings": []}
    assert desk.enter("clock", action_id="a", name="prep", **{"for": "2:00"}).ok
    assert [entry["what"] for entry in desk.written()] == ["clock"]
