"""All words of the pages, Russian and English, from two TOML files, through Flask-Babel.

A TOML file and not gettext: both languages of a word stand on one line, there is no compiled
file that can be stale, and a page's script gets its words from the same table. Flask-Babel
chooses the language; keys such as "now.title" stand where gettext has the English text.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations
from pathlib import Path

from flask import Blueprint, Flask, Response, redirect, request, url_for
from flask_babel import Babel, Domain, get_locale  # type: ignore[import-untyped]

from web_admin.security import SCREEN, open_to

LANGUAGES = ("ru", "en")
_FILES = ("words.toml", "vocabulary.toml", "alarms.toml", "entries.toml", "door.toml")
_PAGES = frozenset({"now.page", "bench.page", "log.page", "door.ask", "door.devices"})

bp = Blueprint("words", __name__)


def table() -> dict[str, dict[str, dict[str, str]]]:
    """Return all words as they are written: group -> word -> language -> text."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for name in _FILES:
        found |= tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return found


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return all words of a language: "group.word" -> text."""
    return {
        f"{group}.{word}": texts[language]
        for group, words in table().items()
        for word, texts in words.items()
    }


def group(*names: str) -> dict[str, str]:
    """Return the words of some groups in the browser's language, for a page's script."""
    words = catalogue(language())
    return {key: text for key, text in words.items() if key.split(".", 1)[0] in names}


def word(group_name: str, key: object) -> str:
    """Return the text of a word of the product, such as a reason; an unknown one as it is."""
    return catalogue(language()).get(f"{group_name}.{key}", str(key))


def known(group_name: str, key: object) -> bool:
    """Return whether the product's word has a text."""
    return f"{group_name}.{key}" in catalogue(language())


def language() -> str:
    """Return the language of this request."""
    locale = get_locale()
    return locale.language if locale is not None else LANGUAGES[0]


class _Catalogue(NullTranslations):
    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__()
        self._words = words

    def gettext(self, message: str) -> str:
        return self._words.get(message, message)

    ugettext = gettext


class _Words(Domain):  # type: ignore[misc]  # Flask-Babel has no types
    def get_translations(self) -> _Catalogue:
        return _Catalogue(catalogue(language()))


class _Babel(Babel):  # type: ignore[misc]
    @property
    def domain_instance(self) -> Domain:
        return _Words()


def _choice() -> str:
    """Return what the browser chose: its cookie, else what it asks for."""
    chosen = request.cookies.get("language", "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, "ru")


def init_app(app: Flask) -> None:
    """Give the app its languages."""
    _Babel(app, default_locale=LANGUAGES[0], locale_selector=_choice)
    app.jinja_env.globals.update(language=language, languages=LANGUAGES, word=word, words=group)
    app.register_blueprint(bp)


@bp.post("/language")
@open_to(SCREEN)
def choose() -> Response:
    """Remember this browser's language and go back to the page it came from."""
    wanted, page = request.form.get("language", ""), request.form.get("page", "")
    response = redirect(url_for(page if page in _PAGES else "now.page"), 303)
    if wanted in LANGUAGES:
        response.set_cookie(
            "language", wanted, max_age=365 * 86400, httponly=True, samesite="Strict"
        )
    assert isinstance(response, Response)
    return response
