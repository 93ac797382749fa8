"""The figures of the bench: rows, an aligned table, and JSON."""

import argparse
import json
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

JSON = Path("build/bench.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure.

    Attributes:
        topic: The file that measured it.
        name: What was measured; with the topic it is unique.
        value: The figure, in `unit`.
        baseline: What it is compared with, measured in the same run and in the same unit unless
            `baseline_of` says otherwise; None: there is nothing fair to compare with.
        baseline_of: What the baseline is, in words.
        ratio: `value` / `baseline`.
        count: How many single measurements stand behind it.
        spread: Such as {"p50": 1.0, "p99": 2.0, "max": 3.0}, in `unit`.
        aim: What is aimed at, as text; empty: no aim, it is printed.
        met: Whether this run met the aim; None: no aim. Nothing asserts it.
        note: What a reader must know.
    """

    topic: str
    name: str
    value: float
    unit: str
    count: int
    baseline: float | None = None
    baseline_of: str = ""
    spread: dict[str, float] = field(default_factory=dict)
    aim: str = ""
    met: bool | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Return how many baselines the value is."""
        return self.value / self.baseline if self.baseline else None

    def as_json(self) -> dict[str, object]:
        """Return the row as JSON has it."""
        return {**asdict(self), "ratio": self.ratio}


def quantiles(values: Iterable[float]) -> dict[str, float]:
    """Return p50, p99 and max of some values."""
    found = sorted(values)
    if not found:
        return {}
    last = len(found) - 1
    return {"p50": found[last // 2], "p99": found[min(last, len(found) * 99 // 100)],
            "max": found[last]}  # fmt: skip


def extremes(values: Iterable[float]) -> dict[str, float]:
    """Return min and max of some values."""
    found = list(values)
    return {"min": min(found), "max": max(found)} if found else {}


def number(value: float | None) -> str:
    """Return a figure with three digits that mean something."""
    if value is None:
        return "-"
    if value and abs(value) < 10:
        return f"{value:.3g}" if abs(value) < 1 else f"{value:.2f}"
    return f"{value:.1f}" if abs(value) < 100 else f"{value:.0f}"


def lines_of(rows: Sequence[Row]) -> list[str]:
    """Return the table, aligned, one line a row; notes below."""
    head = ("topic", "what", "value", "unit", "baseline", "ratio", "n", "spread", "aim", "")
    marks = {True: "met", False: "MISSED", None: ""}
    cells = [
        (
            row.topic, row.name, number(row.value), row.unit, number(row.baseline),
            number(row.ratio), str(row.count),
            " ".join(f"{key} {number(value)}" for key, value in row.spread.items()),
            row.aim, marks[row.met],
        )
        for row in rows
    ]  # fmt: skip
    widths = [max(len(line[at]) for line in [head, *cells]) for at in range(len(head))]
    right = {2, 4, 5, 6}
    lines = [
        "  ".join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in [head, tuple("-" * width for width in widths), *cells]
    ]
    told: dict[str, str] = {}
    for row in rows:
        for kind, text in (("note", row.note), ("baseline", row.baseline_of)):
            if text:
                told.setdefault(f"{kind}: {text}", f"{row.topic}, {row.name}")
    return [*lines, "", *(f"  {where}: {text}" for text, where in told.items())]


def machine() -> dict[str, object]:
    """Return on what this was measured."""
    return {
        "machine": platform.machine(), "cores": os.cpu_count(), "kernel": platform.release(),
        "python": platform.python_version(), "load": os.getloadavg()[0], "model": _model(),
    }  # fmt: skip


def _model() -> str:
    for path, key in ((Path("/proc/device-tree/model"), ""), (Path("/proc/cpuinfo"), "model name")):
        try:
            for line in path.read_text(errors="replace").splitlines():
                if line.startswith(key):
                    return line.split(":", 1)[-1].strip().strip("\0")
        except OSError:
            continue
    return ""


def write(rows: Sequence[Row], path: Path, **more: object) -> None:
    """Write the rows as JSON, in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({**more, "rows": [row.as_json() for row in rows]}, indent=1,
                      ensure_ascii=False)  # fmt: skip
    beside = path.with_name(path.name + ".new")
    beside.write_text(text + "\n", encoding="utf-8")
    beside.replace(path)


def read(path: Path) -> list[Row]:
    """Read rows that `write` wrote."""
    found = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return [Row(**{k: v for k, v in row.items() if k != "ratio"}) for row in found]


def arguments(what: str | None, argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Return what a topic's command line says."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--quick", action="store_true", help="short, with the same rows")
    parser.add_argument("--json", type=Path, default=None, help="write the rows there")
    return parser.parse_args(argv)


def topic(what: str | None, measure: object) -> None:
    """Be the command line of one topic: measure, print, write."""
    asked = arguments(what)
    rows = measure(asked.quick)  # type: ignore[operator]
    print("\n".join(lines_of(rows)))
    if asked.json is not None:
        write(rows, asked.json)
