"""The decreasing price of 002 and the written times of 001, by the vectors of RULES A.2, A.3."""

from dataclasses import replace

import pytest

from firmware_host.engine.guess import Claim
from firmware_host.engine.outcome import value
from firmware_host.engine.turn import Turn
from firmware_host.formats import builtin, resolve

NS = 1_000_000
CLIPS = {cue: 300 * NS for cue in ("start", "ten-left", "end", "prepare", "prepare-end")} | {
    "reserve-end": 300 * NS,
    "switch": 30 * NS,
}
# RULES A.3, "Golden boundary vectors": elapsed ms -> price by the display, price literally.
PRICES = [
    (28_999, 50, 50), (29_000, 50, 50), (29_001, 50, 45), (29_999, 50, 45), (30_000, 45, 45),
    (59_999, 45, 40), (60_000, 40, 40), (89_999, 40, 35), (119_999, 35, 30), (149_999, 30, 25),
    (179_999, 25, 20), (209_999, 20, 15), (239_999, 15, 10), (269_999, 10, 5), (270_000, 5, 5),
    (299_999, 5, 5), (300_000, 5, 5), (300_001, 5, 5), (304_999, 5, 5), (305_000, 5, 5),
]  # fmt: skip


def solved(format_id: str, elapsed_ns: int, mark: str, phase: int, **chosen: object) -> Turn:
    """Return a done turn with a confirmed claim at a net time of a phase."""
    rules = resolve(builtin()[format_id], chosen, CLIPS)
    claim = Claim(i=1, mark=mark, held=mark, from_ns=0, phase=phase, elapsed_ns=elapsed_ns)
    turn = Turn(id=1, number=1, tour=0, in_tour=1, rules=rules)
    return replace(turn, status="done", ended_ns=0, solved=claim, phase=phase)


@pytest.mark.parametrize(("elapsed_ms", "display", "literal"), PRICES)
def test_the_price_is_what_the_wall_shows(elapsed_ms: int, display: int, literal: int) -> None:
    phase, into_ms = (1, elapsed_ms) if elapsed_ms < 300_000 else (2, elapsed_ms - 300_000)
    for reading, price in (("display", display), ("literal", literal)):
        turn = solved("evening-002-drawing", into_ms * NS, "solved", phase, threshold_mode=reading)
        assert value(turn) == ("solved", 2 * price), reading


def test_a_nanosecond_past_the_reserve_pays_nothing() -> None:
    assert value(solved("evening-002-drawing", 5_000 * NS + 1, "solved", 2)) == ("failed", 0)


# RULES A.2: 1-b the limit caps, 1-d each written time is rounded down to 0.1 s, 1-g the failures.
TIMES = [
    ("crocodile-001-r1", "solved", 0, 47_380, 47_300),
    ("crocodile-001-r1", "solved", 0, 59_999, 59_900),
    ("crocodile-001-r1", "solved", 1, 1_500, 60_000),
    ("crocodile-001-r2", "solved", 0, 101_250, 101_200),
    ("crocodile-001-r4", "solved", 0, 33_333, 33_300),
    ("crocodile-001-r4", "solved", 1, 1_300, 70_000),
    ("crocodile-001-final", "plot", 0, 59_990, 59_900),
    ("crocodile-001-final", "plot", 1, 1_000, 60_000),
    ("crocodile-001-final", "title", 1, 23_470, 88_400),
    ("crocodile-001-final", "title", 1, 0, 65_000),
]


@pytest.mark.parametrize(("format_id", "mark", "phase", "elapsed_ms", "written_ms"), TIMES)
def test_written_times(
    format_id: str, mark: str, phase: int, elapsed_ms: int, written_ms: int
) -> None:
    assert value(solved(format_id, elapsed_ms * NS, mark, phase)) == ("solved", written_ms * NS)


@pytest.mark.parametrize(
    ("format_id", "fail_s"),
    [(f"crocodile-001-r{n}", s) for n, s in ((1, 90), (2, 150), (3, 210), (4, 100), (5, 150))]
    + [("crocodile-001-final", 150)],
)
def test_failures_and_violations(format_id: str, fail_s: int) -> None:
    rules = resolve(builtin()[format_id], {}, CLIPS)
    turn = Turn(id=1, number=1, tour=0, in_tour=1, rules=rules, status="done", ended_ns=0)

    assert value(turn) == ("failed", fail_s * 1000 * NS)
    assert value(replace(turn, marks={"violation": 3})) == ("failed", (fail_s + 30) * 1000 * NS)
