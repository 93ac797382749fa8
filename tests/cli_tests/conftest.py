"""Journals that played scenarios leave."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import locks
from firmware_host.formats.reading import read_text
from firmware_host.scenario.acts import act
from firmware_host.scenario.expects import ask
from firmware_host.scenario.language import parse
from firmware_host.scenario.runner import Run

ACCEPTANCE = locks.ROOT / "tests" / "golden" / "acceptance"


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return the evening's folder that a scenario of ACCEPTANCE leaves, or `../` another."""
    done: dict[str, Path] = {}

    def play(name: str) -> Path:
        if name not in done:
            file = ACCEPTANCE / f"{name}.scenario"
            run = Run(parse(read_text(file), str(file))[0], str(file),
                      tmp_path_factory.mktemp(file.stem), ask, act)  # fmt: skip
            run.play()
            assert run.failures == []
            done[name] = run.folder / "evening"
        return done[name]

    return play


@pytest.fixture
def copied(played: Callable[[str], Path], tmp_path: Path) -> Callable[[str], Path]:
    """Return a copy of such a folder, to be spoiled."""
    return lambda name: Path(shutil.copytree(played(name), tmp_path / name))
