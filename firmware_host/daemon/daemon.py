"""The daemon: built from config, clock and devices; started in order, stopped in reverse.

`minuta run` gives every part a thread; `minuta scenario` turns the same parts by hand.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from firmware_host.config import Config
from firmware_host.daemon.days import bring_over
from firmware_host.daemon.devices import Devices, timing_of
from firmware_host.daemon.doorway import UNHEARD, make_doorway
from firmware_host.daemon.earlier import Earlier
from firmware_host.daemon.kitchen import SEED_BITS, HostKitchen, Texts
from firmware_host.daemon.pack import load_pack
from firmware_host.daemon.snapshot import PRODUCT, Snapshots
from firmware_host.intake.contact_words import TIMINGS
from firmware_host.intake.intake import Intake
from firmware_host.journal.opening import Evening, Options, open_evening
from firmware_host.journal.record import MATCH, REHEARSAL, Record
from firmware_host.loop.clock_watch import ClockKeeper
from firmware_host.loop.desk import Desk
from firmware_host.loop.loop import Loop
from firmware_host.loop.play import Play
from firmware_host.loop.second_copy import SecondCopy
from firmware_host.outputs.displays import DisplayRunner
from firmware_host.outputs.outputs import Outputs
from firmware_host.outputs.switches import SwitchRunner
from firmware_host.replay import Folded, fold
from hardware.clock import Clock
from hardware.ports import Pumped

WRITER = "writer"
MOST_TEXT = 500


@dataclass(frozen=True, slots=True)
class Part:
    """A pumped part with the name and real-time priority of its thread (REALTIME d)."""

    name: str
    part: Pumped
    priority: int


class Daemon:
    """One life of the daemon, from `start` to `stop` or `kill`. Loop thread only."""

    def __init__(
        self,
        config: Config,
        clock: Clock,
        devices: Devices,
        folder: Path,
        ring: Path,
        guests: Path,
        options: Options | None = None,
        publish: Callable[[Mapping[str, object]], None] = lambda snapshot: None,
        seed: Callable[[], int] = lambda: secrets.randbits(SEED_BITS),
    ) -> None:
        """Open the evening in `folder` and fold it back; nothing is switched or claimed yet.

        Args:
            guests: The file of those who were admitted at the box.

        Raises:
            InTheWay: Another daemon has the evening.
            HostError, OSError: It cannot be opened.
        """
        self._config = config
        self._folder = folder
        self._guests = guests
        self._clock = clock
        self._devices = devices
        pack = load_pack(config.sound.pack)
        devices.sound.load(pack.files)
        self._heard = () if config.sound.kind in UNHEARD else tuple(pack.files)
        self.kitchen = HostKitchen(config, devices, pack, clock, seed)
        kinds = ", ".join(f"{one.name} {one.kind}" for one in devices.board.sources)
        facts = {"product": PRODUCT, "board": config.board.id, "keys": kinds}
        self.evening: Evening = open_evening(folder, ring, clock, facts, options=options)
        self._folded = self._fold()
        self._publish = publish
        self._sounding = True
        self.idle: Callable[[int], None] = lambda now_ns: None
        """Called by the loop when no turn runs and nothing waits."""
        self._build()

    def _fold(self) -> Folded:
        texts = Texts()
        records: list[Record] = self.evening.found.records
        for record in records:
            if record.kind == "format":
                texts.note(record)
        if records:
            self.evening.journal.mode = records[-1].mode
        return fold(records, texts.make_rules)

    def _build(self) -> None:
        self.intake = Intake()
        board = self._devices.board
        for name, source in self._devices.sources.items():
            timing = TIMINGS[timing_of(board, name)]
            keys = self._devices.keys_of(name)
            self.intake.add_source(name, keys, source.hold_back_ns, timing)
        self.outputs = self._make_outputs()
        self.play = Play(
            self.intake, self.evening.journal, self.outputs, self._clock.now_ns,
            self._folded.game, self._folded.last_i,
        )  # fmt: skip
        self.doorway = make_doorway(
            self._guests, self._devices, self._heard, self.play, self._clock,
            lambda call: self.loop.call(call),
        )  # fmt: skip
        door = self.doorway.door
        self.second_copy = SecondCopy(self.play, self.evening.writer, self._folder)
        self.desk = Desk(
            self.play, self.kitchen, door, lambda: self.snapshots.make(), self.second_copy
        )
        self.loop = Loop(
            self.play, self.desk, door, self.intake, self._ask_source,
            self._tick, lambda: self._publish(self.snapshots.make()),
            lambda now_ns: self.idle(now_ns), lambda now_ns: self._clocks.look(now_ns),
        )  # fmt: skip
        self._clocks = ClockKeeper(self._clock, self.play, self._clock.now_ns())
        self.snapshots = Snapshots(
            self._clock, self._devices, self.kitchen, self.evening, self.play, self.intake,
            self.loop.lateness, door.view, self.second_copy,
        )  # fmt: skip
        self.evening.writer.on_durable = self._durable

    def _make_outputs(self) -> Outputs:
        report = self._output_report
        return Outputs(
            [DisplayRunner(display, role, report) for role, display in self._devices.displays],
            [SwitchRunner(lamp, role, report) for role, lamp in self._devices.lamps],
            [SwitchRunner(buzzer, role, report) for role, buzzer in self._devices.buzzers],
            self._devices.sound,
        )

    def parts(self) -> Iterator[Part]:
        """Yield what is to be pumped; the loop is one of them."""
        for name, source in self._devices.sources.items():
            yield Part(f"keys-{name}", source, 25)
        yield Part("loop", self.loop, 30)
        yield Part(WRITER, self.evening.writer, 10)
        for runner in self.outputs.displays:
            yield Part(f"display-{runner.display.name}", runner, 12)
        for switch in (*self.outputs.lamps, *self.outputs.buzzers):
            yield Part(f"switch-{switch.switch.name}", switch, 12)
        yield Part("sound", self._devices.sound, 12)
        yield Part("guests", self.doorway.store, 10)

    def start(self) -> None:
        """Claim the lines and go on with the evening, or begin it. Wakes are set by then."""
        earlier = Earlier(
            self.evening, self._folded, self.play, self.desk,
            {(key.source, key.line): key.key for key in self._devices.board.keys},
        )  # fmt: skip
        earlier.remember()
        self.play.books.booted(self._clock.boot_id(), self._clock.asleep_ns())
        earlier.write_missing(self._clock.now_ns())
        self._describe(earlier.board_sha)
        if self._folded.difference:
            text = self._folded.difference[:MOST_TEXT]
            self.play.alarms.sound("journal-differs", self._clock.now_ns(), text=text)
        for text in self._devices.faults:
            self.play.alarms.sound("device-missing", self._clock.now_ns(), text, text=text)
        self.doorway.say_unread(self.play, self._clock.now_ns())
        for source in self._devices.sources.values():
            source.start(self.loop.post)
        now_ns = self._clock.now_ns()
        self._clocks.record("start", now_ns)
        self.intake.reached_ns = now_ns
        if self._folded.last_i:
            earlier.go_on(now_ns)
            self.desk.clerk.catch_up(now_ns)
        if self._folded.game.rules is None:
            self.choose(self._config.format.id, self._config.format.set)
        plan, turn = self._config.plan, self.play.game.turn
        # Before its first question begins, a later day has what the days before it came to.
        if plan and turn and (turn.number, turn.status) == (plan.begin, "ready") != (1, "ready"):
            bring_over(self.play, self._folder, now_ns)

    def choose(self, format_id: str | None, settings: Mapping[str, object]) -> None:
        """Put the evening's plan or its first format on the table."""
        now_ns = self._clock.now_ns()
        plan = self._config.plan
        if plan is not None:
            choice = self.kitchen.plan_choice(plan, settings, now_ns)
        elif format_id is not None:
            choice = self.kitchen.choice(format_id, settings, None, now_ns)
        else:
            return
        self.play.choose(choice.chosen, choice.texts, REHEARSAL if choice.rehearsal else MATCH)
        self.desk.clerk.begin(now_ns)

    def _describe(self, described: str) -> None:
        """Write all that the outcome depends on besides the format, once and when it changes."""
        board = self._devices.board
        timings = {one.name: asdict(TIMINGS[timing_of(board, one.name)]) for one in board.sources}
        text = json.dumps(
            {"board": asdict(board), "timings": timings}, sort_keys=True, ensure_ascii=False
        )
        sha = hashlib.sha256(text.encode()).hexdigest()
        if sha != described:
            self.evening.journal.append(
                "board", {"id": board.id, "sha": sha, "text": text}, self._clock.now_ns()
            )

    def _ask_source(self, name: str, at_ns: int) -> None:
        self._devices.sources[name].ask(at_ns)

    def _tick(self, now_ns: int) -> int | None:
        self._take_journal_alarms(now_ns)
        self._look_at_sound(now_ns)
        self.second_copy.look(now_ns)
        self.play.changed |= self.play.alarms.expire(now_ns)
        return self.evening.journal.tick(now_ns)

    def _take_journal_alarms(self, now_ns: int) -> None:
        news = self.evening.alarms.news
        while news:
            alarm = news.popleft()
            if alarm.ended:
                self.play.alarms.end(alarm.word, now_ns)
            else:
                self.play.alarms.sound(alarm.word, now_ns, text=alarm.text)
            self.play.changed = True

    def _look_at_sound(self, now_ns: int) -> None:
        """Say a loudspeaker that is lost, and its return; meanwhile the buzzer carries signals."""
        sound = self._devices.sound
        if sound.alive == self._sounding:
            return
        self._sounding = sound.alive
        if sound.alive:
            self.play.alarms.end("sound-lost", now_ns)
        else:
            self.play.alarms.sound("sound-lost", now_ns, why=sound.why)
        self.play.changed = True

    def _durable(self, _n: int) -> None:
        """The card has more: the page's *recorded* marks follow. Writer's thread."""
        self.loop.call(self._changed)

    def _changed(self) -> None:
        self.play.changed = True

    def _output_report(self, name: str, alive: bool, why: str) -> None:
        """A display or lamp was lost or is back. The output's thread."""

        def tell() -> None:
            now_ns = self._clock.now_ns()
            if alive:
                self.play.alarms.end("device-lost", now_ns, name)
            else:
                self.play.alarms.sound("device-lost", now_ns, name, why=why)
            self.play.changed = True

        self.loop.call(tell)

    def stop(self) -> bool:
        """Blank and switch off, flush and sync, release. Nobody pumps any more.

        Returns:
            Whether everything is in the file and synced.
        """
        self.switch_off()
        return self.close_journal()

    def switch_off(self) -> None:
        """Blank the displays, switch lamps and buzzers off, release the lines."""
        self.outputs.close()
        for source in self._devices.sources.values():
            source.close()

    def close_journal(self) -> bool:
        """Flush and sync what is kept; return whether everything is on the card."""
        done = self.evening.close(self._clock.now_ns())
        self.doorway.store.pump(self._clock.now_ns())
        return done

    def kill(self) -> None:
        """Let go as a SIGKILL would: the queue is lost, the ring and the lamps stay."""
        for source in self._devices.sources.values():
            source.close()
        self.evening.kill()
