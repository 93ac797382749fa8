"""The turns that are over, packed: an evening of a hundred questions stays as small as one.

A ruling may still speak of any of them, so nothing of a turn is forgotten; but between rulings
it is a few hundred bytes and not a few hundred objects. The latest one stays whole: the next
turn begins from it.
"""

import pickle
import zlib
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from firmware_host.engine.annulment import annulled_actors, replay_due, turn_annulled
from firmware_host.engine.rules import Rules, Score
from firmware_host.engine.turn import Course, Turn, inputs_of, names_of
from firmware_host.engine.words import Input


@dataclass(frozen=True, slots=True)
class Brief:
    """What the running order asks of a turn, at hand without unpacking it.

    Attributes:
        parts: The tables whose part of it is annulled; empty where the whole turn is.
        whole: All of it is annulled, and owes a replay: it was left so, or was a team's.
        planned: It was of a stage of a plan.
    """

    id: int
    number: int
    aside: bool
    replays: int | None
    actors: tuple[str, ...]
    parts: tuple[str, ...]
    whole: bool = False
    planned: bool = False


def brief_of(turn: Turn) -> Brief:
    """Return a turn in brief."""
    parts = () if turn.status == "annulled" else tuple(dict.fromkeys(annulled_actors(turn)))
    left_so = turn.closing == "annulled" or replay_due(turn)
    whole = turn.status == "annulled" and (left_so or (bool(turn.team) and turn_annulled(turn)))
    return Brief(
        turn.id, turn.number, turn.aside, turn.replays, turn.actors, parts, whole, bool(turn.stage)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Packed:
    """One turn.

    Attributes:
        rules: Shared by all turns of a format, so they are not packed.
        names: Numbers of its inputs and rulings: what a ruling may target.
    """

    brief: Brief
    rules: Rules
    names: "array[int]"
    packed: bytes


class Closed(Mapping[int, Turn]):
    """Turn id -> turn, in the order of their ids. Immutable."""

    __slots__ = ("_latest", "_turns")

    def __init__(self, turns: dict[int, _Packed] | None = None, latest: Turn | None = None) -> None:
        self._turns = turns or {}
        self._latest = latest

    @property
    def latest(self) -> Turn | None:
        """The turn with the highest id, or None."""
        return self._latest

    def put(self, turn: Turn) -> "Closed":
        """Return these turns and one more, or with one of them in another state."""
        older = self._latest is not None and turn.id < self._latest.id
        turns = {**self._turns, turn.id: _pack(turn)}
        return Closed(turns, self._latest if older else turn)

    def of_input(self, i: int) -> Turn | None:
        """Return the latest turn that an input or ruling belongs to, or None."""
        for turn_id in reversed(self._turns):
            if i in self._turns[turn_id].names:
                return self[turn_id]
        return None

    def briefs(self) -> Iterator[Brief]:
        """Yield every turn in brief, in order."""
        return (one.brief for one in self._turns.values())

    def __getitem__(self, turn_id: int) -> Turn:
        if self._latest is not None and turn_id == self._latest.id:
            return self._latest
        return _unpack(self._turns[turn_id])

    def __iter__(self) -> Iterator[int]:
        return iter(self._turns)

    def __len__(self) -> int:
        return len(self._turns)


_NO_RULES = Rules(
    format="", sha="", name={}, settings={}, phases=(), score=Score(kind="", args={}), repeat_ns={}
)
"""Stands in a packed turn for those that lie beside it."""


def _pack(turn: Turn) -> _Packed:
    inputs = inputs_of(turn)
    opening = turn.opening and replace(turn.opening, rules=_NO_RULES, course=None)
    bare = replace(turn, rules=_NO_RULES, course=None, opening=opening)
    # The course is a chain as long as the turn had presses: packed as it is, it would recurse.
    text = pickle.dumps((bare, inputs), pickle.HIGHEST_PROTOCOL)
    return _Packed(brief_of(turn), turn.rules, array("q", names_of(turn)), zlib.compress(text, 1))


def _unpack(one: _Packed) -> Turn:
    bare, inputs = pickle.loads(zlib.decompress(one.packed))
    assert isinstance(bare, Turn)
    opening = bare.opening and replace(bare.opening, rules=one.rules)
    return replace(bare, rules=one.rules, course=_course(inputs), opening=opening)


def _course(inputs: list[Input]) -> Course | None:
    course: Course | None = None
    for given in inputs:
        course = (course, given)
    return course
