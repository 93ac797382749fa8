"""All outputs of the box behind one face: the loop says what happened, never how to show it."""

from collections.abc import Iterable

from firmware_host.engine.state import Game
from firmware_host.engine.turn import Turn
from firmware_host.engine.view import slot, wall
from firmware_host.outputs.displays import DisplayRunner, Frame
from firmware_host.outputs.patterns import BLIPS, CUES, STATES, VERDICTS
from firmware_host.outputs.switches import SwitchRunner
from hardware.errors import plain
from hardware.ports import SoundPlayer

MS = 1_000_000


class Outputs:
    """Loop thread only. Each device behind it has a pump of its own."""

    def __init__(
        self,
        displays: Iterable[DisplayRunner],
        lamps: Iterable[SwitchRunner],
        buzzers: Iterable[SwitchRunner],
        sound: SoundPlayer,
    ) -> None:
        self.displays = tuple(displays)
        self.lamps = tuple(lamps)
        self.buzzers = tuple(buzzers)
        self.sound = sound
        self.host_word = ""
        self.number = ""
        """What somebody shows who asks to be admitted; on the host's display, or where there is
        none on all."""
        self.faults: list[str] = []

    def show(self, game: Game, now_ns: int) -> None:
        """Put the state of the game on displays and lamps."""
        line = wall(game)
        so = _so(game.turn)
        hosts = any(display.role == "host" for display in self.displays)
        for display in self.displays:
            host = display.role == "host"
            number = self.number if host or not hosts else ""
            display.put(Frame(line, (self.host_word if host else "") or number))
        for lamp in self.lamps:
            states = STATES.get(lamp.role, {})
            lamp.state(next((states[word] for word in states if word in so), "off"), now_ns)

    def signal(self, cue: str, sound: str, length_ns: int, now_ns: int) -> None:
        """Give a signal to the hall: by the loudspeaker, and where it is lost by the buzzer.

        Lamps show it too, for those who cannot hear it.
        """
        self.sound.play(sound)
        for lamp in self.lamps:
            if spans := CUES.get(lamp.role, {}).get(cue):
                lamp.pulse(spans, now_ns, cue)
        if not self.sound.alive:
            for buzzer in self._buzzers("hall") or self.buzzers:
                buzzer.pulse(((0, max(1, length_ns // MS)),), now_ns)

    def retract(self, cue: str, sound: str) -> None:
        """Stop a signal that turned out not to belong to the course."""
        self.sound.stop(sound)
        for lamp in self.lamps:
            lamp.cancel(cue)

    def verdict(self, key: str, accepted: bool, now_ns: int) -> None:
        """Show what became of a press, of a player too; an accepted one on its key's own lamp."""
        for lamp in self.lamps:
            role = "accepted" if lamp.role == key else lamp.role
            if spans := VERDICTS.get(role, {}).get(accepted):
                lamp.pulse(spans, now_ns)

    def blip(self, kind: str, now_ns: int) -> None:
        """Tell the host, on the box and not in the hall: accepted, refused, hold, claim."""
        for buzzer in self._buzzers("host"):
            buzzer.pulse(BLIPS[kind], now_ns)
        for lamp in self.lamps:
            if lamp.role == "host":
                lamp.pulse(BLIPS[kind], now_ns)

    def _buzzers(self, role: str) -> list[SwitchRunner]:
        return [buzzer for buzzer in self.buzzers if buzzer.role == role]

    def close(self) -> None:
        """Blank and switch off everything, each device on its own: one fault stops no other."""
        closes = [switch.close for switch in (*self.lamps, *self.buzzers)]  # at once: first
        closes += [display.close for display in self.displays]
        for close in (*closes, self.sound.close):
            try:
                close()
            except Exception as error:
                self.faults.append(plain(error))


def _so(turn: Turn | None) -> frozenset[str]:
    """Return the words of `STATES` that are so of a turn."""
    if turn is None:
        return frozenset()
    words = {turn.status, f"slot-{slot(turn)}"}
    if turn.claim is not None and turn.status in ("running", "done"):
        words.add("claim")
    return frozenset(words)
