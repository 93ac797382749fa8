"""The schema of a format file (ENGINE.md, section 2, and DECISIONS): the whole grammar.

Every table of the TOML is a class here. What spans several tables is in `check.py`.
"""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from firmware_host.formats import fields as f
from firmware_host.formats.blame import Strict, refuse


def _as_key(value: object) -> object:
    """A key's meaning may be written as its mark alone."""
    return {"mark": value} if isinstance(value, str) else value


class SettingText(Strict):
    """A setting: its default, why it is one, how people read it, what it may be."""

    value: object
    of: f.Line
    ru: f.Line
    en: f.Line
    choices: Annotated[list[f.Value], Field(min_length=1)] | None = None
    confirm: bool = False


class SignalText(Strict):
    """A cue at fixed places of a phase. "{left}" in a cue is the whole seconds left there."""

    cue: f.Cue
    sound: f.Id | None = None
    at: f.Length | None = None
    left: f.Length | None = None
    every: f.Every | None = None
    both: bool = False
    last: bool = False
    lasting: bool = False
    useful_left: f.Length | None = None
    length: f.Length | None = None
    only: f.Conditions = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_place(self) -> "SignalText":
        if [self.at, self.left, self.every].count(None) != 2:
            raise refuse("say once when it sounds: at, left or every")
        if self.every is None and (self.both or self.last):
            raise refuse("both and last belong to every: leave them out")
        return self


class KeyText(Strict):
    """What a key means in a phase."""

    mark: f.Id
    then: str | None = None
    claim: bool = False
    after: f.Id | None = None
    held: f.Id | None = None
    locks: str | None = None
    renew: f.Switch = False
    within: f.Length | None = None
    who: f.Who | None = None
    cue: f.Id | None = None


class PhaseText(Strict):
    """One stretch of a turn."""

    id: f.Id
    word: f.Words | None = None
    caption: f.Words | None = None
    for_: Annotated[f.Length | None, Field(alias="for")] = None
    waits: f.Waits = "auto"
    until: f.Until = "before"
    then: str | None = None
    shows: f.Shows | None = None
    prepares: bool = False
    pausable: f.Switch = True
    starts: f.Starts = "schedule"
    only: f.Conditions = Field(default_factory=dict)
    signals: list[SignalText] = Field(default_factory=list)
    keys: dict[f.KeyWord, Annotated[KeyText, BeforeValidator(_as_key)]] = Field(
        default_factory=dict
    )


class MarksText(Strict):
    """Points by marks."""

    kind: Literal["marks"]
    points: dict[f.Id, f.Points]
    open_word: f.OpenWord = "nothing"
    floor: f.Floor = "none"


class PriceText(Strict):
    """Points by the time left on the wall."""

    kind: Literal["price"]
    from_: Annotated[f.Id, Field(alias="from")]
    total: f.Length
    table: object
    reading: f.Reading
    points: dict[f.Id, f.Points] = Field(default_factory=dict)
    floor: f.Floor = "none"
    bans: f.Count = 0


class SolvedText(Strict):
    """How a solving mark is written down: at most these phases' time, plus something."""

    cap: list[f.Id] = Field(default_factory=list)
    plus: f.Length = "0s"


class TimeText(Strict):
    """Time is the score: less is better."""

    kind: Literal["time"]
    from_: Annotated[f.Id, Field(alias="from")]
    solved: dict[f.Id, SolvedText]
    cap: f.Switch = False
    fail: f.Length
    adds: dict[f.Id, f.Length] = Field(default_factory=dict)
    cap_penalised: f.Switch = False
    penalise_failed: f.Switch = True
    resolution: f.Length


class AnswersText(Strict):
    """Verdicts come by ruling."""

    kind: Literal["answers"]
    from_: Annotated[f.Id, Field(alias="from")]


ScoreText = Annotated[MarksText | PriceText | TimeText | AnswersText, Field(discriminator="kind")]


class FormatText(f.Versioned):
    """A whole format. `extra` is the format of a turn that decides a tie, `series` how many
    questions of it are asked before they are compared for the first time."""

    source: f.Line
    name: f.Words
    players: f.Players
    rehearsal: bool = False
    extra: f.Id = ""
    series: Annotated[int, Field(ge=1, le=100)] = 1
    repeat: dict[str, f.Length] = Field(default_factory=dict)
    settings: dict[f.Name, SettingText] = Field(default_factory=dict)
    phase: Annotated[list[PhaseText], Field(min_length=1)]
    score: ScoreText


class PresetText(f.Versioned):
    """Another format's name, source and settings; no phases of its own."""

    like: f.Id
    source: f.Line
    name: f.Words
    rehearsal: bool = False
    set: dict[str, Any] = Field(default_factory=dict)
