"""Words: each in both languages, each used one there, and those of KEYS.md all present."""

import re
import tomllib
from pathlib import Path

import pytest

import web_admin
from web_admin.words import LANGUAGES, catalogue

ROOT = Path(web_admin.__file__).parent
TABLE = tomllib.loads((ROOT / "words.toml").read_text(encoding="utf-8"))
REASONS = [
    "not-started", "running", "paused", "over", "early", "late", "late-delivery", "repeat",
    "held", "wrong-phase", "not-your-turn", "no-skip", "already-claimed", "dead-time", "locked",
    "later", "cancelled", "moot", "rehearsal-only", "glitch", "bounce", "lost-edge",
    "unknown-key",
]  # fmt: skip
CODES = [
    "bad-line", "bad-args", "unknown-verb", "stale", "refused", "not-simulated", "busy",
    "too-many", "too-fast", "no-rights",
]  # fmt: skip


def test_each_word_has_both_languages_and_the_same_places() -> None:
    for group, words in TABLE.items():
        for word, texts in words.items():
            assert set(texts) == set(LANGUAGES), f"{group}.{word}"
            assert all(text.strip() for text in texts.values()), f"{group}.{word}"
            places = [sorted(re.findall(r"%\(\w+\)s", text)) for text in texts.values()]
            assert places[0] == places[1], f"{group}.{word}"
            assert "{" not in "".join(texts.values())


def test_russian_is_russian() -> None:
    for key, text in catalogue("ru").items():
        if key != "log.csv":
            assert re.search("[а-яА-ЯёЁ]", text), key
    for key, text in catalogue("en").items():
        assert not re.search("[а-яА-ЯёЁ]", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_products_words_are_all_there(language: str) -> None:
    words = catalogue(language)
    missing = [f"reason.{one}" for one in REASONS] + [f"error.{one}" for one in CODES]
    assert [key for key in missing if key not in words] == []


def test_every_word_that_a_template_or_script_names_exists() -> None:
    words = catalogue("ru")
    used: set[str] = set()
    for path in ROOT.rglob("*.html"):
        used |= set(re.findall(r'_\(["\']([\w.-]+)["\']\s*[),]', path.read_text("utf-8")))
    for path in ROOT.rglob("*.js"):
        pairs = re.findall(r"word\('([\w-]+)', '([\w-]+)'", path.read_text("utf-8"))
        used |= {f"{group}.{word}" for group, word in pairs}
    for path in ROOT.rglob("*.py"):
        pairs = re.findall(r'word\("([\w-]+)", "([\w-]+)"', path.read_text("utf-8"))
        used |= {f"{group}.{word}" for group, word in pairs}
    assert len(used) > 40
    assert sorted(used - words.keys()) == []


def test_the_jurys_word_is_not_used_for_a_void_press() -> None:
    """KEYS.md: «снять» is only for the jury's removal of a question."""
    assert [key for key, text in catalogue("ru").items() if re.search(r"\bсня", text)] == []
