"""The reading end of the ring: what a process kept that is gone. See `ring` for the form.

It never raises for what the bytes are. It stops at the first frame that is not whole, and
says why; what stands before it counts.
"""

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

from firmware_host.journal.ring import (
    BEAT_MASK,
    EDGE,
    FIXED,
    FRAME,
    HEADER,
    MAGIC,
    RECORD,
    VERSION,
    Word,
    seed,
)
from hardware.edges import Edge


@dataclass(frozen=True, slots=True)
class Kept:
    """A record's body as it was kept; `stand_in`: only the counts of it."""

    n: int
    raw: bytes
    stand_in: bool = False


@dataclass(slots=True)
class Salvage:
    """What a ring held.

    Attributes:
        why: Why nothing or not all could be read; empty if all could.
        boot_id: Boot in which it was written; empty if unknown.
        evening: Whose it is, as given to `Ring`.
        alive_ns: Last instant at which the loop turned, clock of that boot; None: not known.
        generation: For the next ring at the same place.
        records: Oldest first, their numbers without a gap.
        edges: Raw edges that no record covers, in arrival order.
    """

    why: str = ""
    boot_id: str = ""
    evening: str = ""
    alive_ns: int | None = None
    generation: int = 0
    records: list[Kept] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)


def salvage(path: Path) -> Salvage:
    """Read the ring at `path`. Any thread; nobody may be writing. Never raises."""
    found = Salvage()
    try:
        _read(path.read_bytes(), found)
    except FileNotFoundError:
        found.why = "there is no ring"
    except OSError as error:
        found.why = f"the ring cannot be read: {error}"
    except (LookupError, TypeError, ValueError) as error:
        # A frame with a fitting CRC and another content: somebody else's hand.
        found.why = f"the ring holds what this version never wrote: {error!r}"
    return found


def _read(image: bytes, found: Salvage) -> None:
    if len(image) <= HEADER:
        found.why = "the ring is cut short"
        return
    words = struct.unpack_from(f"<{FIXED // 8}Q", image)
    found.generation = words[Word.GENERATION] & 0xFFFF_FFFF
    if words[Word.MAGIC] != MAGIC or words[Word.VERSION] != VERSION:
        found.why = f"the ring is of another kind or version ({words[Word.VERSION]})"
        return
    found.alive_ns = _beat(words)
    wires = _read_fixed(image, words, found)
    if found.boot_id:
        _read_frames(image, words, wires, found)
    else:
        found.why = "the ring does not say whose it is"


def _beat(words: tuple[int, ...]) -> int | None:
    pairs = (words[Word.BEAT : Word.BEAT + 2], words[Word.BEAT + 2 : Word.BEAT + 4])
    return max((at for at, check in pairs if at and at ^ BEAT_MASK == check), default=None)


def _read_fixed(image: bytes, words: tuple[int, ...], found: Salvage) -> list[tuple[str, str]]:
    """Read who wrote it into `found`; return the names of the wires."""
    wires: list[tuple[str, str]] = []
    at, end = FIXED, min(words[Word.FIXED_END], HEADER)
    while at < end:
        payload = _payload(image[:HEADER], at, seed(found.generation, at))
        if payload is None:
            break
        content: Any = json.loads(payload[1:])
        if payload[:1] == b"i":
            found.boot_id, found.evening = content["boot"], content["evening"]
        else:
            wires.append((content[0], content[1]))
        at += FRAME.size + len(payload)
    return wires


def _read_frames(
    image: bytes, words: tuple[int, ...], wires: list[tuple[str, str]], found: Salvage
) -> None:
    for payload in _frames(image, words, found):
        kind = payload[:1]
        if kind in (b"r", b"s") and len(payload) > RECORD.size:
            n = RECORD.unpack_from(payload)[1]
            if found.records and n != found.records[-1].n + 1:
                found.why = f"record {n} follows record {found.records[-1].n}"
                return
            found.records.append(Kept(n, payload[RECORD.size :], kind == b"s"))
            found.edges.clear()
            continue
        edge = _edge(kind, payload, wires)
        if edge is None:
            found.why = "an edge of an unknown wire"
            return
        found.edges.append(edge)


def _frames(image: bytes, words: tuple[int, ...], found: Salvage) -> Iterator[bytes]:
    room = len(image) - HEADER
    tail, head = words[Word.TAIL], words[Word.HEAD]
    if not 0 <= head - tail <= room:
        found.why = "the ring's head and tail do not fit"
        return
    # Laid out straight, so that no frame goes round the end.
    start = HEADER + tail % room
    straight = (image[start:] + image[HEADER:start])[: head - tail]
    at = 0
    while at < len(straight):
        payload = _payload(straight, at, seed(found.generation, tail + at))
        if payload is None:
            found.why = f"the ring is damaged {at} bytes after its tail"
            return
        yield payload
        at += FRAME.size + len(payload)


def _payload(image: bytes, at: int, begun: int) -> bytes | None:
    if at + FRAME.size > len(image):
        return None
    size, crc = FRAME.unpack_from(image, at)
    payload = image[at + FRAME.size : at + FRAME.size + size]
    whole = 0 < size == len(payload) and crc32(payload, begun) == crc
    return payload if whole else None


def _edge(kind: bytes, payload: bytes, wires: list[tuple[str, str]]) -> Edge | None:
    if kind == b"j":
        return Edge(*json.loads(payload[1:]))
    if kind != b"e" or len(payload) != EDGE.size:
        return None
    _, wire, closed, line_seq, seq, u_ns, at_ns = EDGE.unpack(payload)
    if wire >= len(wires):
        return None
    source, line = wires[wire]
    return Edge(source, line, at_ns, bool(closed), line_seq, seq, u_ns)
