"""A box with lamps on real gpiozero pins in memory, played by hand in steps of 10 ms."""

from collections.abc import Mapping

from firmware_host.engine.game import Game
from firmware_host.engine.words import Chosen, Held, Pressed
from firmware_host.formats import builtin, resolve
from firmware_host.intake.intake import Intake
from firmware_host.loop.play import Play
from firmware_host.outputs.outputs import Outputs
from firmware_host.outputs.switches import SwitchRunner
from hardware.gpiozero_pins import make_factory
from hardware.lamps.gpiozero_switch import GpiozeroSwitch
from hardware.sound.silent import SilentPlayer

MS = 1_000_000
S = 1000 * MS
STEP_NS = 10 * MS
CUES = ("start", "ten-left", "end", "collect", "switch", "prepare", "prepare-end", "reserve-end")
CLIPS = dict.fromkeys(CUES, S // 2)


class _Journal:
    """Keeps nothing; the numbers go on."""

    next_n = 1
    mode = "match"

    def append(self, *_args: object, **_more: object) -> int:
        self.next_n += 1
        return self.next_n - 1


class Box:
    """Keys are pressed by `press`; `edges` tells when each lamp went on and off, in seconds."""

    def __init__(self, format_id: str, *lamps: str, more: Mapping[str, str] | None = None) -> None:
        factory = make_factory("mock")
        self.pins = {name: factory.pin(n) for n, name in enumerate(lamps, 2)}
        self.lamps = [
            SwitchRunner(GpiozeroSwitch(name, n, factory), name, self._report)
            for n, name in enumerate(lamps, 2)
        ]
        sound = SilentPlayer("sound")
        sound.load(dict.fromkeys(CUES, ""))
        self.outputs = Outputs([], self.lamps, [], sound)
        self.now_ns = 0
        self.edges: dict[str, list[float]] = {name: [] for name in lamps}
        self.play = Play(
            Intake(), _Journal(), self.outputs, lambda: self.now_ns, Game(), 0  # type: ignore[arg-type]
        )  # fmt: skip
        rules = resolve(builtin()[format_id], dict(more or {}), CLIPS)
        self.play.choose(Chosen(i=0, at_ns=0, rules=rules), {}, "match")

    def _report(self, *said: object) -> None:
        raise AssertionError(said)

    def press(self, key: str) -> None:
        """Press a key now."""
        self.play.press(Pressed(i=0, key=key, at_ns=self.now_ns, from_ns=self.now_ns))

    def hold(self, key: str, step: str) -> None:
        """A hold that is decided now."""
        self.play.press(Held(i=0, key=key, step=step, at_ns=self.now_ns, from_ns=self.now_ns))

    def run(self, to_s: float) -> "Box":
        """Let time pass; every pump is told of each step."""
        while True:
            self.play.signals.fire_due(self.now_ns)
            self.play.settle(self.now_ns)
            for lamp in self.lamps:
                lamp.pump(self.now_ns)
                changes = self.edges[lamp.role]
                if bool(self.pins[lamp.role].state) != bool(len(changes) % 2):
                    changes.append(self.now_ns / S)
            if self.now_ns >= round(to_s * S):
                return self
            self.now_ns += STEP_NS

    def lit(self, name: str) -> list[tuple[float, float | None]]:
        """Return (from, to) in which a lamp shone; None: it still does."""
        changes: list[float | None] = [*self.edges[name], None]
        pairs = zip(changes[::2], changes[1::2], strict=False)
        return [(one, other) for one, other in pairs if one is not None]
