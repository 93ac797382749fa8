"""The product's source of keys in a guest, as a test sees it: what it has posted."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench_vm.machine import UNIT, Machine
from hardware.edges import Edge, KeyReport, Levels, SourceState

PYTHON = "/opt/minuta/bin/python"
READER = Path(__file__).with_name("keys_reader.py")
FOLDER = "/run/bench-keys"
U_NS = 50_000


class Keys:
    """A source that runs in the guest; `posted` has its reports once it was stopped."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.posted: list[KeyReport] = []

    def go(self) -> None:
        """Let it read; until then the kernel alone keeps the edges."""
        self.machine.shell(f"touch {FOLDER}/go")

    def stop(self) -> None:
        """Stop it and take what it posted."""
        self.go()
        self.machine.shell(f"touch {FOLDER}/stop")
        self.machine.until(lambda: self._there("posted"), "written what was posted")
        rows = json.loads(self.machine.get(f"{FOLDER}/posted"))
        self.posted = [_report(*row) for row in rows]

    def of(self, kind: type) -> list[Any]:
        """Return the reports of one kind."""
        return [report for report in self.posted if isinstance(report, kind)]

    def _there(self, *names: str) -> bool:
        tests = " || ".join(f"test -e {FOLDER}/{name}" for name in names)
        return self.machine.call("sh", "-c", tests, check=False).code == 0


@contextmanager
def keys(
    machine: Machine, lines: Mapping[str, int], *, spares: Sequence[int] = (), ask_ms: int = 20,
    flood_hz: int = 2000, waits: bool = False,
) -> Iterator[Keys]:  # fmt: skip
    """Claim lines in the guest by the product's source; the service there is stopped for it.

    Args:
        ask_ms: Levels are asked for so often.
        flood_hz: What a flood is.
        waits: Whether it reads only when told to.

    Raises:
        LookupError: They were refused; with the words of the driver.
    """
    found = Keys(machine)
    machine.call("systemctl", "stop", UNIT)
    # Below the kernel's threads: on one processor each edge is queued before the next is made.
    machine.python("import lines; lines.PRIORITY = 40")
    machine.shell(f"rm -rf {FOLDER}; mkdir {FOLDER}")
    machine.put("/opt/bench/keys_reader.py", READER.read_text())
    order = {"lines": lines, "spares": spares, "folder": FOLDER, "ask_ms": ask_ms}
    order |= {"flood_hz": flood_hz}
    command = (PYTHON, "/opt/bench/keys_reader.py", json.dumps(order))
    machine.call("systemd-run", "--quiet", "--collect", "--unit=bench-keys", *command)
    machine.until(lambda: found._there("ready", "refused"), "ready or refused")
    if found._there("refused"):
        raise LookupError(machine.get(f"{FOLDER}/refused").decode())
    if not waits:
        found.go()
    yield found
    if not found.posted:
        machine.call("systemctl", "kill", "--signal=KILL", "bench-keys", check=False)


def _report(kind: str, *cells: Any) -> KeyReport:
    if kind == "edge":
        line, at_ns, closed, line_seq, seq = cells
        return Edge("gpio", line, at_ns, closed, line_seq, seq, U_NS)
    if kind == "levels":
        at_ns, closed, drained_ns, muted = cells
        return Levels("gpio", at_ns, frozenset(closed), drained_ns, frozenset(muted))
    return SourceState("gpio", *cells)
