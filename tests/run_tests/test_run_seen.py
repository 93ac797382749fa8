"""What is seen of a press: as soon as the press is kept, and never before."""

from pathlib import Path

import pytest

from run_tests.table import SECOND, Table


def test_a_verdict_is_seen_once_its_input_is_kept_and_before_its_own_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash between loses nothing: what the input brought is found again at the start."""
    table = Table(tmp_path)
    play, said = table.daemon.play, list[str]()
    append, verdict = play.journal.append, play.outputs.verdict

    def kept(kind, *args, **more):
        said.append(kind)
        return append(kind, *args, **more)

    def seen(*args):
        said.append("seen")
        verdict(*args)

    monkeypatch.setattr(play.journal, "append", kept)
    monkeypatch.setattr(play.outputs, "verdict", seen)
    table.tap("start", table.clock.now_ns() + SECOND)
    table.run(2 * SECOND)

    assert [word for word in said if word in ("in", "seen", "verdict")] == ["in", "seen", "verdict"]
    table.end()
