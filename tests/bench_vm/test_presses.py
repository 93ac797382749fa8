"""Presses of real lines: each is in the journal, at an instant that meets that of its write."""

from __future__ import annotations

import pytest

from bench_vm import journal
from bench_vm.boards import config, pins
from bench_vm.fingers import MS, Driven, Plan, driven, pressed, strangers, taps, wired
from bench_vm.machine import Machine
from hardware.edges import Edge

pytestmark = [pytest.mark.slow, pytest.mark.alone]

PRESSES = 1_000


def _driven(machine: Machine, plan: Plan) -> list[Driven]:
    return driven(plan, machine.play(wired(plan, pins()), limit_s=900))


def _edges(machine: Machine) -> list[Edge]:
    return journal.edges(journal.rows(machine.journal_bytes()))


def test_a_question_is_played_by_its_wires(machine: Machine) -> None:
    """chgk-003: START, ten seconds left, the end, the collection; its lamp is lit and goes out."""
    machine.configure(config(minute="12s"))
    plan = [(0, "start", True), (100 * MS, "start", False)]
    [wrote, _] = _driven(machine, plan)
    machine.until(lambda: machine.high(23), "the lamp of a running clock")
    machine.until(lambda: machine.ask()["turn"]["status"] == "done", "done")
    machine.until(lambda: not machine.high(23), "the lamp off")
    rows = journal.rows(machine.journal_bytes())
    [verdict] = [row.data for row in rows if row.kind == "verdict"]
    assert (verdict["key"], verdict["verb"], verdict["reason"]) == ("start", "begin", None)
    assert strangers([wrote], pressed(journal.presses(rows))) == []
    began_ns = verdict["at_ns"]
    due = {row.data["cue"]: row.data["due_ns"] - began_ns for row in rows if row.kind == "crossed"}
    assert due == {
        "start": 0, "ten-left": 2_000 * MS, "end": 12_000 * MS, "collect": 22_000 * MS
    }  # fmt: skip


def test_each_of_1000_presses_is_kept_at_its_instant(calm_machine: Machine) -> None:
    """One processor: with two, an emulator stops one of them for longer than any real merge."""
    machine = calm_machine
    keys = list(pins())
    plan = taps(keys, PRESSES, every_ns=40 * MS, closed_ns=60 * MS)
    wrote = _driven(machine, plan)
    machine.until(lambda: machine.presses_kept() >= PRESSES, "all presses in the journal")
    machine.until(lambda: len(_edges(machine)) >= 2 * PRESSES, "the last release there too")
    rows = journal.rows(machine.journal_bytes())

    closings = [one for one in wrote if one.closed]
    seen = pressed(journal.presses(rows))
    assert strangers(closings, seen) == []
    assert len(strangers(closings, seen, shift_ns=50 * MS)) == PRESSES, "the control agrees"
    assert machine.shown("NRestarts") == "0"
