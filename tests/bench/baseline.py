"""The fixed pure-Python loop: a Pi's figures follow from this one number (REALTIME H1)."""

import time

from table import Row, extremes, topic

PASSES = 2_000


def fixed_loop() -> int:
    """Do a fixed mix of what the product does: integers, tuples, dicts, strings, calls."""
    seen: dict[int, tuple[int, str]] = {}
    total = 0
    for number in range(PASSES):
        key = (number * 7919) & 255
        before = seen.get(key)
        seen[key] = (number, str(number))
        if before is not None and before[0] < number:
            total += _step(before[0], number)
    return total


def _step(before: int, now: int) -> int:
    return (now - before) * 1_000_003 & 0xFFFF


def pass_us(rounds: int = 40) -> tuple[float, dict[str, float]]:
    """Return the microseconds of one pass of the loop, by this thread's CPU; and the spread."""
    found = []
    for _ in range(rounds):
        before_ns = time.thread_time_ns()
        fixed_loop()
        found.append((time.thread_time_ns() - before_ns) / 1e3 / PASSES)
    found.sort()
    return found[len(found) // 4], extremes(found)


def measure(quick: bool) -> list[Row]:
    """Return the row of the fixed loop."""
    rounds = 20 if quick else 200
    value, spread = pass_us(rounds)
    return [
        Row(
            topic="baseline", name="fixed loop, one pass", value=value, unit="us", count=rounds,
            spread=spread, baseline=value, baseline_of="itself",
            note="a pass of tests/bench/baseline.py; work on another machine scales with it",
        )
    ]  # fmt: skip


if __name__ == "__main__":
    topic(__doc__, measure)
