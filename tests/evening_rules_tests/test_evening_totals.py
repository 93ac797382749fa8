"""Totals: S6, S9 and S4/S5 of ACCEPTANCE, RULES 1-d, 2-f and A.7, typed by hand."""

import pytest

from firmware_host.evening.totals import (
    Booked,
    Played,
    attempts,
    implausible,
    one_ranking,
    overall,
    points_text,
    stage_totals,
    time_text,
    turn_value,
    written,
)

S = 1_000_000_000

HAT = {"A": (21, 21, 21), "B": (9, 15, 9), "C": (21, 21, 21)}
DRAWING = {"A": (90, 80, 0), "B": (100, 100, 0), "C": (40, 40, 40)}
CROCODILE = {"A": (100, 80, 0), "B": (60, 60, 60), "C": (100, 100, 0)}
"""S6 in half-points."""


def turns_of(stage, scores):
    """Return the turns of a stage."""
    return [
        Played(team=team, stage=stage, circle=circle, score=score)
        for team, row in scores.items()
        for circle, score in enumerate(row, 1)
    ]


def evening(hat=HAT):
    """Return the 27 turns of S6."""
    stages = [("hat", hat), ("drawing", DRAWING), ("crocodile", CROCODILE)]
    return [turn for stage, scores in stages for turn in turns_of(stage, scores)]


def test_s6_stage_totals_and_total():
    """Hat 31.5, 16.5, 31.5; drawing 85, 100, 60; crocodile 90, 90, 100; 206.5, 206.5, 191.5."""
    stages = stage_totals(evening())

    assert stages["hat"] == {"A": 63, "B": 33, "C": 63}
    assert stages["drawing"] == {"A": 170, "B": 200, "C": 120}
    assert stages["crocodile"] == {"A": 180, "B": 180, "C": 200}
    assert overall(stages) == {"A": 413, "B": 413, "C": 383}


def test_s6_attempts():
    """Nine each, three in a stage."""
    assert attempts(evening()) == {"A": 9, "B": 9, "C": 9}
    assert attempts(evening(), "hat") == {"A": 3, "B": 3, "C": 3}


def test_s6_a_void_word_of_b():
    """One +3 less in the hat: 203.5; taken back, all is as before."""
    voided = overall(stage_totals(evening({**HAT, "B": (9, 9, 9)})))

    assert voided == {"A": 413, "B": 407, "C": 383}
    assert overall(stage_totals(evening())) == {"A": 413, "B": 413, "C": 383}


def test_s4_a_negative_turn_and_the_floor():
    """A 12.0, B -3.0; with floor zero B 0.0 (2-f)."""
    turns = turns_of("hat", {"A": (24,), "B": (-6,)})

    assert stage_totals(turns)["hat"] == {"A": 24, "B": -6}
    assert stage_totals(turns, floor="zero")["hat"] == {"A": 24, "B": 0}


def test_the_floor_cuts_each_turn_before_hints():
    """-3 and +5 are 5, not 2; a hint of -30 then stands in full: -25 (A.7)."""
    turns = turns_of("hat", {"A": (-6, 10)})
    hint = [Booked(team="A", stage="hat", amount=-60, why="hint")]

    assert stage_totals(turns, floor="zero") == {"hat": {"A": 10}}
    assert stage_totals(turns, hint, floor="zero") == {"hat": {"A": -50}}
    assert stage_totals(turns, hint) == {"hat": {"A": -56}}


def test_s5_a_hint_is_booked_to_its_stage():
    """E prompts in C's turn: A 50, B 45, C 15, D 5, E -30; and E's hat stays."""
    turns = turns_of("drawing", {"A": (100,), "B": (90,), "C": (30,), "D": (10,), "E": (0,)})
    turns += turns_of("hat", {"E": (24,)})
    stages = stage_totals(turns, [Booked(team="E", stage="drawing", amount=-60, why="hint")])

    assert stages["drawing"] == {"A": 100, "B": 90, "C": 30, "D": 10, "E": -60}
    assert stages["hat"] == {"E": 24}
    assert overall(stages)["E"] == -36


def test_a_turn_without_a_score_is_not_a_zero():
    """Annulled: no attempt, no value. Skipped by decision: an attempt, no value. C48."""
    turns = [
        Played(team="A", stage="hat", circle=1, score=None, attempt=False),
        Played(team="A", stage="hat", circle=1, score=0),
        Played(team="B", stage="hat", circle=1, score=None),
    ]

    assert stage_totals(turns) == {"hat": {"A": 0, "B": None}}
    assert overall(stage_totals(turns)) == {"A": 0, "B": None}
    assert attempts(turns) == {"A": 1, "B": 1}


def test_a_team_that_has_played_nothing_has_no_total():
    """But is listed, with no attempts, when the stage knows it."""
    turns = turns_of("hat", {"A": (24,)})

    assert overall(stage_totals(turns), teams=("A", "B")) == {"A": 24, "B": None}
    assert attempts(turns, teams=("A", "B")) == {"A": 1, "B": 0}


