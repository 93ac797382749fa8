"""Texts of commands and faults in the language of who reads them.

The code says them in English, which is the key; the TOML files here have the Russian of each. A
key may have holes, `{name}`: what stands there in the text goes into the Russian as it is, but

* `hint`, `why`, `remedy` and `remedy2` are texts themselves, found here too;
* `english` is somebody else's words, of a library: the Russian goes without them;
* `path` is one word, and `either` is words with "or" between them.

A text that is not here, or has a part that is not, stays English, whole. Only the outermost edge
asks: commands that print.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from tomllib import loads

from firmware_host.errors import FileFaults

__all__ = ["is_russian", "said", "told", "word"]

HOLE = re.compile(r"\{([a-z]+2?)\}")
TEXTS = ("hint", "why", "remedy", "remedy2")
_INSIDE = {"hint": r"(?:; did you mean .+\?)?", "path": r"\S+"}
"""Of a hole, what may stand there, if not anything."""


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


def said(error: Exception) -> str:
    """Return what an error says, in the person's language; a file's values stay as written."""
    if not isinstance(error, FileFaults):
        return told(getattr(error, "strerror", None) or str(error))
    faults = [
        replace(
            one, path=told(one.path), remedy=told(one.remedy),
            value=told(one.value) if one.path == "file" else one.value,
        )
        for one in error.faults
    ]  # fmt: skip
    return str(FileFaults(told(error.file), faults))


def in_russian(text: str) -> str | None:
    """Return the Russian of an English text, or None."""
    if text in table():
        return table()[text]
    for pattern, russian in _patterns():
        if found := pattern.fullmatch(text):
            values = found.groupdict()
            for name in set(TEXTS) & values.keys():
                values[name] = values[name] and in_russian(values[name])
            if "either" in values:
                values["either"] = values["either"].replace(" or ", " или ")
            if None not in values.values():
                return HOLE.sub(partial(_put, values), russian)
    return None


@cache
def table() -> Mapping[str, str]:
    """Return English -> Russian, of all files."""
    found: dict[str, str] = {}
    for file in sorted(files(__name__).iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            found |= loads(file.read_text(encoding="utf-8"))
    return found


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return what has holes as patterns, those that say most first."""
    keys = [key for key in table() if HOLE.search(key)]
    keys.sort(key=lambda key: len(HOLE.sub("", key)), reverse=True)
    return tuple((_pattern(key), table()[key]) for key in keys)


def _put(values: Mapping[str, str], hole: re.Match[str]) -> str:
    return values[hole[1]]


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
