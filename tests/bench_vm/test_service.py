"""The installed service on real lines under a real systemd: it is ready, and it goes on in play."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bench_vm.machine import Machine

pytestmark = pytest.mark.slow

START = 17  # four-seats


def records(machine: Machine, kind: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in machine.journal_bytes().splitlines()]
    return [row for row in rows if row["k"] == kind]


def test_a_press_of_a_wire_is_in_the_journal_at_its_instant(machine: Machine) -> None:
    assert machine.shown("ActiveState") == "active"
    [(before, _), (_, _)] = machine.play([(0, START, True), (200_000_000, START, False)])
    machine.until(lambda: records(machine, "verdict"), "a verdict")
    [verdict] = records(machine, "verdict")
    assert verdict["d"]["key"] == "start"
    assert verdict["d"]["at_ns"] >= before
