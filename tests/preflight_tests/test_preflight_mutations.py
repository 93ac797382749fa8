"""The tests of the pre-flight can fail: each does, under a change of one line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from check_tests.test_checks import _changed, _make_tree, _run

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CHANGES = tomllib.loads((HERE / "preflight_mutations.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_preflight_has_one_place(change: str) -> None:
    row = CHANGES[change]
    file, name = row["test"].split("::")
    assert (ROOT / row["file"]).read_text("utf-8").count(row["old"]) == 1
    assert f"def {name}(" in (HERE / file).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _make_tree(tmp_path_factory.mktemp("tree"))


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_a_test_of_the_preflight_fails_under_its_change(change: str, tree: Path) -> None:
    """It passes as it is in the everyday run, and fails in a copy with the line changed."""
    row = CHANGES[change]
    with _changed(tree / row["file"], row["old"], row["new"]):
        done = _run(tree, f"tests/preflight_tests/{row['test']}")
    assert done.returncode == 1, done.stdout[-2000:] + done.stderr[-2000:]
    assert " failed" in done.stdout


@pytest.mark.slow
def test_without_a_change_they_pass(tree: Path) -> None:
    tests = {f"tests/preflight_tests/{row['test']}" for row in CHANGES.values()}
    done = _run(tree, *sorted(tests))
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
