"""A Pi for each test; drivers are as if their libraries were there."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkup_tests.pi import Pi


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pi:
    monkeypatch.setattr("firmware_host.checkup.access.registry.load", lambda role, kind: object)
    return Pi(tmp_path / "root")
