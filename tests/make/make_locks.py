"""Make both lock files anew, measure their downloads, and rewrite THIRD_PARTY.md (`make lock`).

Needs the network. uv is installed into a throw-away venv; the product never sees it. A package
without a wheel for one of the four targets stops here, with pip's own word.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import locks

TARGETS = [(python, arch) for python in ("3.11", "3.13") for arch in ("x86_64", "aarch64")]
# Every glibc up to Debian 12's 2.36: what a Raspberry Pi OS of that age can load.
GLIBC_MINORS = (34, 31, 28, 27, 26, 24, 17, 12, 5)


def _compile(uv: Path, group: str, target: Path, upgrade: bool, *more: str) -> None:
    command = [str(uv), "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
    command += ["--generate-hashes", "--custom-compile-command", "make lock", "--group", group]
    command += ["--no-emit-index-url", "--no-emit-find-links", *(["--upgrade"] if upgrade else [])]
    subprocess.run(
        [*command, *more, "pyproject.toml", "-o", target.name], cwd=locks.ROOT, check=True
    )


def _measure(lock: Path, python: str, arch: str, scratch: Path) -> int:
    """Download what a target would, and return the bytes."""
    folder = scratch / f"{lock.stem}-{python}-{arch}"
    command = [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check"]
    command += ["--no-deps", "--require-hashes", "--only-binary=:all:", "--implementation", "cp"]
    command += ["--python-version", python, "--platform", f"manylinux2014_{arch}"]
    for minor in GLIBC_MINORS:
        command += ["--platform", f"manylinux_2_{minor}_{arch}"]
    subprocess.run([*command, "-r", str(lock), "-d", str(folder)], check=True)
    return sum(wheel.stat().st_size for wheel in folder.iterdir())


def _finish(lock: Path, scratch: Path) -> None:
    """Put the measured sizes into the lock's head; without those of an earlier run."""
    lines = lock.read_text(encoding="utf-8").splitlines()
    sizes = [
        locks.SIZE_LINE.format(
            target=f"cp{python.replace('.', '')}-{arch}",
            size=_measure(lock, python, arch, scratch),
        )
        for python, arch in TARGETS
    ]
    body = [line for line in lines if not line.startswith("# download ")]
    lock.write_text("\n".join([*body[:2], *sizes, *body[2:]]) + "\n", encoding="utf-8")


def main() -> None:
    """Make requirements.lock, then requirements-dev.lock held to the same versions."""
    upgrade = "--upgrade" in sys.argv
    with tempfile.TemporaryDirectory(prefix="minuta-lock-") as folder:
        scratch = Path(folder)
        venv.create(scratch / "uv", with_pip=True)
        pip = [str(scratch / "uv/bin/python"), "-m", "pip", "install", "-qq"]
        subprocess.run([*pip, "--disable-pip-version-check", "uv"], check=True)
        uv = scratch / "uv/bin/uv"
        _compile(uv, "build", locks.RUNTIME, upgrade)
        _compile(uv, "dev", locks.DEVELOPMENT, upgrade, "-c", locks.RUNTIME.name)
        for lock in (locks.RUNTIME, locks.DEVELOPMENT):
            _finish(lock, scratch)


if __name__ == "__main__":
    main()
