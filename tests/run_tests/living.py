"""A box on the simulated board: its folders, and its daemon from start to kill."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware_host.control.client import ControlClient, LinkLost
from firmware_host.daemon.kitchen import Texts
from firmware_host.journal.bundle import unpack
from firmware_host.journal.reader import Damage, read_evening
from firmware_host.journal.record import Record
from firmware_host.journal.verify import verify
from firmware_host.replay import fold
from hardware.edges import Edge
from run_tests.hooks import NOBODY

ROOT = Path(__file__).parents[2]
HOOKS = "run_tests.hooks"
READY_S = 20.0

CONFIG = """\
schema = 1
board  = "four-seats"
[box]
simulated = true
[sound]
kind = "{sound}"
pack = "ru"
device = "{device}"
[format]
id  = "chgk-003"
set = {{ {settings} }}
"""

Hook = tuple[str, Mapping[str, object]]


class Forge:
    """The other end of forge.py."""

    def __init__(self) -> None:
        path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests/run_tests/forge.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip

    def order(self, **order: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()


class Life:
    """One `minuta` process."""

    def __init__(self, forge: Forge, pid: int) -> None:
        self.pid = pid
        self.code: int | None = None
        self._forge = forge

    def wait(self, seconds: float = 10.0) -> int | None:
        """Return its exit code, None if it still runs."""
        if self.code is None:
            self.code = self._forge.order(do="wait", pid=self.pid, seconds=seconds)
        return self.code

    def signal(self, number: int) -> None:
        if self.wait(0) is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        assert self.wait() is not None

    def term(self) -> float:
        """Ask it to end; return after how many seconds it did, with exit code 0."""
        began = time.monotonic()
        self.signal(signal.SIGTERM)
        assert self.wait(15) == 0
        return time.monotonic() - began


class Box:
    """Folders of one box. `state` may be on a disk, `runtime` is on tmpfs."""

    def __init__(self, forge: Forge, folder: Path, runtime: Path) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.runtime = runtime / "minuta"
        self.socket = self.runtime / "minuta.sock"
        self.ring = self.runtime / "tail.ring"
        self.log = folder / "log"
        self.config = folder / "minuta.toml"
        self.env = {
            "XDG_STATE_HOME": str(self.state),
            "XDG_RUNTIME_DIR": str(runtime),
            "PATH": os.environ.get("PATH", ""),
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]),
            "HOME": str(folder),
        }
        self.lives: list[Life] = []
        self._forge = forge
        self.write_config()

    def write_config(self, sound: str = "silent", device: str = "", **settings: str) -> None:
        pairs = ", ".join(f'{name} = "{value}"' for name, value in settings.items())
        self.config.write_text(
            CONFIG.format(sound=sound, device=device, settings=pairs), encoding="utf-8"
        )

    def evening(self, name: str = "e") -> Path:
        return self.state / "minuta/events/event" / name

    def launch(
        self,
        *hooks: Hook,
        argv: list[str] | None = None,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        evening: str = "e",
        before: Sequence[Sequence[str]] = (),
    ) -> Life:
        """Start a process, and do not wait for anything.

        Args:
            before: Commands that it does first; after each it says `forge.MARK` and the code.
        """
        argv = argv or ["run", "--config", str(self.config), "--evening", evening]
        order = {
            "do": "start", "argv": argv, "env": dict(self.env if env is None else env),
            "cwd": str(cwd or self.folder), "log": str(self.log), "before": before,
            "hooks": [(f"{HOOKS}:{name}", args) for name, args in hooks],
        }  # fmt: skip
        life = Life(self._forge, self._forge.order(**order))
        self.lives.append(life)
        return life

    def start(self, *hooks: Hook, **more: Any) -> Life:
        """Start the daemon, and wait until it answers."""
        life = self.launch(*hooks, **more)
        self.client(life).close()
        return life

    def client(self, life: Life | None = None, actor: str = "test") -> ControlClient:
        """Connect, as soon as the daemon answers."""
        by = time.monotonic() + READY_S
        while True:
            try:
                return ControlClient(self.socket, actor, timeout_s=5.0)
            except LinkLost:
                assert life is None or life.wait(0) is None, self.said()
                assert time.monotonic() < by, self.said()
                time.sleep(0.005)

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def for_nobody(self, *folders: Path) -> None:
        """Let an ordinary user's process, which root may become, have these folders."""
        if os.getuid() != 0:
            return
        # pytest's folders are for their owner alone: let others through them.
        for folder in (self.folder, *self.folder.parents[:4]):
            if folder != Path(tempfile.gettempdir()):
                folder.chmod(folder.stat().st_mode | 0o011)
        self.log.touch()
        self.log.chmod(0o666)
        self.config.chmod(0o644)
        for folder in (*folders, self.runtime.parent):
            folder.mkdir(parents=True, exist_ok=True)
            os.chown(folder, NOBODY, NOBODY)

    def end(self) -> None:
        for life in self.lives:
            life.kill()

    def records(self, evening: str = "e") -> list[Record]:
        """Return the records of the file; it must be whole."""
        items = list(read_evening(self.evening(evening)))
        damages = [item for item in items if isinstance(item, Damage) and item.kind != "no-lf"]
        assert damages == []
        return [item for item in items if isinstance(item, Record)]

    def checked(self, evening: str = "e") -> list[Record]:
        """Return the records, after checks that hold for every journal."""
        records = self.records(evening)
        numbers = [record.n for record in records if record.kind != "continues"]
        assert numbers == list(range(len(numbers)))
        assert verify(self.evening(evening)).ok
        texts = Texts()
        for record in records:
            if record.kind == "format":
                texts.note(record)
        folded = fold(records, texts.make_rules)
        assert folded.difference == ""
        assert folded.missing == []
        return records


def edges_of(records: list[Record]) -> list[Edge]:
    """Return all raw edges of a journal, in its order."""
    return [edge for record in records if record.kind == "edges" for edge in unpack(record.data)]


def press(client: ControlClient, key: str, for_s: float = 0.03) -> None:
    """Press and release a key of the simulated board."""
    for closed in (True, False):
        assert client.request("key", {"key": key, "closed": closed}).ok
        if closed:
            time.sleep(for_s)


def state(client: ControlClient) -> Mapping[str, Any]:
    reply = client.request("status")
    assert reply.ok
    return reply.result


def until(
    client: ControlClient, holds: Callable[[Mapping[str, Any]], bool], seconds: float = 10.0
) -> Mapping[str, Any]:
    """Ask for the state until something holds; return that state."""
    by = time.monotonic() + seconds
    while True:
        found = state(client)
        if holds(found):
            return found
        assert time.monotonic() < by, found
        time.sleep(0.03)


def running(found: Mapping[str, Any]) -> bool:
    return found["turn"] is not None and found["turn"]["status"] == "running"


def alarms(found: Mapping[str, Any]) -> set[str]:
    return {alarm["kind"] for alarm in found["alarms"]}
