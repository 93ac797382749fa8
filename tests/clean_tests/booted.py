"""A built root with its own systemd as process 1, in namespaces: the units as a Pi runs them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

WAIT_S = 60.0

# Cgroups of the second kind in a place of its own: systemd bounds devices and addresses by them.
_BOOT = """
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount -t sysfs -o ro sysfs "$1/sys"
mount -t cgroup2 cgroup2 "$1/sys/fs/cgroup"
mount -t tmpfs -o mode=0755 tmpfs "$1/dev"
for name in null zero full random urandom tty; do
    : > "$1/dev/$name"
    mount --bind "/dev/$name" "$1/dev/$name"
done
ln -s /proc/self/fd "$1/dev/fd"
mkdir "$1/dev/pts" "$1/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$1/dev/pts"
ln -s pts/ptmx "$1/dev/ptmx"
mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
mount -t tmpfs -o mode=0755 tmpfs "$1/run"
# As systemd does it where it is no container: what is mounted later is seen in a unit's sandbox.
mount --make-rshared "$1"
exec chroot "$1" /usr/bin/env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd --system --unit=multi-user.target
"""
_SPACES = ("--mount", "--pid", "--net", "--ipc", "--uts", "--cgroup")


def missing() -> str:
    """Return why no systemd can be booted here; empty where one can."""
    if not _unified():
        return "booting a systemd needs root and cgroups of the second kind (/sys/fs/cgroup)"
    mount = ["mount", "-t", "cgroup2", "none", "/mnt"]  # seen in that namespace alone
    tried = subprocess.run(["unshare", *_SPACES, "--fork", *mount], capture_output=True, text=True)
    return f"no namespaces here: {tried.stderr.strip()}" if tried.returncode else ""


def _unified() -> Path | None:
    """Return where this machine has its cgroups of the second kind, if anywhere."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/mounts").read_text().splitlines():
            if line.split()[2] == "cgroup2":
                return Path(line.split()[1])
    return None


class Booted:
    """A root that runs."""

    def __init__(self, init: int) -> None:
        self._init = init

    def call(self, *words: str, limit_s: float = WAIT_S) -> subprocess.CompletedProcess[str]:
        """Run a command in it, as root."""
        inside = ["nsenter", f"--target={self._init}", "--all", "--root", "--wd"]
        return subprocess.run(
            [*inside, *words], capture_output=True, text=True, timeout=limit_s,
            env={"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"},
        )  # fmt: skip

    def write(self, path: str, text: str) -> None:
        """Write a file in it, with its folders."""
        self.call("sh", "-c", 'mkdir -p "${1%/*}" && printf %s "$2" > "$1"', "write", path, text)

    def shown(self, unit: str, name: str) -> str:
        """Return a property of a unit, such as ActiveState."""
        return self.call("systemctl", "show", "--value", f"--property={name}", unit).stdout.strip()

    def until(self, unit: str, name: str, value: str) -> None:
        """Wait until a property has a value; what the unit said is the fault."""
        by_s = time.monotonic() + WAIT_S
        while self.shown(unit, name) != value:
            said = self.call("journalctl", "--no-pager", "--lines=30", f"--unit={unit}").stdout
            assert time.monotonic() < by_s, said
            time.sleep(0.3)


@contextlib.contextmanager
def boot(folder: Path) -> Iterator[Booted]:
    """Boot a root; all of it goes when this ends."""
    unified = _unified()
    assert unified is not None
    group = unified / f"minuta-test-{os.getpid()}"
    group.mkdir()
    script = f'echo 0 > "{group}/cgroup.procs" && exec unshare "$@"'
    inner = [*_SPACES, "--fork", "--kill-child", "sh", "-c", _BOOT, "boot", str(folder)]
    outer = subprocess.Popen(
        ["sh", "-c", script, "group", *inner], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        booted = Booted(_child(outer.pid))
        by_s = time.monotonic() + WAIT_S
        while booted.call("systemctl", "is-system-running").stdout.strip() not in (
            "running", "degraded", "starting",
        ):  # fmt: skip
            assert outer.poll() is None, "systemd has ended"
            assert time.monotonic() < by_s, "systemd does not answer"
            time.sleep(0.2)
        yield booted
    finally:
        outer.send_signal(signal.SIGKILL)
        outer.wait()
        _remove(group)


def _child(pid: int) -> int:
    """Return the one child of `unshare`: process 1 of the root."""
    by_s = time.monotonic() + WAIT_S
    while True:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if found and "systemd" in Path(f"/proc/{found[0]}/comm").read_text():
            return int(found[0])
        assert time.monotonic() < by_s, "no systemd was started"
        time.sleep(0.05)


def _remove(group: Path) -> None:
    """Remove the groups, from the inside out, when their last processes have gone."""
    by_s = time.monotonic() + WAIT_S
    while group.exists() and time.monotonic() < by_s:
        for folder in sorted(group.rglob("*/"), reverse=True):
            with contextlib.suppress(OSError):
                folder.rmdir()
        with contextlib.suppress(OSError):
            group.rmdir()
        time.sleep(0.1)
