"""Every fault of a file and every error of a command has a Russian text, with the same values."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import locks
from firmware_host import cli
from firmware_host.config import load_config_text
from firmware_host.config.paths import Places
from firmware_host.errors import Fault, FileFaults, InTheWay
from firmware_host.russian import HOLE, TEXTS, in_russian, said, table, told
from hardware.errors import DeviceLost
from word_tests.english import english

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
VALUE = re.compile("‹[^›]*›")
READ = (
    "firmware_host/admission", "firmware_host/cli", "firmware_host/config", "firmware_host/daemon",
    "firmware_host/control/answers.py", "firmware_host/control/client.py",
    "firmware_host/control/listener.py", "firmware_host/evening/cut.py",
    "firmware_host/evening/draw.py", "firmware_host/exchange", "firmware_host/formats",
    "firmware_host/journal/lock.py", "firmware_host/journal/recover.py", "firmware_host/preflight",
    "firmware_host/scenario", "hardware",
)  # fmt: skip
"""Where texts are made that a command says as its fault."""

NOBODYS = {
    "two entries that differ have no common grid", "no such kind: ‹self.what›",
    "a cell holds ‹_TEXT_LENGTH› characters at most",
    "named twice: ‹','.join(twice)›",
    "float seconds do not carry the stamp ‹at_ns›", "‹at_ns› ns does not survive float seconds",
    "the clock stands at ‹self._now_ns›, not back to ‹at_ns›",
    "its clock is ‹self._lo_ns›‹self._hi_ns› ns beyond a drift of ‹self._ppm› ppm",
}  # fmt: skip
"""Faults of the program, and notes of a driver to its own caller: no person mends them."""


def sources(root: Path) -> list[Path]:
    """Return the files of READ under a root."""
    found = [root / one for one in READ]
    return [path for one in found for path in ([one] if one.suffix else sorted(one.rglob("*.py")))]


MADE = {
    text: path.relative_to(locks.ROOT).as_posix()
    for path in sources(locks.ROOT)
    for text in english(path)
    if text not in NOBODYS
}


def lacking(text: str) -> bool:
    """Tell whether a text has no Russian one, or one that has lost a value."""
    russian = in_russian(text)
    if russian is None or not CYRILLIC.search(VALUE.sub("", russian)):
        return True
    return bool(set(VALUE.findall(text)) - set(VALUE.findall(russian)) - {"‹one.en›"})


def test_no_text_that_the_product_makes_lacks_a_russian_one() -> None:
    assert {text: where for text, where in MADE.items() if lacking(text)} == {}


def test_texts_of_all_files_were_read() -> None:
    """The test above would be empty without them."""
    assert len(MADE) > 350
    assert {where.rsplit("/", 1)[0] for where in MADE.values()} >= {
        "firmware_host/config", "firmware_host/formats", "firmware_host/exchange",
        "firmware_host/scenario", "firmware_host/cli", "firmware_host/daemon", "hardware/displays",
    }  # fmt: skip
    assert "no such team: write one of ‹listed(teams)›; did you mean 'x'?" in MADE
    assert "this must be chosen (‹one.of›; ‹one.en›): write one of ‹choices›" in MADE


SPOILED = {
    "a fault": 'def f() -> None:\n    Fault("a", "b", "brew tea")\n',
    "a name": 'def f() -> None:\n    remedy = f"brew {what}"\n    Fault("a", "b", remedy)\n',
    "an error": 'def f() -> None:\n    raise InTheWay(f"{path}: no tea")\n',
    "a hint": 'def f() -> None:\n    raise refuse(f"no such tea{near(a, b)}")\n',
    "a choice": 'def f() -> None:\n    Fault("a", "", "write HH:MM" if a else "brew tea")\n',
    "a sum": 'def f() -> None:\n    Fault("a", "", "brew " + teas)\n',
    "a function": 'def tea_remedy() -> str:\n    return "brew tea"\n',
}


@pytest.mark.parametrize("source", SPOILED.values(), ids=SPOILED)
def test_a_text_without_a_russian_one_is_found(tmp_path: Path, source: str) -> None:
    """The control: a way of making a text, each with one that nobody translated."""
    path = tmp_path / "own.py"
    path.write_text(source, encoding="utf-8")
    assert any(lacking(text) for text in english(path))


def test_russian_texts_have_the_holes_of_the_english_ones() -> None:
    """Somebody else's English words, and what follows from another hole, are left out."""
    for key, russian in table().items():
        assert set(HOLE.findall(russian)) <= set(HOLE.findall(key)), key
        left = set(HOLE.findall(key)) - set(HOLE.findall(russian))
        assert left <= {"english", "number"}, key
        assert CYRILLIC.search(russian) or HOLE.search(russian), key


@pytest.mark.parametrize(
    ("text", "russian"),
    [
        (
            "no such team: write one of A, B; did you mean 'B'?",
            "такой команды нет: напишите одну из A, B; похоже на 'B'",
        ),
        ("say which source it is on: ", "укажите источник: "),
        ("no such team: write one of A, B", "такой команды нет: напишите одну из A, B"),
        ("not TOML (Invalid value): correct this line", "это не TOML: исправьте эту строку"),
        (
            "phase[1].for: write more than 0s (with grace = 0s)",
            "phase[1].for: напишите больше 0s (при grace = 0s)",
        ),
        ("/мой дом/a: Permission denied", "/мой дом/a: нет прав"),
        ("/run/x: [Errno 2] No such file or directory", "/run/x: нет такого файла или папки"),
        (
            "it cannot be played: this board lacks OK, SKIP; take the board a-b or c",
            "так играть нельзя: на плате не хватает OK, SKIP; возьмите плату a-b или c",
        ),
        ("no such word: {tea}; the template needs {text} once",
         "такого слова нет: {tea}; в template нужно ровно одно {text}"),
    ],
)  # fmt: skip
def test_values_stay_and_texts_within_a_text_are_told(text: str, russian: str) -> None:
    assert in_russian(text) == russian


@pytest.mark.parametrize("text", ["/a: no tea", "brew tea (with grace = 0s)", "brew: write HH:MM!"])
def test_a_text_with_a_part_that_is_nowhere_stays_english_whole(text: str) -> None:
    assert in_russian(text) is None


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
        "minuta: /a занята процессом 7: сначала остановите ту Минуту.\n",
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


@pytest.mark.usefixtures("russian")
def test_a_folder_that_cannot_be_made_is_named_in_russian(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("", encoding="utf-8")
    folder = tmp_path / "a" / "b"
    with pytest.raises(InTheWay) as caught:
        Places(state=folder, runtime=folder, ring=folder / "r", socket=folder / "s").make()
    assert said(caught.value).startswith(f"{folder}: это не папка: разрешите")


def test_in_english_nothing_is_changed() -> None:
    assert told("write HH:MM") == "write HH:MM"
    assert TEXTS
