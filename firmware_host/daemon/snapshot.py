"""The state of the box as one JSON object; its form is in control.protocol."""

from collections.abc import Mapping

from firmware_host.daemon.devices import Devices
from firmware_host.daemon.kitchen import HostKitchen
from firmware_host.engine.turn import Turn, phase_of
from firmware_host.engine.view import may, wall, word
from firmware_host.engine.wall import Wall
from firmware_host.intake.intake import Intake
from firmware_host.journal.opening import Evening
from firmware_host.loop.lateness import Lateness
from firmware_host.loop.play import Play
from firmware_host.loop.signals import Fired
from hardware.clock import Clock

PLANNED = 20
PRODUCT = "minuta 0.1.0"


class Snapshots:
    """Makes snapshots. Loop thread only."""

    def __init__(
        self,
        clock: Clock,
        devices: Devices,
        kitchen: HostKitchen,
        evening: Evening,
        play: Play,
        intake: Intake,
        lateness: Lateness,
    ) -> None:
        self._clock = clock
        self._devices = devices
        self._kitchen = kitchen
        self._evening = evening
        self._play = play
        self._intake = intake
        self._lateness = lateness
        self.real_time = False
        self._steady = self._board()

    def make(self) -> dict[str, object]:
        """Return the snapshot of now."""
        play, journal = self._play, self._evening.journal
        return {
            "boot": self._clock.boot_id(),
            "n": journal.next_n - 1,
            "durable_n": journal.durable_n,
            "recorded": self._evening.writer.records,
            "mode": journal.mode,
            "mono_ns": str(self._clock.now_ns()),
            **self._steady,
            "format": self._format(),
            "turn": self._turn(play.game.turn),
            "wall": {**_wall(wall(play.game), play.game.turn), "host_word": play.outputs.host_word},
            "plan": [
                {
                    "id": _id(signal.key), "cue": signal.cue, "sound": signal.sound,
                    "due_ns": str(signal.due_ns), "length_ns": signal.length_ns,
                }
                for signal in play.signals.planned[:PLANNED]
            ],
            "fired": [_fired(one) for one in play.signals.fired],
            "presses": play.recent.presses,
            "rulings": play.recent.rulings,
            "may": may(play.game.turn, self._clock.now_ns()),
            "ear": play.ear,
            **self._outputs(),
            "sources": self._sources(),
            "pressed": sorted(self._intake.pressed()),
            "alarms": self._alarms(),
            "real_time": self.real_time,
            "late": {
                "p99_us": self._lateness.p99_ns() // 1000,
                "max_us": self._lateness.max_ns // 1000,
                "count": self._lateness.count,
            },
        }  # fmt: skip

    def _board(self) -> Mapping[str, object]:
        board = self._devices.board
        keys = [
            {"key": key.key, "role": key.key.rstrip("0123456789"), "source": key.source}
            for key in board.keys
        ]
        formats = [
            {"id": fmt.id, "name": dict(fmt.name), "rehearsal": fmt.rehearsal}
            for fmt in self._kitchen.formats.values()
        ]
        return {
            "product": PRODUCT,
            "board": {"id": board.id, "simulated": board.simulated, "keys": keys},
            "formats": formats,
            "languages": ["ru", "en"],
        }

    def _format(self) -> Mapping[str, object]:
        rules = self._play.game.rules
        if rules is None:
            return {}
        return {"id": rules.format, "name": dict(rules.name), "settings": dict(rules.settings)}

    def _turn(self, turn: Turn | None) -> Mapping[str, object] | None:
        if turn is None:
            return None
        return {
            "id": turn.id, "number": turn.number, "tour": turn.tour, "in_tour": turn.in_tour,
            "status": turn.status, "phase": phase_of(turn).id, "word": dict(word(turn)),
            "began_ns": None if turn.began_ns is None else str(turn.began_ns),
            "settled": self._intake.pending_ns() is None, "replays": turn.replays,
            "rebooted": turn.rebooted,
        }  # fmt: skip

    def _outputs(self) -> Mapping[str, object]:
        outputs = self._play.outputs
        sound = outputs.sound
        return {
            "lamps": {lamp.role: lamp.steady for lamp in outputs.lamps},
            "buzzers": {buzzer.role: buzzer.on for buzzer in outputs.buzzers},
            "displays": [
                {
                    "name": one.display.name, "role": one.role, "text": one.text,
                    "alive": one.alive, "why": one.why,
                }
                for one in outputs.displays
            ],
            "sound": {
                "kind": self._kitchen.sound_kind, "alive": sound.alive, "why": sound.why,
                "offset_ns": sound.offset_ns, "measured": sound.offset_measured,
            },
        }  # fmt: skip

    def _sources(self) -> list[Mapping[str, object]]:
        return [
            {
                "name": name, "alive": self._intake.sources[name].alive, "why": "",
                "stamped": source.stamped, "u_ns": source.u_ns,
                "hold_back_ns": source.hold_back_ns,
            }
            for name, source in self._devices.sources.items()
        ]  # fmt: skip

    def _alarms(self) -> list[Mapping[str, object]]:
        return [
            {
                "id": alarm.id, "kind": alarm.kind, "args": dict(alarm.args),
                "since_ns": str(alarm.since_ns), "lasting": alarm.lasting,
            }
            for alarm in self._play.alarms
        ]  # fmt: skip


def _wall(line: Wall, turn: Turn | None) -> dict[str, object]:
    length_ns = 0 if turn is None else phase_of(turn).for_ns or 0
    form: dict[str, object] = {
        "form": line.form, "mark": line.mark, "floor_ns": line.floor_ns, "length_ns": length_ns,
    }  # fmt: skip
    if line.blank:
        return {"mode": "blank", **form}
    if line.running:
        return {"mode": "run", "zero_ns": str(line.zero_ns), **form}
    return {"mode": "stand", "left_ns": line.left_ns, **form}


def _id(key: tuple[int, int, int, int]) -> str:
    return ".".join(str(part) for part in key)


def _fired(fired: Fired) -> Mapping[str, object]:
    return {
        "id": _id(fired.key), "cue": fired.cue, "sound": fired.sound,
        "due_ns": str(fired.due_ns), "at_ns": str(fired.at_ns),
        "late_ns": fired.at_ns - fired.due_ns,
    }  # fmt: skip
