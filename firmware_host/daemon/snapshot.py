"""The state of the box as one JSON object; its form is in control.protocol."""

from collections.abc import Callable, Mapping

from firmware_host.config.model import DESK
from firmware_host.daemon.beside import clock_rows, forecast_row, programme_rows
from firmware_host.daemon.devices import Devices
from firmware_host.daemon.event_view import event_view, may_next
from firmware_host.daemon.hidden import hide
from firmware_host.daemon.kitchen import HostKitchen
from firmware_host.daemon.shown import format_row, span_in_turn
from firmware_host.engine.order import coming
from firmware_host.engine.outcome import judged
from firmware_host.engine.questions import question_at
from firmware_host.engine.state import Game
from firmware_host.engine.turn import Turn, inputs_of, phase_of
from firmware_host.engine.view import may, prices, wall, word
from firmware_host.engine.wall import Wall
from firmware_host.intake.intake import Intake
from firmware_host.journal.opening import Evening
from firmware_host.loop.alarms import Alarm
from firmware_host.loop.lateness import Lateness
from firmware_host.loop.play import Play
from firmware_host.loop.second_copy import SecondCopy
from firmware_host.loop.signals import Fired
from firmware_host.report import half, seconds
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
        admission: Callable[[], Mapping[str, object]],
        second_copy: SecondCopy,
    ) -> None:
        self._clock = clock
        self._devices = devices
        self._kitchen = kitchen
        self._evening = evening
        self._play = play
        self._intake = intake
        self._lateness = lateness
        self._second_copy = second_copy
        self._admission = admission
        self.real_time = False
        self._steady = self._board()
        self._spans: dict[int, Mapping[str, object]] = {}

    def make(self) -> dict[str, object]:
        """Return the snapshot of now."""
        return hide(self._whole(), self._play.game, self._play.books.book)

    def _whole(self) -> dict[str, object]:
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
            "next": _next(play.game),
            "left": play.game.left is not None,
            "clocks": clock_rows(play.books.book, self._clock.now_ns()),
            "programme": programme_rows(play.books.book),
            "forecast": forecast_row(play.game, play.books.book, self._clock.now_ns()),
            "wall": {**_wall(wall(play.game), play.game.turn), "host_word": play.outputs.host_word},
            "plan": [
                {
                    "id": _id(signal.key), "cue": signal.cue, "sound": signal.sound,
                    "due_ns": str(signal.due_ns), "length_ns": signal.length_ns,
                }
                for signal in play.signals.planned[:PLANNED]
            ],
            "fired": [_fired(one) for one in play.signals.fired],
            "standings": play.books.rows(self._order(), journal.mode),
            "presses": play.recent.presses,
            "rulings": play.recent.rulings,
            "event": event_view(play.books, play.game),
            "may": {**may(play.game.turn, self._clock.now_ns()), **may_next(play.game)},
            "ear": play.ear,
            **self._outputs(),
            "sources": self.sources(),
            "pressed": sorted(self._intake.pressed()),
            "alarms": self._alarms(),
            "admission": self._admission(),
            "real_time": self.real_time,
            "copy": self._second_copy.row(),
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
            if key.source != DESK
        ]
        roles = frozenset(str(key["role"]) for key in keys)
        formats = [format_row(fmt, roles) for fmt in self._kitchen.formats.values()]
        return {
            "product": PRODUCT,
            "board": {"id": board.id, "simulated": board.simulated, "keys": keys},
            "formats": formats,
            "teams": dict(self._kitchen.teams),
            "languages": ["ru", "en"],
        }

    def _order(self) -> tuple[str, ...]:
        """Return the teams of the plan at the table, as they play."""
        stages = self._play.game.stages
        return tuple(dict.fromkeys(team for stage in stages for team in stage.teams))

    def _format(self) -> Mapping[str, object]:
        game = self._play.game
        rules = game.rules if game.turn is None else game.turn.rules
        if rules is None:
            return {}
        return {"id": rules.format, "name": dict(rules.name), "settings": dict(rules.settings)}

    def _turn(self, turn: Turn | None) -> Mapping[str, object] | None:
        if turn is None:
            return None
        now_ns = self._clock.now_ns()
        worth = judged(turn, now_ns)
        shown = seconds if worth.unit == "ns" else half
        return {
            "id": turn.id, "number": turn.number, "tour": turn.tour, "in_tour": turn.in_tour,
            "question": question_at(self._play.game, turn.stage, turn.number),
            "status": turn.status, "phase": phase_of(turn).id, "word": dict(word(turn)),
            "began_ns": None if turn.began_ns is None else str(turn.began_ns),
            "settled": self._intake.pending_ns() is None, "replays": turn.replays,
            "rebooted": turn.rebooted,
            "team": turn.team, "stage": turn.stage, "circle": turn.circle,
            "kind": turn.rules.score.kind, "marks": dict(turn.marks), "outcome": worth.outcome,
            "score": None if worth.score is None else shown(worth.score),
            "unit": "s" if worth.unit == "ns" else "points",
            "actors": {
                key: None if value is None else shown(value) for key, value in worth.actors.items()
            },
            "only": list(turn.actors) if turn.replays is not None else [],
            "claim": _claim(turn),
            **_prices(turn, now_ns),
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

    def sources(self) -> list[Mapping[str, object]]:
        """Return what the keys come from, and which back-end it is."""
        kinds = {one.name: one.kind for one in self._devices.board.sources}
        return [
            {
                "name": name, "kind": kinds[name], "why": "",
                "alive": self._intake.sources[name].alive,
                "stamped": source.stamped, "u_ns": source.u_ns,
                "hold_back_ns": source.hold_back_ns,
            }
            for name, source in self._devices.sources.items()
        ]  # fmt: skip

    def _alarms(self) -> list[Mapping[str, object]]:
        alarms = list(self._play.alarms)
        self._spans = {alarm.id: self._span(alarm) for alarm in alarms}
        return [
            {
                "id": alarm.id, "kind": alarm.kind,
                "args": {**alarm.args, **self._spans[alarm.id]},
                "since_ns": str(alarm.since_ns), "lasting": alarm.lasting,
            }
            for alarm in alarms
        ]  # fmt: skip

    def _span(self, alarm: Alarm) -> Mapping[str, object]:
        """Say an alarm's instants as times in the turn; they stay as they were first said."""
        if alarm.id not in self._spans:
            return span_in_turn(alarm.args, self._play.game.turn)
        return self._spans[alarm.id]


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


def _next(game: Game) -> Mapping[str, object] | None:
    slot = coming(game)
    if slot is None or not slot.stage:
        return None
    names = dict(slot.rules.name)
    return {"team": slot.team, "stage": slot.stage, "circle": slot.circle, "name": names}


def _claim(turn: Turn) -> Mapping[str, object] | None:
    if turn.claim is None:
        return None
    press = next((one for one in inputs_of(turn) if one.i == turn.claim.i), None)
    return {
        "key": getattr(press, "key", ""), "elapsed_ns": turn.claim.elapsed_ns,
        "mark": turn.claim.mark, "held": turn.claim.held,
    }  # fmt: skip


def _prices(turn: Turn, now_ns: int) -> Mapping[str, object]:
    """Return what a guess is worth now, and when that changes if nothing more comes."""
    steps = prices(turn, now_ns)
    return {
        "price_now": half(steps[0][1]) if steps else None,
        "prices": [{"at_ns": str(at_ns), "score": half(worth)} for at_ns, worth in steps[1:]],
    }


def _id(key: tuple[int, int, int, int]) -> str:
    return ".".join(str(part) for part in key)


def _fired(fired: Fired) -> Mapping[str, object]:
    return {
        "id": _id(fired.key), "cue": fired.cue, "sound": fired.sound,
        "due_ns": str(fired.due_ns), "at_ns": str(fired.at_ns),
        "late_ns": fired.at_ns - fired.due_ns,
    }  # fmt: skip
