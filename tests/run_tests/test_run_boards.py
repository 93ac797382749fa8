"""Every board that is shipped can be simulated, and a turn begun on it."""

from pathlib import Path

import pytest

from firmware_host.config import boards
from run_tests.table import MS, SECOND, Table


@pytest.mark.parametrize("board", sorted(boards()))
def test_a_board_can_be_simulated(tmp_path: Path, board: str) -> None:
    table = Table(tmp_path, board=board)
    at_ns = table.clock.now_ns() + 100 * MS
    table.tap("start", at_ns)
    for number, key in enumerate(table.line_of):
        if key not in ("start", "stop"):
            table.tap(key, at_ns + SECOND + number * 100 * MS)
    table.run(6 * SECOND)
    assert table.status == "running"
    verdicts = {r.data["key"] for r in table.end() if r.kind == "verdict"}
    assert verdicts >= {key for key in table.line_of if key != "stop"}
