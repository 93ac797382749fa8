"""The bench runs, its table is whole, and what it counts is right. No time is asserted."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

RUN = Path(__file__).with_name("run.py")
ROWS = {
    "baseline": 1, "press": 2, "lateness": 4, "threads": 17, "work": 3, "edges": 8, "hours": 4,
    "process": 6,
}  # fmt: skip
FIELDS = {"topic", "name", "value", "unit", "count", "baseline", "ratio", "spread", "aim", "met"}

Rows = dict[tuple[str, str], dict[str, Any]]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """Return the rows of one quick run, by topic and name."""
    path = tmp_path_factory.mktemp("bench") / "bench.json"
    ended = subprocess.run(
        [sys.executable, str(RUN), "--quick", "--json", str(path)],
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    found = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return {(row["topic"], row["name"]): row for row in found}


def test_every_topic_has_its_rows(rows: Rows) -> None:
    """No row is missing, and each has all that a figure needs."""
    counts = {topic: sum(name[0] == topic for name in rows) for topic in ROWS}
    assert counts == ROWS
    for row in rows.values():
        assert row.keys() >= FIELDS
        assert row["count"] > 0
        assert row["unit"]
        assert row["baseline"] is not None


def test_no_edge_of_24_lines_is_lost(rows: Rows) -> None:
    """Every edge stands in the journal, in its line's order."""
    row = rows["edges", "5,000/s over 24 lines: missing in the journal"]
    assert row["value"] == 0
    assert row["met"] is True


@pytest.mark.parametrize("what", ["edges not accounted for", "other keys' presses wrong"])
def test_storm_is_counted_exactly(rows: Rows, what: str) -> None:
    """Single or in counts, and other keys are heard, in order."""
    row = rows["edges", f"10 kHz on one line: {what}"]
    assert row["value"] == 0
    assert row["met"] is True


def test_all_signals_were_given(rows: Rows) -> None:
    """Each condition has as many signals as its turns have."""
    assert {row["count"] for (topic, _), row in rows.items() if topic == "lateness"} == {50}
