"""Inputs and facts as journal records, and the fold of a journal back into a game.

Two replays exist: this one, of decisions (`in`, `ruling` and `settled` records give the same
facts, byte for byte), and that of intake (edges and levels give the same `in` records).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import cast

from firmware_host.engine import game as engine
from firmware_host.engine.ordered import Ordered, Slot, Stage
from firmware_host.engine.rules import Rules
from firmware_host.engine.state import Game
from firmware_host.engine.words import (
    Announced,
    Became,
    Chosen,
    Crossed,
    Fact,
    Held,
    Input,
    Judged,
    PhaseBegan,
    Pressed,
    Rejudged,
    Restarted,
    Ruled,
    RulingTaken,
    TurnOpened,
    Verdict,
)
from firmware_host.journal.record import Record

FACT_KINDS: Mapping[type, str] = {
    Verdict: "verdict",
    Rejudged: "rejudged",
    TurnOpened: "opened",
    PhaseBegan: "phase",
    Became: "status",
    Crossed: "crossed",
    Judged: "judged",
    RulingTaken: "ruled",
    Announced: "announced",
}

_INPUT_WORDS: Mapping[str, type] = {
    "pressed": Pressed,
    "held": Held,
    "restarted": Restarted,
    "chosen": Chosen,
    "ordered": Ordered,
}
_WORD_OF = {cls: word for word, cls in _INPUT_WORDS.items()}
_NOT_IN_RECORD = frozenset({"rules", "stages", "slot"})
"""They are made again of the recipe."""
_FIELDS: Mapping[type, tuple[str, ...]] = {
    cls: tuple(item.name for item in fields(cls) if item.name not in _NOT_IN_RECORD)
    for cls in (*_INPUT_WORDS.values(), Ruled, *FACT_KINDS)
}

MakeRules = Callable[[Mapping[str, object]], Rules]
"""Makes rules of a recipe: {"format": text id, "set": …, "clips_ns": …}."""


def input_record(given: Input) -> tuple[str, dict[str, object]]:
    """Return the kind and data of an input's record."""
    data = {name: getattr(given, name) for name in _FIELDS[type(given)]}
    if isinstance(given, Ruled):
        return "ruling", data
    return "in", {"t": _WORD_OF[type(given)], **data}


def fact_record(fact: Fact) -> tuple[str, dict[str, object]]:
    """Return the kind and data of a fact's record."""
    cls = type(fact)
    return FACT_KINDS[cls], {name: getattr(fact, name) for name in _FIELDS[cls]}


def input_of(record: Record, make_rules: MakeRules) -> Input:
    """Return the input that an `in` or `ruling` record holds.

    Raises:
        ValueError, TypeError: The record does not hold one.
    """
    data = dict(record.data)
    cls = Ruled if record.kind == "ruling" else _INPUT_WORDS.get(str(data.pop("t", "")))
    if cls is None:
        raise ValueError(f"record {record.n}: not an input")
    for name in data:
        if name in ("i", "at_ns", "from_ns", "alive_ns"):
            _int(data[name])
    if "marks" in data:
        data["marks"] = tuple(_list(data["marks"]))
    if cls is Chosen:
        recipe = data["recipe"]
        assert isinstance(recipe, Mapping)
        data["rules"] = make_rules(recipe)
        data["stages"] = stages_of(recipe, make_rules)
        data["tours"] = tuple(_list(data["tours"]))
    if cls is Ordered:
        data["teams"] = tuple(_list(data.get("teams")))
        data["tables"] = tuple(tuple(_list(one)) for one in _list(data.get("tables")))
    if cls is Ordered and data["recipe"]:
        data["slot"] = slot_of_recipe(cast(Mapping[str, object], data["recipe"]), make_rules)
    try:
        given = cls(**data)
    except TypeError as error:
        raise ValueError(f"record {record.n}: {error}") from error
    assert isinstance(given, Pressed | Held | Ruled | Restarted | Chosen | Ordered)
    return given


