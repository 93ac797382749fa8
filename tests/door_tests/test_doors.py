"""Bad input at every door, door by door and kind by kind: the table is in the tests' ids.

A cell says where (path and line, or record), what stands there, and what to do; it ends with
code 2 (1 where a journal was asked about and is damaged), without a traceback; and whatever
was read is as it was, byte for byte.

| door | where |
|---|---|
| scenario, journal, ring, socket, environment, command line | here |
| config | config_tests/test_config_faults.py, config_tests/test_boards.py |
| format | format_tests/test_bad_formats.py, format_tests/test_durations.py |
| control socket, below the daemon | control_tests/test_control_abuse.py |
| ring and journal, every byte | journal_tests/test_journal_recover.py, test_journal_ring.py |
| web | web_tests/test_web_guard.py |
"""

import hashlib
import json
import socket
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from door_tests.spoiled import SPOILED, good
from run_tests.forge import MARK
from run_tests.living import Box, alarms, press, running, state, until


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return good(tmp_path_factory.mktemp("good"))


def hashes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def asked(
    box: Box,
    *argv: str | Path,
    env: Mapping[str, str] | None = None,
    before: Sequence[Sequence[str]] = (),
) -> tuple[int, str]:
    """Run a command; return its code and what it said. It must not touch its input."""
    inside = box.folder / "in"
    inside.mkdir(exist_ok=True)
    untouched = hashes(inside)
    log = len(box.said())
    code = box.launch(argv=[str(one) for one in argv], env=env, before=before).wait(30)
    assert code is not None
    said = box.said()[log:]
    assert "Traceback" not in said, said
    assert hashes(inside) == untouched
    return code, said


def asked_all(box: Box, *commands: tuple[str, ...]) -> list[tuple[int, str]]:
    """Ask several commands, in one process; as `asked`."""
    code, said = asked(box, *commands[-1], before=commands[:-1])
    answers = []
    for _ in commands[:-1]:
        one, _, rest = said.partition(f"\n{MARK}")
        number, _, said = rest.partition("\n")
        answers.append((int(number), one))
    return [*answers, (code, said)]


def has(said: str, *words: str) -> None:
    for word in words:
        assert word in said, said


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


# Control socket: the daemon lives, and the keys are heard, whatever anybody says

DEEP = b'{"id":1,"verb":"key","args":' + b"[" * 30_000 + b"]" * 30_000 + b"}\n"
LINES: Mapping[str, tuple[bytes, tuple[str, ...]]] = {
    "no-json": (b"hello there\n", ("bad-line",)),
    "not-utf-8": (b'{"id":1,"verb":"\xff"}\n', ("bad-line",)),
    "a-list": (b"[1,2,3]\n", ("bad-line",)),
    "nan": (b'{"id":NaN,"verb":"status"}\n', ("bad-line",)),
    "no-id": (b'{"verb":"status"}\n', ("bad-line", "id")),
    "deep": (DEEP, ("bad",)),
    "too-long": (b'{"id":1,"verb":"' + b"x" * 70_000 + b'"}\n', ("bad-line",)),
    "endless": (b"[" * 1_000_000, ("bad-line",)),
    "unknown-verb": (b'{"id":1,"verb":"explode"}\n', ("unknown-verb",)),
    "unknown-arg": (b'{"id":1,"verb":"key","args":{"zebra":1}}\n', ("bad-args", "zebra")),
    "key-of-another-type": (
        b'{"id":1,"verb":"key","args":{"key":5,"closed":true}}\n', ("bad-args", "key"),
    ),
    "unknown-key": (
        b'{"id":1,"verb":"key","args":{"key":"bell","closed":true}}\n', ("not-simulated",),
    ),
    "unknown-format": (
        b'{"id":1,"verb":"choose","args":{"format":"zebra","set":{}}}\n', ("zebra", "write one of"),
    ),
    "absurd-setting": (
        b'{"id":1,"verb":"choose","args":{"format":"chgk-003","set":{"minute":"99999999999h"}}}\n',
        ("bad-args", "minute"),
    ),
    "absurd-number": (
        b'{"id":1,"verb":"choose","args":{"format":"chgk-003","set":{},"number":1e400}}\n',
        ("bad",),
    ),
    "absurd-duration": (
        b'{"id":1,"verb":"rule","args":{"what":"late-start","for":"999999h","because":"x"}}\n',
        ("bad-args",),
    ),
    "no-duration": (
        b'{"id":1,"verb":"rule","args":{"what":"give-back","because":"x"}}\n', ("bad-args",),
    ),
    "unknown-target": (
        b'{"id":1,"verb":"rule","args":{"what":"admit","target":987654321,"because":"x"}}\n',
        ("moot",),
    ),
    "unknown-ruling": (
        b'{"id":1,"verb":"rule","args":{"what":"behead","because":"x"}}\n', ("bad-args",),
    ),
    "unknown-alarm": (b'{"id":1,"verb":"silence","args":{"alarm":99}}\n', ("bad-args", "alarm")),
}  # fmt: skip


