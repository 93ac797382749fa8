"""What a preview shows is what taking the ruling at the same instant does (ENGINE 5)."""

import pytest
from hypothesis import given, settings

from engine_tests.evenings import Evening, evenings
from engine_tests.table import S, Table
from firmware_host.engine.game import Game, settle
from firmware_host.engine.outcome import judged
from firmware_host.engine.preview import Preview, preview
from firmware_host.engine.words import Crossed, Fact, Rejudged, Ruled, RulingTaken

FAR_NS = 10_000 * S


def _stands(game: Game, at_ns: int) -> dict[int, object]:
    """How every turn of a game stands, in words of this test."""
    turns = [*game.closed.values(), *([game.turn] if game.turn else [])]
    return {
        turn.id: (turn.status, turn.rules.phases[turn.phase].id, judged(turn, at_ns))
        for turn in turns
    }


def _sounds(game: Game, facts: list[Fact], from_ns: int) -> dict[object, int]:
    """What sounds from an instant on, when nothing more is put in: found by letting time pass."""
    _, more = settle(game, FAR_NS)
    return {
        (one.turn, one.phase, one.index, one.cue): one.due_ns if one.owed_ns is None else from_ns
        for one in [*facts, *more]
        if isinstance(one, Crossed) and not one.missed
    }


@settings(max_examples=250, deadline=None)
@given(evenings())
def test_a_preview_is_what_then_happens(drawn):
    """Verdicts, turns, bookings and signals, of any ruling at any instant of any evening."""
    evening = Evening(drawn[0])
    shown = [
        (settle(evening.table.game, ruling.at_ns)[0], preview(evening.table.game, ruling))
        for ruling in evening.play(drawn[1])
    ]
    taken = [one for one in evening.told if isinstance(one[0], Ruled)]
    for (before, found), (ruling, facts, after) in zip(shown, taken, strict=True):
        _compare(before, found, ruling, facts, after)


def _compare(before: Game, shown: Preview, ruling: Ruled, facts: list[Fact], after: Game) -> None:
    taken = next(fact for fact in facts if isinstance(fact, RulingTaken))
    facts = facts[facts.index(taken) :]  # what time brought before it is not the ruling's
    assert shown.taken == taken
    assert list(shown.presses) == [fact for fact in facts if isinstance(fact, Rejudged)]
    was, now = _stands(before, ruling.at_ns), _stands(after, ruling.at_ns)
    changed = {
        turn: (was.get(turn), now.get(turn))
        for turn in was.keys() | now.keys()
        if was.get(turn) != now.get(turn)
    }
    assert {
        one.turn: tuple(s and (s.status, s.phase, s.worth) for s in (one.was, one.now))
        for one in shown.turns
    } == changed
    old, new = _sounds(before, [], ruling.at_ns), _sounds(after, facts, ruling.at_ns)
    moved = [
        (key[3], old.get(key), new.get(key))
        for key in old.keys() | new.keys()
        if old.get(key) != new.get(key)
    ]
    found = [(one.cue, one.was_ns, one.now_ns) for one in shown.signals]
    assert sorted(found, key=repr) == sorted(moved, key=repr)


def test_a_preview_changes_nothing():
    """The game is as it was, byte for byte, and the ruling's number is still free."""
    table = Table()
    table.press("start", 10 * S)
    card = table.press("seat1", 20 * S)
    was, i = repr(table.game), table.i
    ruling = Ruled(i=i + 1, what="cancel-press", at_ns=30 * S, by="j", why="", target=card)
    assert [(one.was, one.now) for one in preview(table.game, ruling).presses] == [
        (None, "cancelled")
    ]
    assert (repr(table.game), table.i) == (was, i)


@pytest.mark.parametrize(("at_s", "reason"), [(5, "not-started"), (30, None), (90, "over")])
def test_a_ruling_that_would_be_refused_is_previewed_as_refused(at_s, reason):
    """With the word with which it would be, and nothing that would change."""
    table = Table()
    table.press("start", 10 * S)
    if at_s < 10:
        table = Table()
    ruling = Ruled(i=9, what="give-back", at_ns=at_s * S, by="j", why="", args={"for_ns": 5 * S})
    shown = preview(table.game, ruling)
    assert shown.taken.reason == reason
    assert bool(shown.signals) == (reason is None)
