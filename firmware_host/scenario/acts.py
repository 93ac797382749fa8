"""What the lines of a scenario do: fingers, wires, devices, kills, rulings."""

from collections.abc import Callable, Mapping

from firmware_host.errors import Fault, FileFaults
from firmware_host.formats import parse_ns
from firmware_host.scenario.case import Line
from firmware_host.scenario.entries import ENTRIES, enter
from firmware_host.scenario.rulings import preview, rule
from firmware_host.scenario.runner import Run
from hardware.simulated.buttons import SimulatedButtons

TAP_NS = 80_000_000


def act(run: Run, line: Line) -> None:
    """Do what a line says.

    Raises:
        FileFaults: It cannot be done; the line is named.
    """
    try:
        ACTS[line.verb](run, line)
    except (ValueError, LookupError) as error:
        fault = Fault(f"line {line.number}", line.verb, str(error))
        raise FileFaults(run.file, [fault]) from error


def _late_ns(words: list[str]) -> int | None:
    if len(words) >= 2 and words[-2] == "late":
        late_ns = parse_ns(words[-1])
        del words[-2:]
        return late_ns
    return None


def _contact(run: Run, key: str, closed: bool, at_ns: int, late_ns: int | None) -> None:
    source, line = run.line_of(key)
    source.edge(line, closed, at_ns, None if late_ns is None else at_ns + late_ns)


def _tap(run: Run, line: Line) -> None:
    words = list(line.words)
    late_ns = _late_ns(words)
    for_ns = parse_ns(words[2]) if len(words) == 3 and words[1] == "for" else TAP_NS
    if len(words) not in (1, 3):
        raise ValueError("write: tap KEY [for 30ms] [late 4ms]")
    now_ns = run.clock.now_ns()
    _contact(run, words[0], True, now_ns, late_ns)
    _contact(run, words[0], False, now_ns + for_ns, late_ns)


def _edge(run: Run, line: Line) -> None:
    words = list(line.words)
    late_ns = _late_ns(words)
    _contact(run, words[0], line.verb == "close", run.clock.now_ns(), late_ns)


def _lose(run: Run, line: Line) -> None:
    source, wire = run.line_of(line.words[0])
    source.lose(wire, int(line.words[1]) if len(line.words) > 1 else 1)


def _merge(run: Run, line: Line) -> None:
    source, wire = run.line_of(line.words[0])
    source.merge(wire)


def _wall(run: Run, line: Line) -> None:
    run.clock.wall_offset_ns += int(line.words[0]) * 1_000_000_000


def _device(run: Run, line: Line) -> None:
    kind, _, name = line.words[0].partition(":")
    what = "fail" if line.verb == "fail" else "restore"
    if kind == "display":
        getattr(run.display(name), what)()
    elif kind == "sound":
        getattr(run.devices.sound, what)()
    else:
        raise ValueError("write: fail display:NAME, or fail sound")


def _plug(run: Run, line: Line) -> None:
    source = run.devices.sources[line.words[0]]
    assert isinstance(source, SimulatedButtons)
    getattr(source, line.verb)()


def _kill(run: Run, _line: Line) -> None:
    run.kill()


def _start(run: Run, _line: Line) -> None:
    if run.daemon is not None:
        raise ValueError("the daemon runs already; write kill before start")
    run.start()


def _reboot(run: Run, line: Line) -> None:
    losing_ns = parse_ns(line.words[1]) if len(line.words) == 2 else 0
    run.reboot(losing_ns)


def _choose(run: Run, line: Line) -> None:
    format_id, *more = line.words
    if more not in ([], ["even-so"], ["rehearsal"], ["rehearsal", "even-so"]):
        raise ValueError("write: choose FORMAT [rehearsal] [even-so]")
    mode = "rehearsal" if "rehearsal" in more else "match"
    args = {"format": format_id, "even_so": "even-so" in more, "mode": mode}
    reply = run.request("choose", "scenario", **args)
    if reply is not None and reply.code is not None:
        raise ValueError(reply.field_name or reply.text)


ACTS: Mapping[str, Callable[[Run, Line], None]] = {
    **dict.fromkeys(ENTRIES, enter),
    "rule": rule,
    "preview": preview,
    "undo": rule,
    "hint": rule,
    "tap": _tap,
    "hold": _tap,
    "close": _edge,
    "open": _edge,
    "lose": _lose,
    "merge": _merge,
    "wall": _wall,
    "fail": _device,
    "restore": _device,
    "plug": _plug,
    "unplug": _plug,
    "kill": _kill,
    "start": _start,
    "reboot": _reboot,
    "choose": _choose,
}
