"""On a machine with python3 and make alone, a person without rights plays and checks Minuta.

The parts go in order: the first builds `.venv` over the network, the later ones have none.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from clean_tests import root as roots

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
READY_S = 600.0
WHY_SKIPPED = re.compile("apt install|only root")
PORT = 8080
WAIT_S = 60.0
STOP_S = 2.0  # of the promise, from Ctrl-C to the end of the last process


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Build the root once, and take it away: it has a quarter of a gigabyte."""
    if why := roots.missing():
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("clean-root")
    built = roots.build(folder / "root")
    shutil.copy(HERE / "visitor.py", built.folder / roots.HOME[1:])
    yield built
    shutil.rmtree(folder, ignore_errors=True)


def _wait_for_the_port() -> None:
    """Wait until the port of `make run` is free: with a network, the root shares this machine's."""
    by_s = time.monotonic() + WAIT_S
    while True:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", PORT))
            except OSError:
                assert time.monotonic() < by_s, f"port {PORT} of this machine is in use"
            else:
                return
        time.sleep(0.5)


def _visit(root: roots.CleanRoot, **where: Any) -> dict[str, Any]:
    done = root.call(f"python3 {roots.HOME}/visitor.py {READY_S}", limit_s=READY_S + 60, **where)
    assert done.returncode == 0, done.stdout + done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _assert_played(seen: dict[str, Any]) -> None:
    assert "ready_s" in seen, seen["said"]
    assert seen["bench"] > 1000
    assert len(seen["static"]) >= 2
    assert min(seen["static"].values()) > 0
    assert seen["key"] == [True, True]
    assert seen["log"], "the press is not on the log page"
    assert seen["verdicts"] == [None]
    assert seen["stop_s"] < STOP_S, seen["said"]
    assert seen["left"] == []
    assert "Traceback" not in seen["said"]


def _venv(root: roots.CleanRoot) -> dict[str, tuple[int, int]]:
    """Return file -> (time, size) of all that is installed; its data and caches are not."""
    folder = root.folder / roots.FOLDER[1:] / ".venv"
    names = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    kept = [name for name in names if "__pycache__" not in name.parts and name.parts[0] != "var"]
    stats = {name: (folder / name).stat() for name in kept}
    return {str(name): (stat.st_mtime_ns, stat.st_size) for name, stat in stats.items()}


def test_the_root_is_clean(root: roots.CleanRoot) -> None:
    """The control of all others: no rights, no compiler, no git, no network tools, no network."""
    tools = "gcc cc git curl ip ss chromium ffmpeg sudo"
    script = f"id -u; for tool in {tools}; do command -v $tool; done; cat /proc/net/dev | wc -l"
    done = root.call(script, network=False)

    assert done.stdout.split() == [str(roots.UID), "3"], done.stdout + done.stderr


def test_run_builds_plays_and_stops(root: roots.CleanRoot) -> None:
    """`make run` says what it downloads, names an address that answers, and stops within 2 s."""
    _wait_for_the_port()
    seen = _visit(root)

    _assert_played(seen)
    first = seen["said"].splitlines()[0]
    assert first.startswith("Building .venv with Python 3.")
    assert "MB to download, once." in first


def test_a_second_run_needs_no_network(root: roots.CleanRoot) -> None:
    """What is built stays as it is, and the game is there at once."""
    before = _venv(root)
    seen = _visit(root, network=False)

    _assert_played(seen)
    assert "Building" not in seen["said"]
    assert before
    assert _venv(root) == before


def test_it_plays_without_home_and_shared_memory(root: roots.CleanRoot) -> None:
    """Neither HOME nor /dev/shm is needed; what is worse without them is said."""
    seen = _visit(root, network=False, memory=False, home="")

    _assert_played(seen)
    alarms = [alarm["args"].get("text", "") for alarm in seen["alarms"]]
    assert [text for text in alarms if text.startswith("the ring is not in memory")], alarms


HALL = """
schema = 1
board  = "four-seats"
[box]
simulated = true
event     = "test"
evening   = "test"
language  = "en"
[sound]
kind = "pygame"
pack = "en"
[format]
id = "chgk-taste"
"""
ASK = """
import time
from pathlib import Path
from firmware_host.control.client import ControlClient, LinkLost
while True:
    try:
        client = ControlClient(Path("/dev/shm/minuta-test/minuta.sock"), "test")
        break
    except LinkLost:
        time.sleep(0.1)
print([alarm["args"].get("text") for alarm in client.request("status").result["alarms"]])
"""


def test_a_library_that_sound_lacks_is_named_and_the_game_goes_on(root: roots.CleanRoot) -> None:
    """pygame's wheel wants the system's libstdc++, which the smallest roots do not have."""
    libraries = sorted((root.folder / "usr" / "lib").glob("*/libstdc++.so.6*"))
    home = root.folder / roots.HOME[1:]
    (home / "hall.toml").write_text(HALL, encoding="utf-8")
    (home / "ask.py").write_text(ASK, encoding="utf-8")
    for library in libraries:
        library.rename(library.with_name(f"aside-{library.name}"))
    try:
        script = (
            "mkdir /dev/shm/minuta-test; export RUNTIME_DIRECTORY=/dev/shm/minuta-test;"
            f" .venv/bin/minuta run --config {roots.HOME}/hall.toml & daemon=$!;"
            f" PYTHONPATH=. timeout 60 .venv/bin/python {roots.HOME}/ask.py;"
            " kill $daemon; wait $daemon"
        )
        done = root.call(script, network=False)
    finally:
        for library in libraries:
            library.with_name(f"aside-{library.name}").rename(library)

    assert libraries
    assert "a library is missing: libstdc++" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_every_everyday_check_passes(root: roots.CleanRoot) -> None:
    """`make test` is good there; a skip names the missing package, or says that it wants root."""
    done = root.call("make test PYTEST='.venv/bin/python -m pytest -rs -v'", limit_s=1200)
    said = done.stdout + done.stderr

    assert done.returncode == 0, said
    skipped = [line for line in said.splitlines() if line.startswith("SKIPPED")]
    assert [line for line in skipped if "apt install chromium" in line]
    assert [line for line in skipped if not WHY_SKIPPED.search(line)] == []
    assert "sound_tests" in said
    assert "control_tests" in said


def test_without_venv_one_sentence_says_what_to_install(root: roots.CleanRoot) -> None:
    """A Python without its venv module is the commonest thing missing on Debian."""
    library = root.folder / "usr" / "lib"
    (folder,) = library.glob("python3.*/ensurepip")
    aside = folder.with_name("ensurepip-aside")
    folder.rename(aside)
    try:
        done = root.call("make run", network=False)
    finally:
        aside.rename(folder)

    assert done.returncode != 0
    assert "apt install python3-venv" in done.stderr
    assert len(done.stderr.splitlines()) == 2  # ours, and make's own
    assert (
        subprocess.run(["chroot", root.folder, "python3", "-c", "import ensurepip"]).returncode == 0
    )
