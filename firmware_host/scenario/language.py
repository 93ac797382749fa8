"""The language of scenarios (tests/README.md has it in words): text -> lines, checked.

A file has a header and cases; each case is a run of its own, with the header above it. A file
without `case` is one run. All faults are reported at once, each with its line.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware_host.errors import Fault, FileFaults
from firmware_host.scenario.case import Case, Line
from firmware_host.scenario.entries import ENTRIES, read_entry
from firmware_host.scenario.header import HEADER
from firmware_host.scenario.times import instants_ns

MOST_BYTES = 1 << 20


KEYWORDS = frozenset(
    (
        *("tap", "hold", "close", "open", "lose", "merge", "wall", "fail", "restore", "unplug"),
        *("plug", "kill", "start", "reboot", "choose", "rule", "undo", "hint", "preview"),
        *ENTRIES,
    )
)
LABELLING = frozenset({"rule", "preview", "undo", "expect", "save", *ENTRIES})
"""Verbs of whose lines `as` names something else than the instant."""
ASKING = frozenset({"expect", "save", "rejudge"})


def parse(text: str, file: str) -> list[Case]:
    """Read a scenario.

    Raises:
        FileFaults: Everything that is wrong with it, each with its line.
    """
    faults: list[Fault] = []
    header = Case("")
    cases: list[Case] = []
    here = header
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        try:
            words = shlex.split(raw, comments=True)
            if not words:
                continue
            if words[0] == "case":
                here = _new_case(header, words, number, cases)
                continue
            _read(here, words, number)
        except ValueError as error:
            faults.append(Fault(f"line {number}", raw.strip()[:200], str(error)))
    cases = cases or [replace(header, name="")]
    for case in cases:
        faults.extend(_whole(case))
    if faults:
        raise FileFaults(file, faults)
    for case in cases:
        case.lines.sort(key=lambda line: line.at_ns if line.at_ns is not None else 1 << 62)
    return cases


def _new_case(header: Case, words: list[str], number: int, cases: list[Case]) -> Case:
    if len(words) != 2:
        raise ValueError("write: case NAME")
    if any(case.name == words[1] for case in cases):
        raise ValueError(f"there is a case {words[1]!r} already")
    case = replace(
        header, name=words[1], number=number, set=dict(header.set), teams=dict(header.teams),
        labels=dict(header.labels), lines=list(header.lines), stages=list(header.stages),
        pairs=dict(header.pairs), draws=dict(header.draws), decks=dict(header.decks),
        programme=list(header.programme),
    )  # fmt: skip
    cases.append(case)
    return case


def _whole(case: Case) -> list[Fault]:
    """Return what is wrong with a case as a whole."""
    path = f"line {case.number}" if case.number else "file"
    faults = []
    if case.draws and case.format is None and not case.stages and not case.plan:
        return []  # a draw alone: nothing is played
    if case.format is None and not case.stages and not case.plan:
        remedy = "say what is played: format ID, stage ID FORMAT, or plan FILE"
        faults.append(Fault(path, case.name, remedy))
    if not case.lines:
        remedy = "nothing happens: write lines such as: at 5 tap start"
        faults.append(Fault(path, case.name, remedy))
    return faults


def _read(case: Case, words: list[str], number: int) -> None:
    verb = words[0]
    if verb in HEADER:
        HEADER[verb](case, words[1:])
    elif verb == "given":
        read_entry(case, Line(number, 0, verb, tuple(words[1:])))
    elif verb == "at":
        _read_at(case, words, number)
    elif verb in ASKING:
        case.lines.append(Line(number, None, verb, tuple(words[1:])))
    else:
        known = ", ".join(sorted([*HEADER, "at", "case", *ASKING]))
        raise ValueError(f"no such word {verb!r}: a line begins with one of {known}")


def _read_at(case: Case, words: list[str], number: int) -> None:
    if len(words) < 3:
        raise ValueError("write: at SECONDS what happens")
    instants = instants_ns(words[1], case.labels)
    verb, rest = words[2], words[3:]
    if verb == "end":
        case.end_ns = instants[0]
        return
    if verb not in KEYWORDS and verb not in ASKING:
        raise ValueError(f"no such act {verb!r}: {', '.join(sorted([*KEYWORDS, *ASKING, 'end']))}")
    if len(rest) >= 2 and rest[-2] == "as" and verb not in LABELLING:
        case.labels[rest[-1]] = instants[0]
        rest = rest[:-2]
    check = _CHECKS.get(verb)
    if check is not None:
        check(rest)
    case.lines.extend(Line(number, at_ns, verb, tuple(rest)) for at_ns in instants)


def _need(least: int, most: int, form: str) -> Callable[[list[str]], None]:
    def check(words: list[str]) -> None:
        if not least <= len(words) <= most:
            raise ValueError(f"write: {form}")

    return check


_CHECKS: Mapping[str, Callable[[list[str]], None]] = {
    "tap": _need(1, 5, "tap KEY [for 30ms] [late 4ms]"),
    "hold": _need(3, 5, "hold KEY for 2.1s [late 4ms]"),
    "close": _need(1, 3, "close KEY [late 4ms]"),
    "open": _need(1, 3, "open KEY [late 4ms]"),
    "lose": _need(1, 2, "lose KEY [COUNT]"),
    "merge": _need(1, 1, "merge KEY"),
    "wall": _need(1, 1, "wall +3600"),
    "fail": _need(1, 1, "fail display:hall"),
    "restore": _need(1, 1, "restore display:hall"),
    "kill": _need(0, 0, "kill"),
    "start": _need(0, 0, "start"),
    "reboot": _need(0, 2, "reboot [losing 35ms]"),
    "choose": _need(1, 3, "choose FORMAT [rehearsal] [even-so]"),
}
