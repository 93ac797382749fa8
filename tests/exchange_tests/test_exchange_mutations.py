"""The tests of the exchange can fail: each does, under a change of one line."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CHANGES = tomllib.loads((HERE / "exchange_mutations.toml").read_text(encoding="utf-8"))


def _run(tree: Path, test: str) -> subprocess.CompletedProcess[str]:
    """Run one test on the packages of a tree."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    command += ["--rootdir", str(tree), "--import-mode=importlib"]
    command += [str(tree / "exchange_tests" / test)]
    env = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "CI": ""}
    return subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_exchange_has_one_place(change):
    """The text stands in its file exactly once, and the test exists."""
    row = CHANGES[change]
    file, name = row["test"].split("::")

    assert (ROOT / "firmware_host" / row["file"]).read_text("utf-8").count(row["old"]) == 1
    assert f"def {name}(" in (HERE / file).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_a_test_of_the_exchange_fails_under_its_change(change, tmp_path):
    """It passes in a copy, and fails in the same copy with the line changed."""
    row = CHANGES[change]
    kept = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for source in (ROOT / "firmware_host", ROOT / "hardware", HERE, HERE.parent / "cli_tests"):
        shutil.copytree(source, tmp_path / source.name, ignore=kept)
    (tmp_path / "sounds").symlink_to(ROOT / "sounds")
    as_it_is = _run(tmp_path, row["test"])
    path = tmp_path / "firmware_host" / row["file"]
    path.write_text(path.read_text(encoding="utf-8").replace(row["old"], row["new"]), "utf-8")
    changed = _run(tmp_path, row["test"])

    assert as_it_is.returncode == 0, as_it_is.stdout[-2000:] + as_it_is.stderr[-2000:]
    assert changed.returncode == 1, changed.stdout[-2000:] + changed.stderr[-2000:]
    assert " failed" in changed.stdout
