"""All Russian texts that people read, wherever they stand: TOML, Python, pages, and Markdown."""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
Text = tuple[str, str]
"""Where it stands, and the text: a whole string, or a paragraph."""


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def of_toml(source: str) -> Iterator[str]:
    """Yield every string of a TOML file; comments are for who writes formats."""
    yield from _strings(tomllib.loads(source))


def of_python(source: str) -> Iterator[str]:
    """Yield every string but docstrings; an f-string is one, with its gaps left out."""
    tree = ast.parse(source)
    silent: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            parts = [one for one in node.values if isinstance(one, ast.Constant)]
            silent |= {id(one) for one in parts}
            yield "".join(str(one.value) for one in parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in silent:
            yield from _strings(node.value)


def of_page(source: str) -> Iterator[str]:
    """Yield the lines of a page, a script or a style."""
    yield from source.splitlines()


def of_markdown(source: str) -> Iterator[str]:
    """Yield the paragraphs."""
    yield from re.split(r"\n\s*\n", source)


READERS: Mapping[str, Callable[[str], Iterator[str]]] = {
    ".toml": of_toml,
    ".py": of_python,
    ".html": of_page,
    ".js": of_page,
    ".css": of_page,
    ".svg": of_page,
    ".md": of_markdown,
}
PLACES = ("firmware_host", "hardware", "web_admin", "sounds", "README.md")


def texts(root: Path) -> Iterator[Text]:
    """Yield all Russian texts under a root that is laid out as the project is."""
    for place in PLACES:
        found = [root / place] if (root / place).is_file() else sorted((root / place).rglob("*"))
        for path in found:
            reader = READERS.get(path.suffix)
            if reader is None or not path.is_file():
                continue
            name = path.relative_to(root).as_posix()
            for text in reader(path.read_text(encoding="utf-8")):
                if CYRILLIC.search(text):
                    yield name, text
