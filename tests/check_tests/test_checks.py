"""Each acceptance check has a test that can fail: it does, under one change of the product."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

import pytest

ROOT = Path(__file__).parents[2]
CHECKS = tomllib.loads((ROOT / "tests" / "checks.toml").read_text(encoding="utf-8"))
LISTED = {
    f"{letter}{number}"
    for letter, last in {"A": 5, "B": 10, "C": 7, "D": 7, "E": 7, "F": 8, "G": 5, "H": 3}.items()
    for number in range(1, last + 1)
}
"""REALTIME.md's list, but A6 and E8: they are seen from outside, on the bench machine."""
PACKAGES = ("firmware_host", "hardware", "web_admin")
TREES = 2
"""So many changes are played at once, each in a tree of its own."""
QUICK = """\
from hypothesis import Phase, settings

settings.register_profile("change", database=None, phases=[Phase.explicit, Phase.generate])
settings.load_profile("change")  # an example that fails is enough: no shorter one is looked for
"""

Done = subprocess.CompletedProcess[str]


def test_every_check_is_there():
    """No check is forgotten, and none is invented."""
    assert set(CHECKS) == LISTED


@pytest.mark.parametrize("check", CHECKS)
def test_a_change_has_one_place(check):
    """The text that is changed stands in its file exactly once, and the test's file exists."""
    row = CHECKS[check]

    assert set(row) == {"test", "file", "old", "new"}
    assert row["old"] != row["new"]
    assert (ROOT / row["file"]).read_text(encoding="utf-8").count(row["old"]) == 1
    assert (ROOT / row["test"].split("::")[0]).is_file()


def _make_tree(tree: Path) -> Path:
    """Copy what the tests run on."""
    kept = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for folder in (*PACKAGES, "tests"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=kept)
    for name in ("sounds", "systemd"):
        (tree / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "pyproject.toml", tree)
    (tree / "conftest.py").write_text(QUICK, encoding="utf-8")
    if os.getuid() == 0:  # a test becomes an ordinary user, who may read the tree as anybody may
        for folder in (tree, *tree.parents[:2]):
            folder.chmod(folder.stat().st_mode | 0o055)
    return tree


@contextmanager
def _changed(path: Path, old: str, new: str) -> Iterator[None]:
    """Change one place of a file while the block runs."""
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


def _run(tree: Path, *tests: str) -> Done:
    """Run tests in a tree, with that tree's packages."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "", "-p", "no:cacheprovider"]
    env = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "CI": ""}
    return subprocess.run(
        [*command, *tests], cwd=tree, env=env, capture_output=True, text=True, timeout=400
    )


@pytest.fixture(scope="module")
def played(request, tmp_path_factory) -> Iterator[Mapping[str, Future[Done]]]:
    """Play the changes of all tests that were asked for, two at a time, in their order."""
    asked = [
        item.callspec.params["check"]
        for item in request.session.items
        if getattr(item, "originalname", "") == test_its_test_fails_under_the_change.__name__
    ]
    trees: SimpleQueue[Path] = SimpleQueue()
    for number in range(TREES):
        trees.put(_make_tree(tmp_path_factory.mktemp(f"tree{number}")))

    def play(row: Mapping[str, str]) -> Done:
        tree = trees.get()
        try:
            with _changed(tree / row["file"], row["old"], row["new"]):
                return _run(tree, row["test"])
        finally:
            trees.put(tree)

    with ThreadPoolExecutor(TREES) as pool:
        yield {check: pool.submit(play, CHECKS[check]) for check in asked}
        pool.shutdown(cancel_futures=True)


@pytest.mark.slow
def test_without_a_change_all_tests_pass(tmp_path):
    """The control: in a copy in which nothing is changed."""
    done = _run(_make_tree(tmp_path), *{row["test"]: None for row in CHECKS.values()})

    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert " skipped" not in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_its_test_fails_under_the_change(check, played):
    """The same test that passes here fails in a copy with one place changed."""
    done = played[check].result()

    assert done.returncode == 1, done.stdout[-2000:] + done.stderr[-2000:]
    assert " failed" in done.stdout
