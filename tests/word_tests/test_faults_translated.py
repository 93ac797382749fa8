"""Every fault of a file and every error of a command has a Russian text, with the same values."""

import re
from pathlib import Path

import pytest

import locks
from firmware_host.control import forms
from firmware_host.russian import HOLE, in_russian, table
from word_tests.english import english

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
ENGLISH = re.compile("did you mean|Permission denied")
"""Texts that stand in holes of the samples."""
VALUE = re.compile("‹[^›]*›")
READ = (
    "firmware_host/admission/*", "firmware_host/cli/*", "firmware_host/config/*",
    "firmware_host/control/answers.py", "firmware_host/control/client.py",
    "firmware_host/control/forms.py", "firmware_host/control/listener.py",
    "firmware_host/daemon/*", "firmware_host/evening/*book.py", "firmware_host/evening/answers.py",
    "firmware_host/evening/cut.py", "firmware_host/evening/draw.py",
    "firmware_host/evening/rooms.py", "firmware_host/exchange/*", "firmware_host/formats/*",
    "firmware_host/journal/lock.py", "firmware_host/journal/reader.py",
    "firmware_host/journal/recover.py", "firmware_host/loop/*",
    "firmware_host/preflight/*", "firmware_host/scenario/*", "hardware/*", "hardware/*/*",
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
    if russian is None or ENGLISH.search(russian) or not CYRILLIC.search(VALUE.sub("", russian)):
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
