"""A flooded and a shorted line at the real service: each press of the other keys is heard."""

from __future__ import annotations

import pytest

from bench_vm import journal
from bench_vm.boards import pins
from bench_vm.fingers import MS, driven, pressed, strangers, taps
from bench_vm.machine import Machine

pytestmark = [pytest.mark.slow, pytest.mark.alone]

FLOODED, SHORTED = "seat1", "seat2"
HEARD = ("seat3", "seat4", "viol")
PRESSES = 60
EVERY_NS = 70 * MS
FLOOD_EVERY_NS = 1 * MS  # a line is muted from twice as many on: test_gpiod_lines.py


def test_a_flooded_and_a_shorted_line_silence_no_other(calm_machine: Machine) -> None:
    """1,000 edges a second on one line, another held to ground all the time."""
    machine, wires = calm_machine, pins()
    machine.drive(wires[SHORTED], closed=True)
    fingers = taps(HEARD, PRESSES, every_ns=EVERY_NS, closed_ns=50 * MS)
    span_ns = PRESSES * EVERY_NS
    flood = [(n * FLOOD_EVERY_NS, FLOODED, n % 2 == 0) for n in range(span_ns // FLOOD_EVERY_NS)]
    plan = sorted([*fingers, *flood])
    stamps = machine.play([(at, wires[key], closed) for at, key, closed in plan], limit_s=900)
    wrote = [one for one in driven(plan, stamps) if one.key in HEARD and one.closed]
    assert len(wrote) == PRESSES

    def seen() -> list[journal.Row]:
        rows = journal.presses(journal.rows(machine.journal_bytes()))
        return [row for row in rows if row.data["key"] in HEARD]

    machine.until(lambda: len(seen()) >= PRESSES, "all other presses in the journal")
    assert strangers(wrote, pressed(seen())) == []
    for key, alarm in ((FLOODED, "storm"), (SHORTED, "stuck-key")):
        machine.until(lambda key=key, alarm=alarm: _said(machine, alarm, key), f"{alarm} of {key}")
    assert machine.shown("NRestarts") == "0"


def _said(machine: Machine, alarm: str, key: str) -> bool:
    return bool(journal.alarms(journal.rows(machine.journal_bytes()), alarm, key))
