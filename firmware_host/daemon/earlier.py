"""An earlier life of the same evening: what it had done is known again, and it goes on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from firmware_host.engine.words import Pressed, Restarted
from firmware_host.intake.undecided import Line, undecided
from firmware_host.journal.opening import Evening
from firmware_host.journal.record import Record
from firmware_host.loop.desk import Desk
from firmware_host.loop.play import Play
from firmware_host.replay import Folded

DOUBT_NS = 5_000_000_000 + 50_000_000
"""After a power cut the last instant known is at most a pulse and a sync old (REALTIME e)."""
U_NS = 50_000


@dataclass(slots=True)
class Earlier:
    """Used once, by the daemon's start, in this order: `remember`, `write_missing`, `go_on`.

    Attributes:
        board_sha: SHA-256 of the board that the journal describes; "": of none.
    """

    evening: Evening
    folded: Folded
    play: Play
    desk: Desk
    keys: Mapping[Line, str]
    board_sha: str = ""
    _presses: list[tuple[Line, int]] = field(default_factory=list)

    def remember(self) -> None:
        """Know again: presses, rulings, formats, modes, standings, action ids."""
        records = self.evening.found.records
        self.play.books.remember(records)
        for ruling, fact, n in self.play.recent.remember(records):
            action_id = ruling.args.get("action_id")
            if isinstance(action_id, str):
                result: dict[str, object] = {"i": fact.i, "turn": fact.turn}
                self.desk.remember(result, n, action_id, fact.reason)
        self._remember_entries(records)
        for record in records:
            if record.kind == "format":
                self.play.formats.add(str(record.data.get("sha")))
            elif record.kind == "board":
                self.board_sha = str(record.data.get("sha"))
            elif record.kind == "opened" and isinstance(record.data.get("turn"), int):
                self.play.modes[cast(int, record.data["turn"])] = record.mode
        self._presses = self._undecided(records)

    def _remember_entries(self, records: list[Record]) -> None:
        names = {
            record.data.get("i"): str(record.data.get("action_id", ""))
            for record in records
            if record.kind == "entry"
        }
        for record in records:
            i = record.data.get("i")
            if record.kind == "entered" and (action_id := names.get(i)):
                reason = cast(str | None, record.data.get("reason"))
                self.desk.remember({"i": i}, record.n, action_id, reason)

    def _undecided(self, records: list[Record]) -> list[tuple[Line, int]]:
        alive_ns = self.evening.found.alive_ns
        if alive_ns is None or not records:
            return []
        told = [r.boot for r in records if r.kind in ("in", "ruling", "settled")]
        last = [r for r in records if told and r.boot == told[-1]]
        return undecided(last, self.keys, alive_ns)

    def write_missing(self, now_ns: int) -> None:
        """Write the facts that the last input had brought when the power went."""
        for kind, data in self.folded.missing:
            mode = self.evening.journal.mode
            n = self.evening.journal.append(kind, data, now_ns)
            self.play.books.take(Record(n, kind, 1, 0, mode, now_ns, "", data, "", ""))
        self.evening.found.records.clear()

    def go_on(self, now_ns: int) -> None:
        """Go on with the turn at the table; say what nobody could hear."""
        found, journal = self.evening.found, self.evening.journal
        alive_ns = found.alive_ns if found.alive_ns is not None else now_ns
        reboot = not found.same_clock
        turn = self.folded.game.turn
        for (source, line), at_ns in self._presses:
            self._tell_undecided(source, self.keys[source, line], at_ns)
        if not reboot:
            span: dict[str, object] = {"from_ns": alive_ns, "to_ns": now_ns}
            journal.append("blind", span, now_ns)
            if turn is not None and turn.status in ("running", "waiting", "paused"):
                self.play.alarms.sound("unheard", now_ns, from_ns=alive_ns, to_ns=now_ns)
        elif turn is not None and turn.status == "running":
            self.play.alarms.sound("rebooted", now_ns, last_ns=alive_ns, doubt_ns=DOUBT_NS)
        self.play.come_back(Restarted(i=0, alive_ns=alive_ns, at_ns=now_ns, reboot=reboot))

    def _tell_undecided(self, source: str, key: str, at_ns: int) -> None:
        """STOP is a mark at its stamp; another key's press is refused, kept, admissible."""
        late = key != "stop" or at_ns <= self.play.game.last_at_ns
        self.play.press(
            Pressed(
                i=0, key=key, at_ns=at_ns, from_ns=at_ns, u_ns=U_NS, source=source,
                marks=("undecided",), late=late,
            )
        )  # fmt: skip
