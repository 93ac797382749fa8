"""Plays one case: the board of the file, the daemon of `minuta run`, a clock turned by hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from firmware_host.books import Books
from firmware_host.config import Config
from firmware_host.control.protocol import Reply, Request
from firmware_host.daemon import Daemon, Devices, build_devices
from firmware_host.daemon.kitchen import Texts
from firmware_host.journal.opening import Options
from firmware_host.journal.reader import read_evening
from firmware_host.journal.record import Record
from firmware_host.journal.simulated import SimulatedFiles
from firmware_host.replay import fold
from firmware_host.report import Report, report, rows
from firmware_host.scenario.answer_rows import answer_rows
from firmware_host.scenario.case import Case, Line
from firmware_host.scenario.case_config import config_of
from firmware_host.scenario.header import value_of
from firmware_host.scenario.language import ASKING
from firmware_host.scenario.stepper import Boot, Stepper
from firmware_host.standings import Standings, standings
from firmware_host.whatif import WhatIf, rejudge
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.display import RecordingDisplay

TAIL_NS = 1_000_000_000
LEAD_NS = 1_000_000_000
"""The board has been open and quiet for this long when scenario time begins."""
RING_BYTES = 1 << 20


@dataclass(slots=True)
class Run:
    """One case being played. `act` does what a line says (acts.py), `ask` answers one
    (expects.py)."""

    case: Case
    file: str
    folder: Path
    ask: "Callable[[Run, Line], None]"
    act: "Callable[[Run, Line], None]"
    clock: SimulatedClock = field(default_factory=SimulatedClock)
    failures: list[str] = field(default_factory=list)
    saved: dict[str, dict[str, object]] = field(default_factory=dict)
    rulings: dict[str, int] = field(default_factory=dict)
    entered: frozenset[str] = frozenset()
    """Which of these are entries of the books."""
    answers: dict[str, str] = field(default_factory=dict)
    previews: dict[str, Mapping[str, object]] = field(default_factory=dict)
    boots: list[Boot] = field(default_factory=list)
    daemon: Daemon | None = None
    seeds: "count[int]" = field(default_factory=lambda: count(1))
    """Draws of a scenario are the same every time."""
    whatif: WhatIf | None = None
    devices: Devices = field(init=False)
    stepper: Stepper = field(init=False)
    files: SimulatedFiles = field(init=False)
    config: Config = field(init=False)
    _waiting: list[Line] = field(default_factory=list)
    _unasked: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.config = config_of(self.case, self.file)
        self.stepper = Stepper(self.clock, -LEAD_NS)
        self.devices = build_devices(self.config, self.clock)
        self.files = SimulatedFiles()
        self.boots.append(Boot(self.clock.boot, -LEAD_NS))

    def play(self) -> None:
        """Play the case from its first line to its end."""
        self.start()
        self.stepper.turn()
        for line in self.case.lines:
            if line.at_ns is not None:
                self._schedule(line)
        last_ns = max((line.at_ns or 0 for line in self.case.lines), default=0)
        end_ns = self.case.end_ns if self.case.end_ns is not None else last_ns + TAIL_NS
        self.stepper.run(end_ns)
        if self.daemon is not None:
            self.daemon.stop()
        for line in self._unasked:
            why = "never asked: the run ended, or the daemon was killed, before it was settled"
            self.failures.append(f"line {line.number}: {' '.join(line.words)}: {why}")
        for line in self.case.lines:
            if line.at_ns is None:
                self.ask(self, line)

    def _schedule(self, line: Line) -> None:
        assert line.at_ns is not None
        if line.verb in ASKING:
            self._unasked.append(line)
            # Asked after everything that is stamped at the same instant has happened.
            self.stepper.last(line.at_ns, lambda: self._ask_at(line))
        else:
            self.stepper.at(line.at_ns, lambda: self.act(self, line))

    def _ask_at(self, line: Line) -> None:
        """Ask when everything up to the instant is settled, and the hall has seen it."""
        if self.daemon is None:
            self._answer(line)
            return
        at_ns = self.clock.now_ns()
        self.daemon.loop.when_settled(at_ns, lambda: self._settled(line))
        self.daemon.loop.wake()

    def _settled(self, line: Line) -> None:
        """The order has come past the line's instant; when all is quiet it is asked."""
        self._waiting.append(line)
        self.stepper.quiet(self._answer_waiting)

    def _answer_waiting(self) -> None:
        lines, self._waiting = self._waiting, []
        for line in lines:
            self._answer(line)

    def _answer(self, line: Line) -> None:
        self._unasked.remove(line)
        self.ask(self, line)

    def start(self) -> None:
        """Start the daemon, as after a kill or at the beginning."""
        options = Options(files=self.files, records=True, ring_bytes=RING_BYTES, ballast_bytes=0)
        self.daemon = Daemon(
            self.config, self.clock, self.devices, self.folder / "evening",
            self.folder / "tail.ring", self.folder / "guests.json", options,
            seed=self.seeds.__next__,
        )  # fmt: skip
        self.stepper.mount(self.daemon)
        self.daemon.start()

    def kill(self) -> None:
        """SIGKILL: the ring stays, the queue is lost."""
        assert self.daemon is not None
        self.daemon.loop.wake()
        self.stepper.turn()
        self.daemon.kill()
        self.daemon = None
        self.stepper.mount(None)

    def reboot(self, losing_ns: int) -> None:
        """Cut the power and boot: a new boot id, the clock from zero, the ring gone."""
        now_ns = self.clock.now_ns()
        if self.daemon is not None:
            self.kill()
        self.files.cut(now_ns - losing_ns)
        (self.folder / "tail.ring").unlink(missing_ok=True)
        base_ns = self.stepper.now_ns
        boot = f"simulated-{len(self.boots) + 1}"
        for source in self.devices.sources.values():
            assert isinstance(source, SimulatedButtons)
            source.rebase(-now_ns)
        self.clock.reboot(boot)
        self.stepper.base_ns = base_ns
        shown = {
            display.name: len(display.frames)
            for _, display in self.devices.displays
            if isinstance(display, RecordingDisplay)
        }
        self.boots.append(Boot(boot, base_ns, shown))
        self.start()

    def clock_ns(self, at_ns: int) -> int:
        """Return an instant of scenario time on the present boot's clock."""
        return at_ns - self.stepper.base_ns

    def scenario_ns(self, at_ns: int) -> int:
        """Return an instant of the present boot's clock in scenario time."""
        return at_ns + self.stepper.base_ns

    def line_of(self, key: str) -> tuple[SimulatedButtons, str]:
        """Return the source and line of a key.

        Raises:
            ValueError: The board has no such key.
        """
        for row in self.config.board.keys:
            if row.key == key:
                source = self.devices.sources[row.source]
                assert isinstance(source, SimulatedButtons)
                return source, row.line
        known = ", ".join(row.key for row in self.config.board.keys)
        raise ValueError(f"the board {self.config.board.id!r} has no key {key!r}: it has {known}")

    def display(self, name: str) -> RecordingDisplay:
        """Return a display by name; ValueError where there is none."""
        for _, display in self.devices.displays:
            if display.name == name and isinstance(display, RecordingDisplay):
                return display
        known = ", ".join(display.name for _, display in self.devices.displays)
        raise ValueError(f"the board has no display {name!r}: it has {known}")

    def request(self, verb: str, asker: str = "scenario", **args: object) -> Reply | None:
        """Put a request to the desk; the reply, if it came at this instant."""
        assert self.daemon is not None
        replies: list[Reply] = []
        request = Request(id=1, verb=verb, args=args, actor=asker)
        self.daemon.loop.submit(request, replies.append)
        self.stepper.turn()
        return replies[0] if replies else None

    def records(self) -> list[Record]:
        """Return the journal as it stands in its file."""
        return [one for one in read_evening(self.folder / "evening") if isinstance(one, Record)]

    def rejudge(self, words: tuple[str, ...]) -> None:
        """Ask what other settings would have changed; what is asked from here on is about it.

        Raises:
            ValueError: It is not of the form KEY = VALUE.
        """
        if len(words) != 3 or words[1] != "=":
            raise ValueError("write: rejudge SETTING = VALUE")
        settings = {words[0]: value_of(words[2])}
        self.whatif = rejudge(self.records(), self._texts().make_rules, settings)

    def report(self) -> Report:
        """Return what has happened so far, in scenario time; after `rejudge`, what would have."""
        records = self.whatif.records if self.whatif is not None else self.records()
        by_id = {boot.id: boot for boot in self.boots}
        boots = {
            record.boot: by_id[str(record.data["boot_id"])]
            for record in records
            if record.kind == "boot"
        }

        def place(record: Record, at_ns: int) -> dict[str, object]:
            boot = boots[record.boot]
            if boot is self.boots[0]:
                return {"at_ns": boot.base_ns + at_ns}
            return {"at_ns": boot.base_ns + at_ns, "boot": boot.id, "mono_ns": at_ns}

        return report(records, place)

    def replayed(self) -> str:
        """Fold the journal anew; return the first difference from its facts, or ""."""
        return fold(self.records(), self._texts().make_rules).difference

    def _texts(self) -> Texts:
        texts = Texts()
        for record in self.records():
            if record.kind == "format":
                texts.note(record)
        return texts

    def books(self) -> Books:
        """Return the books as they stand in the journal; after `rejudge`, as they would."""
        books = Books()
        books.remember(self.whatif.records if self.whatif is not None else self.records())
        return books

    def standings(self) -> Standings:
        """Return the standings as they are: of the plan, or of the pairs of the file."""
        if self.config.plan is not None and not self.case.pairs:
            return self.books().standings()
        found = self.report()
        found.turns = self.turns()
        return standings(found, self.case.teams, self.case.pairs)

    def turns(self) -> dict[int, dict[str, object]]:
        """Return the turns; in a case without stages and pairs all are of its one team."""
        turns = self.report().turns
        if not self.case.stages and not self.case.pairs and len(self.case.teams) == 1:
            for row in turns.values():
                row["team"] = next(iter(self.case.teams))
        return turns

    def _base_of_frame(self, display: RecordingDisplay, nth: int) -> int:
        """Return where the clock of a frame's boot stands in scenario time."""
        boots = [boot for boot in self.boots if boot.frames.get(display.name, 0) <= nth]
        return boots[-1].base_ns

    def result(self) -> dict[str, object]:
        """Return the case's result as JSON has it."""
        frames = [
            {
                "display": display.name,
                "from_ns": self._base_of_frame(display, nth) + at_ns,
                "text": text,
            }
            for _, display in self.devices.displays
            if isinstance(display, RecordingDisplay)
            for nth, (at_ns, text) in enumerate(display.frames)
        ]
        return {
            "case": self.case.name,
            **rows(self.report()),
            "standings": self.standings().rows(self.case.tiebreak or None),
            **answer_rows(self.books()),
            "displays": frames,
        }
