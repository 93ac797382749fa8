"""Lines that others hold, that flood, that go away: on a kernel's own GPIO chip."""

from __future__ import annotations

import inspect
import json

import pytest

from bench_vm.keys import PYTHON, keys
from bench_vm.machine import UNIT, Machine
from hardware.edges import Edge, Levels, SourceState

pytestmark = [pytest.mark.slow, pytest.mark.alone]
PINS = {"a": 17, "b": 27}
MS = 1_000_000
S = 1_000_000_000
SHIPPED = """schema = 1
board = "four-seats"
[box]
event = "bench"
evening = "shipped"
[sound]
kind = "silent"
"""
HOLD = """
import gpiod, time
chip = gpiod.Chip("/dev/gpiochip0")
request = chip.request_lines({17: gpiod.LineSettings()}, consumer="fan")
time.sleep(3600)
"""


def product(machine: Machine, code: str) -> str:
    """Run Python with the product's packages in the guest; return what it printed."""
    machine.put("/run/code.py", inspect.cleandoc(code))
    return machine.call(PYTHON, "/run/code.py").out


def test_a_line_of_another_program_is_named_with_its_holder_and_nothing_is_tried_instead(
    calm_machine: Machine,
) -> None:
    """By the driver, by `minuta check` and by the service; which starts once the line is free."""
    machine = calm_machine
    machine.call("systemctl", "stop", UNIT)
    machine.put("/etc/minuta/minuta.toml", SHIPPED)
    machine.put("/run/hold.py", HOLD)
    machine.call("systemd-run", "--quiet", "--collect", "--unit=fan", PYTHON, "/run/hold.py")
    holders = "cat /sys/kernel/debug/gpio 2>/dev/null || mount -t debugfs d /sys/kernel/debug"
    machine.until(lambda: "fan" in machine.shell(holders, check=False), "held")
    busy = r"DeviceBusy: line a \(GPIO17\) is held by 'fan': stop that program"
    with pytest.raises(LookupError, match=busy), keys(machine, PINS):
        pass
    checked = machine.call("minuta", "check", "--lang", "en", check=False)
    assert checked.code == 2
    assert "keys.start.pin = 17: the pin is held by 'fan'" in checked.out
    machine.call("systemctl", "restart", UNIT, check=False)
    machine.until(lambda: "GPIO17) is held by 'fan'" in machine.said(), "said who holds it")
    assert machine.shown("ActiveState") != "active"
    machine.call("systemctl", "stop", "fan")
    machine.until(lambda: machine.shown("ActiveState") == "active", "started by itself")
    [gpio] = [one for one in machine.ask()["sources"] if one["name"] == "gpio"]
    assert (gpio["kind"], gpio["stamped"], gpio["alive"]) == ("gpiod", "kernel", True)
    assert "keys gpio: gpiod, stamped by the kernel" in machine.said()
    boots = [json.loads(line) for line in machine.journal_bytes().splitlines()]
    assert [row["d"]["keys"] for row in boots if row["k"] == "boot"][-1].startswith("gpio gpiod")


def test_a_flooded_line_is_muted_and_tried_again_and_the_other_loses_no_edge(
    calm_machine: Machine,
) -> None:
    """The limit is lowered to what an emulated processor can drive; the rest is as it is."""
    flood = [(400 * MS + n * 2500_000, 17, n % 2 == 0) for n in range(1600)]
    other = [(300 * MS + n * 50 * MS + 1, 27, n % 2 == 0) for n in range(240)]
    again = [(12_000 * MS, 17, True), (12_100 * MS, 17, False)]
    with keys(calm_machine, PINS, flood_hz=150, ask_ms=50) as found:
        calm_machine.play(sorted(flood + other + again))
        found.stop()
    assert [state.alive for state in found.of(SourceState)] == [True]
    edges = {line: [e for e in found.of(Edge) if e.line == line] for line in PINS}
    assert [e.line_seq for e in edges["b"]] == list(range(1, 241))
    muted = [n for n, one in enumerate(found.posted) if isinstance(one, Levels) and one.muted]
    assert {frozenset(found.posted[n].muted) for n in muted} == {frozenset({"a"})}  # type: ignore[union-attr]
    silent = found.posted[muted[0] : muted[-1]]
    assert not [one for one in silent if isinstance(one, Edge) and one.line == "a"]
    assert silent[-1].at_ns - silent[0].at_ns > 4 * S
    assert [one for one in silent if isinstance(one, Edge)], "the other line was heard meanwhile"
    assert len(edges["a"]) < 1602
    assert [e.line_seq for e in edges["a"]] == list(range(1, len(edges["a"]) + 1))
    assert [e.closed_hint for e in edges["a"][-2:]] == [True, False]
    assert edges["a"][-1].at_ns > silent[-1].at_ns


