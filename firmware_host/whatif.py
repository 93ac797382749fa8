"""What would have changed under other settings: the same inputs, folded anew.

Nothing is changed. Where the hall would have heard something else, the presses would have been
others as well: then the two are not comparable, and that is said, turn by turn.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from firmware_host.engine import game as engine
from firmware_host.engine.state import Game
from firmware_host.engine.words import Crossed, Fact
from firmware_host.errors import FileFaults
from firmware_host.journal.record import Record
from firmware_host.replay import FACT_KINDS, MakeRules, fact_record, input_of
from firmware_host.report import Row, report

RESULT = ("outcome", "value", "by_table", "others")


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The outcome of a rejudgement.

    Attributes:
        before: The journal with the facts that this Minuta finds under its own settings: what
            differs is due to the settings alone, whoever wrote the journal.
        records: The journal with the facts as they would have been.
        changed: Inputs whose verdict differs: number -> (reason as it was, as it would be).
        results: Turns whose result differs: number -> its row as it was, and as it would be;
            None where there is no such turn.
        other_signals: Turns in which the hall would have heard something else.
    """

    before: list[Record]
    records: list[Record]
    changed: Mapping[int, tuple[object, object]]
    results: Mapping[int, tuple[Row | None, Row | None]]
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
    given = list(records)
    before = list(_folded(given, make_rules))
    after = list(_folded(given, overriding(make_rules, settings)))
    was, now = report(before), report(after)
    changed = {
        i: (row["reason"], now.presses[i]["reason"])
        for i, row in was.presses.items()
        if i in now.presses and row["reason"] != now.presses[i]["reason"]
    }
    results = {
        turn: (was.turns.get(turn), now.turns.get(turn))
        for turn in sorted(was.turns.keys() | now.turns.keys())
        if _result(was.turns.get(turn)) != _result(now.turns.get(turn))
    }
    old, new = _heard(before), _heard(after)
    turns = sorted(turn for turn in old.keys() | new.keys() if old.get(turn) != new.get(turn))
    return WhatIf(before, after, changed, results, tuple(turns))


def _result(row: Row | None) -> object:
    return None if row is None else [row[name] for name in RESULT]


def _folded(records: Iterable[Record], make_rules: MakeRules) -> Iterable[Record]:
    game = Game()
    for record in records:
        if record.kind in FACT_KINDS.values():
            continue
        yield record
        if record.kind not in ("in", "ruling", "settled"):
            continue
        try:
            game, facts = _step(game, record, make_rules)
        except FileFaults:
            raise
        except Exception:  # whatever stands there, what comes after it is still judged, as in fold
            continue
        for fact in facts:
            kind, data = fact_record(fact)
            at_ns = fact.due_ns if isinstance(fact, Crossed) else fact.at_ns
            yield replace(record, kind=kind, data=data, at_ns=at_ns)


def _step(game: Game, record: Record, make_rules: MakeRules) -> tuple[Game, list[Fact]]:
    if record.kind == "settled":
        at_ns = record.data["at_ns"]
        assert isinstance(at_ns, int)
        return engine.settle(game, at_ns)
    return engine.step(game, input_of(record, make_rules))


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
