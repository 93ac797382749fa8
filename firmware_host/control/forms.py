"""The form of what clients say: which fields there are, of which kind, and how long.

A form maps a field to a kind, with "!" where it must be there. Nothing else may be there.
Floats are refused everywhere: the journal, where these values end, has none.
"""

from collections.abc import Callable, Mapping

MAX_NAME = 64
MAX_TEXT = 1000
"""Characters of a free text, such as a ruling's reason: its journal line must stay a line."""
MAX_DEPTH = 3
MAX_STEP = 100
"""How often one ruling books a thing, or takes it away."""
MAX_WHOLE = 2**53
"""Whole numbers are below this, so that every client reads them exactly."""

ARGS: Mapping[str, Mapping[str, str]] = {
    "subscribe": {},
    "status": {},
    "key": {"key": "name!", "closed": "bool!"},
    "choose": {"format": "name!", "set": "map", "mode": "mode", "number": "int",
               "even_so": "bool"},
    "rule": {
        "what": "name!", "because": "text!", "target": "int",
        "for": "name", "turn": "int", "as": "name", "team": "name",
        "by": "step", "at_ns": "instant", "to": "name", "actor": "name",
        "preview": "bool",
    },
    "enter": {"what": "name!", "because": "text", "target": "int", "args": "book",
              "preview": "bool"},
    "silence": {"alarm": "id!"},
    "copied": {"n": "int", "why": "text"},
    "ask": {"name": "name!", "role": "name!", "hash": "name!"},
    "admit": {"number": "int!", "refuse": "bool"},
    "revoke": {"name": "name!"},
}  # fmt: skip
"""The verbs and the form of their args."""


class FormError(ValueError):
    """A field that is missing, too many, or of another kind."""

    def __init__(self, field_name: str, text: str) -> None:
        super().__init__(text)
        self.field_name = field_name


def check(message: Mapping[str, object], form: Mapping[str, str]) -> None:
    """Check a message against its form.

    Raises:
        FormError: Naming the first field at fault.
    """
    for name in message:
        if name not in form:
            raise FormError(name[:MAX_NAME], "there is no such field here")
    for name, wanted in form.items():
        kind = wanted.removesuffix("!")
        if name not in message:
            if wanted.endswith("!"):
                raise FormError(name, f"`{name}` is missing")
        elif not _KINDS[kind][0](message[name]):
            raise FormError(name, f"`{name}` must be {_KINDS[kind][1]}")


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_NAME


def _is_whole(value: object) -> bool:
    return type(value) is int and 0 <= value < MAX_WHOLE


def _is_step(value: object) -> bool:
    return type(value) is int and abs(value) <= MAX_STEP


def _is_instant(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _is_plain(value: object) -> bool:
    whole = type(value) is int and abs(value) < MAX_WHOLE
    return whole or isinstance(value, bool) or (isinstance(value, str) and len(value) <= MAX_TEXT)


def _is_book(value: object, depth: int = 0) -> bool:
    """Tell whether a value is plain, or a list or an object of such: teams, seats, totals."""
    if isinstance(value, dict):
        inner = [*value.values()]
        named = all(_is_name(name) for name in value)
    else:
        inner, named = value if isinstance(value, list) else [], True
    if not isinstance(value, dict | list):
        return depth > 0 and _is_plain(value)
    return named and depth < MAX_DEPTH and all(_is_book(one, depth + 1) for one in inner)


def _is_map(value: object) -> bool:
    return isinstance(value, dict) and all(_is_plain(inner) for inner in value.values())


_KINDS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "bool": (lambda value: isinstance(value, bool), "true or false"),
    "step": (_is_step, f"a whole number from -{MAX_STEP} to {MAX_STEP}"),
    "instant": (_is_instant, "whole nanoseconds"),
    "int": (_is_whole, "a whole number from 0"),
    "name": (_is_name, f"a text of 1 to {MAX_NAME} characters"),
    "text": (
        lambda value: isinstance(value, str) and len(value) <= MAX_TEXT,
        f"a text of at most {MAX_TEXT} characters",
    ),
    "mode": (lambda value: value in ("match", "rehearsal"), '"match" or "rehearsal"'),
    "id": (lambda value: _is_name(value) or _is_whole(value), "an alarm's id"),
    "args": (lambda value: isinstance(value, dict), "an object"),
    "book": (
        lambda value: isinstance(value, dict) and _is_book(value),
        "an object of plain values, lists and objects of such",
    ),
    "map": (_is_map, "an object of texts, whole numbers, true and false"),
}
