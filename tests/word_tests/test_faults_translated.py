"""Every fault of a file and every error of a command has a Russian text, with the same values."""

import re
from pathlib import Path

import pytest

import locks
from firmware_host.control import forms
from firmware_host.russian import HOLE, in_russian, table
from word_tests.english import english
from word_tests.tables import LATIN, QUOTED, VALUE

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
FORM = re.compile("(?<=^напишите: ).*")
"""A line of a scenario, as it is written."""
READ = (
    "firmware_host/admission/*", "firmware_host/cli/*", "firmware_host/config/*",
    "firmware_host/checkup/*", "firmware_host/control/*", "firmware_host/copying/*",
    "firmware_host/daemon/*", "firmware_host/evening/*book.py", "firmware_host/evening/answers.py",
    "firmware_host/evening/cut.py", "firmware_host/evening/draw.py",
    "firmware_host/evening/rooms.py", "firmware_host/exchange/*", "firmware_host/formats/*",
    "firmware_host/journal/lock.py", "firmware_host/journal/reader.py",
    "firmware_host/journal/recover.py", "firmware_host/loop/*",
    "firmware_host/outputs/*", "firmware_host/preflight/*", "firmware_host/scenario/*",
    "hardware/*", "hardware/*/*", "web_admin/main.py",
)  # fmt: skip
"""Where texts are made that a command says as its fault."""

NOBODYS = {
    "two entries that differ have no common grid", "no such kind: ‹self.what›",
    "a cell holds ‹_TEXT_LENGTH› characters at most",
    "a known question is in a tour", "named twice: ‹','.join(twice)›",
    "`‹name›` must be ‹_KINDS[kind][1]›",  # its kinds are looked at below
    "float seconds do not carry the stamp ‹at_ns›", "‹at_ns› ns does not survive float seconds",
    "the clock stands at ‹self._now_ns›, not back to ‹at_ns›",
    "its clock is ‹self._lo_ns›‹self._hi_ns› ns beyond a drift of ‹self._ppm› ppm",
}  # fmt: skip
"""Faults of the program, and notes of a driver to its own caller: no person mends them."""


MADE = {
    text: path.relative_to(locks.ROOT).as_posix()
    for pattern in READ
    for path in locks.ROOT.glob(pattern)
    if path.suffix == ".py"
    for text in english(path)
    if text not in NOBODYS
}


DROPPED = {"‹one.en›", "‹reason›"}
"""What the Russian goes without: an English name, and a library's words in brackets."""


def lacking(text: str) -> bool:
    """Tell whether a text has no Russian one, or one half English, or that has lost a value."""
    russian = in_russian(text)
    if russian is None:
        return True
    own = VALUE.sub("", russian)
    if not CYRILLIC.search(own) or not QUOTED.issuperset(
        LATIN.findall(FORM.sub("", HOLE.sub("", own)))
    ):
        return True
    return bool(set(VALUE.findall(text)) - set(VALUE.findall(russian)) - DROPPED)


def test_no_text_that_the_product_makes_lacks_a_russian_one() -> None:
    assert {text: where for text, where in MADE.items() if lacking(text)} == {}


def test_each_kind_of_a_field_has_a_russian_text() -> None:
    assert {kind for _, kind in forms._KINDS.values() if lacking(f"`x` must be {kind}")} == set()


def test_texts_of_all_files_were_read() -> None:
    """The test above would be empty without them."""
    assert len(MADE) > 350
    assert {where.rsplit("/", 1)[0] for where in MADE.values()} >= {
        "firmware_host/config", "firmware_host/formats", "firmware_host/exchange",
        "firmware_host/scenario", "firmware_host/cli", "firmware_host/daemon", "firmware_host/loop",
        "firmware_host/evening", "hardware/displays", "hardware",
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
    "an error returned": 'def f() -> OSError:\n    return DeviceNotFound(f"there is no {tea}")\n',
    "an error kept": 'def f() -> None:\n    tea = DeviceLost(f"{path}: no tea")\n',
    "an error of more": 'def f() -> None:\n    raise NoStick(0, "no tea", str(path))\n',
    "an error by its name": 'def f() -> None:\n    raise kind(f"{path}: no tea")\n',
    "half of a text": 'def f() -> None:\n    raise InTheWay("found no tea")\n',
    "a list": 'def f() -> None:\n    self.faults.append(f"{path}: no tea")\n',
    "both languages": 'def f() -> None:\n    both(f"no tea: {why}")\n',
    "a reason given": 'def f() -> None:\n    both(f"the tea is cold: {why}")\n',
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
        ("мой вечер: Permission denied", "мой вечер: нет прав"),
        ("my evening.csv: Permission denied", "my evening.csv: нет прав"),
        (
            "/мой дом/box.toml cannot be written: /мой дом is not writable for this user",
            "/мой дом/box.toml не записать: папка /мой дом закрыта для этого пользователя",
        ),
        (
            "my box.toml is as it was: /my home/.box.toml.new: No space left on device",
            "my box.toml остался как был: /my home/.box.toml.new: на диске нет места",
        ),
        (
            "the second copy is not written: /media/мой стик: No space left on device",
            "вторая копия не пишется: /media/мой стик: на диске нет места",
        ),
        ("there is no port /dev/ttyUSB0", "порта /dev/ttyUSB0 нет"),
        (
            "display hall: another program has the port /dev/ttyUSB0",
            "табло hall: порт /dev/ttyUSB0 занят другой программой: остановите её",
        ),
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


@pytest.mark.parametrize("text", [
    "/a: no tea", "brew tea (with grace = 0s)", "brew: write HH:MM!", "there is no tea",
    "microphone : no tea; there is no tea", "the tea is cold: Permission denied",
    "ALSA: Couldn't open audio device: No such file or directory", "Input should be a valid tea",
    "write one of A; the tea is cold", "row of tea", "Error: no tea", "Invalid value: no tea",
])  # fmt: skip
def test_a_text_with_a_part_that_is_nowhere_stays_english_whole(text: str) -> None:
    assert in_russian(text) is None
