"""The wheel that `make wheel` builds holds all of Minuta and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

import locks

pytestmark = pytest.mark.slow


def _call(*command: str | Path, cwd: Path = locks.ROOT) -> str:
    words: Sequence[str] = [str(part) for part in command]
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, without network and without build isolation."""
    folder = tmp_path_factory.mktemp("колесо с пробелом")
    options = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder)
    _call(sys.executable, "-m", "pip", "wheel", *options, ".")
    (built,) = folder.glob("*.whl")
    return built


def test_every_tracked_file_of_the_packages_is_in_it(wheel: Path) -> None:
    """Data files too: formats, templates, sounds, units."""
    listed = _call(
        *("git", "-c", "core.quotePath=false", "ls-files"),
        *("firmware_host", "hardware", "web_admin", "sounds", "systemd"),
    ).splitlines()
    packed = zipfile.ZipFile(wheel).namelist()
    shared = {name.split(".data/data/share/minuta/")[-1] for name in packed}

    missing = [n for n in listed if n not in shared and (locks.ROOT / n).is_file()]
    assert listed
    assert missing == []
    assert not [name for name in packed if name.startswith("tests")]


def test_installed_it_alone_owns_its_names(wheel: Path, tmp_path: Path) -> None:
    """In a venv of its own, `hardware` is ours and `minuta` is there, with py.typed files."""
    venv = tmp_path / "venv"
    _call(sys.executable, "-m", "venv", venv)
    python = venv / "bin" / "python"
    _call(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel)
    question = (
        "from importlib.metadata import packages_distributions as p; d = p();"
        "print(*[d[n] for n in ('firmware_host', 'hardware', 'web_admin')])"
    )

    owners = _call(python, "-c", question, cwd=tmp_path).strip()
    assert owners == "['minuta'] ['minuta'] ['minuta']"
    assert (venv / "bin" / "minuta").is_file()
    assert (venv / "share" / "minuta" / "sounds" / "build.py").is_file()
