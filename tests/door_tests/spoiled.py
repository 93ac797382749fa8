"""Journals that nobody should ever see, made of a good one."""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

from firmware_host.journal.codec import decode, encode
from run_tests.table import SECOND, Table


def good(folder: Path) -> bytes:
    """A journal of one short turn."""
    table = Table(folder)
    at_ns = table.clock.now_ns() + SECOND
    table.tap("start", at_ns)
    table.tap("seat1", at_ns + 5 * SECOND)
    table.run(7 * SECOND)
    table.end()
    return (folder / "evening" / "journal.jsonl").read_bytes()


def lines_of(journal: bytes) -> list[bytes]:
    return journal.split(b"\n")[:-1]


def more(
    journal: bytes, kind: str, data: Mapping[str, object], at_ns: int = 1, v: int = 1
) -> bytes:
    """Append a record that is whole and chained, whatever it says."""
    last = decode(lines_of(journal)[-1] + b"\n")
    fields = {"n": last.n + 1, "k": kind, "v": v, "b": last.boot, "m": "match", "at": at_ns,
              "w": "", "d": data, "p": last.hash}  # fmt: skip
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    digest = sha256(text).hexdigest()[:32]
    return journal + text[:-1] + f',"h":"{digest}"}}\n'.encode()


def flipped(journal: bytes, line: int) -> bytes:
    rows = lines_of(journal)
    rows[line] = rows[line].replace(b'"b":1', b'"b":\xff', 1)
    return b"\n".join([*rows, b""])


def without(journal: bytes, line: int) -> bytes:
    rows = lines_of(journal)
    return b"\n".join([*rows[:line], *rows[line + 1 :], b""])


def twice(journal: bytes, line: int) -> bytes:
    """The number of a record again, with other content, chained to nothing."""
    rows = lines_of(journal)
    first = decode(rows[line] + b"\n")
    again, _ = encode(first.n, "pulse", first.boot, "match", 5, "", {}, first.prev)
    return b"\n".join([*rows[: line + 1], again[:-1], *rows[line + 1 :], b""])


SPOILED: Mapping[str, Callable[[bytes], bytes]] = {
    "empty": lambda journal: b"",
    "a-cut-line": lambda journal: journal[:-40],
    "not-utf-8": lambda journal: flipped(journal, 3),
    "binary": lambda journal: bytes(range(256)) * 40,
    "nul-tail": lambda journal: journal + b"\0" * 4096,
    "too-long-a-line": lambda journal: journal + b"x" * 70_000 + b"\n",
    "one-endless-line": lambda journal: b"[" * 300_000,
    "a-missing-line": lambda journal: without(journal, 4),
    "a-number-twice": lambda journal: twice(journal, 4),
    "other-line-ends": lambda journal: journal.replace(b"\n", b"\r\n"),
    "newer": lambda journal: more(journal, "verdict", {"i": 9}, v=99),
    "unknown-kind": lambda journal: more(journal, "zebra", {"stripes": 7}),
    "absurd-instant": lambda journal: more(journal, "pulse", {}, at_ns=2**62),
    "absurd-input": lambda journal: more(journal, "in", {"t": "pressed", "i": "x"}),
    "absurd-verdict": lambda journal: more(journal, "verdict", {"zebra": True}),
    "absurd-settled": lambda journal: more(journal, "settled", {"at_ns": "soon"}),
    "absurd-format": lambda journal: more(journal, "format", {"sha": "0", "text": "x = ["}),
    "absurd-edges": lambda journal: more(journal, "edges", {"e": 5}),
    "absurd-alarm": lambda journal: more(journal, "alarm", {}),
    "absurd-output": lambda journal: more(journal, "output", {"what": "fired"}),
    "absurd-boot": lambda journal: more(journal, "boot", {"boot_id": 5}),
}  # fmt: skip
"""Kind of spoiling -> what becomes of a good journal."""
