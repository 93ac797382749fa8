"""What a snapshot says of formats and alarms: which keys are lacking, and times in the turn."""

from collections.abc import Iterator, Mapping

from firmware_host.engine.turn import Turn
from firmware_host.formats import Format
from firmware_host.formats.least import lacking
from firmware_host.formats.schema import MarksText, PriceText, TimeText


def format_row(fmt: Format, roles: frozenset[str]) -> Mapping[str, object]:
    """Return what the page needs to offer a format on a board with keys of these roles."""
    score = fmt.tables.score
    books = [
        what
        for what, marks in (
            ("violation", score.adds if isinstance(score, TimeText) else _bans(score)),
            ("hint", score.points if isinstance(score, MarksText | PriceText) else {}),
        )
        if what in marks
    ]
    return {
        "id": fmt.id, "name": dict(fmt.name), "rehearsal": fmt.rehearsal, "source": fmt.source,
        "missing": sorted(lacking(fmt.tables, roles)), "claims": sorted(set(_claims(fmt))),
        "books": books,
    }  # fmt: skip


def _bans(score: object) -> Mapping[str, object]:
    return {"violation": score.bans} if isinstance(score, PriceText) and score.bans else {}


def _claims(fmt: Format) -> Iterator[str]:
    """Yield what a claim may mean when it is confirmed."""
    for phase in fmt.tables.phase:
        for key in phase.keys.values():
            if key.claim:
                yield from (str(one) for one in (key.mark, key.after, key.held) if one)


def span_in_turn(args: Mapping[str, object], turn: Turn | None) -> Mapping[str, object]:
    """Return an alarm's instants as seconds of the turn's clock, where they are of this turn.

    "from_s" and "to_s": the keys were not heard between them, or the clock may stand between
    them; "for_s": how long it was at all.
    """
    from_ns, to_ns = _whole(args.get("from_ns")), _whole(args.get("to_ns"))
    last_ns, doubt_ns = _whole(args.get("last_ns")), _whole(args.get("doubt_ns"))
    if last_ns is not None:
        more = {} if doubt_ns is None else {"for_s": _seconds(doubt_ns)}
        slept_ns = _whole(args.get("slept_ns"))
        more = more if slept_ns is None else {"for_s": _seconds(slept_ns)}
        if turn is None or turn.status != "paused":
            return more
        stands_ns = _before_ns(turn) + turn.stood_ns
        to_s = {} if doubt_ns is None else {"to_s": _seconds(stands_ns + doubt_ns)}
        return {**more, "from_s": _seconds(stands_ns), **to_s}
    if from_ns is None or to_ns is None:
        return {}
    more = {"for_s": _seconds(to_ns - from_ns)}
    if turn is None or turn.status != "running" or turn.began_ns is None:
        return more
    begun_ns = turn.origin_ns - _before_ns(turn)
    if from_ns < begun_ns:
        return more
    return {**more, "from_s": _seconds(from_ns - begun_ns), "to_s": _seconds(to_ns - begun_ns)}


def _before_ns(turn: Turn) -> int:
    """Return the length of the phases that ran into the present one, back to the host's START."""
    gone_ns, phase = 0, turn.phase
    phases = turn.rules.phases
    while phase > 0 and not phases[phase].waits_host and not phases[phase - 1].prepares:
        phase -= 1
        gone_ns += phases[phase].for_ns or 0
    return gone_ns


def _seconds(ns: int) -> str:
    """Return seconds with one decimal, cut."""
    tenths = max(0, ns) // 100_000_000
    return f"{tenths // 10}.{tenths % 10}"


def _whole(value: object) -> int | None:
    return value if type(value) is int else None
