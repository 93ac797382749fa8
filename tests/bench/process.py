"""The two processes as they are started: time to ready, memory, CPU when idle (H2).

`minuta run --demo` and `minuta web --demo` as children, in folders of their own. Idle: the
turn is ready, nobody presses, no page is open.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import box
from table import Row, extremes, topic

from firmware_host.config import find_places
from firmware_host.control.client import ControlClient, LinkLost

MINUTA = [sys.executable, "-m", "firmware_host.cli"]
READY_S = 30.0
TICKS = os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int | str) -> dict[str, int]:
    """Return a process's memory as the kernel sums it up: word -> kB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return {word: int(kb) for word, kb in re.findall(r"^(\w+):\s+(\d+) kB", text, re.M)}


def cpu_s(pid: int) -> float:
    """Return the CPU time that a process has used, all threads, seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Child:
    """A child process, and when it said what."""

    def __init__(self, args: list[str], env: Mapping[str, str]) -> None:
        self.began_s = time.monotonic()
        self.process = subprocess.Popen(
            args, env=env, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        self.said: list[tuple[float, str]] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append((time.monotonic() - self.began_s, line.rstrip()))

    def when(self, word: str) -> float:
        """Wait for a line with a word; return after how many seconds it came."""
        by_s = time.monotonic() + READY_S
        while time.monotonic() < by_s:
            for at_s, line in list(self.said):
                if word in line:
                    return at_s
            if self.process.poll() is not None:
                break
            time.sleep(0.005)
        raise RuntimeError(f"it does not say {word!r}: {[line for _, line in self.said]}")

    def close(self) -> None:
        """End it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        self.process.kill()
        self.process.wait()
        self._reader.join()
        assert self.process.stderr is not None
        self.process.stderr.close()


@contextmanager
def child(args: list[str], env: Mapping[str, str]) -> Iterator[Child]:
    """Run a child while the block does."""
    one = Child(args, env)
    try:
        yield one
    finally:
        one.close()


def environment(places_below: Path, runtime: Path) -> dict[str, str]:
    """Return an environment in which a child keeps everything in these folders."""
    return {
        **os.environ, "STATE_DIRECTORY": str(places_below), "RUNTIME_DIRECTORY": str(runtime),
        "PYTHONUNBUFFERED": "1",
    }  # fmt: skip


def first_snapshot_s(path: Path, began_s: float) -> float:
    """Return how long after its start a daemon gave its first snapshot, seconds."""
    by_s = time.monotonic() + READY_S
    while time.monotonic() < by_s:
        with suppress(LinkLost), ControlClient(path, "bench") as client:
            next(iter(client.snapshots(1.0)))
            return time.monotonic() - began_s
        time.sleep(0.005)
    raise RuntimeError("no snapshot")


def free_port() -> int:
    """Return a port that nobody has now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def page_s(port: int, began_s: float) -> float:
    """Return how long after its start the web gave a page, seconds."""
    by_s = time.monotonic() + READY_S
    while time.monotonic() < by_s:
        with (
            suppress(OSError),
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as it,
        ):
            it.read()
            return time.monotonic() - began_s
        time.sleep(0.005)
    raise RuntimeError("no page")


def bare() -> tuple[float, float]:
    """Return a bare Python's time to its first line, s, and its memory, MB."""
    code = "import sys, time; print('up', file=sys.stderr, flush=True); time.sleep(60)"
    with child([sys.executable, "-c", code], os.environ) as one:
        return one.when("up"), memory_kb(one.process.pid)["Rss"] / 1e3


def starts(count: int) -> tuple[list[float], list[float], float]:
    """Return, of some starts, seconds to the word "ready" and to the first snapshot; least CPU."""
    said, shown, used = [], [], []
    for _ in range(count):
        with box.folders() as places:
            env = environment(places.state, places.runtime)
            path = find_places(None, env).socket
            with child([*MINUTA, "run", "--demo"], env) as one:
                shown.append(first_snapshot_s(path, one.began_s))
                said.append(one.when(" ready;"))
                used.append(cpu_s(one.process.pid))
    return said, shown, min(used)


def measure(quick: bool) -> list[Row]:
    """Return the rows of both processes."""
    bare_s, bare_mb = bare()
    said, shown, used_s = starts(1 if quick else 5)
    rows = [
        _start("start to the word ready", said, bare_s, used_s),
        _start("start to the first snapshot", shown, bare_s, used_s),
    ]
    idle_s = 2.0 if quick else 15.0
    port = free_port()
    with ExitStack() as closing:
        places = closing.enter_context(box.folders())
        env = environment(places.state, places.runtime)
        daemon = closing.enter_context(child([*MINUTA, "run", "--demo"], env))
        daemon.when(" ready;")
        web = closing.enter_context(child([*MINUTA, "web", "--demo", "--port", str(port)], env))
        to_page_s = page_s(port, web.began_s)
        for path in ("/", "/bench", "/log"):
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5).read()
        time.sleep(1.0)
        pids = {"daemon": daemon.process.pid, "web": web.process.pid}
        before = {name: cpu_s(pid) for name, pid in pids.items()}
        time.sleep(idle_s)
        used = {name: (cpu_s(pid) - before[name]) / idle_s * 100 for name, pid in pids.items()}
        memory = {name: memory_kb(pid) for name, pid in pids.items()}
    rows.append(
        Row(
            topic="process", name="web: start to its first page", value=to_page_s, unit="s",
            count=1, baseline=bare_s, baseline_of="a bare Python's first line",
        )
    )  # fmt: skip
    rows += [_memory(name, memory[name], bare_mb, limit) for name, limit in LIMITS_MB]
    both = sum(used.values())
    rows.append(
        Row(
            topic="process", name="idle CPU of both, of a core", value=both, unit="%", count=1,
            baseline=100 / TICKS / idle_s, baseline_of="one tick of the kernel's count",
            spread=used, aim="< 2 %", met=both < 2.0, note=f"over {idle_s:.0f} s",
        )
    )  # fmt: skip
    return rows


LIMITS_MB = (("daemon", 60), ("web", 70))


def _start(name: str, seconds: list[float], bare_s: float, used_s: float) -> Row:
    value = sorted(seconds)[len(seconds) // 2]
    return Row(
        topic="process", name=name, value=value, unit="s", count=len(seconds), baseline=bare_s,
        baseline_of="a bare Python's first line", aim="< 1.5 s", met=value < 1.5,
        spread={**extremes(seconds), "CPU": used_s},
    )  # fmt: skip


def _memory(name: str, kb: dict[str, int], bare_mb: float, limit_mb: int) -> Row:
    spread = {word: kb[word] / 1e3 for word in ("Pss", "Private_Dirty", "Locked") if word in kb}
    return Row(
        topic="process", name=f"{name}: resident", value=kb["Rss"] / 1e3, unit="MB", count=1,
        baseline=bare_mb, baseline_of="a bare Python", spread=spread, aim=f"< {limit_mb} MB",
        met=kb["Rss"] / 1e3 < limit_mb,
    )  # fmt: skip


if __name__ == "__main__":
    topic(__doc__, measure)
