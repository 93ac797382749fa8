"""What the desk writes of tickets, order, clocks and programme, as lines of a scenario."""

from collections.abc import Callable, Mapping

Fields = dict[str, object]


def options(words: list[str], names: tuple[str, ...], form: str) -> tuple[list[str], Fields]:
    """Take `name VALUE` pairs from the end of the words; whole numbers become such."""
    fields: Fields = {}
    while len(words) > 2 and words[-2] in names:
        value = words[-1]
        fields[words[-2]] = int(value) if value.isdigit() else value
        words = words[:-2]
    if not words:
        raise ValueError(f"write: {form}")
    return words, fields


def _ticket(words: list[str]) -> Fields:
    form = "ticket DECK [NUMBER] [seed 7] [team A]"
    words, fields = options(words, ("seed", "team"), form)
    if len(words) > 2 or not all(word.isdigit() for word in words[1:]):
        raise ValueError(f"write: {form}")
    return {**fields, "deck": words[0], **({"number": int(words[1])} if words[1:] else {})}


def _explainer(words: list[str]) -> Fields:
    form = 'explainer "Анна" [team A]'
    rest, found = options(words, ("team",), form)
    if len(rest) != 1:
        raise ValueError(f"write: {form}")
    return {**found, "player": rest[0]}


def _draw_order(words: list[str]) -> Fields:
    words, fields = options(["", *words], ("seed",), "draw-order [STAGE] [seed 7]")
    if len(words) > 2:
        raise ValueError("write: draw-order [STAGE] [seed 7]")
    return {**fields, **({"stage": words[1]} if words[1:] else {})}


def _clock(words: list[str]) -> Fields:
    words, fields = options(["", *words], ("for",), "clock NAME [for 2:00]")
    if len(words) != 2:
        raise ValueError("write: clock NAME [for 2:00]")
    return {**fields, "name": words[1]}


def _clock_stop(words: list[str]) -> Fields:
    if len(words) != 1:
        raise ValueError("write: clock-stop NAME")
    return {"name": words[0]}


def _clock_set(words: list[str]) -> Fields:
    if len(words) != 2:
        raise ValueError("write: clock-set NAME 1:30")
    return {"name": words[0], "shows": words[1]}


def _programme(words: list[str]) -> Fields:
    if len(words) != 3 or words[1] not in ("began", "ended"):
        raise ValueError("write: programme tour1 began 12:03, or … ended 13:40")
    return {"item": words[0], words[1]: words[2]}


def _catch_up(words: list[str]) -> Fields:
    if len(words) != 1:
        raise ValueError("write: catch-up shift, or catch-up shorten")
    return {"how": words[0]}


EVENING_ENTRIES: Mapping[str, Callable[[list[str]], Fields]] = {
    "catch-up": _catch_up,
    "clock": _clock,
    "clock-set": _clock_set,
    "clock-stop": _clock_stop,
    "draw-order": _draw_order,
    "explainer": _explainer,
    "programme": _programme,
    "ticket": _ticket,
}
"""Word of a line -> what reads the rest."""
