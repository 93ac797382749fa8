"""The books that the daemon decided by are those that its journal gives."""

from pathlib import Path

import pytest

from firmware_host.scenario.acts import act
from firmware_host.scenario.expects import ask
from firmware_host.scenario.language import parse
from firmware_host.scenario.runner import Run

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = ("answers-003", "answers-004", "appeals", "shoot-outs")
CASES = [
    pytest.param(name, case, id=f"{name}:{case.name}")
    for name in FILES
    for case in parse((GOLDEN / f"{name}.scenario").read_text(encoding="utf-8"), name)
]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_live_and_read_are_equal(name, case, tmp_path):
    """Entries, announcements, beginnings and clocks; also after a restart and a reboot."""
    run = Run(case, str(GOLDEN / f"{name}.scenario"), tmp_path, ask, act)
    run.play()
    assert run.daemon is not None
    live, read = run.daemon.play.books, run.books()

    assert live.book == read.book
    assert live.rows((), "match") == read.rows((), "match")
