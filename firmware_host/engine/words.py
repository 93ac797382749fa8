"""What goes into the engine and what comes out: inputs in the past tense, facts as nouns.

Instants are of the monotonic clock, nanoseconds. `i` numbers the inputs of an evening from 1;
a fact names the input it judges by that number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.engine.ordered import Ordered, Stage
from firmware_host.engine.rules import Rules


def role_of(key: str) -> str:
    """Return the role of a key: "seat2" is a "seat", "start" is "start"."""
    return key.rstrip("0123456789")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A key was pressed, short or as a whole.

    Attributes:
        i: Number of the input.
        key: The board's word: "start", "seat2", "table11".
        at_ns: Where it stands in the order: the first edge, or the release where the key is
            decided at its release (KEYS.md).
        from_ns: Its first edge: the instant it speaks of.
        u_ns: One-sided doubt of `from_ns`.
        source: Who stamped it.
        marks: What intake noticed: "merged", "level-only", "short", "unsampled", "lost".
        late: It came after its source's bound; not judged, only admissible.
    """

    i: int
    key: str
    at_ns: int
    from_ns: int
    u_ns: int = 0
    source: str = ""
    marks: tuple[str, ...] = ()
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A key was held: `step` "hold" (0.7 s) or "long" (2 s, done at the release).

    `at_ns` is the instant that counts: the first edge for a hold, except an early start
    (START, when 0.7 s are reached); the release for a long hold.
    """

    i: int
    key: str
    step: str
    at_ns: int
    from_ns: int
    source: str = ""
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """Somebody at the desk decided something: a word of KEYS.md's list of rulings.

    Attributes:
        target: Number of the input it speaks of, or None.
        args: By ruling: {"for_ns": 5000000000}, {"as": "late-card"}, {"turn": 3}.
    """

    i: int
    what: str
    at_ns: int
    by: str
    why: str
    target: int | None = None
    args: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restarted:
    """The daemon came back.

    Attributes:
        alive_ns: The last instant at which it is known to have run.
        at_ns: Now. After a reboot the clock is another one: then `alive_ns` is of the old
            clock and `at_ns` of the new.
        reboot: Another boot, or a clock that cannot be trusted to be the same.
    """

    i: int
    alive_ns: int
    at_ns: int
    reboot: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A format was chosen for the turns to come. Only between turns.

    Attributes:
        rules: The format with its settings put in.
        recipe: What the rules were made of, for the journal: {"format", "set", "clips_ns"}.
        number: Number of the first question or turn; None: go on counting.
        tours: Questions a tour, such as (20, 20); empty: no tours.
        stages: The plan of an evening: its turns are played in this order; empty: the same
            format again and again.
    """

    i: int
    at_ns: int
    rules: Rules
    stages: tuple[Stage, ...] = ()
    recipe: Mapping[str, object] = field(default_factory=dict)
    number: int | None = None
    tours: tuple[int, ...] = ()


Input = Pressed | Held | Ruled | Restarted | Chosen | Ordered


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A press or a hold was accepted (`reason` None) or refused, and why.

    `elapsed_ns` is its net time in the phase, pauses left out; `margin_ns` how far it stands
    from the end of the phase it was judged by (negative: too late); `marginal`: the doubt of
    the stamp reaches over a boundary.
    """

    i: int
    key: str
    turn: int
    at_ns: int
    from_ns: int
    verb: str
    reason: str | None
    phase: str = ""
    elapsed_ns: int | None = None
    margin_ns: int | None = None
    marginal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejudged:
    """A ruling changed the verdict on an earlier input: `was` and `now` are reasons.

    `key` is the one as which it counts now: a ruling may have given it to another table.
    """

    i: int
    key: str
    turn: int
    at_ns: int
    was: str | None
    now: str | None
    because: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOpened:
    """A turn stands ready: its number, and everything it will be judged by.

    One `aside` of the running order has the number that will come after it.
    `replays` is the turn that it replays; `actors` the tables that play in it, empty: all.
    """

    turn: int
    at_ns: int
    number: int
    tour: int
    in_tour: int
    format: str
    sha: str
    settings: Mapping[str, object]
    stage: str = ""
    circle: int = 0
    team: str = ""
    replays: int | None = None
    aside: bool = False
    actors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan:
    """A phase of the turn began, at the instant on the schedule."""

    turn: int
    phase: str
    at_ns: int
    run: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Became:
    """The turn has another status, from this instant."""

    turn: int
    status: str
    at_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossed:
    """A signal's instant has passed in the settled course. `phase` is its index.

    `owed` is the instant of the return or ruling at which an overdue signal is given
    instead, else None; `missed`: it will not be given at all.
    """

    turn: int
    run: int
    phase: int
    index: int
    cue: str
    sound: str
    length_ns: int
    due_ns: int
    owed_ns: int | None = None
    missed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The turn's outcome and score as they stand; the latest one counts.

    Attributes:
        score: None while open or annulled, or where answers decide.
        unit: Of the score: "half" points, or "ns" where time is the score.
        actors: Key of a table -> its half-points, where many played at once; None: annulled.
        others: Team -> what rulings book to it beside its own turns: hints, violations.
        violations: Team -> how many count, where they add to a time or end an attempt.
    """

    turn: int
    at_ns: int
    outcome: str | None
    score: int | None
    marks: Mapping[str, int]
    unit: str = "half"
    actors: Mapping[str, int | None] = field(default_factory=dict)
    others: Mapping[str, int] = field(default_factory=dict)
    violations: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingTaken:
    """A ruling is in force (`reason` None) or was refused, and why."""

    i: int
    turn: int
    at_ns: int
    what: str
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """The host announced a break or the results of a tour (NEXT held in DONE)."""

    turn: int
    at_ns: int
    tour: int


Fact = (
    Verdict
    | Rejudged
    | TurnOpened
    | PhaseBegan
    | Became
    | Crossed
    | Judged
    | RulingTaken
    | Announced
)
