"""A virtual appliance for each test that asks for one; or why there can be none here."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench_vm.image import Image, image
from bench_vm.machine import Machine, started
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


@pytest.fixture(scope="session")
def built() -> Image:
    """The appliance's image, with this Minuta installed; kept between runs."""
    if why := missing():
        pytest.skip(why)
    return image()


@pytest.fixture
def machine(built: Image, tmp_path: Path) -> Iterator[Machine]:
    """A machine of two processors whose service is ready, half a second after its boot."""
    with started(built, tmp_path / "machine") as found:
        yield found


@pytest.fixture
def calm_machine(built: Image, tmp_path: Path) -> Iterator[Machine]:
    """The same with one processor: there the kernel merges no close edges."""
    with started(built, tmp_path / "machine", processors=1) as found:
        yield found
