"""What a person at a Russian terminal reads when a file or a command is wrong."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import locks
from firmware_host import cli
from firmware_host.cli import desk
from firmware_host.config import load_config_text
from firmware_host.config.edit import may_rewrite
from firmware_host.config.paths import Places
from firmware_host.control.protocol import Reply
from firmware_host.errors import Fault, FileFaults, HostError, InTheWay
from firmware_host.russian import in_russian, said, told
from hardware.errors import DeviceLost, DeviceNotFound
from hardware.serial_port import SerialPort
from hardware.wire import Wire
from word_tests.english import english


@pytest.fixture
def every_fault_has_a_russian_text() -> None:
    """Some of these have none, and that is what they are for."""


BAD = 'schema = 1\n[box]\nlanguage = "fr"\n[format]\nid = "chgk-03"\n[board]\nid = "own"\n'


@pytest.fixture
def russian(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a Russian sit at the terminal."""
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")


@pytest.mark.usefixtures("russian")
def test_a_file_is_blamed_in_russian_with_its_paths_and_values() -> None:
    with pytest.raises(FileFaults) as caught:
        load_config_text(BAD, "мой box.toml")
    lines = said(caught.value).split("\n")
    assert lines[0] == "мой box.toml:"
    assert "  box.language: 'fr': напишите одно из ru, en" in lines
    assert any(line.endswith("; похоже на 'chgk-003'") for line in lines)
    assert "  board.name: этот ключ нужен: добавьте его" in lines
    assert len(lines) == 1 + len(caught.value.faults)


@pytest.mark.usefixtures("russian")
def test_what_a_person_wrote_is_never_translated() -> None:
    """Also where it reads like a text of ours; of a whole file the system says why."""
    own = FileFaults("file", [Fault("line 4", "write HH:MM", "write HH:MM")])
    assert said(own) == "файл:\n  строка 4: 'write HH:MM': напишите ЧЧ:ММ"
    gone = FileFaults("x.toml", [Fault("file", "Permission denied", "brew tea")])
    assert said(gone) == "x.toml:\n  файл: 'нет прав': brew tea"


def raising(error: Exception) -> Callable[..., object]:
    """Return a command that ends so."""

    def command(**_: object) -> None:
        raise error

    return command


ERRORS = {
    "in the way": (
        InTheWay("/a is held by process 7: stop that Minuta first."),
        "minuta: папку /a занял процесс 7: сначала остановите ту Минуту.\n",
    ),
    "a device": (DeviceLost("/dev/x hung up"), "minuta: /dev/x отключился\n"),
    "may not": (
        PermissionError(13, "Permission denied", "/a"),
        "minuta: /a: нет прав: запустите команду от имени того, кому это можно\n",
    ),
    "may not, of what": (
        PermissionError(13, "Permission denied"),
        "minuta: нет прав: запустите команду от имени того, кому это можно\n",
    ),
    "full": (OSError(28, "No space left on device", "/a"), "minuta: /a: на диске нет места\n"),
    "full, of what": (OSError(28, "No space left on device"), "minuta: на диске нет места\n"),
    "unknown": (OSError("brew tea"), "minuta: brew tea\n"),
}


@pytest.mark.parametrize(("error", "text"), ERRORS.values(), ids=ERRORS)
@pytest.mark.usefixtures("russian")
def test_a_command_ends_with_russian_words(
    error: Exception, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "minuta", raising(error))
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == text


OFFSET = "мой.jsonl, line 3, byte 700: "
WHYS = [
    text for text in english(locks.ROOT / "firmware_host/journal/codec.py")
    if re.match("has |is |its |does |longer ", text)
]  # fmt: skip


@pytest.mark.parametrize("why", [
    *WHYS, "number 3 has been", "numbers 1 to 2 are missing",
    "record 3 was not written behind the one before it",
])  # fmt: skip
def test_a_damage_of_a_journal_has_a_russian_text(why: str) -> None:
    found = in_russian(OFFSET + why)
    assert len(WHYS) > 6
    assert found is not None
    assert found.startswith("мой.jsonl, строка 3, байт 700: ")


@pytest.mark.parametrize(("lang", "text"), [("ru", "никто не голосовал"), ("en", "nobody voted")])
def test_what_the_daemon_makes_no_sense_of_is_said_in_the_language_that_was_asked_for(
    lang: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        desk._answer(Reply(id=1, code="bad-args", text="nobody voted"), "verdict", lang)
    assert capsys.readouterr().err == f"verdict: {text}\n"


@pytest.mark.usefixtures("russian")
def test_a_folder_that_cannot_be_made_is_named_in_russian(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("", encoding="utf-8")
    folder = tmp_path / "a" / "b"
    with pytest.raises(InTheWay) as caught:
        Places(state=folder, runtime=folder, ring=folder / "r", socket=folder / "s").make()
    assert said(caught.value).startswith(f"{folder}: это не папка: разрешите")


@pytest.mark.usefixtures("russian")
def test_a_port_that_is_not_there_is_said_in_russian() -> None:
    with pytest.raises(DeviceNotFound) as caught:
        SerialPort("/dev/мой порт", Wire())
    assert said(caught.value) == "порта /dev/мой порт нет"


@pytest.mark.usefixtures("russian")
def test_a_config_in_a_folder_with_a_space_that_cannot_be_written_is_said_in_russian(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "мой дом"
    folder.mkdir()
    file = folder / "box.toml"
    file.write_text('schema = 1\nboard = "three-keys"\n', encoding="utf-8")
    tables = {"keys": {"start": "{ pin = 17 }"}}
    with monkeypatch.context() as system:
        system.setattr(os, "access", lambda path, mode: path != folder)
        with pytest.raises(InTheWay) as caught:
            may_rewrite(file, tables)
    closed = f"папка {folder} закрыта для этого пользователя"
    assert said(caught.value) == f"{file} не записать: {closed}"
    may_rewrite(file, tables)  # the control


@pytest.mark.parametrize("russian", [True, False])
def test_an_error_that_has_a_language_is_said_in_it(russian: bool) -> None:
    """Whatever the terminal's is."""
    error = HostError("/dev/x hung up")
    error.russian = russian
    assert said(error) == ("/dev/x отключился" if russian else str(error))
    file = FileFaults("file", [Fault("line 4", "", "write HH:MM")])
    file.russian = russian
    assert said(file) == ("файл:\n  строка 4: напишите ЧЧ:ММ" if russian else str(file))


def test_in_english_nothing_is_changed() -> None:
    assert told("write HH:MM") == "write HH:MM"
