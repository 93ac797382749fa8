"""The least keys of a format, and what stands in for a key that a board lacks (KEYS.md)."""

from collections.abc import Collection, Iterator, Mapping

from firmware_host.formats.schema import FormatText

HOST = ("start", "stop")
HELD = "-held"
STAND_INS: Mapping[str, str] = {
    "viol": "violation",
    "seat": "evidence",
}
"""A key that a board may always lack -> what is done instead: a violation is a ruling on the page
too, and a card is evidence only."""


def least_keys(tables: FormatText) -> tuple[tuple[str, ...], ...]:
    """Return the keys without which a format cannot be played; of a group one is enough.

    A hall goes on with START; a turn of one team needs NEXT. A mark needs one of the keys that
    give it.
    """
    groups: list[tuple[str, ...]] = [(key,) for key in HOST]
    if tables.players != "hall":
        groups.append(("next",))
    sure = {key for keys in groups for key in keys}
    for keys in _givers(tables):
        if not (sure | STAND_INS.keys()).intersection(keys):
            groups.append(keys)
    return tuple(dict.fromkeys(groups))


def lacking(tables: FormatText, roles: Collection[str]) -> tuple[str, ...]:
    """Return the least keys that a board with keys of these roles lacks, of a group the first."""
    return tuple(keys[0] for keys in least_keys(tables) if not set(keys).intersection(roles))


def stand_ins(tables: FormatText, roles: Collection[str] = ()) -> dict[str, str]:
    """Return what stands in for each key that a format knows, a board lacks, and nobody needs.

    It is another key that gives the same mark, or START for the host's NEXT, or a word of
    `STAND_INS`.
    """
    least = {key for keys in least_keys(tables) for key in keys}
    found = {} if "next" in least else {"next": "start"}
    for keys in _givers(tables):
        same = next((key for key in keys if key in least), "")
        found |= {key: STAND_INS.get(key, same) for key in keys if key not in least}
    return {key: instead for key, instead in found.items() if key not in roles and instead}


def _givers(tables: FormatText) -> Iterator[tuple[str, ...]]:
    """Yield the keys that give a mark, for each mark of each phase."""
    for phase in tables.phase:
        able: dict[str, list[str]] = {}
        for key, meaning in phase.keys.items():
            if not key.endswith(HELD):
                able.setdefault(meaning.mark, []).append(key)
        yield from (tuple(keys) for keys in able.values())
