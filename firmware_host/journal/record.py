"""One record of the journal, and its line.

A line is a UTF-8 JSON object and LF, at most 64 KiB, its keys in this order:

    {"n":1042,"k":"verdict","v":1,"b":3,"m":"match","at":5123456789012,
     "w":"2026-11-30T18:20:33.120Z","d":{…},"p":"<32 hex>","h":"<32 hex>"}

| key | what |
|---|---|
| n | number of the record in the evening, from 0, without gaps |
| k, v | kind, and the version of that kind's `d` |
| b | number of the `boot` record whose boot id and clock `at` belongs to |
| m | "match" or "rehearsal" |
| at | instant, monotonic clock of that boot, nanoseconds |
| w | wall time for people, or "" |
| d | the record's own fields; no floats |
| p | `h` of the record before; 32 zeros for n = 0 |
| h | first 128 bits of SHA-256 over the line's bytes before ``,"h":`` plus ``}`` |

`b` counts the `boot` records from 1; 0 stands before the first. The machine's own kinds:

| k | d |
|---|---|
| boot | boot_id, asleep_ns, fs, records (whether *recorded* can be said), ring, daemon's own |
| recovered | offset, length, sha256 of bytes of this file that are no record |
| continues | file, last_n, last_h, bytes: how much of the file before counts |
| edges | one flush: every raw edge since the flush before, in arrival order; see `bundle` |
| edge_run | why ("overload", "ring"), edges (how many), first_at, last_at, runs |
| edge_run | why "storm": key, line, first_at_ns, last_at_ns, n, lost, merged, min_gap_ns … |

`continues` is the head of a file and no record of the evening: its n is last_n again, its p is
last_h, and the record after it has its h as p: so the chain runs on through all files. A run
is {source, line, line_seq of the first, first_at, last_at, n, lost, merged, min_gap_ns,
closed_hints}, one a line; there is none where only the sum was kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass

MATCH = "match"
REHEARSAL = "rehearsal"
ZERO_HASH = "0" * 32
MAX_LINE = 65536

KINDS: Mapping[str, int] = {
    # about the file and the machine
    "evening": 1, "boot": 1, "clock": 1, "recovered": 1, "continues": 1, "closed": 1,
    # what the outcome depends on, as full text with its SHA-256
    "format": 1, "board": 1, "settings": 1,
    # evidence: what the wires said
    "edges": 1, "edge_run": 1, "levels": 1, "contact": 1, "blind": 1,
    # evidence: what the engine was told
    "in": 1, "ruling": 1, "settled": 1,
    # conclusions of the engine
    "verdict": 1, "rejudged": 1, "opened": 1, "phase": 1, "status": 1, "crossed": 1,
    "judged": 1, "ruled": 1, "announced": 1,
    # what the desk wrote into the evening's books, and what became of it
    "entry": 1, "entered": 1,
    # what the hall was given, and what went wrong
    "output": 1, "alarm": 1, "pulse": 1,
    # who was admitted at the box, and who answered; no token, no hash of one
    "guest": 1,
}  # fmt: skip
"""Every kind this version writes, with the version of its `d`."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read: fields as in the module's table, `offset` of its first byte in the file."""

    n: int
    kind: str
    v: int
    boot: int
    mode: str
    at_ns: int
    wall: str
    data: Mapping[str, object]
    prev: str
    hash: str
    offset: int = 0

    @property
    def newer(self) -> bool:
        """Whether a newer version than this one wrote it: show it, do not judge by it."""
        return self.v > KINDS.get(self.kind, 0)
