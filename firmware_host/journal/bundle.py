"""Many raw edges as one record, and back without loss.

The `d` of an `edges` record:

| key | what |
|---|---|
| t | stamp of the first edge, nanoseconds |
| s | sources: [name, `seq` of its first edge here] |
| l | lines: [index into s, line, `line_seq` of its first edge here, u_ns of that edge] |
| e | the edges in arrival order, written without spaces |

One edge in `e` is the letters of its line (a is the first in l, z the 26th, aa the 27th;
CAPITALS if the hint was *closed*), then the nanoseconds since the stamp of the edge before,
then only what is not as expected: ``:k`` its line_seq is k further on, not 1; ``/k`` its seq is
k further on, not 1; ``~k`` its u_ns is k. Thus ``A0a120034A98000:2`` is closed, open 120 us
later, closed 98 us later, with one edge of the line lost in between.

Why one record a flush and not one a line and burst: a record is atomic, keeps the order in
which edges of different lines arrived, and its 190 bytes of frame are paid once.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hardware.edges import Edge

_EDGE = re.compile(r"([A-Z]+|[a-z]+)(-?\d+)(?::(-?\d+))?(?:/(-?\d+))?(?:~(-?\d+))?")
Key = tuple[str, str]


def pack(edges: Sequence[Edge]) -> dict[str, object]:
    """Return the `d` of the `edges` record of these edges; at least one. Loop thread."""
    sources: dict[str, _Source] = {}
    lines: dict[Key, _Line] = {}
    text: list[str] = []
    before_ns = edges[0].at_ns
    for edge in edges:
        source = sources.get(edge.source)
        if source is None:
            source = sources[edge.source] = _Source(len(sources), edge)
        line = lines.get((edge.source, edge.line))
        if line is None:
            line = lines[edge.source, edge.line] = _Line(len(lines), source, edge)
        text.append(f"{line.letters[edge.closed_hint]}{edge.at_ns - before_ns}")
        if edge.line_seq != line.seq + 1:
            text.append(f":{edge.line_seq - line.seq}")
        if edge.seq != source.seq + 1:
            text.append(f"/{edge.seq - source.seq}")
        if edge.u_ns != line.u_ns:
            text.append(f"~{edge.u_ns}")
        before_ns, line.seq, source.seq = edge.at_ns, edge.line_seq, edge.seq
    rows = {"s": [s.row for s in sources.values()], "l": [line.row for line in lines.values()]}
    return {"t": edges[0].at_ns, **rows, "e": "".join(text)}


class _Source:
    """A row of s, and the number of the last edge of the source."""

    __slots__ = ("index", "row", "seq")

    def __init__(self, index: int, first: Edge) -> None:
        self.index, self.seq = index, first.seq - 1
        self.row = [first.source, first.seq]


class _Line:
    """A row of l, and the number of the last edge of the line."""

    __slots__ = ("letters", "row", "seq", "u_ns")

    def __init__(self, index: int, source: _Source, first: Edge) -> None:
        self.letters, self.seq, self.u_ns = _letters(index), first.line_seq - 1, first.u_ns
        self.row = [source.index, first.line, first.line_seq, first.u_ns]


def unpack(data: Mapping[str, object]) -> list[Edge]:
    """Return the edges of an `edges` record, in arrival order. Any thread.

    Raises:
        ValueError: The data is not of the form above.
    """
    try:
        return list(_unpack(data))
    except (KeyError, IndexError, TypeError) as error:
        raise ValueError(f"not the form of edges: {error!r}") from error


def _unpack(data: Mapping[str, object]) -> Iterable[Edge]:
    at_ns, text = data["t"], data["e"]
    sources, lines = _rows(data["s"], 2), _rows(data["l"], 4)
    if not isinstance(at_ns, int) or not isinstance(text, str):
        raise ValueError("t is a number and e a text")
    end = 0
    seqs = [seq - 1 for _, seq in sources]
    line_seqs = [line_seq - 1 for _, _, line_seq, _ in lines]
    for match in _EDGE.finditer(text):
        if match.start() != end:
            break
        end = match.end()
        index = _index(match[1].lower())
        source, line, _, u_ns = lines[index]
        at_ns += int(match[2])
        line_seqs[index] += int(match[3] or 1)
        seqs[source] += int(match[4] or 1)
        doubt_ns = u_ns if match[5] is None else int(match[5])
        name = sources[source][0]
        yield Edge(name, line, at_ns, match[1].isupper(), line_seqs[index], seqs[source], doubt_ns)
    if end != len(text):
        raise ValueError(f"not an edge: {text[end : end + 20]!r}")


def summarise(edges: Sequence[Edge], why: str) -> dict[str, object]:
    """Return the `d` of an `edge_run` record: these edges (at least one) as exact counts.

    Args:
        why: "storm", "overload" or "ring".
    """
    runs: dict[Key, dict[str, Any]] = {}
    last: dict[Key, Edge] = {}
    seqs: dict[str, int] = {}
    for edge in edges:
        key = (edge.source, edge.line)
        run = runs.setdefault(key, _run(edge))
        lost = 0
        if key in last:
            lost = edge.line_seq - last[key].line_seq - 1
            gap_ns = edge.at_ns - last[key].at_ns
            run["min_gap_ns"] = gap_ns if run["n"] == 1 else min(run["min_gap_ns"], gap_ns)
        # A gap in the source's numbers that is none of the line's is a merge (GPIO.md).
        missing = edge.seq - seqs.get(edge.source, edge.seq - 1) - 1
        run["n"] += 1
        run["lost"] += lost
        run["merged"] += max(0, missing - lost)
        run["closed_hints"] += edge.closed_hint
        run["first_at"] = min(run["first_at"], edge.at_ns)
        run["last_at"] = max(run["last_at"], edge.at_ns)
        last[key], seqs[edge.source] = edge, edge.seq
    stamps = [edge.at_ns for edge in edges]
    return {**count(len(edges), min(stamps), max(stamps), why), "runs": list(runs.values())}


def count(edges: int, first_at_ns: int, last_at_ns: int, why: str) -> dict[str, object]:
    """Return the smallest `d` of an `edge_run` record: how many edges, from when to when."""
    return {
        "why": why, "edges": edges, "first_at": first_at_ns, "last_at": last_at_ns, "runs": [],
    }  # fmt: skip


def _run(first: Edge) -> dict[str, Any]:
    return {
        "source": first.source, "line": first.line, "line_seq": first.line_seq,
        "first_at": first.at_ns, "last_at": first.at_ns, "n": 0, "lost": 0, "merged": 0,
        "min_gap_ns": 0, "closed_hints": 0,
    }  # fmt: skip


def _rows(value: object, width: int) -> list[list[Any]]:
    if not isinstance(value, list) or not all(
        isinstance(row, list) and len(row) == width for row in value
    ):
        raise ValueError("s and l are lists of rows")
    return value


def _letters(index: int) -> tuple[str, str]:
    """Return the name of the line with this index: for an open hint, for a closed one."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(97 + rest) + name
    return name, name.upper()


def _index(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - 96
    return index - 1
