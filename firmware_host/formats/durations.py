"""Durations as people write them: "60s", "250ms", "0.1s", "2:30", "60min". No floats."""

import re

DAY_NS = 24 * 3600 * 1_000_000_000
"""Longer than any evening: more is a slip of the pen."""

_UNITS = {"ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000}
_PLAIN = re.compile(r"(-?)([0-9]{1,12})(?:\.([0-9]{1,9}))?(ms|s|min)")
_CLOCK = re.compile(r"(-?)([0-9]{1,6}):([0-5][0-9])(?:\.([0-9]{1,9}))?")
_FORMS = 'write a duration as text with a unit, such as "60s", "250ms", "0.1s" or "2:30"'


class DurationError(ValueError):
    """A text that is no usable duration; its message is the remedy, one sentence."""


def parse_ns(text: object, *, negative: bool = False) -> int:
    """Read a duration exactly.

    Args:
        text: What the file says; a number without a unit is refused.
        negative: Whether less than nothing may be meant ("-0:05" on a wall).

    Returns:
        Nanoseconds.

    Raises:
        DurationError: Not a duration, finer than 1 ns, negative, or longer than 24 h.
    """
    if not isinstance(text, str):
        raise DurationError(_FORMS)
    sign, ns = _magnitude(text)
    if ns > DAY_NS:
        raise DurationError("this is more than 24 h: write a shorter duration")
    if sign and ns and not negative:
        raise DurationError("a negative duration cannot be here: write 0s or more")
    return -ns if sign else ns


def format_ns(ns: int) -> str:
    """Write nanoseconds in the shortest form that `parse_ns` reads back exactly."""
    sign, size = ("-" if ns < 0 else ""), abs(ns)
    if size % 1_000_000 == 0 and size % 1_000_000_000:
        return f"{sign}{size // 1_000_000}ms"
    whole, part = divmod(size, 1_000_000_000)
    digits = f"{part:09d}".rstrip("0")
    return f"{sign}{whole}{'.' if digits else ''}{digits}s"


def _magnitude(text: str) -> tuple[bool, int]:
    """Return the sign and the size in nanoseconds."""
    if plain := _PLAIN.fullmatch(text):
        sign, whole, part, unit = plain.groups()
        return bool(sign), _exact(whole, part, _UNITS[unit])
    if clock := _CLOCK.fullmatch(text):
        sign, minutes, seconds, part = clock.groups()
        return bool(sign), _exact(str(int(minutes) * 60 + int(seconds)), part, _UNITS["s"])
    if "," in text:
        raise DurationError("write a decimal point, not a comma, such as 0.5s")
    raise DurationError(_FORMS)


def _exact(whole: str, part: str | None, unit_ns: int) -> int:
    """Return whole.part units in nanoseconds; a rest finer than 1 ns is refused."""
    digits = part or ""
    scale = int("1" + "0" * len(digits))
    ns, rest = divmod(int(whole + digits) * unit_ns, scale)
    if rest:
        raise DurationError("finer than 1 ns: write fewer digits after the point")
    return ns
