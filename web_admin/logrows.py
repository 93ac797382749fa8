"""A record as a row of the read model: which column holds what. Pure."""

import json
from collections.abc import Mapping

from web_admin.journal_files import Damage, Record

PRESS, RULING, COURSE, SIGNAL, MACHINE, RAW = (
    "press", "ruling", "course", "signal", "machine", "raw"
)  # fmt: skip
GROUPS = (PRESS, RULING, COURSE, SIGNAL, MACHINE, RAW)
"""What a row is about, for the filter; RAW rows are shown only when asked for."""

_GROUP_OF: Mapping[str, str] = {
    "verdict": PRESS, "ruling": RULING, "entry": RULING, "entered": COURSE,
    "rejudged": COURSE, "opened": COURSE, "phase": COURSE, "status": COURSE,
    "judged": COURSE, "ruled": COURSE, "announced": COURSE,
    "output": SIGNAL, "crossed": RAW, "clock": RAW,
    "edges": RAW, "edge_run": RAW, "levels": RAW, "contact": RAW, "in": RAW, "settled": RAW,
    "pulse": RAW,
}  # fmt: skip

COLUMNS = (
    "n", "grp", "kind", "boot", "mode", "at_ns", "wall", "turn", "i", "key", "verb", "reason",
    "from_ns", "marginal", "target", "d",
)  # fmt: skip
_MAX_D = 2000


def row_of(item: Record | Damage) -> tuple[object, ...]:
    """Return the columns of a record, or of a damage in the file."""
    if isinstance(item, Damage):
        text = json.dumps({"file": item.file, "line": item.line, "why": item.why})
        blank = dict.fromkeys(COLUMNS)
        row = {**blank, "n": -1, "grp": MACHINE, "kind": "damage", "mode": "", "at_ns": 0,
               "boot": 0, "wall": "", "d": text}  # fmt: skip
        return tuple(row[column] for column in COLUMNS)
    d = item.data
    group = _GROUP_OF.get(item.kind, MACHINE)
    if (item.kind in ("ruled", "entered") and d.get("reason") is None) or (
        (item.kind, d.get("outcome")) == ("judged", None)
    ):
        group = RAW  # says nothing that the row before it does not
    d = {name: value for name, value in d.items() if name != "text"}
    reason = _text(d.get("now" if item.kind == "rejudged" else "reason"))
    if item.kind == "ruling":
        reason = None
    return (
        item.n, group, item.kind, item.boot, item.mode, item.at_ns,
        item.wall, _whole(d.get("turn")), _whole(d.get("i")), _text(d.get("key")),
        _text(d.get("verb") or d.get("what")), reason, _whole(d.get("from_ns")),
        int(d.get("marginal") is True), _whole(d.get("target")),
        json.dumps(d, ensure_ascii=False)[: _MAX_D if item.kind != "ruling" else None],
    )  # fmt: skip


def input_of(record: Record) -> tuple[int, str, int | None, str] | None:
    """Return (i, source, u_ns, marks) of an input that was a press, else None."""
    i = _whole(record.data.get("i"))
    if record.kind != "in" or i is None or "key" not in record.data:
        return None
    marks = record.data.get("marks")
    noticed = " ".join(map(str, marks)) if isinstance(marks, list) else ""
    return i, _text(record.data.get("source")) or "", _whole(record.data.get("u_ns")), noticed


def pause_of(record: Record) -> tuple[str, int | None, int | None]:
    """Return what a record says of a pause: ("from" | "to" | "never" | "", turn, at_ns)."""
    d = record.data
    turn, at_ns = _whole(d.get("turn")), _whole(d.get("at_ns"))
    if record.kind == "status":
        stands = d.get("status") in ("paused", "waiting")
        return ("from" if stands else "to"), turn, at_ns
    if record.kind == "verdict" and d.get("verb") == "cancel-pause" and d.get("reason") is None:
        return "never", turn, at_ns
    return "", turn, at_ns


def _whole(value: object) -> int | None:
    return value if type(value) is int and abs(value) < 2**63 else None


def _text(value: object) -> str | None:
    return None if value is None else str(value)
