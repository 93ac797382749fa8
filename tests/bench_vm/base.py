"""The appliance without Minuta: a Debian as this machine's own, and a kernel that has gpio-sim."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench_vm.cache import digest, once
from bench_vm.kernel import build_kernel
from clean_tests import root as roots

HERE = Path(__file__).parent
PACKAGES = (
    f"{roots.PACKAGES},systemd,systemd-sysv,dbus,udev,kmod,procps,alsa-utils,"
    "python3-evdev,python3-spidev"
)
# What a box for one purpose does not need, and an emulated processor takes seconds for.
MASKED = (
    "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer",
    "fstrim.timer", "systemd-tmpfiles-clean.timer", "systemd-timesyncd.service",
    "getty@tty1.service", "serial-getty@ttyS0.service", "e2scrub_reap.service",
    "systemd-pstore.service", "systemd-binfmt.service", "proc-sys-fs-binfmt_misc.automount",
    "systemd-logind.service", "dev-hugepages.mount", "dev-mqueue.mount", "sys-kernel-debug.mount",
    "sys-kernel-tracing.mount", "systemd-update-utmp.service", "systemd-rfkill.socket",
)  # fmt: skip


def base() -> Path:
    """Return a folder with `root/`, `vmlinuz` and `initrd`, built if it is not there."""
    files = [HERE / "base.py", HERE / "kernel.py", HERE / "packages.py", Path(roots.__file__)]
    return once("base", digest(files), _build)


def _build(folder: Path) -> None:
    with ThreadPoolExecutor() as pool:
        kernel = pool.submit(build_kernel, folder)
        built = roots.build(folder / "root", PACKAGES)
        kernel.result()
    shutil.move(folder / "modules", folder / "root/usr/lib/modules")
    done = built.call(f"systemctl mask {' '.join(MASKED)} && systemd-machine-id-setup", user="0:0")
    assert done.returncode == 0, done.stderr
