"""What each kind of keys costs when nobody presses, and what a press costs: in the appliance (H2).

The virtual appliance (`tests/bench_vm`) has real lines, and an emulated processor. So a figure is
compared with a pass of the fixed loop there: on another machine it is that many passes of its own.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from table import Row, topic

TESTS = Path(__file__).resolve().parents[1]


def measure(quick: bool) -> list[Row]:
    """Return one or two rows for each kind of keys that this Minuta has."""
    counts = ("4", "30") if quick else ("20", "150")
    command = [sys.executable, str(TESTS / "bench_vm/at_rest.py"), *counts]
    path = os.pathsep.join(str(folder) for folder in (TESTS.parent, TESTS, TESTS / "make"))
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(done.returncode)
    said = json.loads(done.stdout.splitlines()[-1])
    rows = []
    for kind, cost in said["kinds"].items():
        for name, value in cost.items():
            what, unit = {"rest_ms": ("at rest", "ms/s"), "press_ms": ("a press", "ms")}[name]
            rows.append(
                Row(
                    topic="at_rest", name=f"{what}, keys by {kind}", value=value, unit=unit,
                    count=1, baseline=said["pass_us"] / 1e3,
                    baseline_of="a pass of the fixed loop there",
                    note="in an emulator: only ratio and comparison mean something",
                )
            )  # fmt: skip
    return rows


if __name__ == "__main__":
    topic(__doc__, measure)
