"""The line protocol of the key box (hardware/firmware/README.md): bytes to lines and back.

A line is ``$``, a letter, hexadecimal fields of fixed width, ``*``, a CRC and a line feed. What
is torn, glued or noise has the wrong CRC and is as if it had never come: edges are sent again.
"""

import re
from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.errors import DeviceUnsupported

MOST_LINES = 32
_LONGEST = 64
_START, _END = 0x24, 0x0A  # $ and line feed
_HEX = r"([0-9a-f]{%d})"
_ANSWER = re.compile(("A" + f" {_HEX}" * 6 % (4, 8, 8, 2, 4, 8)).encode())
_EDGE = re.compile(("E" + f" {_HEX}" * 5 % (4, 8, 4, 2, 4) + " ([0-3])").encode())


@dataclass(frozen=True, slots=True)
class Answer:
    """What a box says when it is asked, and by itself with token 0.

    Attributes:
        boot: Another number after each restart of the box.
        asked_us: Its clock when the question's first byte arrived.
        read_us: Its clock when it read the levels, not after this line's first byte left.
        token: The question's.
        head: Number of its newest edge, 16 bits; all up to it were sent before this line.
        closed: Bit 0 is line 1.
    """

    boot: int
    asked_us: int
    read_us: int
    token: int
    head: int
    closed: int


@dataclass(frozen=True, slots=True)
class BoxEdge:
    """One edge. `seq` and `line_seq` count from 1 with 16 bits, `line` from 1.

    Attributes:
        forced: Edges before it are no longer kept by the box: the gap is a loss.
    """

    boot: int
    at_us: int
    seq: int
    line: int
    line_seq: int
    closed: bool
    forced: bool


BoxLine = Answer | BoxEdge


def ask(token: int) -> bytes:
    """Return the line that asks for an `Answer`; token from 1 to 255."""
    return _framed(b"Q %02x" % token)


def again(seq: int) -> bytes:
    """Return the line that asks for all edges from number `seq` on."""
    return _framed(b"R %04x" % seq)


def write(line: BoxLine) -> bytes:
    """Return the bytes of a box's line."""
    if isinstance(line, Answer):
        return _framed(
            b"A %04x %08x %08x %02x %04x %08x"
            % (line.boot, line.asked_us, line.read_us, line.token, line.head, line.closed)
        )
    bits = line.closed | line.forced << 1
    fields = (line.boot, line.at_us, line.seq, line.line, line.line_seq, bits)
    return _framed(b"E %04x %08x %04x %02x %04x %x" % fields)


def number_of(line: str, given: int | None) -> int:
    """Return the number of a line: the given one, or else its name.

    Raises:
        DeviceUnsupported: No box has such a line.
    """
    number = int(line) if given is None and line.isdecimal() else given
    if number is None or not 1 <= number <= MOST_LINES:
        raise DeviceUnsupported(f"line {line!r}: a box has lines 1 to {MOST_LINES}")
    return number


def checked(body: bytes) -> bytes | None:
    """Return what is between ``$`` and ``*`` if the CRC after it is right."""
    text, _, crc = body.rpartition(b"*")
    return text if crc == b"%04x" % crc_hqx(text, 0) else None


def parsed(text: bytes) -> BoxLine | None:
    """Return the line that a checked text is; None: of a later protocol."""
    if found := _ANSWER.fullmatch(text):
        boot, asked_us, read_us, token, head, closed = (int(one, 16) for one in found.groups())
        return Answer(boot, asked_us, read_us, token, head, closed)
    if found := _EDGE.fullmatch(text):
        boot, at_us, seq, line, line_seq, bits = (int(one, 16) for one in found.groups())
        return BoxEdge(boot, at_us, seq, line, line_seq, bool(bits & 1), bool(bits & 2))
    return None


class LineReader:
    """Cuts a stream into lines; keeps for each when its first byte had arrived.

    Attributes:
        torn: How many lines began and did not end well.
    """

    def __init__(self) -> None:
        self.torn = 0
        self._body: bytearray | None = None  # None: no line has begun
        self._since_ns = 0

    def feed(self, data: bytes, at_ns: int) -> Iterator[tuple[bytes, int]]:
        """Take bytes that were there at `at_ns`; yield (checked text, its first byte's instant)."""
        for byte in data:
            if byte == _START:
                self.torn += self._body is not None
                self._body, self._since_ns = bytearray(), at_ns
            elif self._body is None:
                continue
            elif byte == _END:
                text = checked(bytes(self._body))
                self._body = None
                if text is None:
                    self.torn += 1
                else:
                    yield text, self._since_ns
            elif len(self._body) < _LONGEST:
                self._body.append(byte)
            else:
                self._body = None
                self.torn += 1


def _framed(text: bytes) -> bytes:
    return b"$%s*%04x\n" % (text, crc_hqx(text, 0))
