"""KEYS.md: «снять» is only for the jury's removal of a question, in all texts that people read.

Annul and replay is «переиграть», a void word «слово не засчитано».
"""

import re
from collections import Counter
from pathlib import Path

import pytest

import locks
from word_tests.russian import Text, texts

FORMS = re.compile(r"\b(?:не|пере)?(?:снят|сня[влт]|снима|сним)\w*", re.IGNORECASE)
PICTURE = re.compile(r"\bсним(?:ок|к)\w*", re.IGNORECASE)
"""«Снимок», a picture, is another word."""

QUESTION = re.compile(r"\bвопрос", re.IGNORECASE)
FOUND = list(texts(locks.ROOT))


def misused(text: str) -> bool:
    """Tell whether «снять» stands in a text that speaks of no question."""
    return bool(FORMS.search(PICTURE.sub("", text))) and not QUESTION.search(text)


def wrong(found: list[Text]) -> list[Text]:
    """Return the texts at fault, with their files."""
    return [(name, text) for name, text in found if misused(text)]


def test_the_jurys_word_is_for_questions_only() -> None:
    assert wrong(FOUND) == []


def test_texts_of_all_kinds_and_places_were_read() -> None:
    """The test above would be empty without them."""
    files = Counter(name for name, _ in FOUND)
    kinds = Counter(Path(name).suffix for name in files)
    assert files["web_admin/words.toml"] > 100
    assert files["web_admin/vocabulary.toml"] > 100
    assert files["firmware_host/cli/wording.py"] > 50
    assert files["sounds/design.toml"] > 10
    assert files["sounds/README.md"] > 0
    assert kinds[".toml"] > 25
    formats = [name for name in files if name.startswith("firmware_host/formats/")]
    assert sum(name.endswith(".toml") for name in formats) == 23
    boards = [name for name in files if name.startswith("firmware_host/config/boards/")]
    assert len(boards) == 7
    assert ("firmware_host/formats/chgk-003.toml", "Вопрос ЧГК (003)") in FOUND


@pytest.mark.parametrize(
    "text",
    [
        "снять нажатие", "Нажатие снято", "слово снимается", "Ход снимут", "СНЯТЬ", "снятие хода",
        "он снял карточку", "сняли очки", "снимите игру", "снимая слово", "неснятый ход",
    ],
)  # fmt: skip
def test_any_form_of_it_without_a_question_is_found(text: str) -> None:
    assert misused(text)


@pytest.mark.parametrize(
    "text",
    [
        "снять вопрос", "Вопрос 14 снят", "жюри снимает вопрос", "снятие вопроса",
        "слово не засчитано", "переиграть ход", "снимок экрана", "два снимка", "снег", "понять",
    ],
)  # fmt: skip
def test_what_speaks_of_a_question_or_is_another_word_is_left_alone(text: str) -> None:
    assert not misused(text)


SPOILED = {
    "web_admin/words.toml": '[desk]\nvoid = { ru = "Снять нажатие", en = "Void" }\n',
    "firmware_host/formats/own.toml": 'name = { ru = "Игра, снимаем слова", en = "Own" }\n',
    "firmware_host/config/boards/own.toml": 'name = { ru = "Снятая плата", en = "Own" }\n',
    "firmware_host/cli/wording.py": 'SAY = {"void": ("слово снято", "the word is void")}\n',
    "firmware_host/loop/own.py": 'def f(n: int) -> str:\n    return f"{n} ходов снято"\n',
    "web_admin/templates/own.html": "<p>Ход снят</p>\n",
    "web_admin/static/own.js": "say('Слово снимут');\n",
    "sounds/design.toml": '[ru]\nvoice = "Снимаю!"\n',
    "README.md": "Долгое нажатие\nснимает ход.\n",
}


@pytest.mark.parametrize("name", SPOILED)
def test_it_is_found_wherever_people_read_it(tmp_path: Path, name: str) -> None:
    """The control: the same files, spoiled one by one."""
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SPOILED[name], encoding="utf-8")
    assert [place for place, _ in wrong(list(texts(tmp_path)))] == [name]


def test_docstrings_and_comments_are_not_what_people_read(tmp_path: Path) -> None:
    path = tmp_path / "firmware_host" / "own.py"
    path.parent.mkdir()
    path.write_text('"""Ход снят."""\n# слово снято\nX = 1\n"""Снятие."""\n', encoding="utf-8")
    assert list(texts(tmp_path)) == []