def test_floor_is_a_word():
    """A floor that nobody knows is refused."""
    assert turn_value(-6, "none") == -6
    assert turn_value(None, "zero") is None
    with pytest.raises(ValueError, match="ground"):
        turn_value(1, "ground")


WRITTEN = [
    ("20.06", 20_060_000_000, 20 * S),
    ("20.09", 20_090_000_000, 20 * S),
    ("47.380", 47_380_000_000, 47_300_000_000),
    ("59.999", 59_999_000_000, 59_900_000_000),
    ("83.470", 83_470_000_000, 83_400_000_000),
    ("33.333", 33_333_000_000, 33_300_000_000),
    ("101.25", 101_250_000_000, 101_200_000_000),
    ("0.0004", 400_000, 0),
    ("60", 60 * S, 60 * S),
]


@pytest.mark.parametrize(("text", "exact_ns", "written_ns"), WRITTEN)
def test_times_are_written_down_to_a_tenth(text, exact_ns, written_ns):
    """1-d; S7, S8, S9."""
    assert written(exact_ns) == written_ns, text


def test_the_total_is_the_sum_of_written_values():
    """1-d: 20.06 + 20.06 + 20.09 = 60.0, not 60.2."""
    exact_ns = (20_060_000_000, 20_060_000_000, 20_090_000_000)
    turns = [
        Played(team="A", stage=f"r{i}", circle=1, score=written(ns))
        for i, ns in enumerate(exact_ns)
    ]

    assert overall(stage_totals(turns)) == {"A": 60 * S}


S9 = [
    # R1 67.3, R2 101.2, R3 not solved 210.0, R4 33.3, R5 120.0, final 83.4 + 5 = 88.4
    ((67_300, 101_200, 210_000, 33_300, 120_000, 88_400), 620_200, "10:20.2"),
    ((90_000, 150_000, 210_000, 100_000, 150_000, 150_000), 850_000, "14:10.0"),
    ((120_000, 150_000, 210_000, 100_000, 150_000, 150_000), 880_000, "14:40.0"),
]


@pytest.mark.parametrize(("rounds_ms", "total_ms", "shown"), S9)
def test_s9_totals(rounds_ms, total_ms, shown):
    """A 620.2, B 850.0, B with three violations 880.0."""
    turns = [
        Played(team="A", stage=f"r{i}", circle=1, score=ms * 1_000_000)
        for i, ms in enumerate(rounds_ms)
    ]
    total_ns = overall(stage_totals(turns))["A"]

    assert total_ns == total_ms * 1_000_000
    assert time_text(total_ns) == shown


def test_a_rival_who_shouts_gets_ten_seconds_without_a_turn():
    """A.7, document 001: on its own total, though it has no running turn."""
    turns = turns_of("r1", {"A": (47_300_000_000,)})
    shout = [Booked(team="B", stage="r1", amount=10 * S, why="violation")]

    assert stage_totals(turns, shout) == {"r1": {"A": 47_300_000_000, "B": 10 * S}}


POINTS = [
    (24, "12"), (21, "10.5"), (-6, "−3"), (-3, "−1.5"), (-1, "−0.5"), (1, "0.5"), (0, "0"),
    (413, "206.5"), (-60, "−30"), (None, "–"),
]  # fmt: skip


@pytest.mark.parametrize(("half", "text"), POINTS)
def test_points_as_people_read_them(half, text):
    """Half-points, with a true minus."""
    assert points_text(half) == text


TIMES = [
    (0, "0:00.0"), (47_300_000_000, "0:47.3"), (60 * S, "1:00.0"), (100 * S, "1:40.0"),
    (3600 * S, "60:00.0"), (59_999_999_999, "0:59.9"), (None, "–"),
]  # fmt: skip


@pytest.mark.parametrize(("total_ns", "text"), TIMES)
def test_times_as_people_read_them(total_ns, text):
    """Minutes are not cut at an hour."""
    assert time_text(total_ns) == text


def test_times_at_another_resolution():
    """`time_resolution` of 1 s has no digits after the point, 10 ms two."""
    assert time_text(620_200_000_000, S) == "10:20"
    assert time_text(620_250_000_000, 10_000_000) == "10:20.25"
    assert written(20_069_000_000, 10_000_000) == 20_060_000_000


@pytest.mark.parametrize(
    ("exact_ns", "odd"),
    [(0, True), (400_000, True), (123_000_000, False), (9_999_000_000, False), (None, False)],
)
def test_times_that_no_human_makes_are_flagged(exact_ns, odd):
    """C48: 0.000, 0.0004, 0.123, 9.999 and none; flagged, never thrown away."""
    assert implausible(exact_ns) is odd
    assert not implausible(exact_ns, least_ns=0)


def test_two_spaces_are_one_ranking_only_with_equal_attempts():
    """2-i: three attempts in both, or three and four."""
    assert one_ranking([{"A": 3, "B": 3}, {"C": 3}])
    assert not one_ranking([{"A": 3, "B": 3}, {"C": 4, "D": 4}])
