"""Texts of commands and faults in the language of who reads them.

The code says them in English, which is the key; the TOML files here have the Russian of each. A
key may have holes, `{name}`: what stands there in the text goes into the Russian as it is, but

* `hint`, `why`, `remedy` and `remedy2` are texts themselves, found here too;
* `english` is somebody else's words, of a library: the Russian goes without them;
* `path`, `row`, `number` and `count` are one word, `either` is words with "or" between them,
  `known` lists what there is, and `place` is a file or a name: none of them is a sentence.

Where several fit, the one counts that leaves the least as it is. A text that is not here, or has a
part that is not, stays English, whole. Who prints asks, and who says a thing in both languages.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from operator import itemgetter
from tomllib import loads

from firmware_host.errors import FileFaults, blamed

__all__ = ["both", "is_russian", "said", "told", "word"]

HOLE = re.compile(r"\{([a-z]+2?)\}")
TEXTS = ("hint", "why", "remedy", "remedy2")
_INSIDE = {
    "hint": r"(?:; did you mean .+\?)?",
    "path": r"\S+", "row": r"\S+", "number": r"\S+", "count": r"\S+",
    "either": r"\S+(?:(?:,| or) \S+)*",
    "known": r"(?!no )[^;]*?",
    "place": r"(?:/.*?|(?:(?![a-z] [a-z]).)*?|[^:]*\.\w+)",
}  # fmt: skip
"""Of a hole, what may stand there, if not anything."""
_CLICKS = "click.toml"
"""Its holes are click's: it fills them when it has the text."""


def is_russian(env: Mapping[str, str] = os.environ) -> bool:
    """Tell whether the person's language is Russian, as POSIX has it."""
    chosen = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
    return chosen.lower().startswith("ru")


def word(text: str) -> str:
    """Return an English text that has no values in it, in the person's language."""
    return table().get(text, text) if is_russian() else text


def told(text: str, russian: bool | None = None) -> str:
    """Return an English text in Russian or not; None: in the person's language."""
    found = in_russian(text) if (is_russian() if russian is None else russian) else None
    return text if found is None else found


def both(text: str) -> tuple[str, str]:
    """Return an English text in Russian, whole or not at all, and in English."""
    return told(text, russian=True), text


def said(error: Exception) -> str:
    """Return what an error says, in its language; a file's values stay as written."""
    russian = getattr(error, "russian", None)
    if not isinstance(error, FileFaults):
        return told(getattr(error, "strerror", None) or str(error), russian)
    faults = [
        replace(
            one, path=told(one.path, russian), remedy=told(one.remedy, russian),
            value=told(one.value, russian) if one.path == "file" else one.value,
        )
        for one in error.faults
    ]  # fmt: skip
    return blamed(told(error.file, russian), faults)


def in_russian(text: str) -> str | None:
    """Return the Russian of an English text, or None."""
    found = _found(text)
    return found and found[1]


def _found(text: str) -> tuple[int, str] | None:
    """Return how many letters of a text stay as they are, the least there can be, and the text."""
    if text in table():
        return 0, table()[text]
    tries = (
        _filled(found.groupdict(), russian)
        for pattern, russian in _patterns()
        if (found := pattern.fullmatch(text))
    )
    return min((one for one in tries if one), key=itemgetter(0), default=None)


def _filled(values: dict[str, str], russian: str) -> tuple[int, str] | None:
    stay = 0
    for name, value in values.items():
        if name in TEXTS and value:
            inner = _found(value)
            if inner is None:
                return None
            stay, values[name] = stay + inner[0], inner[1]
        elif f"{{{name}}}" in russian:
            stay += len(value)
    if "either" in values:
        values["either"] = values["either"].replace(" or ", " или ")
    return stay, HOLE.sub(lambda hole: values[hole[1]], russian)


@cache
def table() -> Mapping[str, str]:
    """Return English -> Russian, of all files."""
    found: dict[str, str] = {}
    for name in sorted(one.name for one in files(__name__).iterdir()):
        if name.endswith(".toml"):
            found |= _read(name)
    return found


def _read(name: str) -> dict[str, str]:
    return loads((files(__name__) / name).read_text(encoding="utf-8"))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return what has holes as patterns; of two that fit as well, the one with fewer is first."""
    clicks = _read(_CLICKS)
    keys = [key for key in table() if HOLE.search(key) and key not in clicks]
    keys.sort(key=lambda key: len(HOLE.findall(key)))
    return tuple((_pattern(key), table()[key]) for key in keys)


def _pattern(key: str) -> re.Pattern[str]:
    made = ""
    for nth, part in enumerate(HOLE.split(key)):  # text, name, text, …
        if nth % 2 == 0:
            made += re.escape(part)
        elif f"(?P<{part}>" in made:
            made += f"(?P={part})"
        else:
            made += f"(?P<{part}>{_INSIDE.get(part, '.*?')})"
    return re.compile(made, re.DOTALL)
