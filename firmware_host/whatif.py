"""What would have changed under other settings: the same inputs, folded anew.

Nothing is changed. Where the hall would have heard something else, the presses would have been
others as well: then the two are not comparable, and that is said, turn by turn.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from firmware_host.engine import game as engine
from firmware_host.engine.state import Game
from firmware_host.engine.words import Crossed
from firmware_host.journal.record import Record
from firmware_host.replay import FACT_KINDS, MakeRules, fact_record, input_of
from firmware_host.report import report


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The outcome of a rejudgement.

    Attributes:
        records: The journal with the facts as they would have been.
        changed: Inputs whose verdict differs: number -> (reason as it was, as it would be).
        other_signals: Turns in which the hall would have heard something else.
    """

    records: list[Record]
    changed: Mapping[int, tuple[object, object]]
    other_signals: tuple[int, ...]

    @property
    def comparable(self) -> bool:
        """Whether the hall would have lived through the same evening."""
        return not self.other_signals


def overriding(make_rules: MakeRules, settings: Mapping[str, object]) -> MakeRules:
    """Return a maker of rules that puts other settings over those of the journal."""

    def make(recipe: Mapping[str, object]) -> object:
        chosen = recipe["set"]
        assert isinstance(chosen, Mapping)
        return make_rules({**recipe, "set": {**chosen, **settings}})

    return make  # type: ignore[return-value]  # it returns what make_rules returns


def rejudge(
    records: Iterable[Record], make_rules: MakeRules, settings: Mapping[str, object]
) -> WhatIf:
    """Fold a journal under other settings and say what differs.

    Raises:
        FileFaults: A setting is unknown or cannot be so.
    """
    before = list(records)
    after = list(_folded(before, overriding(make_rules, settings)))
    was, now = report(before).presses, report(after).presses
    changed = {
        i: (row["reason"], now[i]["reason"])
        for i, row in was.items()
        if i in now and row["reason"] != now[i]["reason"]
    }
    old, new = _heard(before), _heard(after)
    turns = sorted(turn for turn in old.keys() | new.keys() if old.get(turn) != new.get(turn))
    return WhatIf(after, changed, tuple(turns))


def _folded(records: Iterable[Record], make_rules: MakeRules) -> Iterable[Record]:
    game = Game()
    for record in records:
        if record.kind in FACT_KINDS.values():
            continue
        yield record
        if record.kind == "settled":
            at_ns = record.data["at_ns"]
            assert isinstance(at_ns, int)
            game, facts = engine.settle(game, at_ns)
        elif record.kind in ("in", "ruling"):
            game, facts = engine.step(game, input_of(record, make_rules))
        else:
            continue
        for fact in facts:
            kind, data = fact_record(fact)
            at_ns = fact.due_ns if isinstance(fact, Crossed) else fact.at_ns
            yield replace(record, kind=kind, data=data, at_ns=at_ns)


def _heard(records: Iterable[Record]) -> dict[int, list[tuple[object, object]]]:
    """Return turn -> what was crossed in it: (cue, instant), in order."""
    found: dict[int, list[tuple[object, object]]] = {}
    for record in records:
        if record.kind == "crossed" and not record.data.get("missed"):
            turn = record.data["turn"]
            assert isinstance(turn, int)
            at_ns = record.data.get("owed_ns") or record.data["due_ns"]
            found.setdefault(turn, []).append((record.data["cue"], at_ns))
    return found
