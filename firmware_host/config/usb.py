"""What is plugged in by USB: how it is named, and which of its keys there are.

As in `pins.py` the tables are read as they stand, broken ones too.
"""

from collections.abc import Iterator, Mapping

from firmware_host.config.pins import ALL_THE_BOARDS, Ours, rows_of, source_of, tables_of
from firmware_host.errors import Fault
from firmware_host.formats.words import near
from hardware.input_nodes import name_that_stays
from hardware.key_names import CODES, code_of

KEYS_KIND, TIMING, LAMP_KIND = "evdev", "usb", "buzz"
_NAME_IT = (
    "name it so that it stays: one of /dev/input/by-id/ or /dev/input/by-path/, or its numbers"
    " such as 054c:0002"
)


def usb_faults(board: Mapping[str, object], ours: Ours = ALL_THE_BOARDS) -> Iterator[Fault]:
    """Yield the faults of USB sources, of their keys, and of lamps on handsets.

    `ours` as of `pins.check`.
    """
    yield from _sources(board)
    yield from _keys(board, ours)
    yield from _lamps(board, ours)


def _sources(board: Mapping[str, object]) -> Iterator[Fault]:
    for name, source in tables_of(board, "sources"):
        if source.get("kind") != KEYS_KIND:
            continue
        device = str(source.get("device", ""))
        if not name_that_stays(device):
            yield Fault(f"sources.{name}.device", device, _NAME_IT)
        timing = str(source.get("timing", "gpio"))
        if timing != TIMING:
            remedy = f'a source of kind {KEYS_KIND} is stamped as USB: write timing = "{TIMING}"'
            yield Fault(f"sources.{name}.timing", timing, remedy)


def _keys(board: Mapping[str, object], ours: Ours) -> Iterator[Fault]:
    """Each line names a key of the kernel; no key by two names."""
    kinds = {name: source.get("kind") for name, source in tables_of(board, "sources")}
    first: dict[tuple[object, int], tuple[str, str]] = {}
    for word, key in rows_of(board, "keys", ours):
        source, line = source_of(board, key), str(key.get("line", ""))
        if kinds.get(str(source)) != KEYS_KIND or not line:
            continue
        code = code_of(line)
        if code is None:
            remedy = (
                "no such key: write its name, such as KEY_KP1, BTN_TRIGGER or RED1, or its"
                f" number{near(line, CODES)}"
            )
            yield Fault(f"keys.{word}.line", line, remedy)
            continue
        other, its_line = first.setdefault((source, code), (word, line))
        if its_line != line:
            remedy = f"this is the key of keys.{other} by another name: give each its own"
            yield Fault(f"keys.{word}.line", line, remedy)


def _lamps(board: Mapping[str, object], ours: Ours) -> Iterator[Fault]:
    first: dict[tuple[str, object], str] = {}
    for name, lamp in rows_of(board, "lamps", ours):
        path = f"lamps.{name}"
        wanted: tuple[str, ...] = ("pin",)
        other: tuple[str, ...] = ("device", "handset")
        if lamp.get("kind") == LAMP_KIND:
            wanted, other = other, wanted
        for word in wanted:
            if word not in lamp:
                yield Fault(f"{path}.{word}", "", f"say where it is: add its {word}")
        for word in other:
            if word in lamp:
                remedy = f"a lamp of this kind has {' and '.join(wanted)}: write that"
                yield Fault(f"{path}.{word}", str(lamp[word]), remedy)
        device = str(lamp.get("device", ""))
        if lamp.get("kind") != LAMP_KIND or not device:
            continue
        if not name_that_stays(device):
            yield Fault(f"{path}.device", device, _NAME_IT)
        taken = first.setdefault((device, lamp.get("handset")), name)
        if taken != name and "handset" in lamp:
            remedy = f"lamps.{taken} is on that handset already: give each its own"
            yield Fault(f"{path}.handset", str(lamp["handset"]), remedy)
