"""The daemon's own parts on a simulated clock: `minuta run` without its threads."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from firmware_host.config import boards, default_config, simulated
from firmware_host.config.model import Key
from firmware_host.daemon import Daemon, build_devices
from firmware_host.journal.opening import Options
from firmware_host.journal.reader import read_evening
from firmware_host.journal.record import Record
from firmware_host.journal.simulated import SimulatedFiles
from firmware_host.scenario.stepper import Stepper
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.clock import SimulatedClock

MS = 1_000_000
SECOND = 1_000 * MS


class Table:
    """A board with a daemon that can be started, killed and started again."""

    def __init__(
        self,
        folder: Path,
        board: str = "four-seats",
        fmt: str = "chgk-003",
        seats: int = 0,
        displays: Sequence[str] | None = None,
    ) -> None:
        """
        Args:
            seats: Give the board so many seats and no other keys; 0: as it is.
            displays: The roles of its displays; None: as it is.
        """
        config = default_config()
        wired = simulated(boards()[board])
        if seats:
            source = wired.sources[0].name
            keys = [
                Key(key=f"seat{i + 1}", source=source, line=f"s{i}", pin=i) for i in range(seats)
            ]
            wired = replace(wired, sources=wired.sources[:1], keys=tuple(keys))
        if displays is not None:
            shown = [replace(wired.displays[0], name=f"for-{role}", role=role) for role in displays]
            wired = replace(wired, displays=tuple(shown))
        self.config = replace(
            config,
            board=wired,
            format=replace(config.format, id=fmt, set={}, tours=()),
            sound=replace(config.sound, kind="simulated"),
        )
        self.folder = folder
        self.clock = SimulatedClock(SECOND)
        self.stepper = Stepper(self.clock)
        self.devices = build_devices(self.config, self.clock)
        self.files = SimulatedFiles()
        self.line_of = {row.key: row.line for row in self.config.board.keys}
        self.start()

    def buttons_of(self, key: str) -> SimulatedButtons:
        name = next(row.source for row in self.config.board.keys if row.key == key)
        source = self.devices.sources[name]
        assert isinstance(source, SimulatedButtons)
        return source

    def start(self) -> None:
        options = Options(files=self.files, records=True, ring_bytes=1 << 20, ballast_bytes=0)
        self.daemon = Daemon(
            self.config, self.clock, self.devices, self.folder / "evening",
            self.folder / "tail.ring", self.folder / "guests.json", options,
        )  # fmt: skip
        self.stepper.mount(self.daemon)
        self.daemon.start()
        self.stepper.turn()

    def kill(self) -> None:
        self.daemon.kill()
        self.stepper.mount(None)

    def run(self, for_ns: int) -> None:
        self.stepper.run(self.stepper.now_ns + for_ns)

    def at(self, at_ns: int, call: Callable[[], None]) -> None:
        self.stepper.at(at_ns, call)

    def tap(self, key: str, at_ns: int, for_ns: int = 40 * MS) -> None:
        """Press a key later: the stamp is exactly `at_ns`."""
        line, buttons = self.line_of[key], self.buttons_of(key)
        self.at(at_ns, lambda: buttons.press(line, at_ns))
        self.at(at_ns + for_ns, lambda: buttons.release(line, at_ns + for_ns))

    def end(self) -> list[Record]:
        assert self.daemon.stop()
        return self.records()

    def records(self) -> list[Record]:
        return [one for one in read_evening(self.folder / "evening") if isinstance(one, Record)]

    @property
    def status(self) -> str:
        turn = self.daemon.play.game.turn
        return "" if turn is None else turn.status

    @property
    def alarms(self) -> set[str]:
        return {alarm.kind for alarm in self.daemon.play.alarms}
