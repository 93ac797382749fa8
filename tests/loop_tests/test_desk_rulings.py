"""Rulings that are asked for twice, or by somebody who has not seen the last one (G2, G3)."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from firmware_host.control.protocol import Reply, Request
from run_tests.table import MS, SECOND, Table


class Asked:
    """A table in whose turn seat1 and seat2 have pressed, and what was answered to rulings."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(folder)
        now_ns = self.table.clock.now_ns()
        self.table.tap("start", now_ns + 100 * MS)
        self.table.tap("seat1", now_ns + 5 * SECOND)
        self.table.tap("seat2", now_ns + 6 * SECOND)
        self.table.run(7 * SECOND)
        self.replies: list[Reply] = []
        self.presses = [row["i"] for row in self.table.daemon.play.recent.presses][-2:]

    def rule(self, target: object, if_n: int | None = None, action_id: str | None = None) -> None:
        """Ask for a ruling, which waits for the loop's next turn."""
        args = {"what": "cancel-press", "target": target, "because": "a test"}
        request = Request(
            id=len(self.replies) + 1, verb="rule", args=args, actor="judge",
            action_id=action_id, if_n=if_n,
        )  # fmt: skip
        self.table.daemon.loop.submit(request, self.replies.append)

    def turn(self) -> None:
        """Let the loop take what waits."""
        self.table.run(100 * MS)

    @property
    def last_n(self) -> int:
        return self.table.daemon.play.recent.last_ruling_n

    def taken(self) -> list[Mapping[str, object]]:
        """Return the rulings in the journal, after the end of the evening."""
        return [record.data for record in self.table.end() if record.kind == "ruling"]


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    return Asked(tmp_path)


def test_the_same_action_has_one_effect(asked: Asked) -> None:
    """G2: asked again in the same turn of the loop, and again later: one ruling, one reply."""
    first = asked.presses[0]
    asked.rule(first, action_id="a")
    asked.rule(first, action_id="a")
    asked.turn()
    asked.rule(first, action_id="a")
    asked.turn()
    assert [reply.ok for reply in asked.replies] == [True] * 3
    assert len({(reply.n, str(reply.result)) for reply in asked.replies}) == 1
    assert len(asked.taken()) == 1


def test_the_same_action_has_one_effect_after_a_restart(asked: Asked) -> None:
    """G2: the answer was lost with the connection, and the daemon was killed."""
    asked.rule(asked.presses[0], action_id="a")
    asked.turn()
    asked.table.kill()
    asked.table.start()
    asked.rule(asked.presses[0], action_id="a")
    asked.turn()
    before, after = asked.replies
    assert after.ok
    assert after.result == before.result
    assert len(asked.taken()) == 1


def test_another_action_is_another_ruling(asked: Asked) -> None:
    """G2's control."""
    for action_id, target in zip("ab", asked.presses, strict=True):
        asked.rule(target, action_id=action_id)
    asked.turn()
    assert len(asked.taken()) == 2


def test_who_has_not_seen_the_last_ruling_is_told(asked: Asked) -> None:
    """G3: the first is taken, the second looked at a state without it."""
    first, second = asked.presses
    seen_n = asked.last_n
    asked.rule(first, seen_n)
    asked.turn()
    asked.rule(second, seen_n)
    asked.turn()
    taken, stale = asked.replies
    assert taken.ok
    assert (stale.ok, stale.code, stale.field_name) == (False, "stale", "if_n")
    assert isinstance(stale.result, Mapping)
    assert stale.result["rulings"], "it is told the state as it is now"
    asked.rule(second, asked.last_n)
    asked.turn()
    assert asked.replies[-1].ok
    assert [ruling["target"] for ruling in asked.taken()] == [first, second]


def test_two_in_one_turn_of_the_loop_are_not_both_taken(asked: Asked) -> None:
    """G3: both looked at the same state, and both wait when the loop comes round."""
    first, second = asked.presses
    seen_n = asked.last_n
    asked.rule(first, seen_n)
    asked.rule(second, seen_n)
    asked.turn()
    assert [reply.code for reply in asked.replies] == [asked.replies[0].code, "stale"]
    assert asked.replies[0].ok
    assert [ruling["target"] for ruling in asked.taken()] == [first]
