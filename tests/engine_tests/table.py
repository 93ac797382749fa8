"""A game that is fed by hand: inputs get their numbers, facts are kept."""

from functools import cache

from firmware_host.engine.game import Game, step
from firmware_host.engine.rules import Rules
from firmware_host.engine.words import Chosen, Fact, Pressed, Ruled, RulingTaken
from firmware_host.formats import builtin, resolve

S = 1_000_000_000
CLIPS = dict.fromkeys(("start", "ten-left", "end", "end-short", "collect", "switch"), 300_000_000)
CLIPS |= dict.fromkeys(("prepare", "prepare-end", "reserve-end"), 300_000_000)
CLIPS |= {f"count-{n}": 400_000_000 for n in range(11)}


@cache
def rules_of(format_id: str) -> Rules:
    """A format as it is shipped."""
    return resolve(builtin()[format_id], {}, CLIPS)


class Table:
    """Feeds a game with numbered inputs."""

    def __init__(self, format_id: str = "chgk-003") -> None:
        self.chosen = Chosen(i=1, at_ns=0, rules=rules_of(format_id))
        self.i = 1
        self.facts: list[Fact]
        self.game, self.facts = step(Game(), self.chosen)

    def tell(self, cls, **fields) -> int:
        self.i += 1
        self.game, facts = step(self.game, cls(i=self.i, **fields))
        self.facts = list(facts)
        return self.i

    def press(self, key: str, at_ns: int, **fields) -> int:
        return self.tell(Pressed, key=key, at_ns=at_ns, from_ns=at_ns, **fields)

    def rule(self, what: str, at_ns: int, target: int | None = None, **args) -> int:
        return self.tell(
            Ruled, what=what, at_ns=at_ns, by="judge", why="", target=target, args=args
        )

    def reason(self) -> str | None:
        return next(fact.reason for fact in self.facts if isinstance(fact, RulingTaken))
