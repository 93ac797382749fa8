"""What can be said of a scenario before it is played: keys, durations, questions, instants."""

from collections.abc import Iterator

from firmware_host.config import boards
from firmware_host.errors import Fault
from firmware_host.formats import parse_ns
from firmware_host.scenario.case import Case, Line
from firmware_host.scenario.expects import question_of
from firmware_host.scenario.times import instants_ns

KEYED = frozenset({"tap", "hold", "close", "open", "lose", "merge"})


def faults_of(case: Case) -> list[Fault]:
    """Return everything that is wrong with a case's lines, each with its line."""
    known = boards()
    if case.board not in known:
        remedy = f"there is no such board: write one of {', '.join(known)}"
        return [Fault(f"line {case.number or 1}", f"board {case.board}", remedy)]
    keys = [row.key for row in known[case.board].keys]
    return [fault for line in case.lines for fault in _line_faults(line, case, keys)]


def _line_faults(line: Line, case: Case, keys: list[str]) -> Iterator[Fault]:
    where, text = f"line {line.number}", " ".join((line.verb, *line.words))[:200]
    if line.verb in KEYED and line.words[0] not in keys:
        remedy = f"the board {case.board!r} has no such key: it has {', '.join(keys)}"
        yield Fault(where, text, remedy)
    try:
        _read(line, case)
    except (ValueError, LookupError) as error:
        yield Fault(where, text, str(error))


def _read(line: Line, case: Case) -> None:
    """Read what a line says as it will be read when it is played."""
    words = line.words
    if line.verb == "expect":
        question_of(words)
        for word in words:
            what, _, at = word.partition("@")
            if what and at:
                instants_ns(at, case.labels)
    elif line.verb in KEYED:
        for name in ("for", "late"):
            if name in words:
                parse_ns(words[words.index(name) + 1])
    elif line.verb == "wall":
        int(words[0])
