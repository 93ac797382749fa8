"""When lamps and buzzers are on: tables, and nothing else.

Spans are (from, to) in milliseconds after their instant; between two spans it is dark, also
where it would be lit by its state. So a lamp that is on shows a flash by going out first.
"""

from collections.abc import Mapping, Sequence

Spans = Sequence[tuple[int, int]]

STATES: Mapping[str, Mapping[str, str]] = {
    "running": {"running": "on", "paused": "blink", "waiting": "fast"},
    "done": {"done": "on"},
    "ready": {"ready": "on", "waiting": "blink"},
    "claim": {"claim": "blink"},
    "first": {"slot-0": "on"},
    "second": {"slot-1": "on"},
}
"""Lamp -> what is so of the turn -> steady state, the first that is so; else it is off.

Besides the status: "claim", a guess waits for the host; "slot-0" and "slot-1", in whose five
seconds the clock runs (001 R4): of the one who began, of the other.
"""

CUES: Mapping[str, Mapping[str, Spans]] = {
    "signal": {
        "start": ((0, 1000),),
        "ten-left": ((0, 200), (400, 600), (800, 1000)),
        "end": ((0, 2500),),
        "collect": ((0, 100), (200, 300), (400, 500), (600, 700), (800, 900)),
        "switch": ((0, 150),),
        "prepare": ((0, 400),),
        "prepare-end": ((0, 200), (400, 600)),
        "reserve-end": ((0, 2500),),
    },
    "running": {"ten-left": ((150, 300), (450, 600), (750, 900))},
    "first": {"end": ((0, 200), (400, 600), (800, 1000))},
    "second": {"end": ((0, 200), (400, 600), (800, 1000))},
}
"""Lamp -> cue -> spans from the cue's own instant. "signal" is for those who cannot hear, and
stands beside the loudspeaker's start and ten seconds; "first" and "second" stand at the players
of 001 R4, who wear headphones. Counting from ten (004) is seen on the wall."""

VERDICTS: Mapping[str, Mapping[bool, Spans]] = {
    "accepted": {True: ((0, 400),)},
    "refused": {False: ((0, 150), (300, 450))},
}
"""Lamp -> whether a press was accepted -> spans from the verdict, which is a settled fact."""

BLIPS: Mapping[str, Spans] = {
    "accepted": ((0, 80),),
    "refused": ((0, 80), (160, 240)),
    "hold": ((0, 400),),
    "claim": ((0, 60), (200, 260), (400, 460)),
}
"""The host's ear and lamp: blip -> the spans in which they are on."""
