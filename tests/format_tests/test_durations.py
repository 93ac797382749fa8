"""Durations are read exactly, and written so that they are read again."""

import contextlib
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.formats import DurationError, format_ns, parse_ns
from firmware_host.formats.durations import DAY_NS


@pytest.mark.parametrize(
    ("text", "ns"),
    [
        ("60s", 60_000_000_000),
        ("250ms", 250_000_000),
        ("0.1s", 100_000_000),
        ("2:30", 150_000_000_000),
        ("0:00", 0),
        ("4:31.5", 271_500_000_000),
        ("0.000000001s", 1),
        ("12.000001ms", 12_000_001),
        ("1440:00", DAY_NS),
    ],
)
def test_reads(text: str, ns: int) -> None:
    assert parse_ns(text) == ns


def test_below_zero_only_where_it_may_be() -> None:
    assert parse_ns("-0:05", negative=True) == -5_000_000_000
    with pytest.raises(DurationError, match="negative"):
        parse_ns("-0:05")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (60, "unit"),
        (0.5, "unit"),
        (True, "unit"),
        (None, "unit"),
        ("60", "unit"),
        ("", "unit"),
        ("4.31", "unit"),
        ("1:75", "unit"),
        ("5 s", "unit"),
        ("٦٠s", "unit"),
        ("60s\n", "unit"),
        ("1e3s", "unit"),
        ("0,5s", "point"),
        ("0.0000001ms", "finer"),
        ("86401s", "24 h"),
        ("999999999999s", "24 h"),
        ("1" * 5000 + "s", "unit"),
    ],
)
def test_refuses_with_a_remedy(text: object, word: str) -> None:
    with pytest.raises(DurationError, match=word):
        parse_ns(text)


@given(st.integers(-DAY_NS, DAY_NS))
def test_what_is_written_is_read_again(ns: int) -> None:
    assert parse_ns(format_ns(ns), negative=True) == ns


@given(st.integers(0, 86_399), st.integers(0, 999_999_999), st.integers(1, 9))
def test_seconds_are_exact(whole: int, part: int, digits: int) -> None:
    text = f"{whole}.{part:09d}"[: len(str(whole)) + 1 + digits]
    assert parse_ns(text + "s") == int(Decimal(text) * 10**9)


@given(st.integers(0, 1439), st.integers(0, 59))
def test_minutes_are_sixty_seconds(minutes: int, seconds: int) -> None:
    assert parse_ns(f"{minutes}:{seconds:02d}") == (minutes * 60 + seconds) * 10**9


@given(st.text(max_size=12) | st.from_regex(r"-?[0-9]{1,7}[:.]?[0-9]{0,10}m?s?"))
def test_any_other_text_is_one_refusal(text: str) -> None:
    with contextlib.suppress(DurationError):
        assert 0 <= parse_ns(text) <= DAY_NS
