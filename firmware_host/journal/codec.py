"""A record to its line and back.

The line is made in two steps, because they happen in two threads: the loop makes the *body*
(everything before ``,"p":``), which needs no other record, and the writer *seals* it into
the chain. Nothing here reads a clock or a file.
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256

from firmware_host.journal.record import KINDS, MATCH, MAX_LINE, REHEARSAL, Record

_SEAL = len(',"p":"",,"h":""}\n') - 1 + 64
_HASH_END = 40  # ,"h":"<32>"} at the end of a line without its LF
_KEYS = ["n", "k", "v", "b", "m", "at", "w", "d", "p", "h"]
_HEX32 = re.compile("[0-9a-f]{32}").fullmatch
_PLAIN = frozenset({str, int, bool, type(None)})
_TEXT = frozenset({str})
# What JSON lets through but a log line must not show raw: line ends of other programs,
# controls that turn text round in a terminal, and halves of surrogate pairs (no UTF-8).
_HIDDEN = re.compile("[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class BadLine(ValueError):
    """Bytes that are no record; `reason` says why, for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def body(
    n: int,
    kind: str,
    boot: int,
    mode: str,
    at_ns: int,
    wall: str,
    data: Mapping[str, object],
) -> bytes:
    """Return a line up to and excluding ``,"p":``. Any thread; about 3 us.

    Args:
        at_ns: Instant, monotonic clock of `boot`, nanoseconds.

    Raises:
        TypeError: A float, a key that is no text, or another thing that JSON would change.
        ValueError: An unknown kind or mode, or a line of more than 64 KiB.
    """
    version = KINDS.get(kind)
    if version is None or (mode != MATCH and mode != REHEARSAL):
        raise ValueError(f"no such kind and mode: {kind!r}, {mode!r}")
    _check(data)
    text = _write(data if type(data) is dict else dict(data))
    made = (
        f'{{"n":{n:d},"k":"{kind}","v":{version},"b":{boot:d},"m":"{mode}","at":{at_ns:d},'
        f'"w":{_quote(wall)},"d":{text}'
    )
    if not made.isascii():
        made = _HIDDEN.sub(_escape, made)
    raw = made.encode()
    if len(raw) + _SEAL > MAX_LINE:
        raise ValueError(f"record of {len(raw) + _SEAL} bytes, more than {MAX_LINE}: {kind}")
    return raw


def seal(raw: bytes, prev: str) -> tuple[bytes, str]:
    """Return the whole line with LF, and its hash. Any thread; about 1 us."""
    chained = b'%b,"p":"%b"' % (raw, prev.encode())
    digest = sha256(chained + b"}").hexdigest()[:32]
    return b'%b,"h":"%b"}\n' % (chained, digest.encode()), digest


def encode(
    n: int,
    kind: str,
    boot: int,
    mode: str,
    at_ns: int,
    wall: str,
    data: Mapping[str, object],
    prev: str,
) -> tuple[bytes, str]:
    """Return a record's whole line with LF, and its hash. Errors as `body`."""
    return seal(body(n, kind, boot, mode, at_ns, wall, data), prev)


def body_of(record: Record) -> bytes:
    """Return the body that `record` was made from. Errors as `body`."""
    return body(
        record.n, record.kind, record.boot, record.mode, record.at_ns, record.wall, record.data
    )


def decode(line: bytes, offset: int = 0) -> Record:
    """Read one line, with or without its LF. Any thread.

    Checks the line's own hash, not its place in the chain: that is the reader's.

    Args:
        offset: Where the line begins in its file, bytes; goes into the record.

    Raises:
        BadLine: It is no record; never another error, whatever the bytes are.
    """
    if len(line) > MAX_LINE:
        raise BadLine("longer than 64 KiB")
    raw = line.removesuffix(b"\n")
    if raw[-_HASH_END:-34] != b',"h":"' or raw[-2:] != b'"}':
        raise BadLine("does not end in a hash")
    digest = sha256(raw[:-_HASH_END] + b"}").hexdigest()[:32]
    if digest.encode() != raw[-34:-2]:
        raise BadLine("its hash does not fit")
    try:
        text = raw.decode()
        fields, end = _decoder.raw_decode(text)
    except (ValueError, RecursionError) as error:
        raise BadLine(f"is no JSON: {error}") from None
    if end != len(text) or type(fields) is not dict or list(fields) != _KEYS:
        raise BadLine("has other fields than a record")
    n, kind, v, boot, mode, at_ns, wall, data, prev, _ = fields.values()
    record = Record(n, kind, v, boot, mode, at_ns, wall, data, prev, digest, offset)
    _check_types(record)
    return record


def _check_types(record: Record) -> None:
    numbers = (record.n, record.v, record.boot, record.at_ns)
    texts = (record.kind, record.mode, record.wall, record.prev)
    if not ({int}.issuperset(map(type, numbers)) and _TEXT.issuperset(map(type, texts))):
        raise BadLine("has a field of another type")
    # The head of a continuation bears the n of the record before it, and there may be none.
    if record.n < 0 and (record.kind != "continues" or record.n != -1):
        raise BadLine("has a negative number")
    if type(record.data) is not dict or not _HEX32(record.prev):
        raise BadLine("has a field of another form")


def _check(value: object) -> None:
    """Refuse what would not come back from JSON as it went in."""
    items: object
    if type(value) is dict or isinstance(value, Mapping):
        if not _TEXT.issuperset(map(type, value)) and not all(isinstance(k, str) for k in value):
            raise TypeError("a record's keys are text")
        items = value.values()
    elif isinstance(value, list | tuple):
        items = value
    elif isinstance(value, str | int | None):
        return
    else:
        raise TypeError(f"a record holds no {type(value).__name__}: {value!r}")
    if not _PLAIN.issuperset(map(type, items)):
        for item in items:
            if type(item) not in _PLAIN:
                _check(item)


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _as_dict(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a record holds no {type(value).__name__}")


def _refuse(text: str) -> object:
    raise ValueError(f"a float: {text[:20]}")


# What json.JSONEncoder.encode makes anew at each call, made once: 2 us a record against 5.
_quote = json.encoder.encode_basestring
_make = json.encoder.c_make_encoder(  # type: ignore[attr-defined]
    None, _as_dict, _quote, None, ":", ",", False, False, False
)


def _write(value: object) -> str:
    return "".join(_make(value, 0))


_decoder = json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse)