def stages_of(recipe: Mapping[str, object], make_rules: MakeRules) -> tuple[Stage, ...]:
    """Return the plan that a recipe holds: each format with its settings put in."""
    stages = []
    for row in _list(recipe.get("stages")):
        assert isinstance(row, Mapping)
        formats = tuple(
            make_rules({**one, "clips_ns": recipe["clips_ns"]})
            for one in _list(row["formats"])
            if isinstance(one, Mapping)
        )
        teams = tuple(str(team) for team in _list(row["teams"]))
        stages.append(
            Stage(
                id=row["id"], formats=formats, circles=row["circles"], teams=teams,
                gate=bool(row.get("gate")), rotating=bool(row.get("rotating")),
            )
        )  # fmt: skip
    return tuple(stages)


def slot_of_recipe(recipe: Mapping[str, object], make_rules: MakeRules) -> Slot:
    """Return the turn that a recipe is for: {"stage", "circle", "team"} beside the format's."""
    return Slot(
        rules=make_rules(recipe), stage=str(recipe.get("stage", "")),
        circle=_int(recipe.get("circle", 0)), team=str(recipe.get("team", "")),
        actors=tuple(str(key) for key in _list(recipe.get("actors"))),
    )  # fmt: skip


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


@dataclass(slots=True)
class Folded:
    """A journal folded back.

    Attributes:
        game: The state after its last record.
        last_i: Number of its last input.
        facts: How many facts stand in it.
        difference: The first record whose fact the fold did not give, with both texts; or "".
        missing: What the last input brought and the journal does not hold: a power cut between
            an input and its facts.
    """

    game: Game = field(default_factory=Game)
    last_i: int = 0
    facts: int = 0
    difference: str = ""
    missing: list[tuple[str, dict[str, object]]] = field(default_factory=list)


def fold(records: Iterable[Record], make_rules: MakeRules) -> Folded:
    """Fold the decisions of a journal, and compare every fact in it with the fold's.

    Args:
        records: All records in order; kinds that take no part are passed over.
        make_rules: Finds a format's text among the records' own (`Texts`).
    """
    folded = Folded()
    expected: list[tuple[str, dict[str, object]]] = []
    for record in records:
        if record.kind in FACT_KINDS.values():
            _compare(folded, expected, record)
            continue
        if record.kind == "entry":  # of the evening's books, numbered with the inputs
            folded.last_i = max(folded.last_i, _int(record.data.get("i", 0)))
        if record.kind not in ("in", "ruling", "settled"):
            continue
        try:
            facts = _take(folded, record, make_rules)
        except Exception as error:  # whatever stands there, what comes after it is still read
            if not folded.difference:
                what = f"{type(error).__name__}: {error}"
                folded.difference = f"record {record.n} ({record.kind}) cannot be taken: {what}"
            facts = []
        if expected and not folded.difference:
            folded.difference = f"before record {record.n}: missing {expected[0]}"
        expected = [fact_record(fact) for fact in facts]
    folded.missing = expected
    return folded


def _take(folded: Folded, record: Record, make_rules: MakeRules) -> list[Fact]:
    if record.kind == "settled":
        folded.game, facts = engine.settle(folded.game, _int(record.data["at_ns"]))
        return facts
    given = input_of(record, make_rules)
    folded.game, facts = engine.step(folded.game, given)
    folded.last_i = max(folded.last_i, given.i)
    return facts


def _int(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"not an integer: {value!r}")
    return value


def _compare(folded: Folded, expected: list[tuple[str, dict[str, object]]], record: Record) -> None:
    folded.facts += 1
    if folded.difference:
        return
    wanted = (record.kind, dict(record.data))
    got = expected.pop(0) if expected else ("nothing", {})
    if _plain(got) != _plain(wanted):
        folded.difference = f"record {record.n}: the journal says {wanted}, the fold gives {got}"


def _plain(value: object) -> object:
    """Return a value as it comes back from JSON."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
