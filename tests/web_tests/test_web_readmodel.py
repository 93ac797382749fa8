"""The read model under the log: it follows, waits, rebuilds, and outlives its cache."""

from typing import Any

import pytest

from web_admin.logfilter import Filter
from web_admin.readmodel import ReadModel
from web_tests.journal_of import Journal


def rows(model: ReadModel) -> list[str]:
    """Follow and return the keys of all presses."""
    assert model.follow()
    return [row["key"] for row in model.all(Filter(kind="press"))]


def test_it_follows_and_survives_a_restart(config: Any) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1)
    journal.press("a", 1, 1)
    model = ReadModel(config.journal_folder, config.cache_folder)
    assert rows(model) == ["a"]
    journal.press("b", 1, 2)
    assert rows(model) == ["a", "b"]
    journal.press("c", 1, 3)
    assert rows(ReadModel(config.journal_folder, config.cache_folder)) == ["a", "b", "c"]


def test_a_partial_record_waits(config: Any) -> None:
    """REALTIME F6: beside a writer in small writes there is never a part of a record."""
    journal = Journal(config.journal_folder)
    journal.turn(1)
    whole = journal.path.read_bytes()
    other = Journal(config.journal_folder.parent / "other")
    other.turn(1)
    other.press("a", 1, 1)
    more = other.path.read_bytes()[len(whole) :]
    model = ReadModel(config.journal_folder, config.cache_folder)
    for at in range(0, len(more), 7):
        with journal.path.open("ab") as file:
            file.write(more[at : at + 7])
        assert rows(model) in ([], ["a"])
    assert rows(model) == ["a"]


def test_a_lost_tail_whose_numbers_are_used_again_rebuilds(config: Any) -> None:
    """REALTIME F6."""
    journal = Journal(config.journal_folder)
    journal.turn(1)
    keep = journal.path.read_bytes()
    journal.press("lost", 1, 1)
    model = ReadModel(config.journal_folder, config.cache_folder)
    assert rows(model) == ["lost"]
    journal.path.unlink()
    again = Journal(config.journal_folder)
    again.turn(1)
    assert again.path.read_bytes() == keep
    again.press("other", 1, 1)
    again.press("more", 1, 2)
    assert rows(model) == ["other", "more"]


def test_another_evening_begins_anew(config: Any) -> None:
    import os

    first = Journal(config.journal_folder / "event" / "2026-11-29")
    first.turn(1)
    first.press("yesterday", 1, 1)
    model = ReadModel(config.journal_folder, config.cache_folder)
    assert rows(model) == ["yesterday"]
    os.utime(first.path, ns=(1, 1))
    second = Journal(config.journal_folder / "event" / "2026-11-30")
    second.turn(1)
    second.press("today", 1, 1)
    assert rows(model) == ["today"]


@pytest.mark.parametrize("rubbish", [b"rubbish" * 1000, b""])
def test_a_broken_cache_is_built_again(config: Any, rubbish: bytes) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1)
    journal.press("a", 1, 1)
    model = ReadModel(config.journal_folder, config.cache_folder)
    assert rows(model) == ["a"]
    for path in config.cache_folder.iterdir():
        path.unlink()
    (config.cache_folder / "log.sqlite3").write_bytes(rubbish)
    assert rows(model) == ["a"]
