"""A row of the read model as words: what the log page and its CSV show."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from web_admin.words import known, word

UNDO = "undo"
_PLAIN = 8
_HIDDEN = frozenset({"i", "turn", "key", "verb", "reason", "from_ns", "at_ns", "marginal", "text"})
# What a row of a kind says, where it says less than all; the rest of a record is in its line.
_SHOWN: Mapping[str, tuple[str, ...]] = {
    "opened": ("team", "number", "tour", "circle", "format"), "phase": ("phase",),
    "status": ("status",), "crossed": ("cue",), "output": ("what", "cue"), "ruled": ("what",),
    "announced": ("tour",),
    "judged": ("outcome", "score"), "rejudged": (), "boot": ("fs", "keys"), "format": ("id",),
    "board": ("id",),
}  # fmt: skip
_HOST = frozenset({"start", "stop", "next"})
_DECIDED = frozenset({"ruling", "entry", "guest"})
"""Kinds of records that somebody asked for."""
_SILENT = frozenset({"action_id", "at_ns"})
_IN_WORDS: Mapping[str, str] = {"status": "status", "cue": "cue", "outcome": "outcome"}
_BARE = frozenset({"phase", "what", "format", "id", "kind", "why", "fs", "keys", *_IN_WORDS})


def turn_time(ns: int) -> str:
    """Return a time in a turn as m:ss.mmm, cut and not rounded: 69.9999 is not yet 1:10."""
    sign, ms = ("-" if ns < 0 else ""), abs(ns) // 1_000_000
    return f"{sign}{ms // 60_000}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"


def uncertainty(u_ns: int | None) -> str:
    """Return a one-sided doubt in the unit that fits."""
    if u_ns is None:
        return ""
    return f"{u_ns // 1000} µs" if u_ns < 1_000_000 else f"{u_ns / 1_000_000:g} ms"


def recorded(n: int, durable_n: object, trusted: object) -> str:
    """Return "yes", "no" or "unknown": whether the card has the record (with a live daemon)."""
    if not isinstance(durable_n, int):
        return "unknown"
    if trusted is not True:
        return "no"
    return "yes" if 0 <= n <= durable_n else "no"


def in_force(rulings: Iterable[Mapping[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """Return the rulings that stand, by target: an undone one does not, an undone undo does."""
    taken = list(rulings)
    undone: set[int] = set()
    for ruling in reversed(taken):  # an undo comes after what it undoes
        if ruling["verb"] == UNDO and ruling["i"] not in undone and ruling["target"] is not None:
            undone.add(ruling["target"])
    standing: dict[int, list[dict[str, Any]]] = {}
    for ruling in taken:
        if ruling["i"] in undone or ruling["verb"] == UNDO or ruling["target"] is None:
            continue
        data = json.loads(ruling["d"])
        args = data.get("args")
        as_word = args.get("as", "") if isinstance(args, dict) else ""
        text = word("mark", as_word) if as_word else word("ruling", ruling["verb"])
        standing.setdefault(ruling["target"], []).append({"i": ruling["i"], "text": text})
    return standing


def shown(row: Mapping[str, Any], snapshot: Mapping[str, object]) -> dict[str, Any]:
    """Return the cells of a row."""
    data = _data(row["d"])
    at_ns = row["from_ns"] if row["from_ns"] is not None else row["at_ns"]
    begun_ns = row["begun_ns"]
    in_turn = begun_ns is not None and at_ns >= begun_ns
    verdict, later = "", _data(row["rejudged"]) if row["grp"] == "press" else {}
    reason = later.get("now") if later else row["reason"]
    if row["grp"] == "press":
        verdict = "refused" if reason else "accepted"
    return {
        **{name: row[name] for name in ("n", "grp", "kind", "turn", "i", "key", "mode", "target")},
        "number": row["number"],
        "team": row["team"] or "",
        "format": row["format"],
        **_guess(row, data),
        "time": turn_time(at_ns - begun_ns - int(row["paused_ns"])) if in_turn else "",
        "at_ns": at_ns if row["n"] >= 0 else "",
        "source": row["source"] or "",
        "noticed": row["noticed"] or "",
        "doubt": uncertainty(row["u_ns"]) if row["source"] else "",
        "verdict": verdict,
        "reason": word("reason", reason) if reason else "",
        "was": _was(later),
        "marginal": bool(row["marginal"]),
        "what": _what(row, data),
        "by": str(data.get("by", "")) if row["kind"] in _DECIDED else "",
        "because": str(data.get("why", "")) if row["kind"] in _DECIDED else "",
        "recorded": recorded(row["n"], snapshot.get("durable_n"), snapshot.get("recorded")),
    }


def _was(later: Mapping[str, Any]) -> str:
    if not later:
        return ""
    return word("reason", later["was"]) if later.get("was") else word("verdict", "accepted")


def _what(row: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """Return what happened, in words: the kind, and the record's own plain fields."""
    if row["grp"] == "press":
        return _verb(row["key"] or "", row["verb"] or "")
    if row["kind"] == "ruling":
        args = data.get("args")
        given = args if isinstance(args, dict) else {}
        given = {**given, **_guess_at(given, _data(row["about"]))}
        more = "".join(
            f" · {_arg(name, value)}" for name, value in given.items() if name not in _SILENT
        )
        return word("ruling", row["verb"]) + more
    if row["kind"] == "entry":
        return _entry(data)
    if row["kind"] == "guest":
        said = (word("guest", data.get("what")), str(data.get("name")))
        return " · ".join((word("kind", "guest"), *said, word("guest-role", data.get("role"))))
    if row["kind"] == "alarm":
        return f"{word('kind', 'alarm')} · {alarm_words(data)}"
    names = _SHOWN.get(row["kind"], [name for name in data if name not in _HIDDEN])
    plain = [
        _value(row["kind"], name, data[name], data.get("unit"))
        for name in names
        if not isinstance(data.get(name), dict | list) and data.get(name) not in ("", None)
    ]
    reason = f" · {word('reason', row['reason'])}" if row["reason"] else ""
    return word("kind", row["kind"]) + reason + "".join(f" · {one}" for one in plain[:_PLAIN])


