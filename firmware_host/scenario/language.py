"""The language of scenarios (tests/README.md has it in words): text -> lines, checked.

A file has a header and cases; each case is a run of its own, with the header above it. A file
without `case` is one run. All faults are reported at once, each with its line.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from firmware_host.errors import Fault, FileFaults
from firmware_host.scenario.times import instants_ns

MOST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happens, or one question.

    Attributes:
        number: Line of the file, from 1.
        at_ns: Scenario time; None: asked when the run is over.
        verb: Its first word.
        words: The rest.
    """

    number: int
    at_ns: int | None
    verb: str
    words: tuple[str, ...]


@dataclass(slots=True)
class Case:
    """One run."""

    name: str
    number: int = 0
    board: str = "four-seats"
    hold_back: str | None = None
    format: str | None = None
    tours: tuple[int, ...] = ()
    set: dict[str, object] = field(default_factory=dict)
    teams: dict[str, tuple[str, str]] = field(default_factory=dict)
    stages: list[tuple[str, tuple[str, ...], int]] = field(default_factory=list)
    pairs: dict[str, str] = field(default_factory=dict)
    """ "SLOT:TABLE" -> team; a pair is named by its team and a number."""
    only: tuple[str, ...] = ()
    tiebreak: tuple[str, ...] = ()
    labels: dict[str, int] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    end_ns: int | None = None


KEYWORDS = frozenset(
    [
        "hint",
        "tap",
        "hold",
        "close",
        "open",
        "lose",
        "merge",
        "wall",
        "fail",
        "restore",
        "kill",
        "start",
        "reboot",
        "rule",
        "undo",
        "choose",
        "unplug",
        "plug",
        "preview",
    ]
)
LABELLING = frozenset({"rule", "preview", "undo", "expect", "save"})
"""Acts whose `as` names a ruling, and not an instant."""
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
        pairs=dict(header.pairs),
    )  # fmt: skip
    cases.append(case)
    return case


def _whole(case: Case) -> list[Fault]:
    """Return what is wrong with a case as a whole."""
    path = f"line {case.number}" if case.number else "file"
    faults = []
    if case.format is None and not case.stages:
        remedy = "say what is played: format ID, or stage ID FORMAT"
        faults.append(Fault(path, case.name, remedy))
    if not case.lines:
        remedy = "nothing happens: write lines such as: at 5 tap start"
        faults.append(Fault(path, case.name, remedy))
    return faults


def _read(case: Case, words: list[str], number: int) -> None:
    verb = words[0]
    if verb in _HEADER:
        _HEADER[verb](case, words[1:])
    elif verb == "at":
        _read_at(case, words, number)
    elif verb in ASKING:
        case.lines.append(Line(number, None, verb, tuple(words[1:])))
    else:
        known = ", ".join(sorted([*_HEADER, "at", "case", *ASKING]))
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


def _one(name: str) -> Callable[[Case, list[str]], None]:
    def read(case: Case, words: list[str]) -> None:
        if len(words) != 1:
            raise ValueError(f"write: {name} ONE-WORD")
        setattr(case, name.replace("-", "_"), words[0])

    return read


def _set(case: Case, words: list[str]) -> None:
    if len(words) != 3 or words[1] != "=":
        raise ValueError("write: set SETTING = VALUE")
    case.set[words[0]] = value_of(words[2])


def value_of(text: str) -> object:
    """Return a setting's value as a format file would have it."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def _team(case: Case, words: list[str]) -> None:
    if not 2 <= len(words) <= 3:
        raise ValueError('write: team A "Team A" [seat1]')
    case.teams[words[0]] = (words[1], words[2] if len(words) == 3 else "")


def _tours(case: Case, words: list[str]) -> None:
    if not words or not all(word.isdigit() and 0 < int(word) < 1000 for word in words):
        raise ValueError("write: tours 20 20")
    case.tours = tuple(int(word) for word in words)


def _stage(case: Case, words: list[str]) -> None:
    if len(words) not in (2, 4) or (len(words) == 4 and words[2] != "circles"):
        raise ValueError("write: stage ID FORMAT[,FORMAT] [circles 3]")
    circles = words[3] if len(words) == 4 else "1"
    if not circles.isdigit() or not 0 < int(circles) <= 100:
        raise ValueError("circles is a whole number from 1 to 100")
    case.stages.append((words[0], tuple(words[1].split(",")), int(circles)))


def _pair(case: Case, words: list[str]) -> None:
    if len(words) != 4 or words[2] != "slot" or not words[3].isdigit():
        raise ValueError("write: pair A1 table1 slot 1")
    case.pairs[f"{words[3]}:{words[1]}"] = words[0].rstrip("0123456789")


def _tiebreak(case: Case, words: list[str]) -> None:
    if not words:
        raise ValueError("write: tiebreak STAGE")
    case.tiebreak = tuple(words)


def _only(case: Case, words: list[str]) -> None:
    if not words:
        raise ValueError("write: only STAGE")
    case.only = tuple(words)


_HEADER: Mapping[str, Callable[[Case, list[str]], None]] = {
    "board": _one("board"),
    "format": _one("format"),
    "hold-back": _one("hold-back"),
    "only": _only,
    "set": _set,
    "pair": _pair,
    "stage": _stage,
    "tiebreak": _tiebreak,
    "team": _team,
    "tours": _tours,
}


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
    "choose": _need(1, 1, "choose FORMAT"),
}