def test_a_chip_that_goes_away_is_a_lost_source_and_one_that_comes_back_is_heard(
    calm_machine: Machine,
) -> None:
    live = "/sys/kernel/config/gpio-sim/pi/live"
    with keys(calm_machine, PINS) as found:
        calm_machine.play([(300 * MS, 17, True), (400 * MS, 17, False)])
        calm_machine.shell(f"sleep 1; echo 0 > {live}; sleep 2; echo 1 > {live}; sleep 4")
        calm_machine.python("import importlib, lines; importlib.reload(lines)")
        calm_machine.play([(300 * MS, 27, True)])
        found.stop()
    states = found.of(SourceState)
    assert [state.alive for state in states] == [True, False, True]
    assert "GPIO chip" in states[1].why
    last = found.of(Edge)[-1]
    assert (last.line, last.line_seq, last.seq) == ("b", 1, 1)


def test_a_switch_drives_its_line_and_begins_and_ends_off(calm_machine: Machine) -> None:
    calm_machine.call("systemctl", "stop", UNIT)  # it has these lines itself
    said = product(
        calm_machine,
        """
        import glob
        from hardware.errors import HardwareError
        from hardware.lamps.gpiod_switch import GpiodSwitch
        def seen():
            paths = [glob.glob(f"/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio{pin}/value")
                     for pin in (20, 21)]
            print(*(open(path).read().strip() for [path] in paths))
        lamp, low = GpiodSwitch("lamp", 20), GpiodSwitch("low", 21, active_high=False)
        seen()
        lamp.set(True), low.set(True)
        seen()
        for pin in (20, 60):
            try:
                GpiodSwitch("other", pin)
            except HardwareError as error:
                print(type(error).__name__, error)
        lamp.set(False), low.set(False)
        seen()
        """,
    )
    assert said.splitlines() == [
        "0 1",
        "1 0",
        "DeviceBusy output other (GPIO20) is held by 'minuta': stop that program, or take another"
        " pin",
        "DeviceNotFound output other (GPIO60): the chip has 54 lines",
        "0 1",
    ]


SECOND = """schema = 1
[box]
event = "bench"
evening = "one"
[sound]
kind = "silent"
[format]
id = "chgk-003"
[board]
id = "own"
name = { ru = "Своя", en = "Own" }
[board.sources.gpio]
kind = "gpiozero"
[board.keys]
start = { pin = 17 }
stop = { pin = 27 }
[board.lamps]
running = { pin = 23, kind = "gpiozero" }
"""


def test_gpiozero_is_the_second_way_and_says_so(calm_machine: Machine) -> None:
    """Its own board; a press counts with the kernel's stamp, and the lamp lights by it."""
    machine = calm_machine
    machine.configure(SECOND)
    assert not machine.high(23)
    [(before, after), _] = machine.play([(0, 17, True), (300 * MS, 17, False)])
    machine.until(lambda: machine.high(23), "lit")
    status = machine.ask()
    assert [one["kind"] for one in status["sources"] if one["name"] == "gpio"] == ["gpiozero"]
    rows = [json.loads(line) for line in machine.journal_bytes().splitlines()]
    [start] = [row["d"] for row in rows if row["k"] == "verdict"]
    assert before <= start["at_ns"] <= after + 2 * MS
    assert next(row["d"]["keys"] for row in rows if row["k"] == "boot").startswith("gpio gpiozero")
