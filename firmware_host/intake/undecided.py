"""Presses that were kept, and that nobody had decided when the daemon went down.

Their raw edges are in the journal; whether they would have become a tap or a hold, nobody can
know. A STOP is then a mark at its stamp (REALTIME c.1); any other is refused and admissible,
so that nothing that was pressed vanishes.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from firmware_host.journal.bundle import unpack
from firmware_host.journal.record import Record
from hardware.edges import Edge

TRAIN_NS = 12_000_000
"""Edges with no longer silence between them are one train of chatter (b.1)."""
RECENT_NS = 11_000_000_000
"""Longer ago a press has been decided, or its key is stuck."""

Line = tuple[str, str]


def undecided(
    records: Iterable[Record], keys: Mapping[Line, str], alive_ns: int
) -> list[tuple[Line, int]]:
    """Return (source and line, first edge) of each such press of the last boot, in order.

    Args:
        records: The journal's last boot.
        keys: Source and line -> the key's word.
        alive_ns: The last instant at which the daemon ran.
    """
    edges: dict[Line, list[Edge]] = {}
    told: dict[str, int] = {}
    glitches: set[tuple[str, int]] = set()
    for record in records:
        if record.kind == "edges":
            with suppress(ValueError):  # nonsense in a whole line: what else there is counts
                for edge in unpack(record.data):
                    edges.setdefault((edge.source, edge.line), []).append(edge)
        elif record.kind == "in" and record.data.get("t") in ("pressed", "held"):
            key, from_ns = str(record.data.get("key")), record.data.get("from_ns")
            if isinstance(from_ns, int):
                told[key] = max(told.get(key, from_ns), from_ns)
        elif record.kind == "contact" and record.data.get("what") == "Glitch":
            glitches.add((str(record.data.get("key")), record.at_ns))
    found = []
    for line, train in edges.items():
        key = keys.get(line, "")
        at_ns = _press_after(train, told.get(key))
        recent = at_ns is not None and alive_ns - at_ns <= RECENT_NS
        if key and at_ns is not None and recent and (key, at_ns) not in glitches:
            found.append((line, at_ns))
    return sorted(found, key=lambda one: one[1])


def _press_after(edges: list[Edge], told_ns: int | None) -> int | None:
    """Return the beginning of the press after the last one that was told, or None."""
    begins = []
    last_ns = None
    for edge in edges:
        if told_ns is not None and edge.at_ns <= told_ns:
            last_ns = edge.at_ns
            continue
        if last_ns is None or edge.at_ns - last_ns >= TRAIN_NS:
            begins.append(edge.at_ns)
        last_ns = edge.at_ns
    # After a press that was told the next train is its release.
    nth = 0 if told_ns is None else 1
    return begins[nth] if len(begins) > nth else None
