"""Instants of a scenario: decimal seconds, labels and sums, as integers of nanoseconds."""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

_NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?")
MOST_S = 100_000
"""A little over a day: more is a slip of the pen."""


def instant_ns(text: str, labels: Mapping[str, int]) -> int:
    """Read "12.345", "T" or "T+29.999".

    Raises:
        ValueError: With a sentence.
    """
    if _NUMBER.fullmatch(text):
        return _seconds_ns(text)
    label, plus, rest = text.partition("+")
    if label not in labels:
        known = ", ".join(sorted(labels)) or "none yet"
        raise ValueError(f"{text!r} is no instant: write seconds, or a label ({known}) + seconds")
    return labels[label] + (_seconds_ns(rest) if plus else 0)


def instants_ns(text: str, labels: Mapping[str, int]) -> list[int]:
    """Read a list: "5,10,15", "U+5,10"; what stands before the + goes for all of it."""
    head, plus, rest = text.rpartition("+")
    return [instant_ns(f"{head}{plus}{part}", labels) for part in rest.split(",")]


def _seconds_ns(text: str) -> int:
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{text!r} is not a number of seconds") from None
    scaled = value * 1_000_000_000
    if scaled != int(scaled) or not 0 <= value < MOST_S:
        raise ValueError(f"{text!r}: at most nine decimals, at least 0, under {MOST_S} s")
    return int(scaled)
