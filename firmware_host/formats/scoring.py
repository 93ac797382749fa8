"""How a turn is valued: the score table with its settings put in.

| kind | args of `engine.rules.Score` |
|---|---|
| marks | points {mark: half-points}, open_word, floor |
| price | from, total_ns, table ((least_ns, half-points), ...), reading, points, floor, bans |
| time | from, solved {mark: {cap, plus_ns}}, cap, fail_ns, adds_ns {mark}, cap_penalised,
  penalise_failed, resolution_ns |
| answers | from |

`from` and the `cap` of a mark name phases by their ids.
"""

from collections.abc import Mapping

from firmware_host.engine.rules import Score
from firmware_host.formats.putting import Bench
from firmware_host.formats.schema import AnswersText, MarksText, PriceText, ScoreText, TimeText
from firmware_host.formats.settings import prices
from firmware_host.formats.words import FLOOR, OPEN_WORD, READING


def score_of(bench: Bench, score: ScoreText) -> Score:
    """Return the score with its settings put in."""
    if isinstance(score, MarksText):
        return Score(kind=score.kind, args=_marks(bench, score))
    if isinstance(score, PriceText):
        return Score(kind=score.kind, args=_price(bench, score))
    if isinstance(score, TimeText):
        return Score(kind=score.kind, args=_time(bench, score))
    return _answers(score)


def _answers(score: AnswersText) -> Score:
    return Score(kind=score.kind, args={"from": score.from_})


def _points(bench: Bench, points: Mapping[str, object]) -> dict[str, int]:
    return {
        mark: bench.half_points(f"score.points.{mark}", value) for mark, value in points.items()
    }


def _marks(bench: Bench, score: MarksText) -> dict[str, object]:
    return {
        "points": _points(bench, score.points),
        "open_word": bench.word("score.open_word", score.open_word, OPEN_WORD),
        "floor": bench.word("score.floor", score.floor, FLOOR),
    }


def _price(bench: Bench, score: PriceText) -> dict[str, object]:
    table = prices(bench.put(score.table))
    if table is None:
        bench.blame("score.table", bench.put(score.table), 'write rows such as ["4:31", 50]')
    elif list(table) != sorted(table, reverse=True) or len(dict(table)) < len(table):
        bench.blame("score.table", bench.put(score.table), "put the rows in falling order")
    return {
        "from": score.from_,
        "total_ns": bench.length_ns("score.total", score.total),
        "table": table or (),
        "reading": bench.word("score.reading", score.reading, READING),
        "points": _points(bench, score.points),
        "floor": bench.word("score.floor", score.floor, FLOOR),
        "bans": bench.count("score.bans", score.bans),
    }


def _time(bench: Bench, score: TimeText) -> dict[str, object]:
    if score.resolution and bench.length_ns("score.resolution", score.resolution) == 0:
        bench.blame("score.resolution", bench.put(score.resolution), "write more than 0s")
    return {
        "from": score.from_,
        "solved": {
            mark: {
                "cap": tuple(one.cap),
                "plus_ns": bench.length_ns(f"score.solved.{mark}.plus", one.plus),
            }
            for mark, one in score.solved.items()
        },
        "cap": bench.switch("score.cap", score.cap),
        "fail_ns": bench.length_ns("score.fail", score.fail),
        "adds_ns": {
            mark: bench.length_ns(f"score.adds.{mark}", value) for mark, value in score.adds.items()
        },
        "cap_penalised": bench.switch("score.cap_penalised", score.cap_penalised),
        "penalise_failed": bench.switch("score.penalise_failed", score.penalise_failed),
        "resolution_ns": bench.length_ns("score.resolution", score.resolution),
    }
