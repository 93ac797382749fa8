"""A box with a door for each test."""

from pathlib import Path

import pytest

from admission_tests.boxed import Boxed


@pytest.fixture
def box(tmp_path: Path) -> Boxed:
    return Boxed(tmp_path)
