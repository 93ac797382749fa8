"""A format with its settings put in: what one turn is played by. Frozen when the turn opens.

`firmware_host.formats` reads TOML and makes these; nothing here parses or has a default.
"""

from collections.abc import Mapping
from dataclasses import dataclass

END = -1
"""As the target of an arrow: the turn is over."""
STAY = -2
"""As the target of a key: the phase goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """A cue at a fixed offset of a phase.

    Attributes:
        cue: What it tells the hall, a word of the cue list.
        sound: The clip that says it; the cue's own unless the format names another.
        offset_ns: From the beginning of the phase, 0 up to its length.
        length_ns: How long the clip sounds, frozen when the turn opened.
        lasting: Its message stays true ("the time is over"): an owed one sounds on return,
            however late (RULES A.7).
        useful_left_ns: An owed one still sounds while at least this much of the phase is
            left; None: never late.
    """

    cue: str
    sound: str
    offset_ns: int
    length_ns: int
    lasting: bool = False
    useful_left_ns: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRule:
    """What a key means in a phase: it sets a mark, and may move on.

    Attributes:
        mark: What it reports.
        then: Where the turn goes: a phase, END or STAY.
        claim: It only claims; the host confirms or rejects.
        within_ns: It means `mark` this long from the beginning of the phase (inclusive), then
            `after`; None: all the time.
        held: What the claim means when the host confirms it with NEXT held 2 s; "": the same.
    """

    mark: str
    then: int = STAY
    claim: bool = False
    within_ns: int | None = None
    after: str = ""
    held: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One stretch of a turn.

    Attributes:
        id: The format's word, used in the log and JSON.
        word: What the host reads, by language: {"ru": "МИНУТА", "en": "MINUTE"}.
        for_ns: Its length; None: until a key ends it.
        waits_host: Its clock waits for START.
        including: A press stamped exactly at its end belongs to it.
        then: Index of the next phase, or END.
        shows: "down" (m:ss), "count" (bare seconds), "up", "zero" or "below-zero".
        prepares: Its clock runs before the play: no marks, no pause, no annulling.
        pausable: Host's STOP, held, stops its clock.
        starts_at_signal: Its clock starts when its first signal was given: by the schedule,
            or at the return when the signal was owed (RULES A.7, document 003).
        signals: In order of `offset_ns`.
        keys: Key role -> meaning.
    """

    id: str
    word: Mapping[str, str]
    for_ns: int | None
    waits_host: bool
    including: bool
    then: int
    shows: str
    prepares: bool = False
    pausable: bool
    starts_at_signal: bool
    signals: tuple[Signal, ...]
    keys: Mapping[str, KeyRule]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How a turn is valued: `kind` names a function of `outcome.py`, `args` are its numbers.

    kind "answers": verdicts come by ruling, card stamps are evidence.
    kind "marks": args["points"] maps a mark to half-points.
    """

    kind: str
    args: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All that a turn is played by.

    Attributes:
        format: The format's id.
        sha: SHA-256 of the format's text, hex.
        name: By language.
        settings: Every setting in force, as written ("60s", "before", True, 3), for the log.
        phases: In order; phase 0 is the first. At least one.
        score: How it is valued.
        hall: All play at once: in DONE the host's START goes on to the next turn.
        repeat_ns: Key role -> how soon a second press is a `repeat`; "" is for all others.
    """

    format: str
    sha: str
    name: Mapping[str, str]
    settings: Mapping[str, object]
    phases: tuple[Phase, ...]
    score: Score
    repeat_ns: Mapping[str, int]
    hall: bool = True

    @property
    def claims(self) -> bool:
        """Whether a guess ends the turn: some key claims."""
        return any(key.claim for phase in self.phases for key in phase.keys.values())
