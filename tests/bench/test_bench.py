"""The bench runs, its table is whole, and what it counts is right. No time is asserted."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench_vm.needs import missing
from hardware.registry import kinds

pytestmark = pytest.mark.slow

RUN = Path(__file__).with_name("run.py")
GPIO = {"gpiod", "gpiozero"} & set(kinds("buttons"))
ROWS = {
    "baseline": 1, "press": 2, "lateness": 4, "threads": 17, "work": 3, "edges": 8,
    "standings": 2, "hours": 4, "process": 6, "sources": 6, "outputs": 10,
    "appliance": 2 + 2 * len(GPIO),
}  # fmt: skip
FIELDS = {"topic", "name", "value", "unit", "count", "baseline", "ratio", "spread", "aim", "met"}

Rows = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def rows_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Rows]:
    """Return what measures a topic quickly, once: its rows by name."""
    found: dict[str, Rows] = {}

    def measure(topic: str) -> Rows:
        if topic not in found:
            path = tmp_path_factory.mktemp("bench") / "bench.json"
            ended = subprocess.run(
                [sys.executable, str(RUN), "--quick", "--only", topic, "--json", str(path)],
                capture_output=True, text=True, timeout=1000,
            )  # fmt: skip
            assert ended.returncode == 0, ended.stderr
            rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
            found[topic] = {row["name"]: row for row in rows}
            assert all(row["topic"] == topic for row in rows)
        return found[topic]

    return measure


def test_no_other_topic_is_measured() -> None:
    """`make bench` measures what is asked for below."""
    asked = subprocess.run([sys.executable, str(RUN), "--help"], capture_output=True, text=True)
    assert "{" + ",".join(ROWS) + "}" in asked.stdout.replace("\n", "").replace(" ", "")


# It wants the appliance, an emulated processor.
TOPICS = [pytest.param(one, marks=pytest.mark.alone) if one == "appliance" else one for one in ROWS]


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_has_its_rows(rows_of: Callable[[str], Rows], topic: str) -> None:
    """No row is missing, and each has all that a figure needs."""
    if topic == "appliance" and (why := missing()):
        pytest.skip(why)
    rows = rows_of(topic)
    assert len(rows) == ROWS[topic]
    for row in rows.values():
        assert row.keys() >= FIELDS
        assert row["count"] > 0
        assert row["unit"]
        assert row["baseline"] is not None


def test_lateness_is_shown_beside_each_load(rows_of: Callable[[str], Rows]) -> None:
    """D1: four kinds of threads beside four loads, and which cell the rule judges."""
    rows = rows_of("threads")
    kinds = ("all ordinary, 5 ms", "loop FIFO, 5 ms", "loop FIFO, 0.5 ms", "all FIFO, 0.5 ms")
    for beside in ("journal", "journal + hogs", "spinner", "spinner + hogs"):
        for kind in kinds:
            row = rows[f"{beside}: {kind}"]
            assert row["spread"].keys() == {"p50", "p99", "max"}
            assert row["baseline"] == rows[f"{beside}: {kinds[0]}"]["value"]
    judged = [name for name, row in rows.items() if row["aim"].startswith("max <")]
    assert judged == ["journal + hogs: all FIFO, 0.5 ms"]
    assert rows["a real-time spinner is demoted after"]["met"] is True


def test_work_is_shown_beside_the_fixed_loop(rows_of: Callable[[str], Rows]) -> None:
    """H1: us a press, an edge and a record, each with its ratio to one loop of the same run."""
    rows = rows_of("work").values()
    assert [row["name"].split(",")[0] for row in rows] == [
        "a press of 16 edges", "an edge", "a record",
    ]  # fmt: skip
    assert {row["unit"] for row in rows} == {"us"}
    assert {row["baseline_of"] for row in rows} == {"the fixed loop's pass"}
    assert len({row["baseline"] for row in rows}) == 1
    for row in rows:
        assert row["ratio"] == pytest.approx(row["value"] / row["baseline"])


def test_standings_are_shown_beside_a_bare_sum_and_sort(rows_of: Callable[[str], Rows]) -> None:
    """One, and all, of the same table of 24 teams and 75 questions; all have an aim."""
    one, every = rows_of("standings").values()
    assert one["baseline"] == every["baseline"] > 0
    assert {row["unit"] for row in (one, every)} == {"ms"}
    assert one["spread"].keys() == every["spread"].keys() == {"min", "max"}
    assert (one["aim"], every["aim"]) == ("", "< 50 ms")
    assert every["met"] is (every["value"] < 50)


def test_idle_cpu_is_shown(rows_of: Callable[[str], Rows]) -> None:
    """H2: of both processes, on the simulated board, with its aim."""
    row = rows_of("process")["idle CPU of both, of a core"]
    assert row["spread"].keys() == {"daemon", "web"}
    assert row["value"] == pytest.approx(sum(row["spread"].values()))
    assert row["aim"] == "< 2 %"
    assert row["met"] is (row["value"] < 2)


def test_no_edge_of_24_lines_is_lost(rows_of: Callable[[str], Rows]) -> None:
    """Every edge stands in the journal, in its line's order."""
    row = rows_of("edges")["5,000/s over 24 lines: missing in the journal"]
    assert row["value"] == 0
    assert row["met"] is True


@pytest.mark.parametrize("what", ["edges not accounted for", "other keys' presses wrong"])
def test_storm_is_counted_exactly(rows_of: Callable[[str], Rows], what: str) -> None:
    """Single or in counts, and other keys are heard, in order."""
    row = rows_of("edges")[f"10 kHz on one line: {what}"]
    assert row["value"] == 0
    assert row["met"] is True


def test_all_signals_were_given(rows_of: Callable[[str], Rows]) -> None:
    """Each condition has as many signals as its turns have."""
    assert {row["count"] for row in rows_of("lateness").values()} == {50}
