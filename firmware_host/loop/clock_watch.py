"""Watches the clock itself: whether the machine slept, and whether somebody set the wall.

While it sleeps the monotonic clock stands still, and the hall's minute does not: so a sleep is
as a reboot, the turn stands at the last instant known. A step of the wall is only written
down, for people: nothing is ever decided by it.
"""

from dataclasses import dataclass
from typing import Protocol

from firmware_host.engine.words import Restarted
from firmware_host.loop.play import Play

SLEPT_NS = 10_000_000
WALL_STEP_NS = 50_000_000


class WatchedClock(Protocol):
    """What of the clock is watched."""

    def boot_id(self) -> str:
        """Return the id of this boot."""

    def asleep_ns(self) -> int:
        """Return BOOTTIME minus MONOTONIC, nanoseconds."""

    def wall_ahead_ns(self) -> int:
        """Return wall minus MONOTONIC, nanoseconds."""


@dataclass(frozen=True, slots=True)
class Jump:
    """What was seen: a sleep with the last instant before it, or a step of the wall."""

    last_ns: int
    slept_ns: int = 0


class ClockWatch:
    """Asked at the begin of each turn of the loop. Loop thread only."""

    def __init__(self, clock: WatchedClock, now_ns: int) -> None:
        self._clock = clock
        self._last_ns = now_ns
        self._asleep_ns = clock.asleep_ns()
        self._wall_ns = clock.wall_ahead_ns()

    def look(self, now_ns: int) -> Jump | None:
        """Return what has happened to the clock since the last call, or None."""
        last_ns, self._last_ns = self._last_ns, now_ns
        asleep_ns, wall_ns = self._clock.asleep_ns(), self._clock.wall_ahead_ns()
        slept_ns = asleep_ns - self._asleep_ns
        stepped = abs(wall_ns - self._wall_ns) > WALL_STEP_NS
        self._asleep_ns, self._wall_ns = asleep_ns, wall_ns
        if slept_ns >= SLEPT_NS:
            return Jump(last_ns, slept_ns)
        return Jump(last_ns) if stepped else None


class ClockKeeper:
    """Writes `clock` records, and lets the turn stand where the machine slept. Loop thread."""

    def __init__(self, clock: WatchedClock, play: Play, now_ns: int) -> None:
        self._clock = clock
        self._play = play
        self._watch = ClockWatch(clock, now_ns)
        self._begun = _begun(play)

    def look(self, now_ns: int) -> None:
        """Look at the clock; first of all in each turn of the loop."""
        jump = self._watch.look(now_ns)
        if jump is not None and jump.slept_ns:
            self._slept(jump, now_ns)
        elif jump is not None:
            self.record("wall-set", now_ns)
        begun = _begun(self._play)
        if begun != self._begun:
            self._begun = begun
            if begun:
                self.record("turn", now_ns)

    def record(self, why: str, now_ns: int) -> None:
        """Write a `clock` record; its `w` is the wall time."""
        data = {"why": why, "boot_id": self._clock.boot_id(), "asleep_ns": self._clock.asleep_ns()}
        self._play.journal.append("clock", data, now_ns, urgent=why != "turn")

    def _slept(self, jump: Jump, now_ns: int) -> None:
        """Put the sleep into the order, at the last instant before it."""
        play = self._play
        self.record("slept", now_ns)
        at_ns = max(jump.last_ns, play.game.last_at_ns, play.intake.reached_ns)

        def stand() -> None:
            turn = play.game.turn
            if turn is None or turn.status in ("ready", "done"):
                return
            if turn.status == "running":
                play.alarms.sound("slept", now_ns, last_ns=at_ns, slept_ns=jump.slept_ns)
            play.come_back(Restarted(i=0, alive_ns=at_ns, at_ns=at_ns, reboot=True))

        play.intake.push(at_ns, stand)


def _begun(play: Play) -> int:
    """Return the id of the turn if it has begun, else 0."""
    turn = play.game.turn
    return 0 if turn is None or turn.began_ns is None else turn.id
