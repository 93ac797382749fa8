"""What happened in an evening, read from its journal: presses, signals, turns.

The scenario's result and `minuta journal export` are made of it. A pure function of records.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from firmware_host.journal.record import Record

Row = dict[str, object]
Place = Callable[[Record, int], Row]
"""Turns an instant of a record's boot into the fields that say when it was."""


def monotonic(record: Record, at_ns: int) -> Row:
    """Say an instant as it stands in the journal: boot number and monotonic clock."""
    return {"at_ns": at_ns, "boot": record.boot}


@dataclass(slots=True)
class Report:
    """Rows as JSON has them; `presses` by input number until `result` sorts them."""

    signals: list[Row] = field(default_factory=list)
    retracted: list[Row] = field(default_factory=list)
    missed: list[Row] = field(default_factory=list)
    presses: dict[int, Row] = field(default_factory=dict)
    turns: dict[int, Row] = field(default_factory=dict)
    rulings: list[Row] = field(default_factory=list)
    entries: dict[int, Row] = field(default_factory=dict)
    alarms: list[Row] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    """What could not be read, one sentence each; it is no part of the rows."""


def report(records: Iterable[Record], place: Place = monotonic) -> Report:
    """Read an evening."""
    found = Report()
    for record in records:
        take(found, record, place)
    return found


def take(found: Report, record: Record, place: Place = monotonic) -> None:
    """Take one more record into a report; what it does not speak of is passed over."""
    reader = _READERS.get(record.kind)
    if reader is None:
        return
    try:
        reader(found, record, place)
    except (LookupError, TypeError, ValueError) as error:
        found.unread.append(f"record {record.n} ({record.kind}) is not as it should be: {error!r}")


def _int(value: object) -> int:
    return cast(int, value)


def _output(found: Report, record: Record, place: Place) -> None:
    data = record.data
    due_ns = _int(data["due_ns"])
    row: Row = {"cue": data["cue"], **place(record, due_ns)}
    if data["what"] == "missed":
        found.missed.append(row)
        return
    at_ns, length_ns = _int(data["at_ns"]), _int(data["length_ns"])
    row["until_ns"] = _int(row["at_ns"]) + length_ns
    row["late"] = at_ns - due_ns
    if data["what"] == "fired":
        found.signals.append(row)
        return
    found.retracted.append(row)
    found.signals.remove(row)


def _verdict(found: Report, record: Record, place: Place) -> None:
    data = record.data
    found.presses[_int(data["i"])] = {
        "key": data["key"],
        **place(record, _int(data["from_ns"])),
        "accepted": data["reason"] is None,
        "reason": data["reason"],
        "verb": data["verb"],
        "turn": data["turn"],
        "elapsed_ns": data["elapsed_ns"],
        "marginal": data["marginal"],
    }


def _rejudged(found: Report, record: Record, _place: Place) -> None:
    row = found.presses[_int(record.data["i"])]
    row["reason"] = record.data["now"]
    row["accepted"] = record.data["now"] is None
    row["moved_to"] = None if record.data["key"] == row["key"] else record.data["key"]


def _opened(found: Report, record: Record, _place: Place) -> None:
    data = record.data
    found.turns[_int(data["turn"])] = {
        "turn": data["turn"], "format": data["format"], "number": data["number"],
        "tour": data["tour"], "stage": data.get("stage", ""), "circle": data.get("circle", 0),
        "team": data.get("team", ""), "phases": [], "outcome": None, "score": None,
        "actors": [], "mode": record.mode, "aside": data.get("aside", False),
        "replays": data.get("replays"), "unit": "half", "value": None, "others": {},
        "by_table": {}, "violations": {},
    }  # fmt: skip


def _phase(found: Report, record: Record, place: Place) -> None:
    at = place(record, _int(record.data["at_ns"]))
    phases = cast(list[Row], found.turns[_int(record.data["turn"])]["phases"])
    if phases:
        phases[-1]["to_ns"] = at["at_ns"]
    phases.append({"id": record.data["phase"], "from_ns": at["at_ns"], "to_ns": None})


