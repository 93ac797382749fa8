"""The service's figures in the appliance, for each kind of keys: `figures.py SECONDS COUNT`.

CPU at rest and at a press, and from a press to its lamp. `tests/bench/appliance.py` runs it and
makes rows of it. Prints one JSON object.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

import locks
from bench_vm.boards import config, pins
from bench_vm.image import image
from bench_vm.machine import UNIT, Machine, started
from bench_vm.needs import missing
from hardware.registry import kinds

MS = 1_000_000
LAMP = 19
BARE = {"pin": 4, "lamp": 14}
"""A contact and a lamp of their own, for the script that is compared with."""
PYTHON = "/opt/minuta/bin/python"
KINDS = tuple(one for one in kinds("buttons") if one in ("gpiod", "gpiozero", "simulated"))
_LOOP = "fixed = {'extremes': list}; exec(text, fixed); result = fixed['pass_us'](20)[0]"


def _used_ms(machine: Machine) -> float:
    return int(machine.shown("CPUUsageNSec")) / 1e6


def _at_rest(machine: Machine, seconds: float) -> float:
    """Return the milliseconds of CPU in a second, by the unit's own account."""
    began_ns, before = machine.now_ns(), _used_ms(machine)
    time.sleep(seconds)
    return (_used_ms(machine) - before) / ((machine.now_ns() - began_ns) / 1e9)


def _a_press(machine: Machine, count: int, rest_ms: float) -> float:
    """Return the milliseconds of CPU that a press costs, what rest would have cost taken off."""
    pin = pins()["seat1"]
    plan = [(n * 100 * MS + (0, 40 * MS)[up], pin, 1 - up) for n in range(count) for up in (0, 1)]
    began_ns, before = machine.now_ns(), _used_ms(machine)
    machine.play(plan)
    time.sleep(2.0)
    seconds = (machine.now_ns() - began_ns) / 1e9
    return (_used_ms(machine) - before - rest_ms * seconds) / count


def _lags_ms(machine: Machine, pin: int, lamp: int, count: int) -> list[float]:
    """Return the milliseconds from each press to its light."""
    lags = machine.python(
        "import lamp_eye; result = lamp_eye.lags_ns(pin, lamp, count)",
        pin=pin, lamp=lamp, count=count, limit_s=count * 15.0,
    )  # fmt: skip
    return [lag_ns / MS for lag_ns in lags]


def _bare_ms(machine: Machine, count: int) -> list[float]:
    """The same of a bare gpiozero script, whose callback hands over to another thread."""
    machine.call("systemctl", "stop", UNIT)
    machine.python(
        """
        import subprocess
        bare = subprocess.Popen(
            [python, "/run/bench/lamp_eye.py", str(pin), str(lamp)], stdout=subprocess.PIPE
        )
        result = bare.stdout.readline()[:5].decode()
        """,
        python=PYTHON, **BARE,
    )  # fmt: skip
    lags = _lags_ms(machine, BARE["pin"], BARE["lamp"], count)
    machine.python("bare.kill(); bare.wait()")
    return lags


def measure(seconds: float, count: int) -> dict[str, object]:
    """Return the fixed loop's pass there, what each kind costs, and each press's way to a lamp."""
    found: dict[str, dict[str, float]] = {}
    lags: dict[str, list[float]] = {}
    with (
        tempfile.TemporaryDirectory(prefix="minuta-bench-") as folder,
        started(image(), Path(folder)) as machine,
    ):
        text = (locks.ROOT / "tests/bench/baseline.py").read_text(encoding="utf-8")
        loop = text.split("def measure")[0].replace("from table import", "#")
        pass_us = machine.python(_LOOP, text=loop)
        for kind in KINDS:
            lamps = {"lamps": {"accepted": {"kind": kind, "pin": LAMP}}}
            more = {} if kind == "simulated" else lamps
            text = config(kind, more=more, minute="900s")
            machine.configure(_simulated() if kind == "simulated" else text)
            time.sleep(3.0)
            rest_ms = _at_rest(machine, seconds)
            found[kind] = {"rest_ms": rest_ms}
            if kind != "simulated":
                found[kind]["press_ms"] = _a_press(machine, count, rest_ms)
            if kind == "gpiod":  # the other way proves nothing and waits for its hold-back
                machine.play([(0, pins()["start"], 1), (100 * MS, pins()["start"], 0)])
                lags[kind] = _lags_ms(machine, pins()["seat1"], LAMP, count // 3)
        lags["bare"] = _bare_ms(machine, count // 3)
    return {"pass_us": pass_us, "kinds": found, "lags_ms": lags}


def _simulated() -> str:
    return config().replace("[box]\n", "[box]\nsimulated = true\n")


if __name__ == "__main__":
    if why := missing():
        sys.stdout.write(json.dumps({"missing": why}) + "\n")
        sys.exit()
    seconds_there, presses = float(sys.argv[1]), int(sys.argv[2])
    sys.stdout.write(json.dumps(measure(seconds_there, presses)) + "\n")
