"""A whole box for tests: a config in a folder, `minuta run` and `minuta web` as processes."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_host.control.client import ControlClient, LinkLost

ROOT = Path(__file__).resolve().parents[2]
LONG_S = 60.0

SHORT = """
schema  = 1
id      = "{id}"
source  = "a format that nobody has seen"
name    = {{ ru = "Коротко", en = "Short" }}
players = "hall"

[settings]
minute  = {{ value = "4s", of = "test", ru = "Минута", en = "The minute" }}
collect = {{ value = "2s", of = "test", ru = "Сбор", en = "Collecting" }}

[[phase]]
id      = "think"
for     = "=minute"
word    = {{ ru = "ДУМАЕМ", en = "THINK" }}
pausable = true
signals = [{{ cue = "start", at = "0s" }}, {{ cue = "ten-left", left = "2s" }}]
keys    = {{ seat = "card" }}

[[phase]]
id      = "hand-in"
for     = "=collect"
word    = {{ ru = "СДАЁМ", en = "HAND IN" }}
shows   = "count"
starts  = "signal"
signals = [{{ cue = "end", at = "0s", lasting = true }}, {{ cue = "collect", left = "0s" }}]
keys    = {{ seat = "card" }}

[score]
kind = "answers"
from = "think"
"""

CONFIG = """
schema = 1
board  = "four-seats"

[box]
simulated = true
event     = "test"
evening   = "test"
language  = "en"

[web]
port  = {port}
names = ["hall.test"]

[sound]
kind = "{sound}"
pack = "en"

[format]
id     = "{chosen}"
folder = "{formats}"
{settings}
"""


@dataclass(frozen=True)
class Box:
    """Where a box keeps its things, and how to reach it."""

    folder: Path
    config: Path
    port: int
    env: Mapping[str, str]

    @property
    def evening(self) -> Path:
        """The evening's folder."""
        return self.folder / "state" / "minuta" / "events" / "test" / "test"

    def client(self) -> ControlClient:
        """Return a client of the running daemon; waits until it answers."""
        path = Path(self.env["XDG_RUNTIME_DIR"]) / "minuta" / "minuta.sock"
        by_s = time.monotonic() + LONG_S
        while True:
            try:
                return ControlClient(path, "test")
            except LinkLost:
                if time.monotonic() > by_s:
                    raise
                time.sleep(0.05)

    @contextmanager
    def minuta(self, command: str, **env: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Run `minuta COMMAND --config …` until the block ends; it must stop by itself then."""
        child = subprocess.Popen(
            [sys.executable, "-m", "firmware_host.cli", command, "--config", str(self.config)],
            env={**self.env, **env}, cwd=ROOT,
        )  # fmt: skip
        try:
            yield child
        finally:
            child.terminate()
            try:
                code = child.wait(timeout=LONG_S)
            except subprocess.TimeoutExpired:
                child.kill()
                raise
        assert code == 0


@contextmanager
def box(
    folder: Path, sound: str = "browser", chosen: str = "short-test", settings: str = ""
) -> Iterator[Box]:
    """Make a box in a folder; its ring is in memory, as on a Pi.

    Args:
        chosen: The format at the table.
        settings: The line of the config that sets it, such as 'set = { turn = "11s" }'.
    """
    formats = folder / "formats"
    formats.mkdir(parents=True)
    (formats / "short.toml").write_text(SHORT.format(id="short-test"), encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = folder / "minuta.toml"
    text = CONFIG.format(port=port, sound=sound, formats=formats, chosen=chosen, settings=settings)
    config.write_text(text, encoding="utf-8")
    memory = Path("/dev/shm") if Path("/dev/shm").is_dir() else folder
    runtime = Path(tempfile.mkdtemp(prefix="minuta-test-", dir=memory))
    env = {
        **os.environ, "XDG_STATE_HOME": str(folder / "state"), "XDG_RUNTIME_DIR": str(runtime),
        "HOME": str(folder),
    }  # fmt: skip
    try:
        yield Box(folder, config, port, env)
    finally:
        shutil.rmtree(runtime, ignore_errors=True)


def press(client: ControlClient, key: str, for_s: float = 0.08) -> None:
    """Close and open a key of the simulated board."""
    client.request("key", {"key": key, "closed": True})
    time.sleep(for_s)
    client.request("key", {"key": key, "closed": False})
