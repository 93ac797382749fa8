"""Each kind of keys in the appliance: what it costs at rest and at a press, press to lamp (H2).

The virtual appliance (`tests/bench_vm`) has real lines, and an emulated processor. So a figure is
compared with a pass of the fixed loop there: on another machine it is that many passes of its own.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from table import Row, quantiles, topic

from firmware_host.intake.contact_words import TIMINGS

TESTS = Path(__file__).resolve().parents[1]


def measure(quick: bool) -> list[Row]:
    """Return one or two rows for each kind of keys that this Minuta has."""
    counts = ("4", "30") if quick else ("20", "150")
    command = [sys.executable, str(TESTS / "bench_vm/figures.py"), *counts]
    path = os.pathsep.join(str(folder) for folder in (TESTS.parent, TESTS, TESTS / "make"))
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(done.returncode)
    said = json.loads(done.stdout.splitlines()[-1])
    if why := said.get("missing"):
        sys.stderr.write(f"appliance: left out: {why}\n")
        return []
    rows = []
    for kind, cost in said["kinds"].items():
        for name, value in cost.items():
            what, unit = {"rest_ms": ("at rest", "ms/s"), "press_ms": ("a press", "ms")}[name]
            rows.append(
                Row(
                    topic="appliance", name=f"{what}, keys by {kind}", value=value, unit=unit,
                    count=1, baseline=said["pass_us"] / 1e3,
                    baseline_of="a pass of the fixed loop there",
                    note="in an emulator: only ratio and comparison mean something",
                )
            )  # fmt: skip
    return rows + _to_the_lamp(said["lags_ms"])


def _to_the_lamp(lags_ms: dict[str, list[float]]) -> list[Row]:
    """Return the way of a press to its lamp, less the confirm that the board states."""
    bare = quantiles(lags_ms.pop("bare"))
    confirm_ms = TIMINGS["gpio"].confirm_ns / 1e6
    rows = []
    for kind, lags in lags_ms.items():
        spread = quantiles(lag - confirm_ms for lag in lags)
        rows.append(
            Row(
                topic="appliance", name=f"press to lamp less confirm, {kind}", value=spread["p50"],
                unit="ms", count=len(lags), baseline=bare["p50"], spread=spread,
                baseline_of="a bare gpiozero script there, lamp in another thread: p50; "
                f"p99 {bare['p99']:.1f}, max {bare['max']:.1f}",
                aim="<= 1.2 x bare", met=spread["p50"] <= 1.2 * bare["p50"],
            )
        )  # fmt: skip
    return rows


if __name__ == "__main__":
    topic(__doc__, measure)
