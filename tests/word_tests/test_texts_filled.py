"""Each text of the tables, filled with values, has its own Russian and no English word."""

from collections.abc import Iterator

from firmware_host.russian import HOLE, TEXTS, in_russian
from word_tests.tables import ENGLISH, TABLES, VALUE

ONE_WORD = ("path", "row", "number", "count")
Pair = tuple[str, str]
"""An English text and its Russian."""
WRITE: Pair = ("write HH:MM", "напишите ЧЧ:ММ")


def put(name: str) -> list[Pair]:
    """Return what may stand in a hole for a value: as the English and the Russian text have it."""
    if name == "hint":
        return [("", ""), ("; did you mean ‹a b›?", "; похоже на ‹a b›")]
    if name == "either":
        return [("‹a›", "‹a›"), ("‹a›, ‹b› or ‹c›", "‹a›, ‹b› или ‹c›")]
    return [(f"‹{name}›", f"‹{name}›")] if name in ONE_WORD else [(f"‹мой {name}›",) * 2]


def filled(key: str, **texts: Pair) -> Iterator[Pair]:
    """Yield a text of the tables with each value that its holes may have."""
    found = [(key, TABLES[key])]
    for name in dict.fromkeys(HOLE.findall(key)):
        hole = f"{{{name}}}"
        found = [
            (english.replace(hole, one[0]), russian.replace(hole, one[1]))
            for english, russian in found
            for one in ([texts[name]] if name in texts else put(name))
        ]
    yield from found


def within(key: str) -> list[str]:
    """Return its holes for other texts."""
    return [name for name in dict.fromkeys(HOLE.findall(key)) if name in TEXTS and name != "hint"]


def behind(key: str, name: str) -> str:
    """Return the words behind a hole: where they are in a text too, nobody knows where it ends."""
    return HOLE.split(key.partition(f"{{{name}}}")[2])[0] or "\n"


PLAIN = [
    pair for key in TABLES if not within(key) and not key.startswith(";") for pair in filled(key)
]
NESTED = [
    pair
    for key in TABLES
    for name in within(key)
    for inner in PLAIN
    if behind(key, name) not in inner[0] and "english" not in inner[0]
    for pair in filled(key, **{**dict.fromkeys(within(key), WRITE), name: inner})
]
"""A library's words may be anything, also what stands behind them."""


def otherwise(pairs: list[Pair]) -> dict[str, Pair]:
    """Return those that are told by another Russian than their own."""
    told = {english: (in_russian(english) or "", russian) for english, russian in pairs}
    return {english: two for english, two in told.items() if two[0] != two[1]}


def test_no_text_is_taken_for_another_one() -> None:
    assert len(PLAIN) > 400
    assert otherwise(PLAIN) == {}


def test_no_text_within_a_text_is_taken_for_another_one() -> None:
    assert len(NESTED) > 5000
    assert otherwise(NESTED) == {}


def test_no_russian_text_has_an_english_word_beside_its_values() -> None:
    assert ENGLISH.search("есть no port ‹мой port›"), "the control"
    found = {russian for _, russian in PLAIN + NESTED}
    assert {text for text in found if ENGLISH.search(VALUE.sub("", text))} == set()
