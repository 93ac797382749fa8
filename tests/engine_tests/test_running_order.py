"""Every team has every attempt of the plan once, whoever is late, later or away (002 l.10; A.7)."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.engine.game import step
from firmware_host.engine.order import order_refusal, stage_at
from firmware_host.engine.ordered import Ordered, Slot, Stage
from firmware_host.engine.reorder import asks
from firmware_host.engine.state import Game
from firmware_host.engine.turns import leave_turn
from firmware_host.engine.words import Chosen, Pressed
from firmware_host.formats import builtin, resolve

S = 1_000_000_000
CLIPS = dict.fromkeys(("prepare", "prepare-end", "start", "ten-left", "end"), S)
RULES = resolve(builtin()["evening-002-hat"], {}, CLIPS)
TEAMS = ("A", "B", "C")
ASIDE = Slot(rules=RULES, stage="hat")


def stages(circles: int, more: int) -> tuple[Stage, ...]:
    """Two stages of one format."""
    return tuple(
        Stage(id=name, formats=(RULES,), circles=count, teams=TEAMS)
        for name, count in (("hat", circles), ("more", more))
    )


def opened(circles: int, more: int) -> Game:
    """The first turn of a plan is ready."""
    chosen = Chosen(i=1, at_ns=0, rules=RULES, stages=stages(circles, more))
    game, _ = step(Game(), chosen)
    return game


def left(game: Game, verb: str) -> tuple[Game, tuple[str, int, str] | None]:
    """Play the turn at the table, or put it off; return what was played, if anything."""
    turn = game.turn
    assert turn is not None
    if verb == "advance":
        game = replace(game, turn=replace(turn, status="done", ended_ns=0))
    given_ = Pressed(i=9, key="next", at_ns=game.last_at_ns, from_ns=game.last_at_ns)
    game, _ = leave_turn(game, given_, verb)
    played = (turn.stage, turn.circle, turn.team) if verb == "advance" and turn.team else None
    return game, played


def ordered(game: Game, what: str, team: str = "") -> Game:
    """Change the order where it may be changed."""
    slot = ASIDE if what == "insert" else None
    order = Ordered(i=9, at_ns=game.last_at_ns, what=what, team=team, slot=slot)
    return game if order_refusal(game, order) else step(game, order)[0]


ACTS = st.lists(
    st.sampled_from(
        ["play", "later", "insert", *(f"{what} {team}" for what in ("away", "back", "owed")
                                      for team in TEAMS)]
    ),
    max_size=40,
)  # fmt: skip


@given(circles=st.integers(1, 3), more=st.integers(1, 2), acts=ACTS)
def test_every_attempt_is_played_once(circles: int, more: int, acts: list[str]) -> None:
    game, played = opened(circles, more), []
    for act in acts:
        what, _, team = act.partition(" ")
        if what in ("play", "later"):
            if game.turn is not None:
                game, one = left(game, "advance" if what == "play" else "skip")
                played.append(one)
        else:
            game = ordered(game, what, team)
    for team in TEAMS:
        game = ordered(game, "back", team)
    while game.turn is not None:
        game, one = left(game, "advance")
        played.append(one)
    wanted = [
        (stage.id, circle, team)
        for stage in stages(circles, more)
        for circle in range(1, stage.circles + 1)
        for team in TEAMS
    ]
    assert sorted(one for one in played if one) == sorted(wanted)
    assert game.owed == ()


@given(circles=st.integers(1, 3), acts=ACTS)
def test_the_numbers_go_on_by_one_and_an_extra_turn_uses_none(
    circles: int, acts: list[str]
) -> None:
    game, numbers = opened(circles, 1), []
    for act in acts:
        what, _, team = act.partition(" ")
        turn = game.turn
        if what in ("play", "later") and turn is not None:
            if not turn.aside:
                numbers.append(turn.number)
            game, _ = left(game, "advance" if what == "play" else "skip")
        elif what not in ("play", "later"):
            game = ordered(game, what, team)
    assert numbers == sorted(set(numbers))


def test_a_stage_with_a_debt_of_who_is_away_waits_for_the_desk() -> None:
    game = ordered(opened(1, 1), "away", "B")
    for _ in range(2):
        game, _ = left(game, "advance")
    assert game.turn is None
    assert stage_at(game) == "hat"
    next_key = Pressed(i=9, key="next", at_ns=0, from_ns=0)
    assert asks(game, next_key)
    assert not asks(game, replace(next_key, key="start"))
    closed = ordered(game, "close-stage")
    assert closed.turn is not None
    assert (closed.turn.stage, closed.turn.team) == ("more", "A")
    assert closed.owed == ()


def test_a_gate_waits_even_when_nothing_is_owed() -> None:
    plan = tuple(replace(one, gate=one.id == "hat") for one in stages(1, 1))
    game, _ = step(Game(), Chosen(i=1, at_ns=0, rules=RULES, stages=plan))
    for _ in range(3):
        game, _ = left(game, "advance")
    assert game.turn is None
    assert ordered(game, "close-stage").turn is not None


def test_the_order_is_not_changed_under_a_running_turn() -> None:
    game = opened(1, 1)
    assert game.turn is not None
    running = replace(game, turn=replace(game.turn, status="running"))
    for what in ("insert", "close-stage", "owed"):
        order = Ordered(i=9, at_ns=0, what=what, team="A", slot=ASIDE)
        assert order_refusal(running, order) == "running"
    assert order_refusal(running, Ordered(i=9, at_ns=0, what="away", team="A")) is None
    assert order_refusal(running, Ordered(i=9, at_ns=0, what="away", team="Z")) == "unknown-team"
