"""The appliance's disk: a Debian with Minuta installed as a user would, kept between runs.

Two layers, each built once for what it is made of: a Debian with a kernel (a minute or two), and
on a copy of it this very Minuta, by its installer (a minute). Nothing of it is in the repository.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import locks
from bench_vm.base import base
from bench_vm.boards import config
from bench_vm.cache import digest, once
from clean_tests import pages_user
from clean_tests import root as roots
from tracked import tracked

HERE = Path(__file__).parent
PRODUCT = ("firmware_host/", "hardware/", "web_admin/", "sounds/", "systemd/", "pyproject.toml")


@dataclass(frozen=True)
class Image:
    """What a machine boots from; `disk` is never written to."""

    folder: Path
    vmlinuz: Path
    initrd: Path
    disk: Path


def image() -> Image:
    """Return the image of this Minuta, built if it is not there."""
    below = base()
    files = [locks.ROOT / name for name in tracked() if name.startswith(PRODUCT)]
    files += [locks.RUNTIME, HERE / "image.py", HERE / "boards.py", HERE / "lgpio.lock"]
    files.append(Path(pages_user.__file__))
    files += sorted(path for path in HERE.glob("guest/*") if path.is_file())
    name = digest(files, below.name)
    product = once("product", name, lambda folder: _build(below, folder))
    return Image(product, below / "vmlinuz", below / "initrd", product / "root.ext4")


def _wheel(folder: Path) -> Path:
    """Build the wheel as `make wheel` does."""
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check",
         "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, locks.ROOT],
        check=True, cwd=locks.ROOT,
    )  # fmt: skip
    [wheel] = folder.glob("*.whl")
    return wheel


def _build(below: Path, folder: Path) -> None:
    root = folder / "root"
    subprocess.run(["cp", "-a", "--reflink=auto", below / "root", root], check=True)
    _wheel(root / roots.FOLDER[1:] / "dist")
    built = roots.entered(root)
    roots.copy_tracked(root / roots.FOLDER[1:])
    # A config that stands there is left alone by the installer.
    (root / "etc/minuta").mkdir(exist_ok=True)
    (root / "etc/minuta/minuta.toml").write_text(config(minute="900s"), encoding="utf-8")
    done = built.call(pages_user.INSTALL, user="0:0", limit_s=900)
    assert done.returncode == 0, done.stdout + done.stderr
    _give_lgpio(built)
    _put("bench.conf", root / "etc/systemd/system/minuta.service.d/bench.conf")
    _put("modules", root / "etc/modules-load.d/bench.conf")
    for name in ("agent.py", "pi.sh"):
        _put(name, root / "opt/bench" / name)
    units = ("bench-agent.service", "bench-pi.service")
    for name in units:
        _put(name, root / "etc/systemd/system" / name)
    # The pages have tests of their own, and an emulated processor is slow.
    done = built.call(
        f"systemctl --quiet enable {' '.join(units)} && systemctl --quiet disable minuta-web",
        user="0:0",
    )
    assert done.returncode == 0, done.stderr
    disk = folder / "root.ext4"
    subprocess.run(
        ["mke2fs", "-q", "-t", "ext4", "-E", "lazy_itable_init=1,lazy_journal_init=1",
         "-d", root, disk, "2G"], check=True,
    )  # fmt: skip
    shutil.rmtree(root)


def _put(name: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "guest" / name, target)


def _give_lgpio(built: roots.CleanRoot) -> None:
    """Put lgpio where Raspberry Pi OS's python3-lgpio is: Debian has no such package."""
    target = built.folder / roots.FOLDER[1:] / "lgpio.lock"
    shutil.copy(HERE / "lgpio.lock", target)
    done = built.call(
        "/opt/minuta/bin/python -m pip install -qq --disable-pip-version-check --no-deps"
        " --only-binary :all: --require-hashes --target /usr/lib/python3/dist-packages"
        " -r lgpio.lock", user="0:0",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
