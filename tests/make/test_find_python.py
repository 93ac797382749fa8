"""A Python that does not fit is refused in one plain sentence; one that fits is printed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import locks

SCRIPT = locks.ROOT / "tests" / "make" / "find_python.sh"


def _find(path: Path, python: str = "") -> subprocess.CompletedProcess[str]:
    """Run the script where PATH is `path` and the shell's own tools only."""
    environment = os.environ | {"PATH": str(path), "PYTHON": python}
    return subprocess.run(["/bin/sh", str(SCRIPT)], env=environment, capture_output=True, text=True)


def _pretend(path: Path, name: str, body: str) -> Path:
    """Put a stand-in Python into `path`: a shell script of one line."""
    target = path / name
    target.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    target.chmod(0o755)
    return target


@pytest.mark.parametrize(
    ("code", "word"),
    [
        (11, "3.11, 3.12 or 3.13"),
        (12, "64-bit"),
        (13, "Linux"),
        (14, "python3-venv"),
        (1, "does not start"),
    ],
)
@pytest.mark.parametrize("named", [True, False], ids=["PYTHON=", "found"])
def test_what_does_not_fit_is_said_in_one_sentence(
    tmp_path: Path, code: int, word: str, named: bool
) -> None:
    """One line on standard error, nothing on standard output, exit code 1."""
    python = _pretend(tmp_path, "python3", f"exit {code}")
    done = _find(tmp_path, str(python) if named else "")

    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert word in done.stderr


def test_no_python_at_all_is_said(tmp_path: Path) -> None:
    """The sentence names what to install."""
    done = _find(tmp_path)

    assert done.returncode == 1
    assert "there is no python3 here" in done.stderr


def test_a_shim_that_starts_nothing_is_passed_over(tmp_path: Path) -> None:
    """A version manager's python3.13 without a 3.13 behind it hides no good python3."""
    _pretend(tmp_path, "python3.13", "exit 127")
    good = _pretend(tmp_path, "python3", f'exec "{sys.executable}" "$@"')
    done = _find(tmp_path)

    assert (done.returncode, done.stdout.strip()) == (0, str(good)), done.stderr


def test_a_named_python_is_taken_even_with_spaces_in_its_path(tmp_path: Path) -> None:
    """PYTHON= may hold any path."""
    folder = tmp_path / "мой питон"
    folder.mkdir()
    python = _pretend(folder, "python", f'exec "{sys.executable}" "$@"')

    assert _find(tmp_path, str(python)).stdout.strip() == str(python)
