"""The signals of a phase, each at its offset: "every" expanded, clips frozen."""

from firmware_host.engine.rules import Signal
from firmware_host.formats.putting import SECOND_NS, Bench
from firmware_host.formats.schema import PhaseText, SignalText
from firmware_host.formats.words import CUES

MOST = 500
"""More signals than this in one phase are a slip of the pen."""


def signals_of(bench: Bench, path: str, phase: PhaseText, for_ns: int | None) -> tuple[Signal, ...]:
    """Return the phase's signals in order of their offsets; equal ones as in the file."""
    found: list[Signal] = []
    for nth, signal in enumerate(phase.signals):
        if bench.holds(signal.only):
            at = f"{path}.signals[{nth}]"
            found += [
                _signal(bench, at, signal, offset_ns, for_ns)
                for offset_ns in _offsets(bench, at, signal, for_ns)
            ]
    return tuple(sorted(found, key=lambda signal: signal.offset_ns))


def _offsets(bench: Bench, path: str, signal: SignalText, for_ns: int | None) -> list[int]:
    """Return where a signal sounds, nanoseconds from the beginning of the phase."""
    if signal.every is not None:
        return _rhythm(bench, f"{path}.every", signal, for_ns)
    word = "at" if signal.at is not None else "left"
    raw = signal.at if signal.at is not None else signal.left
    length_ns = bench.length_ns(f"{path}.{word}", raw)
    if for_ns is None:
        if word == "left":
            remedy = "the phase has no length: write at, or give it for"
            bench.blame(f"{path}.left", bench.put(raw), remedy)
        return [length_ns]
    if length_ns > for_ns:
        bench.blame(f"{path}.{word}", bench.put(raw), "this lies outside the phase: write less")
    return [length_ns if word == "at" else max(for_ns - length_ns, 0)]


def _rhythm(bench: Bench, path: str, signal: SignalText, for_ns: int | None) -> list[int]:
    """Return the offsets of "every": inside the phase, its ends only where the format says so."""
    if bench.put(signal.every) == "never":
        return []
    every_ns = bench.length_ns(path, signal.every)
    if for_ns is None:
        bench.blame(path, bench.put(signal.every), "the phase has no length: give it for")
        return []
    if every_ns <= 0 or for_ns // every_ns > MOST:
        remedy = f"too often: at most {MOST} signals in a phase"
        bench.blame(path, bench.put(signal.every), remedy)
        return []
    offsets = list(range(every_ns, for_ns, every_ns))
    first = [0] if signal.both else []
    return first + offsets + ([for_ns] if signal.both or signal.last else [])


def _signal(
    bench: Bench, path: str, signal: SignalText, offset_ns: int, for_ns: int | None
) -> Signal:
    cue = _cue(bench, path, signal.cue, offset_ns, for_ns)
    sound = signal.sound or cue
    useful = signal.useful_left
    return Signal(
        cue=cue,
        sound=sound,
        offset_ns=offset_ns,
        length_ns=(
            bench.clip_ns(f"{path}.{'sound' if signal.sound else 'cue'}", sound)
            if signal.length is None
            else bench.length_ns(f"{path}.length", signal.length)
        ),
        lasting=signal.lasting,
        useful_left_ns=(None if useful is None else bench.length_ns(f"{path}.useful_left", useful)),
    )


def _cue(bench: Bench, path: str, cue: str, offset_ns: int, for_ns: int | None) -> str:
    """Return the cue; "{left}" is what the wall shows there, rounded away from zero."""
    if "{left}" not in cue:
        return cue
    left = -(-((for_ns or 0) - offset_ns) // SECOND_NS)
    named = cue.replace("{left}", str(left))
    told = any(
        fault.path in (f"{path}.cue", f"{path}.at", f"{path}.left") for fault in bench.faults
    )
    if (for_ns is None or named not in CUES) and not told:
        bench.blame(f"{path}.cue", named, "no such cue: let the phase be shorter, or the cue plain")
    return named
