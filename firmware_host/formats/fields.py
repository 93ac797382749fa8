"""The fields of a format file: types that say what may stand in one place.

Wherever a field takes a word, a switch or a duration, "=name" may stand instead: the value of
that setting.
"""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from firmware_host.formats import words
from firmware_host.formats.blame import Strict, refuse
from firmware_host.formats.durations import DurationError, parse_ns

ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_ID = re.compile(ID)
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_CLIP = re.compile(rf"clip ({ID})")
_REST = re.compile(rf"rest of ({ID})(?: >= (.+))?")
Scalar = bool | int | Decimal | str


def is_ref(value: object) -> bool:
    """Tell whether a value is "=name"."""
    return isinstance(value, str) and value.startswith("=")


def clip_of(text: str) -> str | None:
    """Return the sound of "clip CUE", the length of that sound's clip, or None."""
    found = _CLIP.fullmatch(text)
    return found[1] if found else None


def rest_of(text: str) -> tuple[str, str | None] | None:
    """Return the phase and the least duration of "rest of P >= D", or None."""
    found = _REST.fullmatch(text)
    return (found[1], found[2]) if found else None


def length_remedy(text: object) -> str | None:
    """Return what is wrong with a length of time, or None."""
    if not isinstance(text, str):
        text = ""
    rest = rest_of(text)
    if clip_of(text) or (rest and rest[1] is None):
        return None
    try:
        parse_ns(rest[1] if rest else text)
    except DurationError as error:
        return str(error)
    return None


def _length(value: object) -> object:
    if not is_ref(value) and (remedy := length_remedy(value)):
        raise refuse(remedy)
    return value


def _every(value: object) -> object:
    return value if value == "never" else _length(value)


def one_of(known: Sequence[str]) -> Callable[[object], object]:
    """Return a check: one of the words, or "=name"."""

    def check(value: object) -> object:
        if is_ref(value) or value in known:
            return value
        raise refuse(f"write one of {words.listed(known)}{words.near(value, known)}")

    return check


def _id(value: str) -> str:
    if len(value) > 40 or not _ID.fullmatch(value):
        raise refuse("write small Latin letters, digits and single hyphens, at most 40")
    return value


def _name(value: str) -> str:
    if len(value) > 40 or not _NAME.fullmatch(value):
        raise refuse("name a setting with small Latin letters, digits and underscores")
    return value


def _line(value: str) -> str:
    if not value.strip() or len(value) > 200 or not value.isprintable():
        raise refuse("write one line of text, at most 200 characters")
    return value


def _cue(value: str) -> str:
    known = value.replace("{left}", "1")
    if known not in words.CUES:
        raise refuse(f"no such cue{words.near(value, words.CUES) or ': take a word of KEYS.md'}")
    return value


def _key(value: str) -> str:
    if value in words.KEYS:
        return value
    if value in words.RULED:
        raise refuse(f"{value} is a ruling of the desk, not a key: leave it out")
    known = words.listed(words.KEYS)
    raise refuse(f"no such key: write one of {known}{words.near(value, words.KEYS)}")


def _scalar(value: object) -> object:
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, Decimal) and value.is_finite():
        return value
    raise refuse("write a number, a word, a duration in quotes, true or false")


def _switch(value: object) -> object:
    if isinstance(value, bool) or is_ref(value):
        return value
    raise refuse('write true, false or "=name" of a setting')


def _points(value: object) -> object:
    if is_ref(value) or (isinstance(value, int | Decimal) and half_points(value) is not None):
        return value
    raise refuse('write points as a number in halves, such as 3 or -1.5, or "=name"')


def _count(value: object) -> object:
    if is_ref(value) or (type(value) is int and 0 <= value <= 100):
        return value
    raise refuse('write a whole number from 0 to 100, or "=name" of a setting')


def half_points(value: object) -> int | None:
    """Return points as half-points, exactly; None: no number, no half, or absurd."""
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,6}\.5", value):
        value = Decimal(value)  # as the journal has it, which holds no floats
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    number = Decimal(str(value))
    if not number.is_finite() or abs(number) > 100_000 or number * 2 % 1:
        return None
    return int(number * 2)


Id = Annotated[str, AfterValidator(_id)]
Name = Annotated[str, AfterValidator(_name)]
Line = Annotated[str, AfterValidator(_line)]
Cue = Annotated[str, AfterValidator(_cue)]
KeyWord = Annotated[str, AfterValidator(_key)]
Length = Annotated[str, BeforeValidator(_length)]
Every = Annotated[str, BeforeValidator(_every)]
Value = Annotated[object, BeforeValidator(_scalar)]
Switch = Annotated[object, BeforeValidator(_switch)]
Points = Annotated[object, BeforeValidator(_points)]
Until = Annotated[str, BeforeValidator(one_of(words.UNTIL))]
Waits = Annotated[str, BeforeValidator(one_of(words.WAITS))]
Shows = Annotated[str, BeforeValidator(one_of(words.SHOWS))]
Starts = Annotated[str, BeforeValidator(one_of(words.STARTS))]
Players = Annotated[str, BeforeValidator(one_of(words.PLAYERS))]
Who = Annotated[str, BeforeValidator(one_of(words.WHO))]
Reading = Annotated[str, BeforeValidator(one_of(words.READING))]
OpenWord = Annotated[str, BeforeValidator(one_of(words.OPEN_WORD))]
Floor = Annotated[str, BeforeValidator(one_of(words.FLOOR))]
Count = Annotated[object, BeforeValidator(_count)]
Conditions = dict[Name, Value]


class Words(Strict):
    """A text in both languages of the product."""

    ru: Line
    en: Line


def _not_plan(value: str) -> str:
    if value == "plan":
        raise refuse("choose takes this word for the plan that was left: take another id")
    return value


class Versioned(Strict):
    """What each format file begins with."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)]
    id: Annotated[Id, AfterValidator(_not_plan)]


def _span(value: str) -> str:
    try:
        parse_ns(value)
    except DurationError as error:
        raise refuse(str(error)) from None
    return value


Span = Annotated[str, AfterValidator(_span)]
"""A plain duration, such as "60min"."""
