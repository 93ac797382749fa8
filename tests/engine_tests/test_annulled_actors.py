"""A table's part of a slot is annulled and replayed: what scenarios do not say of it."""

import pytest

from engine_tests.table import S, Table, rules_of
from firmware_host.engine.game import step
from firmware_host.engine.state import Game
from firmware_host.engine.view import may
from firmware_host.engine.words import Chosen, Judged, Rejudged, Stage, TurnOpened, Verdict


@pytest.fixture
def played() -> Table:
    """A slot in which table1 had two words and table2 one; DONE since 40 s."""
    table = Table("hat-000-i1")
    table.press("start", 10 * S)
    for key, at_s in (("table1", 12), ("table2", 13), ("table1", 14)):
        table.press(key, at_s * S)
    return table


def judgements(table: Table) -> list[Judged]:
    return [fact for fact in table.facts if isinstance(fact, Judged)]


def test_the_fact_says_nothing_of_the_annulled_table_and_sums_the_others(played):
    """None is not nought: 2 + 4 half-points were 6, 2 are left."""
    played.rule("annul", 50 * S, actor="table1")
    now = judgements(played)[-1]
    assert (dict(now.actors), now.score, now.outcome) == ({"table1": None, "table2": 2}, 2, "words")


def test_a_press_admitted_for_an_annulled_table_does_not_count(played):
    """The part is annulled whatever is ruled of its presses; undone, all of it counts."""
    annul = played.rule("annul", 50 * S, actor="table1")
    late = played.press("table1", 51 * S)
    played.rule("admit", 52 * S, late)
    assert judgements(played)[-1].actors["table1"] is None
    played.rule("undo", 53 * S, annul)
    assert judgements(played)[-1].actors["table1"] == 6


def test_the_opening_names_the_turn_and_the_tables(played):
    """What a replay was judged by stands in the journal."""
    played.rule("annul", 50 * S, actor="table1")
    played.press("next", 60 * S)
    [opened] = [fact for fact in played.facts if isinstance(fact, TurnOpened)]
    assert (opened.number, opened.replays, opened.actors) == (1, 1, ("table1",))


def test_screens_are_told_what_the_playing_table_may_do(played):
    """`may` speaks of those who play; in READY it is too early for them."""
    played.rule("annul", 50 * S, actor="table1")
    played.press("next", 60 * S)
    assert may(played.game.turn, 61 * S)["table"] == "early"
    played.press("start", 62 * S)
    assert may(played.game.turn, 63 * S)["table"] == "word"


def test_the_last_slot_of_a_plan_is_replayed_too():
    """The plan is over and nothing stands ready: the ruling puts the replay on the table."""
    rules = rules_of("hat-000-i1")
    stage = Stage(id="s", formats=(rules,), circles=1, teams=())
    game, _ = step(Game(), Chosen(i=1, at_ns=0, rules=rules, stages=(stage,)))
    table = Table("hat-000-i1")
    table.game = game
    table.press("start", 10 * S)
    table.press("next", 50 * S)
    assert table.game.turn is None
    annul = table.rule("annul", 60 * S, turn=1, actor="table1")
    assert (table.game.turn.number, table.game.turn.actors) == (1, ("table1",))
    table.rule("undo", 61 * S, annul)
    assert table.game.turn is None
    table.rule("undo", 62 * S, table.i)
    table.press("start", 70 * S)
    table.press("next", 110 * S)
    assert table.game.turn is None


def test_a_word_moved_to_a_table_that_does_not_play_is_refused(played):
    """It is judged as if that key had been pressed: not its turn."""
    played.rule("annul", 50 * S, actor="table1")
    played.press("next", 60 * S)
    played.press("start", 62 * S)
    word = played.press("table1", 63 * S)
    played.rule("move", 64 * S, word, to="table2")
    [change] = [fact for fact in played.facts if isinstance(fact, Rejudged)]
    assert (change.key, change.was, change.now) == ("table2", None, "not-your-turn")


@pytest.mark.parametrize(
    ("at_ns", "reason"),
    [
        (99 * S, "early"),
        (100 * S, "not-your-turn"),  # T0
        (130 * S - 1, "not-your-turn"),
        (130 * S, "late"),  # exactly 30 s is out (0-h)
    ],
)
def test_a_strangers_press_is_refused_by_the_status_first(played, at_ns, reason):
    """KEYS.md: where several reasons fit, the status comes before the phase."""
    played.rule("annul", 50 * S, actor="table1")
    played.press("next", 60 * S)
    if at_ns >= 100 * S:
        played.press("start", 100 * S)
    played.press("table2", at_ns)
    assert next(fact.reason for fact in played.facts if isinstance(fact, Verdict)) == reason
