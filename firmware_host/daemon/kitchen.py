"""What the desk asks for: formats with their settings, and the simulated board's keys."""

import contextlib
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from firmware_host.config import Config, Plan, PlanStage
from firmware_host.daemon.devices import Devices
from firmware_host.daemon.pack import Pack
from firmware_host.engine.ordered import Ordered, Slot
from firmware_host.engine.rules import Rules
from firmware_host.engine.words import Chosen
from firmware_host.errors import Fault, FileFaults
from firmware_host.evening.event import Event, EventStage, event_data
from firmware_host.formats import (
    Format,
    builtin,
    known_settings,
    load_folder,
    load_text,
    parse_ns,
    resolve,
)
from firmware_host.formats.settings import plain
from firmware_host.journal.record import Record
from firmware_host.loop.desk import Choice
from firmware_host.replay import stages_of
from hardware.clock import Clock
from hardware.simulated.buttons import SimulatedButtons

SEED_BITS = 48
"""A seed that a person can read out, and that every client reads exactly."""


class Texts:
    """The formats that a journal holds as full text; makes rules of a recipe for the replay."""

    def __init__(self) -> None:
        self._texts: dict[str, Format] = {}

    def note(self, record: Record) -> None:
        """Remember a `format` record; one that cannot be read is passed over."""
        text = str(record.data.get("text"))
        with contextlib.suppress(FileFaults):
            self._texts[hashlib.sha256(text.encode()).hexdigest()] = load_text(text, "journal")

    def make_rules(self, recipe: Mapping[str, object]) -> Rules:
        """Return the rules that were played by.

        Raises:
            LookupError: Neither the journal nor this Minuta has the format's text.
        """
        sha = str(recipe["sha"])
        fmt = self._texts.get(sha) or next((f for f in builtin().values() if f.sha == sha), None)
        if fmt is None:
            raise LookupError(f"the text of the format {recipe['format']!r} is not there")
        settings = cast(Mapping[str, object], recipe["set"])
        clips_ns = cast(Mapping[str, int], recipe["clips_ns"])
        return resolve(fmt, settings, clips_ns, lenient=True, known=known_settings())


