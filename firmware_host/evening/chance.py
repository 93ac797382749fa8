"""Chance that is the same on every machine and in every Python: a seed decides all of it.

`random.shuffle` promises no such thing across versions, and a draw must come out again from its
recorded seed. The generator is SplitMix64 (Steele, Lea, Flood 2014), the shuffle Fisher-Yates
from the end; both are a few lines, so anybody can check a draw by hand.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

_WORDS = 1 << 64
_MASK = _WORDS - 1


def numbers(seed: int) -> Iterator[int]:
    """Yield 64-bit numbers of a seed, without end."""
    state = seed & _MASK
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        yield mixed ^ (mixed >> 31)


def below(stream: Iterator[int], limit: int) -> int:
    """Return the next number of a stream as one of 0 … limit - 1, all equally likely.

    Numbers past the last whole multiple of the limit are passed over.

    Raises:
        ValueError: The limit is less than 1.
    """
    if limit < 1:
        raise ValueError(f"limit {limit}: there is nothing to choose from")
    fair = _WORDS - _WORDS % limit
    return next(number for number in stream if number < fair) % limit


def shuffled(items: Sequence[T], seed: int) -> tuple[T, ...]:
    """Return the items in the order of a seed."""
    stream, order = numbers(seed), list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def drawn_one(items: Sequence[T], seed: int) -> T:
    """Return one item; the others stay, so it may come again (conditions of 001 R2, l.46)."""
    return items[below(numbers(seed), len(items))]
