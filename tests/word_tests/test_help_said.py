"""The help of every command and option is there in both languages, and click's own words too."""

import re
from collections.abc import Iterator
from importlib.resources import files
from tomllib import loads

import click
import pytest
from click.testing import CliRunner

from firmware_host.cli import minuta
from firmware_host.cli.spoken import paragraphs
from firmware_host.russian import is_russian, table, told

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
ENGLISH = re.compile(r"\b(?:the|of|is|are|and|not|with|usage|options|commands)\b", re.IGNORECASE)


def commands(at: click.Command, *path: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command of the tree, as it is in the person's language."""
    yield path, at
    if isinstance(at, click.Group):
        ctx = click.Context(at)
        for name in at.list_commands(ctx):
            found = at.get_command(ctx, name)
            assert found is not None
            yield from commands(found, *path, name)


def helps() -> Iterator[str]:
    """Yield every paragraph and option of the English help, and "" where there is none."""
    for _, command in commands(minuta):
        yield from paragraphs(command.help or "")
        for param in command.params:
            if isinstance(param, click.Option):
                yield param.help or ""


PATHS = [path for path, _ in commands(minuta)]


@pytest.fixture
def russian(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a Russian sit at the terminal."""
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")


def said(*words: str) -> str:
    """Return what a command prints."""
    return CliRunner().invoke(minuta, words, prog_name="minuta").output


def test_no_command_or_option_lacks_either_language() -> None:
    found = list(helps())

    assert len(PATHS) > 25
    assert len(found) > 150
    assert "" not in found
    assert {text for text in found if not CYRILLIC.search(table().get(text, ""))} == set()


def test_help_in_english_has_no_russian_and_the_table_no_text_that_nothing_says() -> None:
    found = set(helps())
    kept = loads((files("firmware_host.russian") / "commands.toml").read_text(encoding="utf-8"))

    assert {text for text in found if CYRILLIC.search(text)} == set()
    assert set(kept) - found == set()


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_help_is_in_one_language(path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other in one process: neither stays behind in click."""
    for _ in range(2):
        monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
        assert not ENGLISH.search(said(*path, "--help"))
        monkeypatch.setenv("LC_ALL", "C.UTF-8")
        assert not CYRILLIC.search(said(*path, "--help"))


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("brew-tea", "Нет команды 'brew-tea'."),
        ("demo --prt", "Нет параметра '--prt'. Может быть, '--port'?"),
        ("demo --port x", "Неверное значение '--port': 'x' – не число."),
        ("demo --port 0", "Неверное значение '--port': 0 не в пределах 1<=x<=65535."),
        ("demo --port", "Параметру '--port' нужно значение."),
        ("demo now", "Лишнее слово (now)"),
        ("rules", "Не указано слово 'FORMAT'."),
        ("rules x --lang fr", "Неверное значение '--lang': 'fr' – не одно из 'ru', 'en'."),
        ("journal rejudge x", "Не указан параметр '--set'."),
        ("check --json=1", "У параметра '--json' нет значения."),
        ("journal", "Вызов: minuta journal [ПАРАМЕТРЫ] КОМАНДА"),
    ],
)
@pytest.mark.usefixtures("russian")
def test_words_that_make_no_command_are_refused_in_russian(words: str, error: str) -> None:
    """A click that says its words by other names would say them in English."""
    output = said(*words.split())

    assert error in output
    assert not ENGLISH.search(output)


@pytest.mark.parametrize(
    ("env", "russian"),
    [
        ({}, False),
        ({"LANG": "ru_RU.UTF-8"}, True),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "C"}, False),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "ru"}, True),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "C", "LC_ALL": "RU"}, True),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8", "LC_ALL": "C.UTF-8"}, False),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": ""}, True),
    ],
)
def test_the_language_is_chosen_as_posix_has_it(env: dict[str, str], russian: bool) -> None:
    assert is_russian(env) is russian


@pytest.mark.usefixtures("russian")
def test_a_text_that_the_tables_lack_stays_english() -> None:
    assert told("Usage:") == "Вызов:"
    assert told("Brew tea.") == "Brew tea."


def test_the_tables_have_each_text_once() -> None:
    read = [
        loads(file.read_text(encoding="utf-8"))
        for file in files("firmware_host.russian").iterdir()
        if file.name.endswith(".toml")
    ]
    assert len(read) > 1
    assert sum(map(len, read)) == len(table())
