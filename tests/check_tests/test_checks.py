"""Each acceptance check has a test that can fail: it does, under one change of the product."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECKS = tomllib.loads((ROOT / "tests" / "checks.toml").read_text(encoding="utf-8"))
LISTED = {
    f"{letter}{number}"
    for letter, last in {"A": 5, "B": 10, "C": 7, "D": 7, "E": 7, "F": 8, "G": 5, "H": 3}.items()
    for number in range(1, last + 1)
}
"""REALTIME.md's list, but A6 and E8: they are seen from outside, on the bench machine."""
PRESENT = {"B6", "B8", "B9", "B10", "C1", "C2", "C3", "C4", "C5", "C6", "C7"} | {
    "E1", "E3", "E4", "E5", "E6",
}  # fmt: skip
"""What must be there. It grows until it is LISTED."""
PACKAGES = ("firmware_host", "hardware", "web_admin")


def test_every_check_is_there():
    """No check is forgotten, and none is invented."""
    assert set(CHECKS) >= PRESENT
    assert set(CHECKS) <= LISTED


@pytest.mark.parametrize("check", CHECKS)
def test_a_change_has_one_place(check):
    """The text that is changed stands in its file exactly once, and the test's file exists."""
    row = CHECKS[check]

    assert set(row) == {"test", "file", "old", "new"}
    assert (ROOT / row["file"]).read_text(encoding="utf-8").count(row["old"]) == 1
    assert (ROOT / row["test"].split("::")[0]).is_file()


def _run(tree: Path, test: str) -> subprocess.CompletedProcess[str]:
    """Run one test in a tree, with that tree's packages."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "", "-p", "no:cacheprovider", test]
    env = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "CI": ""}
    return subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, timeout=600)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_its_test_fails_under_the_change(check, tmp_path):
    """The same test that passes here fails in a copy with one place changed."""
    row = CHECKS[check]
    kept = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for folder in (*PACKAGES, "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=kept)
    for name in ("sounds", "systemd"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    path = tmp_path / row["file"]
    path.write_text(path.read_text(encoding="utf-8").replace(row["old"], row["new"]), "utf-8")
    done = _run(tmp_path, row["test"])

    assert done.returncode == 1, done.stdout[-2000:] + done.stderr[-2000:]
    assert " failed" in done.stdout
