"""Time speaks at once: signals are given at their scheduled instants, whatever arrives later.

The plan says which signals are due if nothing more comes; each is given at its instant. When
the course settles, it says which of them were right. A signal that was given and is in the
course: normal. Given and not in the course (a pause stamped before it): retracted. In the
course and not given: given now, if it is at most 300 ms late, else missed (RULES A.7).
What was given is recorded, and is never an input of the engine.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from firmware_host.engine.game import Planned, plan
from firmware_host.engine.state import Game
from firmware_host.engine.words import Crossed, Fact

STILL_IN_TIME_NS = 300_000_000
KEPT_FIRED = 8

Key = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Fired:
    """A signal that was given: due by the schedule (or owed) at `due_ns`, given at `at_ns`."""

    key: Key
    cue: str
    sound: str
    due_ns: int
    length_ns: int
    at_ns: int


class Signals:
    """The signals of the present turn. Loop thread only."""

    def __init__(
        self,
        give: Callable[[Fired], None],
        retract: Callable[[Fired, int], None],
        miss: Callable[[Crossed, int], None],
    ) -> None:
        self._give = give
        self._retract = retract
        self._miss = miss
        self._unsettled: dict[Key, Fired] = {}
        self.planned: list[Planned] = []
        self.fired: list[Fired] = []

    def due_ns(self) -> int | None:
        """Return the instant of the next signal, or None."""
        return self.planned[0].due_ns if self.planned else None

    def fire_due(self, now_ns: int) -> None:
        """Give every planned signal whose instant has come."""
        while self.planned and self.planned[0].due_ns <= now_ns:
            signal = self.planned.pop(0)
            if now_ns - signal.due_ns <= STILL_IN_TIME_NS:
                self._fire(signal.key, signal, signal.due_ns, now_ns)

    def follow(
        self, game: Game, facts: Iterable[Fact], now_ns: int, alive_ns: int | None = None
    ) -> None:
        """Follow what has settled.

        Args:
            alive_ns: After a restart: signals that were due up to here had been given.
        """
        for fact in facts:
            if isinstance(fact, Crossed):
                self._cross(fact, now_ns, alive_ns)
        coming = plan(game, now_ns)
        keys = {signal.key for signal in coming}
        for key in [key for key in self._unsettled if key not in keys]:
            self._retract(self._unsettled.pop(key), now_ns)
        self.planned = [signal for signal in coming if signal.key not in self._unsettled]

    def _cross(self, fact: Crossed, now_ns: int, alive_ns: int | None) -> None:
        key = (fact.turn, fact.run, fact.phase, fact.index)
        if self._unsettled.pop(key, None) is not None:
            return
        if fact.owed_ns is not None:
            self._fire(key, fact, fact.owed_ns, now_ns)
        elif alive_ns is not None and fact.due_ns <= alive_ns:
            return
        elif fact.missed or now_ns - fact.due_ns > STILL_IN_TIME_NS:
            self._miss(fact, now_ns)
            return
        else:
            self._fire(key, fact, fact.due_ns, now_ns)
        self._unsettled.pop(key, None)

    def _fire(self, key: Key, signal: Planned | Crossed, due_ns: int, now_ns: int) -> None:
        fired = Fired(key, signal.cue, signal.sound, due_ns, signal.length_ns, now_ns)
        self._unsettled[key] = fired
        self.fired = [*self.fired[-KEPT_FIRED + 1 :], fired]
        self._give(fired)
