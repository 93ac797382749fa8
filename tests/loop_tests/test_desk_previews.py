"""A preview at the desk: it answers what would be, keeps nothing, and is not remembered."""

from pathlib import Path

import pytest

from firmware_host.control.protocol import Reply, Request
from run_tests.table import MS, SECOND, Table


class Asked:
    """A table in whose turn seat1 has pressed, and what was answered."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(folder)
        now_ns = self.table.clock.now_ns()
        self.table.tap("start", now_ns + 100 * MS)
        self.table.tap("seat1", now_ns + 5 * SECOND)
        self.table.run(7 * SECOND)
        self.press = self.table.daemon.play.recent.presses[-1]["i"]
        self.replies: list[Reply] = []

    def rule(self, what: str = "cancel-press", if_n: int | None = None, **args: object) -> Reply:
        """Ask for a ruling on the press and wait for what is answered."""
        target = {"target": self.press} if what == "cancel-press" else {}
        request = Request(
            id=len(self.replies) + 1, verb="rule", actor="judge", action_id="the same", if_n=if_n,
            args={"what": what, "because": "a test", **target, **args},
        )  # fmt: skip
        self.table.daemon.loop.submit(request, self.replies.append)
        self.table.run(100 * MS)
        return self.replies[-1]


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    return Asked(tmp_path)


def test_a_preview_says_what_would_change(asked: Asked) -> None:
    """The card would be cancelled, the turn have one mark less, and nothing sound otherwise."""
    shown = asked.rule(preview=True).result
    assert shown["presses"] == [{"i": asked.press, "key": "seat1", "was": None, "now": "cancelled"}]
    [turn] = shown["turns"]
    assert (turn["was"]["marks"], turn["now"]["marks"]) == ({"card": 1}, {})
    assert shown["signals"] == []


def test_a_preview_names_the_instants_of_signals(asked: Asked) -> None:
    """T0 was 3 s earlier: what comes at 50, 60 and 70 s of the question comes 3 s earlier."""
    t0_ns = asked.table.daemon.play.game.turn.origin_ns
    shown = asked.rule("late-start", preview=True, **{"for": "3s"}).result
    assert shown["signals"] == [
        {"cue": cue, "was_ns": str(t0_ns + s * SECOND), "now_ns": str(t0_ns + (s - 3) * SECOND)}
        for cue, s in (("ten-left", 50), ("end", 60), ("collect", 70))
    ]


def test_a_preview_keeps_nothing_and_uses_no_number(asked: Asked) -> None:
    """The journal has no record more, and the ruling then taken has the next number."""
    last_n = asked.table.daemon.play.last_n
    game = asked.table.daemon.play.game
    for _ in range(3):
        assert asked.rule(preview=True).ok
    assert asked.table.daemon.play.last_n == last_n
    assert asked.table.daemon.play.game is game
    assert asked.rule().result["i"] == asked.press + 1


def test_a_preview_is_not_remembered_under_its_action(asked: Asked) -> None:
    """Previewed and then taken under one id: it is taken; a preview after it is new again."""
    asked.rule(preview=True)
    assert asked.rule().result["i"] == asked.press + 1
    assert asked.rule(preview=True).result["presses"] == []
    kinds = [record.kind for record in asked.table.end()]
    assert kinds.count("ruling") == 1


def test_a_preview_false_is_a_ruling(asked: Asked) -> None:
    """The control: the word must be true."""
    assert asked.rule(preview=False).result["i"] == asked.press + 1


def test_what_would_be_refused_is_refused(asked: Asked) -> None:
    """With the same word; and somebody who has not seen the last ruling is told so."""
    reply = asked.rule("annul", turn=9, preview=True)
    assert (reply.code, reply.field_name) == ("refused", "moot")
    seen_n = asked.table.daemon.play.recent.last_ruling_n
    assert asked.rule(if_n=seen_n).ok
    assert asked.rule(if_n=seen_n, preview=True).code == "stale"
