"""Bad scenarios, journals and rings, kind by kind (test_doors.py has the table)."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from door_tests.asking import asked, asked_all, has
from door_tests.spoiled import SPOILED, good
from run_tests.living import Box, alarms, state, until


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return good(tmp_path_factory.mktemp("good"))


# Scenario

SCENARIOS: Mapping[str, tuple[bytes, tuple[str, ...]]] = {
    "empty": (b"", ("nothing happens", "say what is played")),
    "not-utf-8": (b"format chgk-003\nat 1 tap \xff\n", ("UTF-8",)),
    "binary": (bytes(range(256)) * 50, ("UTF-8",)),
    "utf-16": ("format chgk-003\n".encode("utf-16"), ("UTF-8",)),
    "nul": (b"format chgk-003\nat 1 tap start\0\n", ("line 2",)),
    "unknown-word": (b"format chgk-003\nplay it\n", ("line 2", "play", "no such word")),
    "unknown-act": (b"format chgk-003\nat 1 kick start\n", ("line 2", "kick", "no such act")),
    "unknown-key": (b"format chgk-003\nat 1 tap bell\n", ("line 2", "bell", "it has start")),
    "unknown-format": (b"format xyz\nat 1 tap start\n", ("xyz", "write one of")),
    "unknown-board": (b"board xyz\nformat chgk-003\nat 1 tap start\n", ("xyz", "write one of")),
    "unknown-setting": (
        b"format chgk-003\nset zebra = 5\nat 1 tap start\n", ("set.zebra", "no such setting"),
    ),
    "absurd-setting": (b"format chgk-003\nset minute = -5s\nat 1 tap start\n", ("-5s", "minute")),
    "absurd-time": (b"format chgk-003\nat soon tap start\n", ("line 2", "soon")),
    "endless-time": (b"format chgk-003\nat 1e999 tap start\n", ("line 2", "1e999")),
    "negative-time": (b"format chgk-003\nat -5 tap start\n", ("line 2", "-5")),
    "nothing-to-do": (b"format chgk-003\nat 1\n", ("line 2", "at SECONDS")),
    "open-quote": (b'format chgk-003\nat 1 rule annul by "x\n', ("line 2", "quot")),
    "too-many-words": (b"format chgk-003\nat 1 kill start now\n", ("line 2", "write: kill")),
    "two-cases": (
        b"format chgk-003\ncase a\nat 1 tap start\ncase a\nat 1 tap start\n", ("line 4", "already"),
    ),
    "long-line": (b"format chgk-003\nat 1 tap " + b"x" * 60_000 + b"\n", ("line 2",)),
}  # fmt: skip


@pytest.mark.parametrize("kind", SCENARIOS)
def test_door_scenario(box: Box, kind: str) -> None:
    text, words = SCENARIOS[kind]
    inside = box.folder / "in"
    inside.mkdir()
    (inside / "a.scenario").write_bytes(text)
    code, said = asked(box, "scenario", inside / "a.scenario")
    assert code == 2, said
    has(said, str(inside / "a.scenario"), *words)
    assert len(said) < 20_000


@pytest.mark.parametrize("kind", ["missing", "a-folder"])
def test_door_scenario_that_is_no_file(box: Box, kind: str) -> None:
    path = box.folder / "a.scenario"
    if kind == "a-folder":
        path.mkdir()
    code, said = asked(box, "scenario", path)
    assert code == 2
    has(said, str(path))


# Journal

DAMAGED = frozenset(
    ["a-cut-line", "not-utf-8", "binary", "nul-tail", "too-long-a-line", "one-endless-line",
     "a-missing-line", "a-number-twice", "other-line-ends"]
)  # fmt: skip
REPLAY: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "a-missing-line": (1, ("record",)),
    "newer": (2, ("record 27", "newer Minuta")),
    "unknown-kind": (2, ("record 27", "zebra", "newer Minuta")),
    "absurd-input": (1, ("record 27", "'x'")),
    "absurd-verdict": (1, ("record 27", "zebra")),
    "absurd-settled": (1, ("record 27", "soon")),
}
"""What a replay says where it does not say that all is the same."""


def spoiled(box: Box, kind: str, journal: bytes) -> Path:
    inside = box.folder / "in"
    inside.mkdir()
    path = inside / "journal.jsonl"
    path.write_bytes(SPOILED[kind](journal))
    return path


@pytest.mark.parametrize("kind", SPOILED)
def test_door_journal(box: Box, kind: str, journal: bytes) -> None:
    path = spoiled(box, kind, journal)
    verified, shown, exported, replayed = asked_all(
        box,
        ("journal", "verify", str(path)),
        ("journal", "show", str(path)),
        ("journal", "export", str(path.parent)),
        ("journal", "replay", str(path)),
    )
    assert verified[0] == (1 if kind in DAMAGED else 0), verified
    has(verified[1], str(path), "records", "last hash")
    if kind in DAMAGED:
        has(verified[1], ", line ", ", byte ", "DAMAGED")
    assert shown[0] == exported[0] == 0
    code, words = REPLAY.get(kind, (0, ("the same",)))
    assert replayed[0] == code, replayed
    has(replayed[1], str(path), *words)


@pytest.mark.parametrize("kind", ["missing", "empty-folder"])
def test_door_journal_that_is_none(box: Box, kind: str) -> None:
    path = box.folder / "evening"
    if kind == "empty-folder":
        path.mkdir()
    commands = [("journal", one, str(path)) for one in ("verify", "show", "export", "replay")]
    for command in commands:
        code, said = asked(box, *command)
        assert code == 2
        has(said, str(path), "there is no journal: name a journal.jsonl or an evening's folder")


@pytest.mark.parametrize("kind", SPOILED)
def test_door_journal_of_the_daemon(box: Box, kind: str, journal: bytes) -> None:
    """It starts whatever stands there, and only adds; a newer one it leaves alone."""
    box.evening().mkdir(parents=True)
    path = box.evening() / "journal.jsonl"
    before = SPOILED[kind](journal)
    path.write_bytes(before)
    life = box.launch()
    if kind in ("newer", "unknown-kind"):
        assert life.wait() == 2
        has(box.said(), str(box.evening()), "record 27", "newer Minuta")
        assert path.read_bytes() == before
        return
    with box.client(life) as client:
        found = state(client)
        if kind in DAMAGED - {"a-cut-line", "nul-tail"}:
            assert "journal-damage" in alarms(found)
        if REPLAY.get(kind, (0,))[0] == 1:
            assert "journal-differs" in alarms(found)
        assert found["turn"]["status"] in ("ready", "paused", "running", "done")
        assert client.request("key", {"key": "seat1", "closed": True}).ok
        until(client, lambda found: found["pressed"] == ["seat1"])
    assert life.term() < 5
    assert "Traceback" not in box.said()
    assert path.read_bytes().startswith(before)


# Ring

RINGS: Mapping[str, bytes] = {
    "empty": b"",
    "text": b"a note\n",
    "zeros": bytes(1 << 20),
    "ones": b"\xff" * (1 << 20),
    "magic-alone": b"MINUTARG",
    "endless-frames": b"MINUTARG" + (1).to_bytes(8, "little") + b"\xff" * 112 + b"\xff" * 20_000,
}


@pytest.mark.parametrize("kind", RINGS)
def test_door_ring(box: Box, kind: str, journal: bytes) -> None:
    box.evening().mkdir(parents=True)
    (box.evening() / "journal.jsonl").write_bytes(journal)
    box.runtime.mkdir()
    box.ring.write_bytes(RINGS[kind])
    life = box.start()
    with box.client() as client:
        assert state(client)["turn"]["status"] in ("paused", "running")
    life.term()
    box.checked()
    assert (box.evening() / "journal.jsonl").read_bytes().startswith(journal)


def test_door_ring_a_folder(box: Box) -> None:
    box.ring.mkdir(parents=True)
    code, said = asked(box, "run", "--config", box.config, "--evening", "e")
    assert code == 2
    has(said, str(box.ring))
