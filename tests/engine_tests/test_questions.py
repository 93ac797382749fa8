"""Questions are counted through the stages of answers alone; the running order through all."""

import pytest

from firmware_host.engine.ordered import Stage
from firmware_host.engine.questions import question_at, tour_at
from firmware_host.engine.state import Game
from firmware_host.formats import builtin, resolve

S = 1_000_000_000


def _stage(name: str, fmt: str, circles: int, teams: tuple[str, ...] = ()) -> Stage:
    one = builtin()[fmt]
    cues = {signal.cue: S for phase in one.tables.phase for signal in phase.signals}
    return Stage(id=name, formats=(resolve(one, {}, cues),), circles=circles, teams=teams)


HAT = _stage("hat", "evening-002-hat", 1, ("A", "B"))
HALLS = (_stage("h1", "chgk-003", 2), _stage("h2", "chgk-003", 2))


@pytest.mark.parametrize(
    ("stage", "number", "question", "tour"),
    [
        ("hat", 1, 0, (0, 1)),
        ("h1", 3, 1, (1, 1)),
        ("h1", 4, 2, (1, 2)),
        ("hat", 3, 0, (0, 3)),  # an extra turn beside the order: no question either
        ("h2", 5, 3, (2, 1)),
        ("h2", 6, 4, (2, 2)),
        ("h2", 7, 5, (2, 3)),  # a penalty after the last goes on in its tour
    ],
)
def test_hat_then_questions(stage: str, number: int, question: int, tour: tuple[int, int]) -> None:
    """The plan: two turns of the hat, then two stages of two questions, tours of two."""
    game = Game(stages=(HAT, *HALLS), tours=(2, 2))
    assert question_at(game, stage, number) == question
    assert tour_at(game, stage, number) == tour


@pytest.mark.parametrize("stages", [(), HALLS, (HAT,)])
def test_of_one_kind_each_turn_counts(stages: tuple[Stage, ...]) -> None:
    """Questions alone, or none at all: the number is that of the running order, as ever."""
    game = Game(stages=stages, tours=(2, 2))
    name = stages[-1].id if stages else ""
    assert [question_at(game, name, number) for number in (1, 2, 31)] == [1, 2, 31]
    assert tour_at(game, name, 3) == (2, 1)
