"""Four simulated hours of an evening: does work, memory or the length of a turn grow? (H3)

The daemon's own parts on a simulated clock, real files, a question each two and a half
minutes, thirty presses in each. Lateness has no meaning on a clock that stands while the loop
works, so what would become lateness is measured: how long one turn of the loop takes.
"""

import gc
import time
from collections.abc import Iterator

import box
from baseline import pass_us
from process import memory_kb
from table import Row, quantiles, topic
from work import MS, Hand

from firmware_host.supervision.process import collect, freeze
from hardware.simulated.display import RecordingDisplay

HOUR_NS = 3_600_000 * MS
QUESTION_NS = 150_000 * MS
PRESSES = 30
GROWTH = 1.1


def play(hours: int, hour_ns: int) -> Iterator[tuple[float, float, dict[str, float], int]]:
    """Yield of each hour: MB at its end, us a press, turns of the loop in us, and presses.

    Times are brought to the speed that the machine had in the first hour, by the fixed loop
    before each question: other programs make the same work take longer.
    """
    with box.folders() as places:
        hand = Hand(places.state / "evening", places.ring)
        turns = _timed(hand)
        first_us: float | None = None
        freeze()
        try:
            for _ in range(hours):
                turns.clear()
                used, speed = [], []
                for _ in range(hour_ns // QUESTION_NS):
                    speed.append(pass_us(20)[0])
                    used.append(_question(hand))
                hour_us = sum(speed) / len(speed)
                first_us = first_us or hour_us
                scale = first_us / hour_us
                spread = {key: value * scale for key, value in quantiles(turns).items()}
                turns.clear()
                _forget(hand)
                collect()
                memory = (
                    memory_kb("self")["Anonymous"] / 1e3
                )  # the ring is a file, and as large as it will be
                presses = PRESSES * len(used)
                yield memory, sum(used) / presses * scale, spread, presses
        finally:
            gc.enable()
            gc.unfreeze()
            hand.daemon.stop()


def _timed(hand: Hand) -> list[float]:
    """Let every turn of the loop be timed."""
    loop, turns = hand.daemon.loop, []
    pump = loop.pump

    def timed(now_ns: int) -> int | None:
        before_ns = time.thread_time_ns()
        due_ns = pump(now_ns)
        turns.append((time.thread_time_ns() - before_ns) / 1e3)
        return due_ns

    loop.pump = timed  # type: ignore[method-assign]
    return turns


def _question(hand: Hand) -> float:
    """Play one question; return the CPU of its presses, microseconds."""
    began_ns = hand.stepper.now_ns
    hand.press("start", edges=1)
    hand.run(20_000 * MS)
    used = 0.0
    for number in range(PRESSES):
        before_ns = time.thread_time_ns()
        hand.press(f"seat{number % 4 + 1}")
        used += (time.thread_time_ns() - before_ns) / 1e3
        hand.run(750 * MS)
    hand.stepper.run(began_ns + QUESTION_NS)
    return used


def _forget(hand: Hand) -> None:
    """Empty what the simulated devices remember for tests: it is no part of the product."""
    for _, display in hand.devices.displays:
        if isinstance(display, RecordingDisplay):
            del display.frames[:-1]
    for _, switch in (*hand.devices.lamps, *hand.devices.buzzers):
        switch.changes.clear()  # type: ignore[attr-defined]
    hand.devices.sound.plays.clear()  # type: ignore[attr-defined]
    for wire in hand.keys._wires.values():
        del wire.states[:-1]


def measure(quick: bool) -> list[Row]:
    """Return the growth of memory, of work a press, and of the loop's turns."""
    found = list(play(4, QUESTION_NS if quick else HOUR_NS))
    base_us, _ = pass_us()
    memory = [one[0] for one in found]
    work = [one[1] for one in found]
    p50 = [one[2]["p50"] for one in found]
    p99 = [one[2]["p99"] for one in found]
    count = sum(one[3] for one in found)
    note = "an hour is one question in quick mode: too short to tell growth" if quick else ""
    return [
        Row(
            topic="hours", name="memory after hour 4, the simulated devices' own apart",
            value=memory[-1], unit="MB", count=4, baseline=memory[0],
            baseline_of="after hour 1", spread=_hours(memory),
            aim="slope 0", met=memory[-1] - memory[0] < 1.0, note=note,
        ),
        Row(
            topic="hours", name="work a press in hour 4", value=work[-1], unit="us", count=count,
            baseline=work[0], baseline_of="hour 1", spread=_hours(work),
            aim="<= 1.1 x hour 1", met=work[-1] <= GROWTH * work[0],
            note=f"the fixed loop's pass took {base_us:.2f} us after hour 4",
        ),
        Row(
            topic="hours", name="a turn of the loop in hour 4: p50", value=p50[-1], unit="us",
            count=count, baseline=p50[0], baseline_of="hour 1", spread=_hours(p50),
            aim="no growth", met=p50[-1] <= GROWTH * p50[0],
        ),
        Row(
            topic="hours", name="a turn of the loop in hour 4: p99", value=p99[-1], unit="us",
            count=count, baseline=p99[0], baseline_of="hour 1", spread=_hours(p99),
            aim="no growth", met=p99[-1] <= GROWTH * p99[0],
        ),
    ]  # fmt: skip


def _hours(values: list[float]) -> dict[str, float]:
    return {f"h{number}": value for number, value in enumerate(values, start=1)}


if __name__ == "__main__":
    topic(__doc__, measure)