@pytest.fixture(scope="module")
def told(forge: object, tmp_path_factory: pytest.TempPathFactory) -> "tuple[Box, dict[str, str]]":
    """One daemon that is told everything; what it answered, by kind."""
    box = Box(forge, tmp_path_factory.mktemp("told"), tmp_path_factory.mktemp("rt"))  # type: ignore[arg-type]
    life = box.start()
    answers = {}
    for kind, (line, _) in LINES.items():
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(5)
            client.connect(str(box.socket))
            client.sendall(b'{"hello":1,"actor":"door"}\n')
            file = client.makefile("rb")
            file.readline()
            with suppress(OSError):  # it has heard enough
                client.sendall(line)
            try:
                answers[kind] = file.readline().decode()
            except OSError as error:
                answers[kind] = f"nothing: {error}"
            file.close()
    with box.client() as client:
        press(client, "start")
        until(client, running)
    assert life.term() < 5
    assert "Traceback" not in box.said()
    box.checked()
    return box, answers


@pytest.mark.parametrize("kind", LINES)
def test_door_socket(told: "tuple[Box, dict[str, str]]", kind: str) -> None:
    _, answers = told
    answer = json.loads(answers[kind])
    assert answer["ok"] is False
    has(json.dumps(answer, ensure_ascii=False), *LINES[kind][1])
    assert answer["error"]["text"]
    assert len(answers[kind]) < 5000


# Environment


def test_door_environment_relative_and_empty_paths_do_not_count(box: Box) -> None:
    env = {**box.env, "XDG_STATE_HOME": "state/here", "XDG_RUNTIME_DIR": box.env["XDG_RUNTIME_DIR"]}
    life = box.start(env=env)
    life.term()
    assert not (box.folder / "state").exists()
    assert (box.folder / ".local/state/minuta/events/event/e/journal.jsonl").exists()
    life = box.start(env={**env, "XDG_STATE_HOME": ""})
    life.term()


@pytest.mark.parametrize("name", ["XDG_STATE_HOME", "XDG_RUNTIME_DIR", "STATE_DIRECTORY"])
@pytest.mark.parametrize("kind", ["a-file", "a-long-name", "a-long-path", "nowhere"])
def test_door_environment(box: Box, name: str, kind: str) -> None:
    note = box.folder / "in" / "note"
    note.parent.mkdir()
    note.write_text("a note")
    value = {
        "a-file": str(note),
        "a-long-name": f"{box.folder}/{'x' * 300}",
        "a-long-path": str(box.folder) + "/x" * 3000,
        "nowhere": "/proc/nowhere",
    }[kind]
    code, said = asked(
        box, "run", "--config", box.config, "--evening", "e", env={**box.env, name: value}
    )
    assert code == 2, said
    has(said, value[:80], "let this user write there")


def test_door_environment_a_long_runtime_folder_gets_a_short_socket(box: Box) -> None:
    """108 bytes are the most for a socket's path: it lies elsewhere, and that is said."""
    runtime = box.runtime.parent / ("d" * 120)
    runtime.mkdir()
    life = box.launch(env={**box.env, "XDG_RUNTIME_DIR": str(runtime)})
    by = time.monotonic() + 10
    while "ready" not in box.said():
        assert time.monotonic() < by, box.said()
        time.sleep(0.02)
    code, said = asked(
        box, "check", "--config", box.config, env={**box.env, "XDG_RUNTIME_DIR": str(runtime)}
    )
    assert code == 0
    has(said, "too long for a socket")
    assert life.term() < 5


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"../../etc", b"a/b", b"x" * 5000, b"\0"])
def test_door_environment_the_marker_of_the_evening(box: Box, content: bytes) -> None:
    """The name beside the ring cannot be read: today's date it is."""
    box.runtime.mkdir()
    (box.runtime / "evening").write_bytes(content)
    life = box.launch(argv=["run", "--config", str(box.config)])
    box.client(life).close()
    assert life.term() < 5
    (evening,) = (box.state / "minuta/events/event").iterdir()
    assert evening.name[:2] == "20"
    assert len(evening.name) == 10


# Command line

ARGUMENTS: Mapping[str, tuple[list[str], tuple[str, ...]]] = {
    "unknown-command": (["fly"], ("No such command", "fly")),
    "unknown-option": (["run", "--zebra"], ("No such option", "--zebra")),
    "no-config": (["run", "--config", "/nowhere/a.toml"], ("/nowhere/a.toml",)),
    "a-folder-as-config": (["run", "--config", "/"], ("/",)),
    "evening-with-a-slash": (["run", "--demo", "--evening", "a/b"], ("a/b", "write a word")),
    "evening-above": (["run", "--demo", "--evening", ".."], ("..", "write a word or a date")),
    "evening-with-a-line-end": (["run", "--demo", "--evening", "a\nb"], ("write a word",)),
    "evening-too-long": (["run", "--demo", "--evening", "x" * 300], ("write a word or a date",)),
    "evening-no-text": (["run", "--demo", "--evening", "\udcff"], ("write a word or a date",)),
    "port-too-big": (["demo", "--port", "70000"], ("70000", "65535")),
    "port-no-number": (["demo", "--port", "http"], ("http", "integer")),
    "no-file": (["scenario"], ("Missing argument",)),
    "no-format": (["formats", "/nowhere/x.toml"], ("/nowhere/x.toml",)),
}  # fmt: skip


@pytest.mark.parametrize("kind", ARGUMENTS)
def test_door_command_line(box: Box, kind: str) -> None:
    argv, words = ARGUMENTS[kind]
    code, said = asked(box, *argv)
    assert code == 2, said
    has(said, *words)
    assert not list(box.folder.rglob("*.jsonl"))


def test_door_command_line_a_config_that_may_not_be_read(box: Box) -> None:
    box.for_nobody(box.state)
    box.config.chmod(0)
    life = box.launch(("no_rights", {}))
    assert life.wait() == 2
    has(box.said(), str(box.config))
    assert "Traceback" not in box.said()
