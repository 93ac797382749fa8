"""What a setting may be set to: its choices, or the kind of its default."""

from collections.abc import Mapping
from decimal import Decimal

from firmware_host.formats.blame import written
from firmware_host.formats.durations import DurationError, parse_ns
from firmware_host.formats.fields import half_points, length_remedy
from firmware_host.formats.schema import SettingText
from firmware_host.formats.words import listed, near


def remedy_for(setting: SettingText, value: object) -> str | None:
    """Return what is wrong with a value for a setting, or None.

    A duration with other digits for the same length ("1:00" for "60s") is the same choice.
    """
    if setting.choices is not None:
        if any(_same(value, choice) for choice in setting.choices):
            return None
        known = [written(choice) for choice in setting.choices]
        return f"write one of {listed(known)}{near(value, known)}"
    return _kind_remedy(setting.value, value)


def default_remedy(setting: SettingText) -> str | None:
    """Return what is wrong with a setting's own default, or None."""
    if setting.choices is not None or not isinstance(setting.value, str):
        return remedy_for(setting, setting.value)
    if setting.value == "never" or length_remedy(setting.value) is None:
        return None
    if any(sign.isdigit() for sign in setting.value):
        return length_remedy(setting.value)
    return "a word needs choices: list all words that it can be"


def plain(value: object) -> object:
    """Return a value for the log: exact, frozen, and of JSON's kinds."""
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else str(value)
    if isinstance(value, list | tuple):
        return tuple(plain(one) for one in value)
    return value


def prices(value: object) -> tuple[tuple[int, int], ...] | None:
    """Return a table of prices as (least on the wall in ns, half-points) pairs, or None."""
    if not isinstance(value, list | tuple) or not value:
        return None
    rows: list[tuple[int, int]] = []
    for row in value:
        points = half_points(row[1]) if isinstance(row, list | tuple) and len(row) == 2 else None
        if points is None:
            return None
        try:
            rows.append((parse_ns(row[0], negative=True), points))
        except DurationError:
            return None
    return tuple(rows)


def _kind_remedy(default: object, value: object) -> str | None:
    """Check a value by the kind of the default: switch, number, table or duration."""
    if isinstance(default, bool):
        return None if isinstance(value, bool) else "write true or false"
    if isinstance(default, int | Decimal):
        remedy = "write a number in halves, such as 2 or -1.5"
        return None if half_points(value) is not None else remedy
    if isinstance(default, list):
        return None if prices(value) is not None else 'write rows such as ["4:31", 50]'
    if not isinstance(default, str):
        return "write a number, a word, a duration in quotes, true or false"
    return None if value == "never" == default else length_remedy(value)


def _same(one: object, other: object) -> bool:
    """Tell whether two values mean the same; true is not 1."""
    if isinstance(one, str) and isinstance(other, str):
        return one == other or (_ns(one) is not None and _ns(one) == _ns(other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    both = half_points(one), half_points(other)
    return None not in both and both[0] == both[1]


def _ns(text: str) -> int | None:
    try:
        return parse_ns(text)
    except DurationError:
        return None


def put_in(defaults: Mapping[str, SettingText], chosen: Mapping[str, object]) -> dict[str, object]:
    """Return all settings in force, as written; a choice in the format's own spelling."""
    out: dict[str, object] = {}
    for name, setting in defaults.items():
        value = chosen.get(name, setting.value)
        for choice in setting.choices or ():
            if _same(value, choice):
                value = choice
        out[name] = plain(value)
    return out
