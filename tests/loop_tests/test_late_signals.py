"""A signal that the loop gives late: up to 300 ms it sounds, later it is missed (RULES A.7)."""

import pytest

from firmware_host.engine.game import Game, settle, step
from firmware_host.engine.words import Chosen, Pressed
from firmware_host.formats import builtin, resolve
from firmware_host.loop.signals import Signals

CLIPS = {"start": 250_000_000, "end": 2_000_000_000}
START_NS, STOP_NS = 1_000_000_000, 31_000_000_000


@pytest.mark.parametrize(
    ("late_ns", "given"),
    [(0, True), (300_000_000, True), (300_000_001, False), (400_000_000, False)],
)
def test_the_end_of_a_slot_is_given_late_or_missed(late_ns: int, given: bool) -> None:
    """Whether the loop wakes by itself, or is woken by what has settled meanwhile."""
    rules = resolve(builtin()["hat-000-i1"], {}, CLIPS)
    for settles_first in (False, True):
        gave, missed = [], []
        miss = missed.append
        signals = Signals(gave.append, lambda *_: None, lambda fact, _now, m=miss: m(fact))
        game, facts = step(Game(), Chosen(i=1, at_ns=0, rules=rules, recipe={}))
        start = Pressed(i=2, key="start", at_ns=START_NS, from_ns=START_NS, u_ns=0, source="")
        game, facts = step(game, start)
        signals.follow(game, facts, START_NS)
        signals.fire_due(START_NS)
        assert [one.due_ns for one in signals.planned] == [STOP_NS]
        gave.clear()

        now_ns = STOP_NS + late_ns
        if not settles_first:
            signals.fire_due(now_ns)
        game, facts = settle(game, now_ns + 1)
        signals.follow(game, facts, now_ns)

        assert [(one.cue, one.at_ns) for one in gave] == ([("end", now_ns)] if given else [])
        assert [one.cue for one in missed] == ([] if given else ["end"])
