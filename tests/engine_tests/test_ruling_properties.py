"""Rulings of every kind in random evenings: undo, other turns, totals, replay (ENGINE 1)."""

from collections.abc import Mapping

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine_tests.evenings import WHATS, Evening, essence, evenings, turns_of
from engine_tests.table import rules_of
from firmware_host.engine.outcome import judged
from firmware_host.engine.words import Ruled, RulingTaken
from firmware_host.replay import fold, input_of
from firmware_host.report import report
from firmware_host.standings import standings


def _evening(drawn) -> Evening:
    evening = Evening(drawn[0])
    for _ in evening.play(drawn[1]):
        pass
    return evening


def _stands(evening: Evening) -> Mapping[int, str]:
    return {turn: essence(state) for turn, state in evening.turns().items()}


@settings(max_examples=100, deadline=None)
@given(evenings(), st.data())
def test_undo_gives_back_the_same_bytes_and_undo_of_undo_those_after_it(drawn, data):
    """For the ruling of any kind that is drawn last: taken, undone, undone again."""
    evening = _evening(drawn)
    things = [thing for _, thing in drawn[1] if isinstance(thing, dict) and thing["what"] != "undo"]
    assume(things)
    ruling = evening.given(data.draw(st.sampled_from(things)))
    before = evening.turns()
    taken = next(fact for fact in evening.tell(ruling) if isinstance(fact, RulingTaken))
    # A turn that an annulment leaves is closed by it, and stays left when it is undone.
    assume(taken.reason is None and not _leaves(ruling, before, taken.turn))
    changed = evening.turns()[taken.turn]
    assume(changed.heard == before[taken.turn].heard)  # what sounded stays heard (RULES A.7)
    was, now = essence(before[taken.turn]), essence(changed)
    number, left = ruling.i, evening.table.game.turn
    assert evening.rule("undo", number) is None
    assert essence(evening.turns()[taken.turn]) == was
    undo = evening.table.i
    assert evening.rule("undo", undo) is None
    assert essence(evening.turns()[taken.turn]) == now
    assert evening.rule("undo", evening.table.i) is None
    assert essence(evening.turns()[taken.turn]) == was
    assert (left is None) == (evening.table.game.turn is None)


def _leaves(ruling: Ruled, turns, turn: int) -> bool:
    whole = ruling.what == "annul" and "actor" not in ruling.args
    return whole and not turns[turn].closing


@settings(max_examples=200, deadline=None)
@given(evenings())
def test_no_ruling_changes_another_turn(drawn):
    """Only the turn it speaks of; and a ready one, which nobody has played, may go or come."""
    evening = Evening(drawn[0])
    before: list[Mapping[int, str]] = []
    for _ in evening.play(drawn[1]):
        before.append({n: (turn.status, essence(turn)) for n, turn in evening.turns().items()})
    taken = [one for one in evening.told if isinstance(one[0], Ruled)]
    for was, (_, facts, game) in zip(before, taken, strict=True):
        spoken_of = next(fact.turn for fact in facts if isinstance(fact, RulingTaken))
        now = turns_of(game)
        for n, (status, text) in was.items():
            if n != spoken_of and not (status == "ready" and n not in now):
                assert essence(now[n]) == text


@settings(max_examples=100, deadline=None)
@given(evenings())
def test_the_total_is_the_sum_of_the_turns_as_they_stand(drawn):
    """The last judgement in the journal is the state's, and the standings add up those."""
    evening = _evening(drawn)
    found = report(evening.records())
    totals: dict[str, int] = {}
    for turn in turns_of(evening.table.game).values():
        worth = judged(turn, evening.at_ns)
        for team, value in worth.others.items():
            totals[team] = totals.get(team, 0) + value
        for table, value in worth.actors.items():
            totals[table] = totals.get(table, 0) + (value or 0)
        row = found.turns[turn.id]
        if turn.closing or turn.status == "done":
            assert (row["outcome"], row["others"]) == (worth.outcome, worth.others)
            assert row["value"] == (None if worth.actors else worth.score)
    seats = {table: table for table in ("table1", "table2", "table3")}
    teams = standings(found, totals, seats).teams
    assert {team: one.total for team, one in teams.items()} == totals


@settings(max_examples=100, deadline=None)
@given(evenings())
def test_the_journal_gives_the_same_facts_again(drawn):
    """Every input and fact, through the text of its record, and folded anew."""
    evening = _evening(drawn)
    records = evening.records()
    folded = fold(records, lambda _recipe: rules_of(drawn[0]))
    assert (folded.difference, folded.missing) == ("", [])
    assert repr(folded.game.turn) == repr(evening.table.game.turn)
    assert folded.last_i == evening.table.i
    assert input_of(records[0], lambda _recipe: rules_of(drawn[0])) == evening.told[0][0]


def test_every_kind_of_ruling_is_taken_in_some_evening():
    """The control of the properties: random evenings do take what they claim to try."""
    taken: set[str] = set()

    @settings(max_examples=500, deadline=None, derandomize=True, database=None)
    @given(evenings())
    def collect(drawn) -> None:
        facts = [fact for _, brought, _ in _evening(drawn).told for fact in brought]
        taken.update(
            fact.what for fact in facts if isinstance(fact, RulingTaken) and fact.reason is None
        )

    collect()
    assert taken == set(WHATS)
