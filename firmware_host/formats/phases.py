"""The phases of a turn: those that are there under the settings, with their arrows resolved."""

from collections.abc import Sequence

from firmware_host.engine.rules import END, STAY, KeyRule, Phase
from firmware_host.formats.putting import Bench
from firmware_host.formats.schema import KeyText, PhaseText
from firmware_host.formats.signals import signals_of
from firmware_host.formats.words import SHOWS, STARTS, UNTIL, WAITS

Present = Sequence[tuple[int, PhaseText]]
"""Phases with their place in the file."""


def phases_of(bench: Bench, texts: Sequence[PhaseText]) -> tuple[Phase, ...]:
    """Return the phases in order, each arrow as an index among them."""
    present = [
        (nth, text)
        for nth, text in enumerate(texts)
        if bench.holds(text.only) and not _empty(bench, nth, text)
    ]
    if not present:
        bench.blame("phase", "", "no phase is left under these settings: leave out an only")
    return tuple(_phase(bench, present, place) for place in range(len(present)))


def _empty(bench: Bench, nth: int, text: PhaseText) -> bool:
    """Tell whether no instant belongs to a phase: it has no length and ends before its end.

    So `prepare = "0s"` leaves the preparation out, and `grace = "0s"` the grace.
    """
    if text.for_ is None or bench.put(text.until) == "including" or text.starts == "signal":
        return False
    return bench.length_ns(f"phase[{nth}].for", text.for_) == 0


def _phase(bench: Bench, present: Present, place: int) -> Phase:
    nth, text = present[place]
    path = f"phase[{nth}]"
    for_ns = None if text.for_ is None else bench.length_ns(f"{path}.for", text.for_)
    starts = bench.word(f"{path}.starts", text.starts, STARTS)
    phase = Phase(
        id=text.id,
        word=_word(text),
        for_ns=for_ns,
        waits_host=bench.word(f"{path}.waits", text.waits, WAITS) == "host",
        including=bench.word(f"{path}.until", text.until, UNTIL) == "including",
        then=_next(bench, present, place),
        shows=bench.word(f"{path}.shows", text.shows or ("down" if text.for_ else "up"), SHOWS),
        prepares=text.prepares,
        pausable=bench.switch(f"{path}.pausable", text.pausable),
        starts_at_signal=starts == "signal",
        signals=signals_of(bench, path, text, for_ns),
        keys={
            word: _key(bench, f"{path}.keys.{word}", present, key)
            for word, key in text.keys.items()
        },
    )
    if phase.starts_at_signal and (not phase.signals or phase.signals[0].offset_ns):
        bench.blame(f"{path}.starts", starts, 'the phase needs a signal at = "0s" to start at')
    return phase


def _word(text: PhaseText) -> dict[str, str]:
    """Return what the host reads; without a word, the phase's id in capitals."""
    if text.word is None:
        return {"ru": text.id.upper(), "en": text.id.upper()}
    return {"ru": text.word.ru, "en": text.word.en}


def _next(bench: Bench, present: Present, place: int) -> int:
    """Return where a phase leads: the next one that is there, or END."""
    nth, text = present[place]
    if text.then is not None:
        return _arrow(bench, f"phase[{nth}].then", present, text.then)
    return place + 1 if place + 1 < len(present) else END


def _arrow(bench: Bench, path: str, present: Present, then: object) -> int:
    target = bench.put(then)
    if target in ("end", "stay"):
        return END if target == "end" else STAY
    if target == "back":
        bench.not_yet(path, target)
        return STAY
    for place, (_, text) in enumerate(present):
        if text.id == target:
            return place
    bench.blame(path, target, "this phase is not there under these settings: lead elsewhere")
    return END


def _key(bench: Bench, path: str, present: Present, key: KeyText) -> KeyRule:
    for word, value in (
        ("locks", key.locks),
        ("who", key.who),
        ("cue", key.cue),
    ):
        if value is not None:
            bench.not_yet(f"{path}.{word}", value)
    if key.mark == "buzz":
        bench.not_yet(f"{path}.mark", key.mark)
    then = STAY if key.then is None else _arrow(bench, f"{path}.then", present, key.then)
    within = key.within
    if within is not None and not key.claim:
        bench.not_yet(f"{path}.within", within)
    return KeyRule(
        mark=key.mark,
        then=then,
        claim=key.claim,
        within_ns=None if within is None else bench.length_ns(f"{path}.within", within),
        after=key.after or "",
        held=key.held or "",
    )
