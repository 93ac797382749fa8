"""What this machine must have for the virtual appliance."""

from __future__ import annotations

import shutil

from clean_tests import root as roots

TOOLS = {
    "qemu-system-x86_64": "qemu-system-x86", "qemu-img": "qemu-utils", "busybox": "busybox-static",
    "cpio": "cpio", "xz": "xz-utils", "modprobe": "kmod", "mke2fs": "e2fsprogs",
}  # fmt: skip


def missing() -> str:
    """Return why there can be no virtual appliance here; empty where there can be one."""
    lacking = [package for tool, package in TOOLS.items() if not shutil.which(tool)]
    if lacking:
        return f"the virtual appliance needs: apt install {' '.join(lacking)}"
    return roots.missing()
