"""Any delivery within the bound gives the same facts, byte for byte; so do late wake-ups.

Through the whole daemon: simulated board, contact filter, order, engine, journal.
"""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_host.daemon.daemon import Daemon
from firmware_host.engine.game import Game, settle, step
from firmware_host.engine.words import Chosen, Pressed, Verdict
from firmware_host.formats import builtin, load_text, resolve
from firmware_host.replay import FACT_KINDS
from firmware_host.scenario import play
from firmware_host.scenario.stepper import Stepper

DASH = """
schema  = 1
id      = "dash"
source  = "a test"
name    = { ru = "Рывок", en = "Dash" }
players = "team"
repeat  = { seat = "0s" }

[settings]
leg = { value = "1s", of = "test", ru = "Этап", en = "Leg" }

[[phase]]
id      = "play"
for     = "=leg"
signals = [{ cue = "start", at = "0s" }, { cue = "end", left = "0s", lasting = true }]
keys    = { seat = "word" }

[[phase]]
id       = "rest"
for      = "500ms"
until    = "including"
pausable = false
keys     = { seat = "late-word" }

[score]
kind   = "marks"
points = { word = 3, late-word = 1 }
"""
MS, S = 1_000_000, 1_000_000_000
BEGIN_NS, END_NS = 100 * MS, 6000 * MS
FORMATS = {**builtin(), "dash": load_text(DASH, "dash.toml")}
NEAR = [1100, 1600]
"""Milliseconds of the two ends, to press around."""

Tap = tuple[str, int, int, int]
"""Key, stamp in ns, how long it is closed in ms, how late its first edge is delivered in ns.

The releases come in time: of an edge more than 10 ms late the contact filter hears by levels
first, and the simulated board's levels follow the delivery (REALTIME b.2, b.3: up to 8 ms)."""


def taps(random: Random, gap_ms: int = 150) -> list[Tap]:
    """Presses of the host and of four seats, most of them around the ends and each other.

    Args:
        gap_ms: Between two presses of one key, from first edge to first edge.
    """
    made = []
    for key in ("stop", "start", "seat1", "seat2", "seat3", "seat4"):
        at_ns = BEGIN_NS + (gap_ms if key == "start" else 150) * MS
        for _ in range(random.randint(1 if key.startswith("seat") else 0, 2)):
            near_ns = random.choice(NEAR) * MS + random.randint(-9, 9) * MS
            any_ns = at_ns + random.randint(0, 900) * MS
            at_ns = max(at_ns, random.choice([near_ns, near_ns, any_ns]))
            at_ns += random.choice([-1, 0, 1])
            long = key == "stop" and random.random() < 0.5
            late_ns = random.choice([0, random.randint(0, 24_999_999), 24_999_999])
            made.append((key, at_ns, 750 if long else 40, late_ns))
            at_ns += (gap_ms + 750 if long else gap_ms) * MS
    return made


def _s(at_ns: int) -> str:
    return f"{at_ns // S}.{at_ns % S:09d}"


def _facts(made: list[Tap], delayed: bool) -> list[tuple[str, object]]:
    """Play the taps; return the facts of the journal, in order."""
    lines = ["board four-seats", "format dash", f"at {BEGIN_NS / S} tap start for 40ms"]
    for key, at_ns, for_ms, late_ns in made:
        late = f" late 0.{late_ns:09d}s" if delayed else ""
        lines.append(f"at {_s(at_ns)} close {key}{late}")
        lines.append(f"at {_s(at_ns + for_ms * MS)} open {key}")
    lines.append(f"at {END_NS / S} end")
    found = []

    def keep(run) -> list[str]:
        facts = set(FACT_KINDS.values())
        found.extend((one.kind, dict(one.data)) for one in run.records() if one.kind in facts)
        return []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("firmware_host.daemon.kitchen.builtin", lambda: FORMATS)
        patch.setattr(play, "_journal_faults", keep)
        play.play_text("\n".join(lines), "order")
    return found


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 1 << 30))
def test_any_delivery_within_the_bound_gives_the_same_facts(seed):
    """REALTIME c.7, C2: stamps decide, not arrival."""
    made = taps(Random(seed))
    at_once = _facts(made, delayed=False)

    assert at_once
    assert _facts(made, delayed=True) == at_once


def _verdicts(presses: list[tuple[int, int, str]]) -> set[object]:
    """Judge seats at the instants given first: the control's engine, without the order."""
    rules = resolve(FORMATS["dash"], {}, {"start": 1, "end": 1})
    game, _ = step(Game(), Chosen(i=1, at_ns=0, rules=rules))
    game, _ = step(game, Pressed(i=2, key="start", at_ns=BEGIN_NS, from_ns=BEGIN_NS))
    found: set[object] = set()
    for i, (at_ns, stamp_ns, key) in enumerate(sorted(presses), start=3):
        game, _ = settle(game, at_ns)
        game, facts = step(game, Pressed(i=i, key=key, at_ns=at_ns, from_ns=stamp_ns))
        found |= {(f.key, stamp_ns, f.verb, f.reason) for f in facts if isinstance(f, Verdict)}
    return found


def test_by_arrival_the_results_would_differ():
    """The control: the same presses, judged as they arrive, come out otherwise."""
    random = Random(7)
    differing = 0
    for _ in range(200):
        made = [
            (
                random.choice(NEAR) * MS + random.randint(-25, 25) * MS,
                random.randint(0, 24) * MS,
                key,
            )
            for key in ("seat1", "seat2", "seat3", "seat4")
        ]
        by_stamp = _verdicts([(at, at, key) for at, _, key in made])
        by_arrival = _verdicts([(at + late, at, key) for at, late, key in made])
        differing += by_stamp != by_arrival
    assert differing > 50


class Sluggish:
    """The loop, waking 0 to 500 ms after it should."""

    def __init__(self, part, random: Random) -> None:
        self._part, self._random = part, random
        self._next_ns = 0

    @property
    def wake(self):
        return self._part.wake

    @wake.setter
    def wake(self, wake) -> None:
        self._part.wake = wake

    def pump(self, now_ns: int) -> int | None:
        if now_ns < self._next_ns:
            return self._next_ns
        due_ns = self._part.pump(now_ns)
        self._next_ns = now_ns + self._random.randint(0, 500 * MS)
        return due_ns if due_ns is None else max(due_ns, self._next_ns)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 1 << 30))
def test_late_wake_ups_give_the_same_facts(seed):
    """C5: the loop may oversleep half a second; what is decided does not change.

    Two presses of one key with no level read between them are one for the contact filter, so
    they stand further apart here than the loop oversleeps twice: to ask, and to hear the answer.
    """
    made = taps(Random(seed), gap_ms=1100)
    at_once = _facts(made, delayed=False)

    def mount(self: Stepper, daemon: Daemon | None) -> None:
        _mount(self, daemon)
        for turned in self._parts:
            if turned.part.name == "loop":
                slow = Sluggish(turned.part.part, Random(seed))
                turned.part = type(turned.part)("loop", slow, turned.part.priority)

    _mount = Stepper.mount
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stepper, "mount", mount)
        sluggish = _facts(made, delayed=False)

    assert sluggish == at_once
