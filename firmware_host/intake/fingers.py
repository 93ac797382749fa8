"""Fingers on keys: when a press becomes short, a hold or a long hold (KEYS.md, "Grammar").

A key is decided at once, at its release, or when a closed level proves 0.7 s; which of these
depends on the state of the game at its first edge, so it is asked when the order has come so
far (`decide`). Nothing the short part would have done is done first, so nothing is taken back.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from firmware_host.engine.table import (
    HOLD,
    HOLD_NS,
    HOST_KEYS,
    JUDGE_KEYS,
    LONG,
    LONG_NS,
    NONE,
    STUCK_NS,
)
from firmware_host.engine.words import role_of

OTHERS_STUCK_NS = 10_000_000_000


class Step(Enum):
    """What a finger has turned out to do."""

    SHORT = "short"
    HOLD = "hold"
    LONG = "long"


@dataclass(slots=True)
class Finger:
    """One press of one key, from its first edge to its release.

    Attributes:
        waits: NONE until decided; HOLD or LONG: what its release or a level will decide.
        held: The 0.7 s hold has been given; its release is not a short press any more.
        up_ns: Its release, once known; `sure` if it was proven.
        capped: It held the order up too long, and does so no more.
        door: It is the door's (`loop/door.py`): also START has a 2 s hold there.
        proven_ns: The latest instant at which a level proved it closed.
    """

    key: str
    source: str
    line: str
    at_ns: int
    u_ns: int
    marks: tuple[str, ...]
    waits: str = NONE
    decided: bool = False
    held: bool = False
    warned: bool = False
    stuck: bool = False
    up_ns: int | None = None
    sure: bool = True
    capped: bool = False
    door: bool = False
    proven_ns: int = 0


Decision = tuple[Step, int]
"""What a finger did, and the instant at which it stands in the order."""


def stuck_after_ns(key: str) -> int:
    """Return how long a key may be closed before it is called stuck (REALTIME b.2)."""
    role = role_of(key)
    return STUCK_NS if role in HOST_KEYS or role in JUDGE_KEYS else OTHERS_STUCK_NS


def decide(finger: Finger, hold_class: str) -> list[Decision]:
    """Say how a finger is decided, now that the game up to its first edge is known."""
    finger.decided = True
    if hold_class == NONE:
        return [(Step.SHORT, finger.at_ns)]
    finger.waits = hold_class
    if finger.up_ns is not None:
        return released(finger, finger.up_ns, finger.sure)
    return proven(finger, finger.proven_ns)


def proven(finger: Finger, at_ns: int) -> list[Decision]:
    """A level proved the key closed at an instant."""
    finger.proven_ns = max(finger.proven_ns, at_ns)
    if finger.waits != HOLD or finger.proven_ns - finger.at_ns < HOLD_NS:
        return []
    finger.waits = LONG
    finger.held = True
    return [(Step.HOLD, _hold_at_ns(finger))]


def released(finger: Finger, at_ns: int, sure: bool = True) -> list[Decision]:
    """The key was released at an instant. Before `decide`, this is only remembered.

    Args:
        sure: An edge and a level, or at least a level, proved it open. Else (a storm, a press
            that came twice, a lost source) no hold is carried out by it.
    """
    finger.up_ns = at_ns
    finger.sure = sure
    if not finger.decided or finger.waits == NONE:
        return []
    held_ns = at_ns - finger.at_ns
    decisions: list[Decision] = []
    if finger.waits == HOLD:
        if held_ns < HOLD_NS or not finger.sure:
            return [(Step.SHORT, finger.at_ns)]
        finger.held = True
        decisions.append((Step.HOLD, _hold_at_ns(finger)))
    if held_ns >= LONG_NS and not finger.sure:
        return decisions
    if held_ns >= LONG_NS:
        # Held past the limit it is a stuck key or a leaning elbow: nothing is annulled.
        two_s = finger.key != "start" or finger.door
        if held_ns <= stuck_after_ns(finger.key) and two_s:
            decisions.append((Step.LONG, at_ns))
    elif not finger.held:
        decisions.append((Step.SHORT, at_ns))
    return decisions


def _hold_at_ns(finger: Finger) -> int:
    """A pause counts from the first edge; an early start or a cancelled pause from 0.7 s."""
    return finger.at_ns + HOLD_NS if finger.key == "start" else finger.at_ns


def checks(finger: Finger) -> Iterator[int]:
    """Yield the instants at which a level of this key is wanted."""
    if finger.up_ns is not None:
        return
    for after_ns in (HOLD_NS, LONG_NS, stuck_after_ns(finger.key)):
        if finger.proven_ns < finger.at_ns + after_ns:
            yield finger.at_ns + after_ns


def overdue(finger: Finger) -> list[Decision] | None:
    """A key that nothing decides holds the order up no longer (REALTIME b.5, c.1).

    Returns:
        What it is taken for, or None: the order does not wait for it.
    """
    if finger.waits != HOLD:
        return None
    finger.waits = NONE
    return [(Step.SHORT, finger.at_ns)]
