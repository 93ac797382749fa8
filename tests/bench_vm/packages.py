"""Where the kernel comes from: this machine's own apt configuration names the mirror."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from clean_tests import root

KERNEL_SUITE = "trixie-backports"  # the first kernels of Debian that have gpio-sim as a module
IMAGE = "linux-image-amd64"
PARTS = ("modules", "binary", "base")


@dataclass(frozen=True)
class Apt:
    """An apt with lists and a cache of its own: it sees one suite, and installs nothing here."""

    folder: Path

    def _options(self) -> list[str]:
        folder = self.folder
        settings = {
            "Dir::State::Lists": folder / "lists", "Dir::Cache": folder / "cache",
            "Dir::Etc::SourceList": folder / "sources.list", "Dir::Etc::SourceParts": "/dev/null",
            "Dir::State::status": "/dev/null", "APT::Sandbox::User": "root",
            "APT::Architecture": "amd64",
        }  # fmt: skip
        return [f"--option={name}={value}" for name, value in settings.items()]

    def call(self, program: str, *words: str) -> str:
        """Run `apt-get` or `apt-cache` on that suite, in the folder."""
        done = subprocess.run(
            [program, "--quiet=2", *self._options(), *words],
            cwd=self.folder, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"},
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{program} {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout


def kernel_apt(folder: Path) -> Apt:
    """Return an apt that sees the newest kernels, on the mirror that this machine uses itself."""
    _, lines = root.apt_lines()
    mirrors = {line.split()[1] for line in lines if not line.split()[2].endswith("security")}
    for place in ("lists/partial", "cache/archives/partial"):
        (folder / place).mkdir(parents=True, exist_ok=True)
    sources = "".join(f"deb {mirror} {KERNEL_SUITE} main\n" for mirror in sorted(mirrors))
    (folder / "sources.list").write_text(sources)
    apt = Apt(folder)
    apt.call("apt-get", "update")
    return apt


def kernel_version(apt: Apt) -> str:
    """Return the newest kernel's version as `uname -r` will say it."""
    for line in apt.call("apt-cache", "show", "--no-all-versions", IMAGE).splitlines():
        if line.startswith("Depends:"):
            names = [word.split()[0] for word in line.removeprefix("Depends:").split(",")]
            full = [name for name in names if name.startswith("linux-image-")]
            if full:
                return full[0].removeprefix("linux-image-")
    raise RuntimeError(f"{IMAGE} of {KERNEL_SUITE} names no kernel")


def fetch_kernel(folder: Path) -> tuple[str, Path]:
    """Download the newest kernel and unpack it; return its version and where it lies."""
    apt = kernel_apt(folder)
    version = kernel_version(apt)
    apt.call("apt-get", "download", *(f"linux-{part}-{version}" for part in PARTS))
    unpacked = folder / "unpacked"
    for package in sorted(folder.glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", package, unpacked], check=True)
    return version, unpacked
