"""Questions about what a previewed ruling would change: `expect preview P …`."""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from firmware_host.scenario.asking import Row, must, text_of
from firmware_host.scenario.runner import Run
from firmware_host.scenario.times import instant_ns

NONE = "none"
Shown = Mapping[str, object]


def ask_preview(run: Run, words: tuple[str, ...]) -> None:
    """preview P presses …, preview P turns …, preview P turn N …, preview P signals …,
    preview P standing …"""
    label, what, rest = words[1], words[2], words[3:]
    if label not in run.previews:
        raise ValueError(f"no preview is called {label!r}, or it was refused")
    if what not in _PARTS:
        raise ValueError(f"no such part {what!r}: {', '.join(_PARTS)}")
    _PARTS[what](run, run.previews[label], rest)


def _presses(run: Run, shown: Shown, words: Sequence[str]) -> None:
    """presses seat1@30 accepted cancelled, …: was and now, of all that would change"""
    presses = run.report().presses
    found = {
        f"{presses[i]['key']}@{text_of(presses[i]['at_ns'])} "
        f"{row['was'] or 'accepted'} {row['now'] or 'accepted'}"
        for row in _rows(shown, "presses")
        for i in [cast(int, row["i"])]
    }
    must(found == _listed(words), ", ".join(sorted(found)) or NONE)


def _turns(_run: Run, shown: Shown, words: Sequence[str]) -> None:
    """turns 1 2: all that would change"""
    found = [str(row["turn"]) for row in _rows(shown, "turns")]
    must(found == list(words), " ".join(found) or NONE)


def _turn(_run: Run, shown: Shown, words: Sequence[str]) -> None:
    """turn 1 score 6 3: was and now; or its status, phase, outcome, marks, a team, a table"""
    number, what, was, now = words
    row = next((row for row in _rows(shown, "turns") if str(row["turn"]) == number), None)
    must(row is not None, "it would stand as it does")
    assert row is not None
    found = (_of(cast(Row | None, row["was"]), what), _of(cast(Row | None, row["now"]), what))
    must(found == (was, now), " ".join(found))


def _of(stand: Row | None, what: str) -> str:
    """Return a part of how a turn stands, or what a table or team has in it, as the file has it."""
    if stand is None:
        return NONE
    if what == "marks":
        marks = sorted(cast(Mapping[str, int], stand["marks"]).items())
        return ",".join(f"{mark}={count}" for mark, count in marks if count) or NONE
    booked = {**cast(Row, stand["actors"]), **cast(Row, stand["others"])}
    value = stand[what] if what in stand else booked.get(what)
    return NONE if value is None else str(value)


def _signals(run: Run, shown: Shown, words: Sequence[str]) -> None:
    """signals ten-left 60 63, end 70 none: when each was to sound, and when it would"""
    expected = set()
    for part in _listed(words):
        cue, *instants = part.split()
        times = [one if one == NONE else _whole(run, one) for one in instants]
        expected.add(" ".join([cue, *times]))
    found = {
        f"{row['cue']} {_instant(run, row['was_ns'])} {_instant(run, row['now_ns'])}"
        for row in _rows(shown, "signals")
    }
    must(found == expected, ", ".join(sorted(found)) or NONE)


def _whole(run: Run, text: str) -> str:
    return text_of(instant_ns(text, run.case.labels))


def _instant(run: Run, at_ns: object) -> str:
    return NONE if at_ns is None else text_of(run.scenario_ns(int(str(at_ns))))


def _rows(shown: Shown, name: str) -> list[Row]:
    return cast(list[Row], shown[name])


def _listed(words: Sequence[str]) -> set[str]:
    return {part.strip() for part in " ".join(words).split(",") if part.strip()}


def _standing(_run: Run, shown: Shown, words: Sequence[str]) -> None:
    """standing T13 41 12-13 41 12, …: total and place, was and now, of all that would change"""
    found = {
        " ".join([str(row["team"]), *_place(row["was"]), *_place(row["now"])])
        for row in _rows(shown, "standings")
    }
    must(found == _listed(words), ", ".join(sorted(found)) or NONE)


def _place(stand: object) -> tuple[str, str]:
    row = cast(Row, stand)
    place = dict.fromkeys(str(one) for one in cast(list[int], row["place"]))
    return str(row["total"]), "-".join(place)


_PARTS: Mapping[str, Callable[[Run, Shown, Sequence[str]], None]] = {
    "presses": _presses,
    "turns": _turns,
    "turn": _turn,
    "signals": _signals,
    "standing": _standing,
}
