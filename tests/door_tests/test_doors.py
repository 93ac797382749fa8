"""Bad input at every door, door by door and kind by kind: the table is in the tests' ids.

A cell says where (path and line, or record), what stands there, and what to do; it ends with
code 2 (1 where a journal was asked about and is damaged), without a traceback; and whatever
was read is as it was, byte for byte.

| door | where |
|---|---|
| scenario, journal, ring | test_door_files.py |
| socket, environment, command line | here |
| config | config_tests/test_config_faults.py, config_tests/test_boards.py |
| format | format_tests/test_bad_formats.py, format_tests/test_durations.py |
| control socket, below the daemon | control_tests/test_control_abuse.py |
| ring and journal, every byte | journal_tests/test_journal_recover.py, test_journal_ring.py |
| web | web_tests/test_web_guard.py |
"""

import json
import socket
import time
from collections.abc import Mapping
from contextlib import suppress

import pytest

from door_tests.asking import asked, has
from run_tests.living import Box, press, running, until

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
    has(said, "для сокета слишком длинный: вместо него")
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
