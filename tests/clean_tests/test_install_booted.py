"""Both units under their own systemd, shut in as on a Pi: they work, come back, stop and go."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest

from clean_tests import booted
from clean_tests import root as roots
from clean_tests.pages_user import ASK, CONFIG

pytestmark = pytest.mark.slow

INSTALLED = "/opt/minuta/share/minuta/systemd/install.sh"


class Box:
    """The two units of a booted root."""

    def __init__(self, system: booted.Booted) -> None:
        self.system = system

    def seen(self, *words: str) -> dict[str, Any]:
        """Ask as the pages' user."""
        who = ["setpriv", "--init-groups", "--reuid=minuta-web", "--regid=minuta-web"]
        done = self.system.call(*who, "/opt/minuta/bin/python", "/ask.py", *words)
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))

    def ready(self) -> None:
        """Wait until both are active."""
        for unit in ("minuta", "minuta-web", "minuta-copy"):
            self.system.until(unit, "ActiveState", "active")


@pytest.fixture(scope="module")
def box(installed: roots.CleanRoot) -> Iterator[Box]:
    if why := booted.missing():
        pytest.skip(why)
    (installed.folder / "etc/minuta/minuta.toml").write_text(CONFIG, encoding="utf-8")
    (installed.folder / "ask.py").write_text(ASK, encoding="utf-8")
    with booted.boot(installed.folder) as system:
        found = Box(system)
        found.ready()
        yield found


def _limits_can_be_raised() -> bool:
    return (
        subprocess.run(["prlimit", "--rtprio=40:40", "true"], capture_output=True).returncode == 0
    )


def test_both_units_work_shut_in_as_they_are(box: Box) -> None:
    """Real-time threads, locked memory, journal, socket and page: all inside the bounds.

    Where not even root may raise a limit, the daemon gets the capabilities that stand for them:
    so the filters of the unit are tried all the same.
    """
    if not _limits_can_be_raised():
        rights = "CAP_SYS_NICE CAP_IPC_LOCK"
        lines = f"[Service]\nCapabilityBoundingSet={rights}\nAmbientCapabilities={rights}\n"
        box.system.write("/run/systemd/system/minuta.service.d/rights.conf", lines)
        box.system.call("systemctl", "daemon-reload")
        box.system.call("systemctl", "restart", "minuta")
        box.ready()
    seen = box.seen()
    assert seen["page"] == 200
    assert seen["records"] > 0
    assert seen["wrote"] is False
    assert seen["status"]["real_time"] is True
    said = box.system.call("journalctl", "--no-pager", "--unit=minuta").stdout
    assert "'locked': True" in said
    assert "Traceback" not in said


def test_a_killed_daemon_comes_back_and_its_turn_goes_on(box: Box) -> None:
    box.seen("start")
    began = box.seen()["status"]["turn"]["began_ns"]
    box.system.call("systemctl", "kill", "--signal=KILL", "minuta")
    box.system.until("minuta", "NRestarts", "1")
    box.ready()
    assert box.seen()["status"]["turn"]["began_ns"] == began


def test_a_stick_that_is_mounted_gets_the_second_copy(box: Box) -> None:
    """Before it is there, nothing is written at its place."""
    box.system.until("minuta-copy", "ActiveState", "active")
    assert "/media/minuta" in box.system.shown("minuta-copy", "StatusText")
    assert box.system.call("ls", "/media/minuta/minuta-journals").returncode != 0
    stick = ("mount", "-t", "tmpfs", "-o", "mode=0700,uid=minuta-copy", "stick", "/media/minuta")
    box.system.call("mkdir", "-p", "/media/minuta")
    assert box.system.call(*stick).returncode == 0
    by = time.monotonic() + 60
    while not ((box.seen()["status"]["copy"] or {}).get("n", -1) > 0):
        assert time.monotonic() < by
        time.sleep(0.5)
    found = "find /media/minuta/minuta-journals -name journal.jsonl -size +0"
    assert box.system.call("sh", "-c", found).stdout.count("journal.jsonl") == 1


@pytest.mark.parametrize(("unit", "limit_s"), [("minuta", 25), ("minuta-web", 50)])
def test_one_that_hangs_is_started_again(box: Box, unit: str, limit_s: float) -> None:
    restarts = int(box.system.shown(unit, "NRestarts"))
    box.system.call("systemctl", "kill", "--signal=STOP", unit)
    time.sleep(limit_s)
    box.system.until(unit, "NRestarts", str(restarts + 1))
    box.ready()
    assert box.seen()["page"] == 200


def test_a_stop_is_no_failure_and_leaves_the_ring(box: Box) -> None:
    box.system.call("systemctl", "stop", "minuta", "minuta-web")
    for unit in ("minuta", "minuta-web"):
        assert box.system.shown(unit, "Result") == "success"
    assert box.system.call("ls", "/run/minuta/tail.ring").returncode == 0
    assert box.system.call("systemctl", "start", "minuta", "minuta-web").returncode == 0


def test_one_that_had_to_be_killed_at_its_stop_is_followed_by_off(box: Box) -> None:
    """A shell that no SIGTERM ends stands for the daemon; what is run after it is the unit's."""
    deaf = "/bin/sh -c 'trap \"\" TERM; while :; do sleep 1; done'"
    lines = f"[Service]\nType=simple\nWatchdogSec=0\nExecStart=\nExecStart={deaf}\n"
    box.system.write("/run/systemd/system/minuta.service.d/zz.conf", lines)
    box.system.call("systemctl", "daemon-reload")
    box.system.call("systemctl", "restart", "minuta")
    assert box.system.shown("minuta", "ActiveState") == "active"
    time.sleep(1)  # the shell is deaf from its first line on
    box.system.call("systemctl", "stop", "minuta")
    assert box.system.shown("minuta", "Result") == "timeout"
    said = box.system.call("journalctl", "--no-pager", "--lines=40", "--unit=minuta").stdout
    ran = box.system.shown("minuta", "ExecStopPost")
    assert "code=exited ; status=0" in ran, ran + said
    box.system.call("rm", "/run/systemd/system/minuta.service.d/zz.conf")
    box.system.call("systemctl", "daemon-reload")
    box.system.call("systemctl", "start", "minuta")
    box.ready()


def test_an_installed_box_is_checked_as_its_service(box: Box) -> None:
    done = box.system.call("minuta", "check", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "state    /var/lib/minuta\n" in done.stdout
    assert box.system.call("ls", "/root/.local").returncode != 0, "who asks keeps nothing"


@pytest.mark.parametrize("words", [("desk", "--lang", "en"), ("admit", "--list", "--lang", "en")])
def test_who_asks_at_the_console_reaches_the_service(box: Box, words: tuple[str, ...]) -> None:
    """Root's own folders are not the service's: nobody should have to know."""
    done = box.system.call("minuta", *words)
    assert done.returncode == 0, done.stderr
    assert "nobody is admitted" in done.stdout or "admit" not in words
    assert box.system.call("ls", "/root/.local").returncode != 0


def test_uninstalled_it_leaves_config_and_journals(box: Box) -> None:
    done = box.system.call("sh", INSTALLED, "--uninstall")
    assert done.returncode == 0, done.stderr
    assert box.system.call("ls", "/opt/minuta").returncode != 0
    assert box.system.call("sh", "-c", "ls /etc/*/*/*minuta* /usr/local/bin/minuta").stdout == ""
    assert box.system.shown("minuta", "LoadState") == "not-found"
    left = box.system.call("ls", "/etc/minuta/minuta.toml", "/var/lib/minuta/events")
    assert left.returncode == 0
