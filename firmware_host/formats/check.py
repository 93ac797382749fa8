"""What spans several tables of a format: arrows, settings, conditions, marks, ids.

It works on the tables as read, broken ones too, so that these faults stand beside all others.
"""

from collections.abc import Iterator

from firmware_host.errors import Fault
from firmware_host.formats.blame import path_text, written
from firmware_host.formats.fields import is_ref, rest_of
from firmware_host.formats.tables import (
    Steps,
    following,
    leaves,
    meant,
    onlys,
    phase_ids,
    phases,
    settings_of,
    table_in,
    targets,
    way_on,
)
from firmware_host.formats.words import RULED, listed, near

WAYS_OUT = ("end", "stay", "back")


def check(data: dict[str, object]) -> list[Fault]:
    """Return the faults between the tables of a format, in the order of the rules here."""
    return [
        *_settings(data),
        *_conditions(data),
        *_ids(data),
        *_arrows(data),
        *_named(data),
        *_endless(data),
        *_unreachable(data),
        *_marks(data),
    ]


def _settings(data: dict[str, object]) -> Iterator[Fault]:
    """Each "=name" is known, each setting is used."""
    names, used = table_in(data.get("settings")), set()
    for steps, value in leaves({key: data.get(key) for key in ("phase", "score", "repeat")}):
        if is_ref(value):
            name = str(value)[1:]
            used.add(name)
            if name not in names:
                yield Fault(path_text(steps), str(value), f"no such setting{near(name, names)}")
    used |= {name for _, only in onlys(data) for name in only}
    for name in names:
        if name not in used:
            remedy = f'nothing uses this setting: write "={name}" somewhere, or leave it out'
            yield Fault(f"settings.{name}", "", remedy)


def _conditions(data: dict[str, object]) -> Iterator[Fault]:
    """Each `only` names a setting and one of its choices."""
    settings = settings_of(data)
    for steps, only in onlys(data):
        for name, value in only.items():
            path = path_text((*steps, "only", name))
            if name not in settings:
                yield Fault(path, written(value), f"no such setting{near(name, settings)}")
                continue
            choices = settings[name].get("choices")
            known = choices if isinstance(choices, list) else [True, False]
            if not any(type(value) is type(one) and value == one for one in known):
                remedy = f"never so: write one of {listed(map(written, known))}"
                yield Fault(path, written(value), remedy)


def _ids(data: dict[str, object]) -> Iterator[Fault]:
    """Phase ids are different, and none is the word of an arrow."""
    seen: set[object] = set()
    for nth, phase in phases(data):
        one = phase.get("id")
        if one in WAYS_OUT:
            yield Fault(f"phase[{nth}].id", written(one), "this word is an arrow: take another id")
        elif isinstance(one, str) and one in seen:
            yield Fault(f"phase[{nth}].id", one, "this id stands twice: give each phase its own")
        seen.add(one if isinstance(one, str) else None)


def _arrows(data: dict[str, object]) -> Iterator[Fault]:
    """Every arrow lands."""
    ids = phase_ids(data)
    for steps, target in targets(data):
        known = [*ids, *(WAYS_OUT if "keys" in steps else ("end",))]
        for one in meant(data, target):
            if one not in known:
                remedy = f"no such phase: write one of {listed(known)}{near(one, known)}"
                yield Fault(path_text(steps), written(target), remedy)


def _named(data: dict[str, object]) -> Iterator[Fault]:
    """Every phase that the score or a "rest of" speaks of is there."""
    ids = phase_ids(data)
    score = table_in(data.get("score"))
    named: list[tuple[Steps, object]] = [(("score", "from"), score.get("from", ""))]
    for mark, solved in table_in(score.get("solved")).items():
        cap = table_in(solved).get("cap")
        for nth, one in enumerate(cap if isinstance(cap, list) else []):
            named.append((("score", "solved", mark, "cap", nth), one))
    for nth, phase in phases(data):
        if rest := rest_of(written(phase.get("for"))):
            named.append((("phase", nth, "for"), rest[0]))
    for steps, one in named:
        if one and one not in ids:
            remedy = f"no such phase: write one of {listed(ids)}{near(one, ids)}"
            yield Fault(path_text(steps), written(one), remedy)


def _endless(data: dict[str, object]) -> Iterator[Fault]:
    """A phase without a length has a key that leads on; the schedule alone runs in no circle."""
    found = phases(data)
    for nth, phase in found:
        if phase.get("for") is None and not way_on(phase):
            remedy = "this phase can never end: give it for, or a key with then or claim"
            yield Fault(f"phase[{nth}]", written(phase.get("id", "")), remedy)
    onward = {nth: _scheduled(data, nth) for nth in range(len(found))}
    for nth, phase in found:
        at, seen = onward.get(nth), {nth}
        while at is not None and at not in seen:
            seen.add(at)
            at = onward.get(at)
        if at == nth:
            remedy = "the turn never ends this way: lead to end"
            yield Fault(f"phase[{nth}].then", written(phase.get("then", "")), remedy)


def _scheduled(data: dict[str, object], place: int) -> int | None:
    """Return where the schedule alone leads from a phase; None: it ends, or a key may end it."""
    ids, found = phase_ids(data), phases(data)
    phase = found[place][1]
    if way_on(phase):
        return None
    then = phase.get("then", ids[place + 1] if place + 1 < len(ids) else "end")
    return ids.index(then) if isinstance(then, str) and then in ids else None


def _unreachable(data: dict[str, object]) -> Iterator[Fault]:
    """Every phase can be entered from the first one."""
    ids = phase_ids(data)
    found, todo = {0}, [0]
    arrows: dict[int, set[str]] = {}
    for steps, target in targets(data):
        if isinstance(steps[1], int):
            arrows.setdefault(steps[1], set()).update(map(str, meant(data, target)))
    while todo:
        at = todo.pop()
        onward = {ids.index(one) for one in arrows.get(at, ()) if one in ids}
        if at < len(ids) and "then" not in phases(data)[at][1]:
            onward |= following(data, at)
        todo += onward - found
        found |= onward
    for nth, one in enumerate(ids):
        if nth not in found:
            remedy = "nothing leads to this phase: give another one a then, or leave it out"
            yield Fault(f"phase[{nth}].id", one, remedy)


def _marks(data: dict[str, object]) -> Iterator[Fault]:
    """A mark of the score is set by some key, or by a ruling."""
    marks = set(RULED)
    for _, phase in phases(data):
        for key in table_in(phase.get("keys")).values():
            marks.add(str(table_in(key).get("mark")) if isinstance(key, dict) else str(key))
    score = table_in(data.get("score"))
    for field in ("points", "solved", "adds"):
        for mark in table_in(score.get(field)):
            if mark not in marks:
                remedy = f"no key sets this mark{near(mark, marks)}"
                yield Fault(f"score.{field}.{mark}", mark, remedy)
    if score.get("open_word", "nothing") != "nothing" and "skip" not in marks:
        remedy = "this needs a key with the mark skip"
        yield Fault("score.open_word", written(score["open_word"]), remedy)