class HostKitchen:
    """The daemon's side of `firmware_host.loop.desk.Kitchen`. Loop thread."""

    def __init__(
        self,
        config: Config,
        devices: Devices,
        pack: Pack,
        clock: Clock,
        seed: Callable[[], int],
    ) -> None:
        self._config = config
        self._seed = seed
        self._devices = devices
        self._pack = pack
        self._clock = clock
        self.sound_kind = config.sound.kind
        self.teams: Mapping[str, str] = {} if config.plan is None else config.plan.teams
        self.formats: Mapping[str, Format] = builtin()
        if config.format.folder is not None:
            self.formats = load_folder(config.format.folder, self.formats)

    def choice(
        self, format_id: str, settings: Mapping[str, object], number: int | None, at_ns: int
    ) -> Choice:
        """Return the choice of a format.

        Raises:
            FileFaults: There is no such format, or a setting does not fit.
        """
        row = self._row(format_id, settings)
        recipe = {**row, "clips_ns": self._clips_ns([row])}
        chosen = Chosen(
            i=0, at_ns=at_ns, rules=self._rules(row), recipe=recipe, number=number,
            tours=self._config.format.tours,
        )  # fmt: skip
        return Choice(chosen, self._texts([row]), self.formats[format_id].rehearsal)

    def plan_choice(self, plan: Plan, settings: Mapping[str, object], at_ns: int) -> Choice:
        """Return the choice of a whole plan.

        Raises:
            FileFaults: It names a format that is not there, or a setting does not fit.
        """
        stages: list[dict[str, object]] = []
        rows: list[dict[str, object]] = []
        for stage in plan.stages:
            formats = [self._row(one, {**settings, **stage.set}) for one in stage.turns]
            rows.extend(formats)
            stages.append(
                {
                    "id": stage.id, "circles": stage.circles, "formats": formats,
                    "teams": [] if self.in_hall(stage) else list(stage.order),
                    "gate": stage.keep is not None, "rotating": stage.order_by == "rotating",
                }
            )  # fmt: skip
        recipe = {
            **rows[0], "stages": stages, "clips_ns": self._clips_ns(rows),
            "event": event_data(self.event_of(plan)),
        }  # fmt: skip
        chosen = Chosen(
            i=0, at_ns=at_ns, rules=self._rules(rows[0]), recipe=recipe, tours=plan.tours,
            number=plan.begin if plan.begin > 1 else None, stages=stages_of(recipe, self._rules),
        )  # fmt: skip
        return Choice(chosen, self._texts(rows), False)

    def in_hall(self, stage: PlanStage) -> bool:
        """Return whether all play a stage at once: then none of its turns is one team's."""
        return all(self.formats[one].tables.players == "hall" for one in stage.turns)

    def _fail_ns(self, stage: PlanStage) -> int:
        """Return what a failed turn of a stage is written as, where times are; else 0."""
        args = self._rules(self._row(stage.turns[0], stage.set)).score.args
        return cast(int, args.get("fail_ns", 0))

    def _at_tables(self, stage: PlanStage) -> bool:
        phases = [phase for one in stage.turns for phase in self.formats[one].tables.phase]
        return any("table" in phase.keys for phase in phases)

    def event_of(self, plan: Plan) -> Event:
        """Return what the books of an evening need to know of its plan."""
        return Event(
            teams=plan.teams,
            stages=tuple(
                EventStage(
                    id=one.id, keep=one.keep, slots=one.slots, hall=self.in_hall(one),
                    tables=self._at_tables(one), fail_ns=self._fail_ns(one),
                    teams=() if self.in_hall(one) else tuple(one.order),
                    secret=one.secret, order=one.order_by, hour_ns=one.hour_ns,
                    changeover_ns=one.changeover_ns, overlap=one.overlap,
                    extra=self.formats[one.formats[0]].tables.extra,
                    answers=self._answers(one),
                    turns=one.circles * len(one.turns)
                    * (1 if self.in_hall(one) else max(1, len(one.order))),
                )
                for one in plan.stages
            ),
            advance_by=plan.advance_by, tiebreak=plan.tiebreak, tours=plan.tours,
            tiebreak_all=plan.tiebreak_all,
            players=plan.players,
            categories=plan.categories, decks=plan.decks, series=self._series(plan),
            prizes=plan.prizes, rating=plan.rating, deposit=plan.deposit, first_day=plan.first_day,
            appeals_ns=plan.appeals_ns, programme=plan.programme, titles=plan.titles,
        )  # fmt: skip

    def _answers(self, stage: PlanStage) -> bool:
        """Return whether the turns of a stage are questions that all teams answer."""
        return all(self.formats[one].tables.score.kind == "answers" for one in stage.turns)

    def _series(self, plan: Plan) -> int:
        """Return the first block of a series: the plan's, or what the first question's format has
        from its document."""
        stages = [one for one in plan.stages if self._answers(one)]
        if plan.series is not None or not stages:
            return plan.series or 1
        return self.formats[stages[0].formats[0]].tables.series

    def between(
        self, format_id: str, stage_id: str, at_ns: int, actors: tuple[str, ...] = ()
    ) -> tuple[Ordered, Mapping[str, tuple[str, str]]]:
        """Return the order of one turn between, of a format and for these tables (or all), and the
        texts for the journal.

        Raises:
            FileFaults: There is no such format.
        """
        plan = self._config.plan
        stages = () if plan is None else plan.stages
        settings = next((one.set for one in stages if one.id == stage_id), {})
        row = self._row(format_id, settings)
        recipe = {
            **row, "stage": stage_id, "actors": list(actors), "clips_ns": self._clips_ns([row])
        }  # fmt: skip
        slot = Slot(rules=self._rules(row), stage=stage_id, actors=actors)
        order = Ordered(i=0, at_ns=at_ns, what="insert", slot=slot, recipe=recipe)
        return order, self._texts([row])

    def seed(self) -> int:
        """Return a seed for a draw; it will stand in the entry."""
        return self._seed()

    def _row(self, format_id: str, settings: Mapping[str, object]) -> dict[str, object]:
        fmt = self.formats.get(format_id)
        if fmt is None:
            remedy = f"write one of {', '.join(self.formats)}"
            raise FileFaults("choice", [Fault("format", format_id[:80], remedy)])
        chosen = {name: plain(value) for name, value in settings.items()}
        return {"format": fmt.id, "sha": fmt.sha, "set": chosen}

    def _rules(self, row: Mapping[str, object]) -> Rules:
        known = known_settings(self.formats.values())
        settings = cast(Mapping[str, object], row["set"])
        fmt = self.formats[str(row["format"])]
        return resolve(fmt, settings, self._pack.lengths_ns, lenient=True, known=known)

    def _clips_ns(self, rows: Sequence[Mapping[str, object]]) -> dict[str, int]:
        """Return the lengths of the clips that may sound: frozen with the choice."""
        sounds = {
            signal.sound
            for row in rows
            for phase in self._rules(row).phases
            for signal in phase.signals
        }
        return {
            name: length_ns
            for name, length_ns in self._pack.lengths_ns.items()
            if name in sounds or name.startswith("count-")
        }

    def _texts(self, rows: Sequence[Mapping[str, object]]) -> dict[str, tuple[str, str]]:
        found = {str(row["sha"]): self.formats[str(row["format"])] for row in rows}
        return {sha: (fmt.id, fmt.text.decode()) for sha, fmt in found.items()}

    def press(self, key: str, closed: bool) -> bool:
        """Press or release a key of the simulated board; False: there is no such key to click."""
        for source in self._devices.sources.values():
            if not isinstance(source, SimulatedButtons):
                continue
            for line, word in self._devices.keys_of(source.name).items():
                if word == key:
                    (source.press if closed else source.release)(line)
                    return True
        return False

    @property
    def keys(self) -> frozenset[str]:
        """Return the keys of the board."""
        return frozenset(key.key for key in self._devices.board.keys)

    def duration_ns(self, text: str) -> int:
        """Read a duration such as "5s"; ValueError with a sentence where it is none."""
        return parse_ns(text)
