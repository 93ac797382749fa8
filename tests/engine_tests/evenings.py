"""Random evenings: whatever keys are pressed and whatever is ruled, of four kinds of games."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from hypothesis import strategies as st

from engine_tests.table import S, Table
from firmware_host.engine.game import Game, settle, step
from firmware_host.engine.turn import Turn
from firmware_host.engine.words import Fact, Held, Input, Pressed, Ruled, RulingTaken
from firmware_host.journal.record import Record
from firmware_host.replay import fact_record, input_record

MS = S // 1000
FORMATS = {
    "chgk-003": ("seat1", "seat2"),
    "hat-000-i1": ("table1", "table2", "table3"),
    "evening-002-hat": ("ok", "skip"),
    "evening-002-drawing": ("ok",),
    "crocodile-001-final": ("ok", "viol"),
}
GAPS = (50 * MS, 250 * MS, 600 * MS, 2 * S, 7 * S, 20 * S, 61 * S, 125 * S)
HOLDS = (("stop", "hold"), ("stop", "long"), ("start", "hold"), ("next", "long"), ("viol", "long"))
WHATS = (
    *("cancel-press", "void", "admit", "mark", "guess-was-at", "confirm-as", "violation", "hint"),
    *("late-start", "give-back", "annul", "move", "undo"),
)
MEANINGS = {"crocodile-001-final": ("plot", "title"), "evening-002-drawing": ("solved",)}
"""What a claim may mean in a format; other formats have none."""
TEAMS = ("", "E", "F")


@st.composite
def _rulings(draw: st.DrawFn, format_id: str) -> dict[str, object]:
    meanings = ("noise", "nonsense", *2 * MEANINGS.get(format_id, ()))
    return {
        "what": draw(st.sampled_from(WHATS)), "back": draw(st.integers(0, 4)),
        "as": draw(st.sampled_from(meanings)), "team": draw(st.sampled_from(TEAMS)),
        "by": draw(st.integers(-1, 2)), "for_ns": draw(st.sampled_from(GAPS)),
        "turn": draw(st.sampled_from((None, None, 1, 2, 9))),
        "actor": draw(st.sampled_from((None, "table1") if "000" in format_id else (None,))),
        "to": draw(st.sampled_from((*FORMATS[format_id], "ok"))),
    }  # fmt: skip


Things = list[tuple[int, object]]
"""What happens: (gap since the last thing, key, hold or ruling)."""


@st.composite
def _turns(draw: st.DrawFn, format_id: str) -> Things:
    """Draw a turn as it often goes: it begins, keys are pressed, it ends, something is ruled."""
    players, prepared = FORMATS[format_id], format_id.startswith("evening")
    gaps, rulings = st.sampled_from(GAPS), _rulings(format_id)
    keys = st.sampled_from((*players, *players, "stop"))
    late = st.tuples(st.just("late"), st.sampled_from(players))
    thing = st.one_of(keys, keys, st.sampled_from(HOLDS), late, rulings)
    begun: Things = [(2 * S, "start"), *([(2 * S, ("start", "hold"))] if prepared else [])]
    played = draw(st.lists(st.tuples(gaps, thing), max_size=6))
    ended: Things = draw(
        st.sampled_from(([], [(2 * S, "next")], [(2 * S, ("next", "long"))], [(310 * S, "stop")]))
    )
    ruled: Things = draw(st.lists(st.tuples(gaps, rulings), max_size=3))
    return [*begun, *played, *ended, *ruled, *draw(st.sampled_from(([], [(2 * S, "next")])))]


@st.composite
def evenings(draw: st.DrawFn, most: int = 3) -> tuple[str, Things]:
    """Draw a format and what happens in an evening of it, of so many turns at most."""
    format_id = draw(st.sampled_from(sorted(FORMATS)))
    turns = _turns(format_id)
    return format_id, [thing for turn in draw(st.lists(turns, max_size=most)) for thing in turn]


@dataclass
class Evening:
    """An evening as it goes: its inputs, each with the facts it brought, and the game then."""

    format_id: str
    at_ns: int = S
    table: Table = field(init=False)
    told: list[tuple[Input, list[Fact], Game]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = Table(self.format_id)
        self.told.append((self.table.chosen, self.table.facts, self.table.game))

    def play(self, things: Things) -> Iterator[Ruled]:
        """Let things happen; each ruling is yielded before it is taken."""
        for gap_ns, thing in things:
            self.at_ns += gap_ns
            given = self.given(thing)
            if isinstance(given, Ruled):
                yield given
            self.tell(given)

    def given(self, thing: object) -> Input:
        """Return the input that a thing is at this instant."""
        i, at_ns = self.table.i + 1, self.at_ns
        if isinstance(thing, str):
            return Pressed(i=i, key=thing, at_ns=at_ns, from_ns=at_ns)
        if isinstance(thing, dict):
            return self._ruling(thing)
        assert isinstance(thing, tuple)
        key, how = thing
        if key == "late":
            return Pressed(i=i, key=how, at_ns=at_ns - 1, from_ns=at_ns - 1, late=True)
        from_ns = max(0, at_ns - 2 * S) if how == "long" else at_ns
        return Held(i=i, key=key, step=how, at_ns=at_ns, from_ns=from_ns)

    def _ruling(self, drawn: dict[str, object]) -> Ruled:
        """Aim at one of the last inputs; each kind has the arguments that the desk lets through."""
        what, i = str(drawn["what"]), self.table.i + 1
        args: dict[str, object] = {}
        if what in ("late-start", "give-back"):
            args["for_ns"] = drawn["for_ns"]
        elif what == "move":
            args["to"] = drawn["to"]
        elif what in ("mark", "confirm-as"):
            args["as"] = drawn["as"]
        elif what == "guess-was-at":
            args["at_ns"] = max(0, self.at_ns - drawn["for_ns"])
        elif what in ("hint", "violation"):
            args |= {"team": drawn["team"], "by": drawn["by"]}
        if what == "annul" and drawn["actor"]:
            args["actor"] = drawn["actor"]
        if what in ("annul", "hint", "violation") and drawn["turn"]:
            args["turn"] = drawn["turn"]
        return Ruled(
            i=i, what=what, at_ns=self.at_ns, by="judge", why="",
            target=self._target(what, int(str(drawn["back"]))), args=args,
        )  # fmt: skip

    def _target(self, what: str, back: int) -> int | None:
        """Return one of the last inputs that such a ruling may speak of, or another one."""
        if what in ("late-start", "give-back", "hint", "violation", "annul"):
            return None
        if what == "undo":
            aims = [one.i for _, facts, _ in self.told for one in facts if _is_taken(one)]
        else:
            presses = (one for one, _, _ in self.told if isinstance(one, Pressed))
            aims = [press.i for press in presses if press.key not in ("start", "next")]
        return aims[-1 - back] if back < len(aims) else self.table.i

    def tell(self, given: Input) -> list[Fact]:
        """Give the game one more input."""
        self.table.i = given.i
        self.table.game, facts = step(self.table.game, given)
        self.told.append((given, facts, self.table.game))
        return facts

    def rule(self, what: str, target: int | None = None, **args: object) -> str | None:
        """Take a ruling now; return why it was refused."""
        given = Ruled(
            i=self.table.i + 1, what=what, at_ns=self.at_ns, by="judge", why="", target=target,
            args=args,
        )  # fmt: skip
        return next(fact.reason for fact in self.tell(given) if isinstance(fact, RulingTaken))

    def turns(self) -> dict[int, Turn]:
        """Return all turns as they stand at this instant."""
        return turns_of(settle(self.table.game, self.at_ns)[0])

    def records(self) -> list[Record]:
        """Return the evening as it comes back from a journal."""
        found = []
        for given, facts, _ in self.told:
            for kind, data in [input_record(given), *map(fact_record, facts)]:
                data = json.loads(json.dumps(data))
                found.append(Record(len(found), kind, 1, 0, "match", 0, "", data, "", ""))
        return found


def _is_taken(fact: Fact) -> bool:
    return isinstance(fact, RulingTaken) and fact.reason is None


def turns_of(game: Game) -> dict[int, Turn]:
    """Return all turns of a game, by number."""
    return {**game.closed, **({game.turn.id: game.turn} if game.turn else {})}


def essence(turn: Turn) -> str:
    """A turn without the list of rulings, what only counts runs, and what each ruling decides
    anew: which signals sound again."""
    return repr(replace(turn, rulings=(), run=0, again=frozenset(), course=None, opening=None))
