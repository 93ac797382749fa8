"""Floods of edges through the whole daemon on a simulated clock: A4, A5, and no growth (H3)."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from firmware_host.journal.record import Record
from run_tests.living import edges_of
from run_tests.table import MS, SECOND, Table

FLOODED = "viol"
BATCH_NS = 2 * MS
"""A kernel's reader takes 2 ms of a flood at once (REALTIME a.5)."""


def flood(table: Table, key: str, every_ns: int, from_ns: int, until_ns: int) -> int:
    """Inject edges in batches, each with its own stamp; return how many."""
    line, buttons = table.line_of[key], table.buttons_of(key)
    stamps = list(enumerate(range(from_ns, until_ns, every_ns)))

    def inject(batch: list[tuple[int, int]]) -> None:
        for i, at_ns in batch:
            buttons.edge(line, i % 2 == 0, at_ns)

    many = max(1, BATCH_NS // every_ns)
    for first in range(0, len(stamps), many):
        batch = stamps[first : first + many]
        table.at(batch[-1][1], partial(inject, batch))
    return len(stamps)


def counted(records: list[Record], line: str) -> tuple[int, int]:
    """Return how many edges of a line the journal has, and in how many bytes."""
    single = sum(edge.line == line for edge in edges_of(records))
    runs = [r for r in records if r.kind == "edge_run" and r.data.get("line") == line]
    size = sum(len(json.dumps(dict(record.data))) + 190 for record in runs)
    size += sum(  # records of edges carry those of all lines
        len(json.dumps(dict(record.data))) + 190
        for record in records
        if record.kind == "edges"
        and any(edge.line == line for edge in edges_of([record]))
    )  # fmt: skip
    return single + sum(r.data["n"] + r.data["lost"] for r in runs), size  # type: ignore[operator]


def one_line_floods(folder: Path, seconds: int) -> None:
    """A4: 10 kHz on one line; the other keys' presses right and in order."""
    table = Table(folder)
    began_ns = table.clock.now_ns() + SECOND
    until_ns = began_ns + seconds * SECOND
    injected = flood(table, FLOODED, 100_000, began_ns, until_ns)
    presses = 100
    taps = [(f"seat{1 + i % 4}", began_ns + (i + 1) * seconds * SECOND // (presses + 2))
            for i in range(presses)]  # fmt: skip
    taps = [(key, at_ns // MS * MS) for key, at_ns in taps]
    for key, at_ns in taps:
        table.tap(key, at_ns, 20 * MS)
    table.tap("start", began_ns - 500 * MS)
    table.stepper.run(began_ns + 500 * MS)
    assert "storm" in table.alarms, "said within half a second"
    table.stepper.run(until_ns)
    assert "storm" in table.alarms
    table.run(3 * SECOND)
    assert "storm" not in table.alarms, "it ends by itself"
    after_ns = table.clock.now_ns() + SECOND
    table.tap(FLOODED, after_ns)
    table.run(2 * SECOND)
    records = table.end()
    verdicts = [
        (r.data["key"], r.data["from_ns"])
        for r in records
        if r.kind == "verdict" and r.data["key"] not in ("start", FLOODED)
    ]
    assert verdicts == taps
    of_flooded = [
        r.data["from_ns"] for r in records if r.kind == "verdict" and r.data["key"] == FLOODED
    ]
    assert after_ns in of_flooded, "after the storm the key is heard again"
    edges, size = counted(records, table.line_of[FLOODED])
    assert edges == injected + 2
    assert size < 100_000, size


def test_ten_kilohertz_on_one_line(tmp_path: Path) -> None:
    one_line_floods(tmp_path, 5)


@pytest.mark.slow
def test_ten_kilohertz_on_one_line_for_a_minute(tmp_path: Path) -> None:
    one_line_floods(tmp_path, 60)


def all_lines_flood(folder: Path, seconds: int) -> None:
    """A5: 24 lines of 210 edges a second: every edge stands in the journal by itself."""
    table = Table(folder, seats=24)
    keys = list(table.line_of)
    began_ns = table.clock.now_ns() + SECOND
    every_ns = SECOND // 210
    injected = sum(
        flood(table, key, every_ns, began_ns + 1000 * i, began_ns + seconds * SECOND)
        for i, key in enumerate(keys)
    )
    table.run(seconds * SECOND + 3 * SECOND)
    assert "storm" not in table.alarms
    records = table.end()
    edges = edges_of(records)
    assert len(edges) == injected
    assert not [record for record in records if record.kind == "edge_run"]
    by_line = Counter(edge.line for edge in edges)
    for line in table.line_of.values():
        numbers = [edge.line_seq for edge in edges if edge.line == line]
        assert numbers == list(range(numbers[0], numbers[0] + by_line[line]))


def test_all_lines_at_210_edges_a_second(tmp_path: Path) -> None:
    all_lines_flood(tmp_path, 1)


@pytest.mark.slow
def test_all_lines_at_210_edges_a_second_for_ten_seconds(tmp_path: Path) -> None:
    all_lines_flood(tmp_path, 10)


@contextmanager
def calls() -> Iterator[list[int]]:
    """Count the calls of Python functions."""
    count = [0]

    def note(_frame: object, event: str, _arg: object) -> None:
        if event == "call":
            count[0] += 1

    sys.setprofile(note)
    try:
        yield count
    finally:
        sys.setprofile(None)


def hours(folder: Path, many: int, minutes: int) -> list[float]:
    """Play turn after turn; return the calls for each press of each hour."""
    table = Table(folder)
    costs = []
    for _ in range(many):
        presses = 0
        with calls() as count:
            for _ in range(minutes):
                at_ns = table.clock.now_ns() + SECOND
                for i, key in enumerate(["start", "seat1", "seat2", "stop", "seat3"]):
                    table.tap(key, at_ns + i * SECOND)
                    presses += 1
                table.run(75 * SECOND)
                table.tap("next", table.clock.now_ns() + SECOND)
                presses += 1
                table.run(4 * SECOND)
        costs.append(count[0] / presses)
    table.end()
    return costs


def test_the_tenth_turn_is_no_more_work_than_the_first(tmp_path: Path) -> None:
    """H3, shortened."""
    costs = hours(tmp_path, 3, 1)
    assert max(costs[1:]) <= 1.1 * costs[0], costs


@pytest.mark.slow
def test_the_fourth_hour_is_no_more_work_than_the_first(tmp_path: Path) -> None:
    """H3."""
    costs = hours(tmp_path, 4, 46)
    assert costs[3] <= 1.1 * costs[0], costs
