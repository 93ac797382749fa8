"""Texts of commands and faults in the language of who reads them.

The code says them in English, which is the key; the TOML files here have the Russian of each. A
text that is not here stays English, whole. Only the outermost edge asks: commands that print.
"""

import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from tomllib import loads

__all__ = ["is_russian", "told"]


def is_russian(env: Mapping[str, str] = os.environ) -> bool:
    """Tell whether the person's language is Russian, as POSIX has it."""
    chosen = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
    return chosen.lower().startswith("ru")


def told(text: str) -> str:
    """Return an English text in the person's language."""
    return table().get(text, text) if is_russian() else text


@cache
def table() -> Mapping[str, str]:
    """Return English -> Russian, of all files."""
    found: dict[str, str] = {}
    for file in sorted(files(__name__).iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            found |= loads(file.read_text(encoding="utf-8"))
    return found