def _status(found: Report, record: Record, place: Place) -> None:
    if record.data["status"] not in ("done", "annulled", "closed"):
        return
    phases = cast(list[Row], found.turns[_int(record.data["turn"])]["phases"])
    if phases and phases[-1]["to_ns"] is None:
        phases[-1]["to_ns"] = place(record, _int(record.data["at_ns"]))["at_ns"]


def _judged(found: Report, record: Record, _place: Place) -> None:
    row = found.turns[_int(record.data["turn"])]
    score = record.data["score"]
    row["outcome"] = record.data["outcome"]
    ns = record.data.get("unit") == "ns"
    row["score"] = None if score is None else seconds(_int(score)) if ns else half(_int(score))
    actors = cast(Mapping[str, int | None], record.data.get("actors", {}))
    row["actors"] = [
        {"actor": key, "outcome": "annulled", "score": None}
        if value is None
        else {"actor": key, "outcome": row["outcome"], "score": half(value)}
        for key, value in actors.items()
    ]
    row["marks"] = dict(cast(Mapping[str, int], record.data["marks"]))
    # A turn of many tables has no value of its own: each table has one.
    row["unit"], row["value"] = record.data.get("unit", "half"), None if actors else score
    row["by_table"] = {key: value for key, value in actors.items() if value is not None}
    row["others"] = record.data.get("others", {})
    row["violations"] = record.data.get("violations", {})


def seconds(written_ns: int) -> int | float:
    """Return a written time as a number for people: 67.3."""
    whole, rest = divmod(written_ns, 1_000_000_000)
    return whole if rest == 0 else float(f"{whole}.{rest:09d}")


def half(score: int) -> int | float:
    """Return half-points as a number for people: 24 is 12, 21 is 10.5."""
    return score // 2 if score % 2 == 0 else score / 2


def _ruled(found: Report, record: Record, place: Place) -> None:
    data = record.data
    at = place(record, _int(data["at_ns"]))
    found.rulings.append({"i": data["i"], "what": data["what"], "reason": data["reason"], **at})


def _entry(found: Report, record: Record, place: Place) -> None:
    data = record.data
    at = place(record, _int(data["at_ns"]))
    found.entries[_int(data["i"])] = {
        "i": data["i"], "what": data["what"], **at, "by": data["by"], "why": data["why"],
        "target": data["target"], "args": data["args"], "accepted": None, "reason": None,
    }  # fmt: skip


def _entered(found: Report, record: Record, _place: Place) -> None:
    row, reason = found.entries[_int(record.data["i"])], record.data["reason"]
    row["reason"], row["accepted"] = reason, reason is None


def _alarm(found: Report, record: Record, place: Place) -> None:
    spans = {
        name: place(record, _int(value))["at_ns"]
        for name, value in record.data.items()
        if name in ("from_ns", "to_ns")
    }
    found.alarms.append({**record.data, **spans, **place(record, record.at_ns)})


_READERS: Mapping[str, Callable[[Report, Record, Place], None]] = {
    "output": _output,
    "verdict": _verdict,
    "rejudged": _rejudged,
    "opened": _opened,
    "phase": _phase,
    "status": _status,
    "judged": _judged,
    "ruled": _ruled,
    "alarm": _alarm,
    "entry": _entry,
    "entered": _entered,
}


def rows(found: Report) -> dict[str, object]:
    """Return the report as JSON has it: presses in stamp order."""
    presses = sorted(
        found.presses.values(), key=lambda row: (_int(row["at_ns"]), cast(str, row["key"]))
    )
    return {
        "signals": found.signals, "retracted": found.retracted, "missed": found.missed,
        "presses": presses, "turns": list(found.turns.values()), "rulings": found.rulings,
        "entries": list(found.entries.values()), "alarms": found.alarms,
    }  # fmt: skip