def _entry(data: Mapping[str, Any]) -> str:
    """Return an entry of the evening's books: its word, and what it says."""
    given = data.get("args")
    said = [_plainly(value) for value in given.values()] if isinstance(given, dict) else []
    target = [str(data["target"])] if data.get("target") is not None else []
    return " · ".join(
        [word("entry", str(data.get("what"))), *target, *(one for one in said if one)]
    )


def _plainly(value: object) -> str:
    """Return what an entry says, lists and objects in one line."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_plainly(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(_plainly(one) for one in value)
    return "" if isinstance(value, bool) else str(value)


def alarm_words(data: Mapping[str, Any]) -> str:
    """Return an alarm as a sentence. Its end and its being seen have their own words."""
    args = {name: str(value) for name, value in data.items()}
    if "cue" in args:
        args["cue"] = word("cue", args["cue"])
    if "reason" in args:
        args["reason"] = word("reason", args["reason"])
    for_ns = data.get("doubt_ns", data.get("slept_ns"))
    if isinstance(data.get("from_ns"), int) and isinstance(data.get("to_ns"), int):
        for_ns = data["to_ns"] - data["from_ns"]
    if isinstance(for_ns, int):
        args["for_s"] = f"{for_ns // 100_000_000 / 10:.1f}"
    kind = str(data.get("kind"))
    if data.get("ended") is True or data.get("seen") is True:
        what = "ended" if data.get("ended") is True else "was-seen"
        return f"{word('alarm', what)}: {word('alarm-name', kind)}"
    text = word("alarm", kind)
    return re.sub(r"%\((\w+)\)s", lambda place: args.get(place[1], ""), text).strip()


def _verb(key: str, said: str) -> str:
    """Return a verb in words: a player's key names its mark, a refused press its gesture."""
    host = key in _HOST
    if said == key and host:
        return ""
    if not host and known("mark", said):
        return word("mark", said)
    if known("verb", said):
        return word("verb", said)
    if said == key:
        return ""
    step = said.rpartition("-")[2]
    return word("verb", step) if step in ("hold", "long") else said


def _guess(row: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a form needs to say when a guess was: the phase, its start, and the press."""
    elapsed_ns, from_ns = data.get("elapsed_ns"), row["from_ns"]
    if row["grp"] != "press" or type(elapsed_ns) is not int or from_ns is None:
        return {"phase": "", "phase_s": "", "origin_ns": ""}
    return {
        "phase": data.get("phase", ""), "phase_s": phase_time(elapsed_ns),
        "origin_ns": from_ns - elapsed_ns,
    }  # fmt: skip


def phase_time(ns: int) -> str:
    """Return seconds of a phase, cut to milliseconds."""
    return f"{'-' if ns < 0 else ''}{abs(ns) // 10**9}.{abs(ns) // 10**6 % 1000:03d}"


def _guess_at(given: Mapping[str, Any], about: Mapping[str, Any]) -> dict[str, Any]:
    """Return an instant that a ruling gives as seconds of the press's phase."""
    at_ns, elapsed_ns = given.get("at_ns"), about.get("elapsed_ns")
    from_ns = about.get("from_ns")
    if not all(type(one) is int for one in (at_ns, elapsed_ns, from_ns)):
        return {}
    return {"guess": phase_time(at_ns - (from_ns - elapsed_ns))}  # type: ignore[operator]


def _arg(name: str, value: object) -> str:
    if name == "for_ns" and isinstance(value, int):
        return f"{value / 1e9:g} {word('now', 'seconds')}"
    if name == "guess":
        return f"{value} {word('now', 'seconds')}"
    if name == "by" and isinstance(value, int):
        return f"{value:+d}".replace("-", "\N{MINUS SIGN}")
    return word("mark", value) if name == "as" else f"{word('field', name)} {value}"


def score_words(score: int, unit: object) -> str:
    """Return half-points as points, and a written time as people read it: 1:07.3."""
    if unit != "ns":
        sign = "\N{MINUS SIGN}" if score < 0 else ""
        return f"{sign}{abs(score) // 2}{'.5' if score % 2 else ''}"
    minutes, rest_ns = divmod(score, 60 * 10**9)
    part = f"{rest_ns % 10**9:09d}".rstrip("0") or "0"
    return f"{minutes}:{rest_ns // 10**9:02d}.{part}"


def _value(kind: str, name: str, value: object, unit: object = None) -> str:
    """Return a field of a record: in words where it is one of ours, with its name where not."""
    group = _IN_WORDS.get(name)
    if name == "what":
        group = "output" if kind == "output" else "ruling"
    text = word(group, value) if group else str(value)[:80]
    if kind == "judged" and name == "score" and type(value) is int:
        text = score_words(value, unit)
    return text if name in _BARE else f"{word('field', name)} {text}"


def _data(text: str | None) -> dict[str, Any]:
    try:
        data = json.loads(text) if text else {}
    except ValueError:  # a long one that was cut
        return {}
    return data if isinstance(data, dict) else {}
