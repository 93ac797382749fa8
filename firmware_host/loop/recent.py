"""The last presses and rulings, as snapshots show them; known again after a restart."""

import contextlib
from collections.abc import Iterable, Mapping
from typing import TypeVar

from firmware_host.engine.words import Fact, Rejudged, Ruled, RulingTaken, Verdict
from firmware_host.journal.record import Record

KEPT = 8

_T = TypeVar("_T")


class Recent:
    """Loop thread only."""

    def __init__(self) -> None:
        self.presses: list[dict[str, object]] = []
        self.rulings: list[dict[str, object]] = []
        self.last_ruling_n = -1

    def note(self, fact: Fact, n: int, given: object) -> None:
        """Note a fact; `n` is the record of the input `given` that brought it."""
        if isinstance(fact, Verdict):
            self._verdict(fact, n)
        elif isinstance(fact, Rejudged):
            for press in self.presses:
                if press["i"] == fact.i:
                    press["reason"] = fact.now
                    press["moved_to"] = None if fact.key == press["key"] else fact.key
        elif isinstance(fact, RulingTaken) and isinstance(given, Ruled):
            self._ruling(fact, given, n)

    def remember(self, records: Iterable[Record]) -> Iterable[tuple[Ruled, RulingTaken, int]]:
        """Note what stands in a journal.

        Returns:
            Every ruling in it, with what became of it and the number of its record.
        """
        n, given = 0, None
        taken = []
        for record in records:
            if record.kind in ("in", "ruling"):
                n, given = record.n, record
                continue
            with contextlib.suppress(TypeError):  # it does not say what it should: passed over
                if record.kind == "verdict":
                    self.note(_as(Verdict, record.data), n, None)
                elif record.kind == "rejudged":
                    self.note(_as(Rejudged, record.data), n, None)
                elif record.kind == "ruled" and given is not None:
                    ruling, fact = _as(Ruled, given.data), _as(RulingTaken, record.data)
                    self.note(fact, n, ruling)
                    taken.append((ruling, fact, n))
        return taken

    def _verdict(self, fact: Verdict, n: int) -> None:
        row: dict[str, object] = {
            "i": fact.i, "n": n, "key": fact.key, "turn": fact.turn, "at_ns": str(fact.from_ns),
            "elapsed_ns": fact.elapsed_ns, "verb": fact.verb, "reason": fact.reason,
            "marginal": fact.marginal,
        }  # fmt: skip
        self.presses = [*self.presses[-KEPT + 1 :], row]

    def _ruling(self, fact: RulingTaken, given: Ruled, n: int) -> None:
        row: dict[str, object] = {
            "i": fact.i, "turn": fact.turn, "what": fact.what, "by": given.by, "why": given.why,
            "reason": fact.reason,
        }  # fmt: skip
        self.rulings = [*self.rulings[-KEPT + 1 :], row]
        self.last_ruling_n = n


def _as(cls: type[_T], data: Mapping[str, object]) -> _T:
    return cls(**data)
