"""The game at the table: inputs go in with their numbers, everything is journaled in order.

First the input is kept, then the engine is told, then its facts are kept, then the hall is
told. Loop thread only.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from firmware_host.booked import entry_data
from firmware_host.books import BOOKED, Books
from firmware_host.engine import game as engine
from firmware_host.engine.ordered import Ordered
from firmware_host.engine.preview import Preview, preview
from firmware_host.engine.reorder import ASK
from firmware_host.engine.state import Game
from firmware_host.engine.words import (
    Chosen,
    Crossed,
    Fact,
    Held,
    Input,
    Pressed,
    Restarted,
    Ruled,
    TurnOpened,
    Verdict,
)
from firmware_host.evening.event import Entry
from firmware_host.intake.intake import Intake
from firmware_host.journal.record import Record
from firmware_host.loop.alarms import Alarms
from firmware_host.loop.recent import Recent
from firmware_host.loop.signals import Fired, Signals
from firmware_host.outputs.outputs import Outputs
from firmware_host.replay import fact_record, input_record
from hardware.edges import Edge

HOST_ROLES = ("start", "stop", "next", "viol")


class Keeper(Protocol):
    """The journal as the loop sees it."""

    next_n: int
    mode: str

    def keep(self, edge: Edge) -> None:
        """Keep a raw edge before anything is decided."""

    def append(
        self, kind: str, data: Mapping[str, object], at_ns: int, *, urgent: bool = True
    ) -> int:
        """Keep a record and queue it for the file; return its number."""


class Play:
    """The engine with its journal, signals and outputs around it."""

    def __init__(
        self,
        intake: Intake,
        journal: Keeper,
        outputs: Outputs,
        now_ns: Callable[[], int],
        game: Game,
        last_i: int,
    ) -> None:
        self.intake = intake
        self.journal = journal
        self.outputs = outputs
        self.game = game
        self.now_ns = now_ns
        self.alarms = Alarms(self._record)
        self.signals = Signals(self._give, self._retract, self._miss)
        self.recent = Recent()
        self.books = Books()
        self.asked: Callable[[int], None] = lambda at_ns: None
        """Called when the host's NEXT asks whether the stage may be closed."""
        self.ear: dict[str, object] = {}
        self.changed = True
        self._i = last_i
        self.mode = journal.mode
        """Whether the turns to come are a match or a rehearsal; `modes` of those that are."""
        self.modes: dict[int, str] = {}
        self.formats: set[str] = set()
        """SHA-256 of each format whose text stands in the journal."""

    @property
    def last_n(self) -> int:
        """Return the number of the last record that was kept."""
        return self.journal.next_n - 1

    def press(self, given: Pressed | Held) -> None:
        """Tell the engine of a press or hold; `given.i` is put in here."""
        facts = self._tell(replace(given, i=self._next_i()))
        if any(isinstance(one, Verdict) and one.verb == ASK and not one.reason for one in facts):
            self.asked(given.at_ns)

    def write(self, entry: Entry, reason: str | None) -> int:
        """Write an entry into the evening's books, with what became of it; return its number."""
        entry = replace(entry, i=self._next_i())
        self._record("entry", entry_data(entry), entry.at_ns)
        fact: dict[str, object] = {"i": entry.i, "what": entry.what, "reason": reason}
        self._record("entered", fact, entry.at_ns)
        self.changed = True
        return entry.i

    def reorder(self, given: Ordered, texts: Mapping[str, tuple[str, str]]) -> None:
        """Change the running order; `order_refusal` has said that it may."""
        self._keep_texts(texts, given.at_ns)
        self._tell(replace(given, i=self._next_i()))

    def rule(self, ruling: Ruled) -> tuple[int, list[Fact]]:
        """Tell the engine of a ruling; return its number and the facts."""
        ruling = replace(ruling, i=self._next_i())
        turn = engine.find_turn(self.game, ruling.target, ruling.args.get("turn"))
        mode = self.journal.mode
        if turn is not None:
            self.journal.mode = self.modes.get(turn.id, mode)
        facts = self._tell(ruling)
        self.journal.mode = self.mode
        return ruling.i, facts

    def preview(self, ruling: Ruled) -> Preview:
        """Return what a ruling would change. Nothing is kept and no number is used up."""
        return preview(self.game, replace(ruling, i=self._i + 1))

    def choose(self, chosen: Chosen, texts: Mapping[str, tuple[str, str]], mode: str) -> None:
        """Put formats on the table; the full text of each is journaled before its first use.

        Args:
            texts: SHA-256 -> id and text.
        """
        self.mode = mode
        self._keep_texts(texts, chosen.at_ns)
        self._tell(replace(chosen, i=self._next_i()))

    def _keep_texts(self, texts: Mapping[str, tuple[str, str]], at_ns: int) -> None:
        for sha, (format_id, text) in texts.items():
            if sha not in self.formats:
                self.formats.add(sha)
                self._record("format", {"id": format_id, "sha": sha, "text": text}, at_ns)

    def come_back(self, back: Restarted) -> None:
        """Tell the engine that the daemon was away."""
        given = replace(back, i=self._next_i())
        self._tell(given, alive_ns=given.alive_ns)

    def settle(self, at_ns: int) -> None:
        """Let time pass up to an instant that is settled."""
        game, facts = engine.settle(self.game, at_ns)
        if game is self.game:
            return
        self._record("settled", {"at_ns": at_ns}, at_ns)
        self.game = game
        self._follow(facts)

    def _tell(self, given: Input, alive_ns: int | None = None) -> list[Fact]:
        kind, data = input_record(given)
        n = self._record(kind, data, given.at_ns)
        self.game, facts = engine.step(self.game, given)
        self._follow(facts, n, alive_ns, given)
        return facts

    def _follow(
        self,
        facts: Iterable[Fact],
        n: int = 0,
        alive_ns: int | None = None,
        given: Input | None = None,
    ) -> None:
        facts = list(facts)
        # What brought the facts is kept: they may be seen, and after a crash are found again.
        self.outputs.show(self.game, self.now_ns())
        for fact in facts:
            if isinstance(fact, Verdict):
                self._show(fact)
        for fact in facts:
            kind, data = fact_record(fact)
            at_ns = fact.due_ns if isinstance(fact, Crossed) else fact.at_ns
            if isinstance(fact, TurnOpened):
                self.journal.mode = self.modes[fact.turn] = self.mode
            self._record(kind, data, at_ns)
        for fact in facts:
            self._note(fact, n, given)
        self.signals.follow(self.game, facts, self.now_ns(), alive_ns)
        self.changed = True

    def _show(self, fact: Verdict) -> None:
        """Show what became of a press, and let the host hear it."""
        self.outputs.verdict(fact.key, fact.reason is None, self.now_ns())
        if fact.key.startswith(HOST_ROLES):
            self.hear("accepted" if fact.reason is None else "refused")
            self.outputs.host_word = ""

    def _note(self, fact: Fact, n: int, given: Input | None) -> None:
        """Remember what the snapshot shows."""
        self.recent.note(fact, n, given)
        if isinstance(fact, TurnOpened):
            self.outputs.host_word = ""
        if isinstance(fact, Verdict) and fact.reason == "late-delivery":
            about = str(fact.i)
            self.alarms.sound("late-delivery", fact.from_ns, about, lasting=False, key=fact.key)

    def hear(self, blip: str) -> None:
        """Let the host hear a blip, on the box and not in the hall."""
        now_ns = self.now_ns()
        count = self.ear.get("id", 0)
        assert isinstance(count, int)
        self.ear = {"id": count + 1, "blip": blip, "at_ns": str(now_ns)}
        self.outputs.blip(blip, now_ns)
        self.changed = True

    def _give(self, fired: Fired) -> None:
        self.outputs.signal(fired.cue, fired.sound, fired.length_ns, fired.at_ns)
        self._record("output", _output("fired", fired), fired.at_ns)
        self.changed = True

    def _retract(self, fired: Fired, now_ns: int) -> None:
        if now_ns < fired.at_ns + fired.length_ns:
            self.outputs.retract(fired.cue, fired.sound)
        self._record("output", _output("retracted", fired), now_ns)
        self.changed = True

    def _miss(self, fact: Crossed, now_ns: int) -> None:
        data: dict[str, object] = {
            "what": "missed", "cue": fact.cue, "turn": fact.turn, "run": fact.run,
            "due_ns": fact.due_ns,
        }  # fmt: skip
        self._record("output", data, now_ns)
        self.alarms.sound(
            "missed-signal", now_ns, about=f"{fact.turn}.{fact.run}.{fact.cue}", lasting=False,
            cue=fact.cue,
        )  # fmt: skip

    def _record(self, kind: str, data: dict[str, object], at_ns: int) -> int:
        n = self.journal.append(kind, data, at_ns, urgent=True)
        if kind in BOOKED:
            self.books.take(Record(n, kind, 1, 0, self.journal.mode, at_ns, "", data, "", ""))
        return n

    def _next_i(self) -> int:
        self._i += 1
        return self._i


def _output(what: str, fired: Fired) -> dict[str, object]:
    turn, run, _, _ = fired.key
    return {
        "what": what, "cue": fired.cue, "sound": fired.sound, "turn": turn, "run": run,
        "due_ns": fired.due_ns, "at_ns": fired.at_ns, "length_ns": fired.length_ns,
    }  # fmt: skip
