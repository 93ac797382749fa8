"""The installed service under a real systemd: however it ends, its turn goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench_vm.boards import pins
from bench_vm.fingers import MS
from bench_vm.machine import UNIT, Machine

pytestmark = [pytest.mark.slow, pytest.mark.alone]

RUNNING = 23  # the lamp of four-seats


def _kill(machine: Machine) -> None:
    machine.call("systemctl", "kill", "--signal=KILL", UNIT)


def _hang(machine: Machine) -> None:
    machine.call("systemctl", "kill", "--signal=STOP", UNIT)


def _restart(machine: Machine) -> None:
    machine.call("systemctl", "restart", UNIT)


@pytest.mark.parametrize(
    ("end", "restarts"),
    [(_kill, "1"), (_hang, "1"), (_restart, "0")],
    ids=["killed", "hung", "restarted"],
)
def test_however_it_ends_the_turn_goes_on(
    machine: Machine, end: Callable[[Machine], None], restarts: str
) -> None:
    """The same turn, begun at the same instant, still runs, and its next press counts."""
    start, stop = pins()["start"], pins()["stop"]
    machine.play([(0, start, 1), (100 * MS, start, 0)])
    machine.until(lambda: (machine.ask()["turn"] or {}).get("status") == "running", "running")
    began = machine.ask()["turn"]["began_ns"]
    process = machine.shown("MainPID")
    end(machine)
    machine.until(
        lambda: (
            machine.shown("MainPID") not in (process, "0")
            and machine.shown("ActiveState") == "active"
        ),
        "started again",
    )
    assert machine.shown("NRestarts") == restarts
    turn = machine.ask()["turn"]
    assert (turn["status"], turn["began_ns"]) == ("running", began)
    machine.play([(0, stop, 1), (1_000 * MS, stop, 0)])
    machine.until(lambda: machine.ask()["turn"]["status"] == "paused", "paused by STOP held")


def test_stopped_its_lamp_is_off_and_started_it_is_lit_again(machine: Machine) -> None:
    start = pins()["start"]
    machine.play([(0, start, 1), (100 * MS, start, 0)])
    machine.until(lambda: machine.high(RUNNING), "the lamp of a running clock")
    machine.call("systemctl", "stop", UNIT)
    assert machine.shown("Result") == "success"
    assert not machine.high(RUNNING)
    machine.call("systemctl", "start", UNIT)
    machine.until(lambda: machine.high(RUNNING), "the lamp lit again")
