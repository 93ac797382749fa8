"""All figures: `make bench`, or `tests/bench/run.py [--quick] [--only NAME] [--json PATH]`.

Each topic is a file of its own and runs in a process of its own, so that none sees the threads,
the memory or the settings of another. Nothing here judges: a missed aim is printed.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import box
import table

HERE = Path(__file__).resolve().parent
TOPICS = (
    "baseline", "press", "lateness", "threads", "work", "edges", "standings", "hours",
    "process", "sources", "outputs", "appliance",
)  # fmt: skip
WITHIN_S = 900.0  # the appliance may have to be built


def run_topic(name: str, quick: bool, folder: Path) -> list[table.Row]:
    """Measure one topic in a process of its own.

    Raises:
        RuntimeError: It fails; its words are above.
    """
    path = folder / f"{name}.json"
    command = [sys.executable, str(HERE / f"{name}.py"), "--json", str(path)]
    command += ["--quick"] if quick else []
    ended = subprocess.run(
        command, stdout=subprocess.DEVNULL, timeout=WITHIN_S, cwd=HERE.parents[1]
    )
    if ended.returncode:
        raise RuntimeError(f"{name}.py ended with {ended.returncode}; its words are above")
    return table.read(path)


def main() -> int:
    """Measure, print, write; 1 if a topic could not be measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a minute or two, with the same rows")
    parser.add_argument("--only", choices=TOPICS, action="append", help="this topic; may be again")
    parser.add_argument("--json", type=Path, default=table.JSON, help="write the rows there")
    asked = parser.parse_args()
    machine = {**table.machine(), "fifo": box.fifo_allowed(), "quick": asked.quick}
    print(", ".join(f"{key} {value}" for key, value in machine.items()), flush=True)
    if not machine["fifo"]:
        print(box.NO_FIFO)
    rows: list[table.Row] = []
    failed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="minuta-bench-") as folder:
        for name in asked.only or TOPICS:
            began_s = time.monotonic()
            try:
                rows += run_topic(name, asked.quick, Path(folder))
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                failed.append(name)
                print(f"FAILED: {error}", file=sys.stderr)
            print(f"{name}: {time.monotonic() - began_s:.0f} s", file=sys.stderr, flush=True)
    print("\n".join(table.lines_of(rows)))
    table.write(rows, asked.json, machine=machine, failed=failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
