"""How late signals are given: 1,000 in each of four conditions, by the real loop.

A format of the bench's own has 50 signals in half a second. Late is the instant at which the
player was told, less the scheduled instant; the signal's record gives the latter.
"""

import time
from pathlib import Path

import box
from hogs import cores, hogs
from table import Row, quantiles, topic

SIGNALS = 50
FORMAT = "bench-signals"
_HEAD = """
schema = 1
id = "bench-signals"
source = "bench"
name = {{ ru = "Замер", en = "Bench" }}
players = "hall"

[[phase]]
id = "discuss"
word = {{ ru = "МИНУТА", en = "MINUTE" }}
caption = {{ ru = "Замер", en = "Bench" }}
for = "5s"
keys = {{ seat = "card" }}
{signals}
[score]
kind = "answers"
from = "discuss"
"""
_SIGNAL = """
  [[phase.signals]]
  cue = "ten-left"
  at = "{at}ms"
"""


def write_format(folder: Path) -> Path:
    """Write the format into a folder; return the folder."""
    signals = "".join(_SIGNAL.format(at=50 + 10 * number) for number in range(SIGNALS))
    (folder / f"{FORMAT}.toml").write_text(_HEAD.format(signals=signals), encoding="utf-8")
    return folder


def bare_late_us(count: int, real_time: bool) -> list[float]:
    """Return how late a bare thread wakes up that sleeps until each instant, microseconds."""
    found: list[float] = []
    with box.finger(real_time):
        due_ns = time.monotonic_ns()
        for _ in range(count):
            due_ns += 10_000_000
            time.sleep(max(0, due_ns - time.monotonic_ns()) / 1e9)
            found.append((time.monotonic_ns() - due_ns) / 1e3)
    return found


def late_us(turns: int, real_time: bool) -> list[float]:
    """Return the lateness of every signal of some turns, microseconds."""
    with box.folders() as places:
        config = box.config_of(format_id=FORMAT, folder=write_format(places.runtime))
        with box.running(config, places, real_time=real_time) as one:
            box.wait_for(lambda: one.status == "ready")
            time.sleep(0.3)
            for turn in range(turns):
                one.tap("start")
                box.wait_for(
                    lambda turn=turn: len(one.sound.plays) >= SIGNALS * (turn + 1), every_s=0.02
                )
                one.annul()
            played_ns = [at_ns for at_ns, _ in one.sound.plays]
        due_ns = [
            int(str(record.data["due_ns"]))
            for record in box.records_of(one.evening)
            if record.kind == "output" and record.data["what"] == "fired"
        ]
    assert len(due_ns) == len(played_ns) == SIGNALS * turns
    return [(at_ns - to_ns) / 1e3 for at_ns, to_ns in zip(played_ns, due_ns, strict=True)]


CONDITIONS = (
    ("idle, real-time", True, 0, 1000.0, "p99 < 1 ms"),
    ("idle, ordinary", False, 0, 1000.0, "p99 < 1 ms"),
    ("both cores loaded, real-time", True, 1, 300.0, "p99 < 0.3 ms"),
    ("both cores loaded, ordinary", False, 1, None, ""),
)


def measure(quick: bool) -> list[Row]:
    """Return a row for each condition."""
    rows = []
    for name, real_time, loaded, aim_us, aim in CONDITIONS:
        with hogs(cores() * loaded):
            late = late_us(1 if quick else 1000 // SIGNALS, real_time)
            bare = quantiles(bare_late_us(50 if quick else 300, real_time))
        spread = quantiles(late)
        rows.append(
            Row(
                topic="lateness", name=f"signals, {name}", value=spread["p99"], unit="us",
                count=len(late), spread=spread, baseline=bare["p99"], aim=aim,
                baseline_of="a bare thread of the same kind that sleeps until each instant: p99",
                met=None if aim_us is None else spread["p99"] < aim_us,
                note="" if box.fifo_allowed() else box.NO_FIFO,
            )
        )  # fmt: skip
    return rows


if __name__ == "__main__":
    topic(__doc__, measure)
