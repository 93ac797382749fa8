"""Which question a turn is, and of which tour: counted through the stages of answers alone.

A turn's number is its place in the whole running order; a hat before the questions uses up
numbers, and no questions. Where no stage has answers, or there is no plan, each turn counts.
"""

from firmware_host.engine.order import place_in_tour
from firmware_host.engine.ordered import Stage
from firmware_host.engine.state import Game


def has_answers(stage: Stage) -> bool:
    """Return whether the turns of a stage are questions that all teams answer."""
    return all(rules.score.kind == "answers" for rules in stage.formats)


def question_at(game: Game, stage_id: str, number: int) -> int:
    """Return the question of a turn; of a stage without answers, among others with them, 0."""
    if not any(map(has_answers, game.stages)):
        return number
    first, others, found = 1, 0, 0
    for stage in game.stages:
        if not has_answers(stage):
            others += min(stage.turns, max(0, number - first))
        elif stage.id == stage_id:
            found = 1
        first += stage.turns
    return found and number - others


def tour_at(game: Game, stage_id: str, number: int) -> tuple[int, int]:
    """Return (tour, question in it) of a turn; (0, number) where it is of none."""
    question = question_at(game, stage_id, number)
    return place_in_tour(game.tours, question) if question else (0, number)
