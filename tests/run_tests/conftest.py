"""A forge for the whole run, and a box for each test."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from run_tests.living import Box, Forge

MEMORY = Path("/dev/shm")


@pytest.fixture(scope="session")
def forge() -> Iterator[Forge]:
    forge = Forge()
    yield forge
    forge.close()


@pytest.fixture
def make_box(forge: Forge, tmp_path: Path) -> Iterator[Callable[[str], Box]]:
    """Make boxes; the ring of each is on tmpfs where the machine has one."""
    with ExitStack() as ending:

        def make(name: str) -> Box:
            place = str(MEMORY) if MEMORY.is_dir() else None
            runtime = Path(tempfile.mkdtemp(prefix="minuta-test-", dir=place))
            ending.callback(shutil.rmtree, runtime, ignore_errors=True)
            folder = tmp_path / name
            folder.mkdir()
            box = Box(forge, folder, runtime)
            ending.callback(box.end)
            return box

        yield make


@pytest.fixture
def box(make_box: Callable[[str], Box]) -> Box:
    return make_box("box")
