"""What the desk writes into the evening's books, as lines: `advance`, `extra T1 table1, T2 table2`.

Each reader turns the words of a line into the fields of an entry, as the page would send them.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from firmware_host.scenario.answer_entries import ANSWER_ENTRIES, named
from firmware_host.scenario.case import Case, Line
from firmware_host.scenario.evening_entries import EVENING_ENTRIES
from firmware_host.scenario.replies import noted, taken

if TYPE_CHECKING:
    from firmware_host.scenario.runner import Run

Fields = dict[str, object]


def _advance(words: list[str]) -> Fields:
    """[even-so]"""
    if words not in ([], ["even-so"]):
        raise ValueError("write: advance [even-so]")
    return {"even_so": True} if words else {}


def _team(words: list[str]) -> Fields:
    """TEAM"""
    if len(words) != 1:
        raise ValueError("write: away TEAM (and so back, owed)")
    return {"team": words[0]}


def _pairs(words: list[str], form: str) -> list[tuple[str, str]]:
    rows = [part.split() for part in " ".join(words).split(",")]
    if not rows or any(len(row) != 2 for row in rows):
        raise ValueError(f"write: {form}")
    return [(first, second) for first, second in rows]


def _extra(words: list[str]) -> Fields:
    """T1 table1, T2 table2"""
    if not words:
        return {"seats": {}}
    return {"seats": {key: team for team, key in _pairs(words, "extra T1 table1, T2 table2")}}


def _given(words: list[str]) -> Fields:
    """T1 61, T2 60"""
    rows = _pairs(words, "given T1 61, T2 60")
    return {"totals": dict(rows)}


def _draw(words: list[str]) -> Fields:
    """[STAGE] [seed 7]"""
    fields: Fields = {}
    if len(words) >= 2 and words[-2] == "seed":
        fields["seed"], words = int(words[-1]), words[:-2]
    if len(words) > 1:
        raise ValueError("write: draw [STAGE] [seed 7]")
    return {**fields, "stage": words[0]} if words else fields


def _seats(words: list[str]) -> Fields:
    """A/B/C B/C/D, the teams of each table by slots"""
    if not words:
        raise ValueError("write: seats A/B/C B/C/D, the teams of each table by slots")
    return {"tables": [word.split("/") for word in words]}


def _decide(words: list[str]) -> Fields:
    """draw A B [seed 7], or both A B"""
    if not words or words[0] not in ("draw", "both"):
        raise ValueError("write: decide draw A B [seed 7], or decide both A B")
    fields: Fields = {"how": words[0]}
    if words[-2:-1] == ["seed"]:
        fields["seed"], words = int(words[-1]), words[:-2]
    return {**fields, "teams": words[1:]}


ENTRIES: Mapping[str, Callable[[list[str]], Fields]] = {
    **ANSWER_ENTRIES,
    "advance": _advance,
    "away": _team,
    "back": _team,
    "decide": _decide,
    "draw": _draw,
    "extra": _extra,
    "given": _given,
    "owed": _team,
    "seats": _seats,
    **EVENING_ENTRIES,
}
"""Word of a line -> what reads the rest."""


def read_entry(case: Case, line: Line) -> None:
    """Take a line of the header: totals that were brought in, whose teams it names."""
    totals = ENTRIES[line.verb](list(line.words))["totals"]
    assert isinstance(totals, dict)
    for team in totals:
        case.teams.setdefault(team, (team, ""))
    case.lines.append(line)


def preview_entry(run: "Run", words: list[str]) -> None:
    """Ask the desk what an entry would change: `preview verdict P 3:1 as V`."""
    said = {name: taken(words, name) for name in ("as", "because", "by")}
    target = words[1] if words[0] == "undo" else ""
    args: dict[str, object] = {"what": words[0], "preview": True}
    if target:
        args["target"] = run.rulings[target]
    else:
        args["args"] = named(ENTRIES[words[0]](words[1:]), run.rulings)
    reply = noted(run, run.request("enter", said["by"] or "scenario", **args), said["as"])
    if reply.code == "bad-args":
        raise ValueError(reply.text)
    if said["as"] is not None and reply.code is None:
        run.previews[said["as"]] = reply.result


def enter(run: "Run", line: Line) -> None:
    """Put an entry to the desk: `advance [as X] [by "judge"] [because "…"]`."""
    words = [line.verb, *line.words]
    said = {name: taken(words, name) for name in ("as", "because", "by")}
    args = named(ENTRIES[line.verb](words[1:]), run.rulings)
    asked = run.request(
        "enter", said["by"] or "scenario", what=line.verb, args=args,
        because=said["because"] or "",
    )  # fmt: skip
    label = said["as"]
    reply = noted(run, asked, label)
    if reply.code == "bad-args":
        raise ValueError(reply.text)
    if label is not None and reply.code is None:
        run.rulings[label], run.entered = int(str(reply.result["i"])), run.entered | {label}
