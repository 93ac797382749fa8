"""The ring: what is not on the card yet, in memory that outlives the process.

A mapped file, best on tmpfs. Only the loop's thread writes, by slice assignment into the
map: 0.15 us and the interpreter lock is never given away, where a write to a file gives it
away and may get it back milliseconds later.

| bytes | what |
|---|---|
| 0-127 | words of 8 bytes, in the order of `Word` |
| 128-16383 | frames that never move: who wrote it (i), then the names of wires (w) |
| 16384- | frames of what was kept, going round; an instant of a frame counts from 0 for ever |

A frame is u32 length, u32 CRC-32 of the payload (begun with the frame's place and the ring's
generation, so that a frame of an earlier lap never fits), payload. The payload's first byte:

| byte | then |
|---|---|
| e | a raw edge: wire u16, closed u8, line_seq u32, seq u32, u_ns u32, at_ns u64: 24 bytes in all |
| j | a raw edge that does not fit into those: JSON |
| r | a record: n u64, its body |
| s | the same, but a stand-in: the counts of an `edges` record that had to go |

A raw edge counts while no record stands after it: whoever appends a record first flushes the
edges, so each record covers all edges before it.
"""

import json
import mmap
import os
import struct
from collections import deque
from enum import IntEnum
from pathlib import Path
from zlib import crc32

from hardware.edges import Edge

MAGIC = int.from_bytes(b"MINUTARG", "little")
VERSION = 1
FIXED = 128
HEADER = 16384
DEFAULT_SIZE = 4 << 20
FRAME = struct.Struct("<II")
EDGE = struct.Struct("<cHBIIIQ")
RECORD = struct.Struct("<cQ")
BEAT_MASK = 0x5A5A_A5A5_3C3C_C3C3


class Word(IntEnum):
    """The words at the head of the file. A beat is two pairs of an instant and its check,
    written in turn, so that a kill between two stores leaves the other pair whole."""

    MAGIC = 0
    VERSION = 1
    GENERATION = 2
    HEAD = 3
    TAIL = 4
    FIXED_END = 5
    BEAT = 6


def seed(generation: int, place: int) -> int:
    """Return what the CRC of the frame at `place` begins with."""
    return (generation * 2_654_435_761 + place) & 0xFFFF_FFFF


class Ring:
    """The writing end. Loop thread only; from `create` to `close`."""

    def __init__(self, path: Path, who: dict[str, str], size: int, generation: int) -> None:
        """Make the file beside `path` as ``.new``; `publish` puts it in its place.

        Args:
            who: What a later reader must know: "boot" (boot id) and "evening".
            size: Bytes of the whole file.

        Raises:
            OSError: No room, or no right.
        """
        self._path, self._who, self._size = path, who, size
        self._generation = generation & 0xFFFF_FFFF
        self._map = _mapped(path.with_name(path.name + ".new"), size)
        self._words = memoryview(self._map)[:FIXED].cast("Q")
        self._room = size - HEADER
        self._head = self._tail = 0
        self._fixed_end = FIXED
        self._wires: dict[tuple[str, str], int] = {}
        self._ends: deque[tuple[int, int]] = deque()
        self._beat = 0
        self._words[Word.VERSION] = VERSION
        self._words[Word.GENERATION] = self._generation
        self._fix(b"i" + json.dumps(who).encode())
        self._words[Word.MAGIC] = MAGIC

    def publish(self) -> None:
        """Put the file into its place, in one step."""
        self._path.with_name(self._path.name + ".new").replace(self._path)

    def beat(self, now_ns: int) -> None:
        """Write down that the loop turned at `now_ns`."""
        at = Word.BEAT + self._beat
        self._words[at] = now_ns
        self._words[at + 1] = now_ns ^ BEAT_MASK
        self._beat ^= 2

    def edge(self, edge: Edge) -> bool:
        """Keep a raw edge. False: no room."""
        wire = self._wires.get((edge.source, edge.line))
        if wire is None:
            wire = self._name(edge.source, edge.line)
        try:
            payload = EDGE.pack(
                b"e", wire, edge.closed_hint, edge.line_seq, edge.seq, edge.u_ns, edge.at_ns
            )
        except struct.error:  # no wire number left, or a number out of range
            payload = b"j" + json.dumps([getattr(edge, name) for name in Edge.__slots__]).encode()
        return self._put(payload)

    def record(self, n: int, raw: bytes, *, stand_in: bool = False) -> bool:
        """Keep a record's body. False: no room."""
        kept = self._put(RECORD.pack(b"s" if stand_in else b"r", n) + raw)
        if kept:
            self._ends.append((n, self._head))
        return kept

    def free(self, durable_n: int) -> None:
        """Give up the room of everything up to the record `durable_n`, which is on the card."""
        ends = self._ends
        end = None
        while ends and ends[0][0] <= durable_n:
            end = ends.popleft()[1]
        if end is not None:
            self._tail = self._words[Word.TAIL] = end

    @property
    def used(self) -> int:
        """Bytes that are not free."""
        return self._head - self._tail

    @property
    def room(self) -> int:
        """Bytes of frames that it can hold at all."""
        return self._room

    @property
    def tail(self) -> int:
        """Where the oldest frame begins: it grows when room was given up."""
        return self._tail

    def successor(self) -> "Ring":
        """Return an empty ring for the same place, not yet published."""
        ring = Ring(self._path, self._who, self._size, self._generation + 1)
        # The beats go along, or a kill before the next turn would leave no last instant.
        for word in range(Word.BEAT, Word.BEAT + 4):
            ring._words[word] = self._words[word]
        return ring

    @property
    def path(self) -> Path:
        """Where it is."""
        return self._path

    def close(self) -> None:
        """Let go of the map; the file stays. Idempotent."""
        self._words.release()
        self._map.close()

    def _put(self, payload: bytes) -> bool:
        head, size = self._head, len(payload) + FRAME.size
        if head + size - self._tail > self._room:
            return False
        crc = crc32(payload, seed(self._generation, head))
        frame = FRAME.pack(len(payload), crc) + payload
        at = HEADER + head % self._room
        over = at + size - self._size
        if over <= 0:
            self._map[at : at + size] = frame
        else:
            self._map[at : self._size] = frame[:-over]
            self._map[HEADER : HEADER + over] = frame[-over:]
        # Last: what stands before the head is whole, whenever the process is killed.
        self._head = self._words[Word.HEAD] = head + size
        return True

    def _name(self, source: str, line: str) -> int:
        """Return the number of a wire, written into the fixed part; too big if it is full."""
        payload = b"w" + json.dumps([source, line]).encode()
        if not self._fix(payload):
            return 1 << 16
        return self._wires.setdefault((source, line), len(self._wires))

    def _fix(self, payload: bytes) -> bool:
        at = self._fixed_end
        end = at + FRAME.size + len(payload)
        if end > HEADER:
            return False
        crc = crc32(payload, seed(self._generation, at))
        self._map[at:end] = FRAME.pack(len(payload), crc) + payload
        self._fixed_end = self._words[Word.FIXED_END] = end
        return True


def _mapped(path: Path, size: int) -> mmap.mmap:
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        # All of it now: a page that tmpfs cannot give later would be a SIGBUS in the loop.
        os.posix_fallocate(fd, 0, size)
        return mmap.mmap(fd, size)
    finally:
        os.close(fd)
