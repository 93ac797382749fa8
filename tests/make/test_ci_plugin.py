"""In CI a skip fails the run and is named; at home it does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import locks

GOOD = "def test_good():\n    pass\n"
SKIPS = "import pytest\n\n\ndef test_browser():\n    pytest.skip('no chromium here')\n" + GOOD
WHOLE_FILE = "import pytest\n\npytest.skip('no kernel', allow_module_level=True)\n"
EXPECTED_FAILURE = "import pytest\n\n\n@pytest.mark.xfail\ndef test_known():\n    assert False\n"
RIG = "import pytest\n\n\n@pytest.mark.rig\ndef test_wires():\n    pass\n\n\n" + GOOD


def _run(folder: Path, source: str, ci: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_inner.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-c", str(locks.ROOT / "pyproject.toml")]
    command += ["-p", "no:cacheprovider", "-p", "no:hypothesispytest"]  # seconds, seven times
    command += ["--rootdir", str(folder), str(folder)]
    return subprocess.run(
        command, cwd=folder, env=os.environ | {"CI": ci}, capture_output=True, text=True
    )


@pytest.mark.parametrize(
    ("source", "ci", "code"),
    [
        (GOOD, "true", 0),
        (SKIPS, "true", 1),
        (SKIPS, "", 0),
        (WHOLE_FILE, "true", 1),
        (EXPECTED_FAILURE, "true", 0),
    ],
    ids=["good", "skip", "skip at home", "file that skips itself", "expected failure"],
)
def test_a_skip_fails_in_ci_only(tmp_path: Path, source: str, ci: str, code: int) -> None:
    """Only CI turns a skip into a failure, and an expected failure is none."""
    done = _run(tmp_path, source, ci)

    assert done.returncode == code, done.stdout + done.stderr


def test_the_skip_is_named_above_the_closing_line(tmp_path: Path) -> None:
    """Whoever reads the log sees which test skipped and why."""
    lines = _run(tmp_path, SKIPS, "true").stdout.strip().splitlines()

    assert any("test_browser" in line and "no chromium here" in line for line in lines)
    assert "1 passed, 1 skipped" in lines[-1]


def test_rig_tests_are_listed_as_not_run(tmp_path: Path) -> None:
    """What needs real wires is never silently left out."""
    done = _run(tmp_path, RIG, "true")

    assert done.returncode == 0
    assert "test_inner.py::test_wires" in done.stdout
