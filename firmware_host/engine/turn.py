"""One turn: a sequence of phases on a net clock, and how time passes through it.

The clock of a phase is one number. While it runs, `origin_ns` is the instant at which
nothing of the phase had elapsed; while it stands, `stood_ns` is what has elapsed. So a pause
is exact, and nothing accumulates: every signal and end is `origin_ns` plus a constant.

Two marks at the same instant are ordered by class: signals and exclusive ends 0, inputs 1,
inclusive ends 2 (REALTIME c.2).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware_host.engine.guess import Claim
from firmware_host.engine.rules import END, Phase, Rules, Signal
from firmware_host.engine.words import Became, Crossed, Fact, Input, PhaseBegan, Ruled

SignalId = tuple[int, int]
"""Phase index, signal index."""

BEFORE_INPUTS, INPUTS, AFTER_INPUTS = 0, 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The state of one turn. Frozen: every function here returns a new one.

    Attributes:
        rules: What it is played by, frozen when it opened.
        aside: It stands beside the running order and uses up no number of it; `debt`: of `Slot`.
        onward: The number that comes after it in the running order.
        replays: The turn that it replays, or None; `actors` the tables that play; empty: all.
        phase: Index of the present phase.
        run: Number of the clock's present run; a resume, a shift or a return begins the next.
        origin_ns, stood_ns: The clock, see above.
        sched_ns: When the present phase was to begin by the schedule.
        next_signal: First signal of the phase that time has not passed.
        passed: The signals whose instant is over in this course, and when each was due.
        heard: When each signal was given (or, missed, should have been). What the hall lived
            through; no ruling takes it back.
        again: Of those, the ones that a ruling moved so far that they sound again.
        ended_ns: When it was done.
        closing: How it was left, at `left_ns`: "" while at the table, "closed" or "annulled".
        shifts: What rulings moved: phase index -> nanoseconds added to its beginning.
        marks: How often each mark counts.
        rebooted: The machine was restarted while it stood or ran: its instants are of another
            clock until the host resumes it.
        claim: The guess that waits for the host; `noted` one that counts from a later phase;
            `solved` the one that was confirmed, `confirmed_ns` when.
        last: Key -> first edge of its last press that was no `repeat`; carried from turn to turn.
        quiet_ns: First edge of the last accepted press of host or judge.
        course, rulings: What was put in; for the re-fold when a ruling changes the turn.
        opening: The turn as it opened, where the re-fold begins.
    """

    id: int
    number: int
    tour: int
    in_tour: int
    rules: Rules
    stage: str = ""
    circle: int = 0
    team: str = ""
    onward: int = 0
    replays: int | None = None
    aside: bool = False
    debt: int = 0
    actors: tuple[str, ...] = ()
    status: str = "ready"
    phase: int = 0
    run: int = 0
    origin_ns: int = 0
    stood_ns: int = 0
    sched_ns: int = 0
    began_ns: int | None = None
    next_signal: int = 0
    passed: Mapping[SignalId, int] = field(default_factory=dict)
    heard: Mapping[SignalId, int] = field(default_factory=dict)
    again: frozenset[SignalId] = frozenset()
    ended_ns: int | None = None
    closing: str = ""
    opened_ns: int = 0
    left_ns: int | None = None
    shifts: Mapping[int, int] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)
    rebooted: bool = False
    claim: Claim | None = None
    noted: Claim | None = None
    solved: Claim | None = None
    confirmed_ns: int | None = None
    last: Mapping[str, int] = field(default_factory=dict)
    quiet_ns: int | None = None
    course: "Course | None" = None
    rulings: tuple[Ruled, ...] = ()
    opening: "Turn | None" = None


Course = tuple["Course | None", Input]
"""The inputs of a turn, the latest first: a chain, so that one more costs the same as the first."""


def inputs_of(turn: Turn) -> list[Input]:
    """Return the inputs of a turn in the order in which they were taken."""
    found: list[Input] = []
    link = turn.course
    while link is not None:
        found.append(link[1])
        link = link[0]
    return found[::-1]


def names_of(turn: Turn) -> list[int]:
    """Return the numbers of a turn's inputs and rulings: what a ruling may target."""
    return [given.i for given in inputs_of(turn)] + [ruling.i for ruling in turn.rulings]


def phase_of(turn: Turn) -> Phase:
    """Return the present phase."""
    return turn.rules.phases[turn.phase]


def elapsed_ns(turn: Turn, at_ns: int) -> int:
    """Return the net time of the present phase at an instant."""
    return at_ns - turn.origin_ns if turn.status == "running" else turn.stood_ns


def end_ns(turn: Turn) -> int | None:
    """Return the scheduled end of the running phase, or None."""
    length_ns = phase_of(turn).for_ns
    return None if length_ns is None or turn.status != "running" else turn.origin_ns + length_ns


def _next_mark(turn: Turn) -> tuple[int, int, Signal | None] | None:
    """Return the next thing that time brings: (instant, class, signal or None for the end)."""
    if turn.status != "running":
        return None
    phase = phase_of(turn)
    end = end_ns(turn)
    mark = None if end is None else (end, AFTER_INPUTS if phase.including else BEFORE_INPUTS, None)
    if turn.next_signal < len(phase.signals):
        signal = phase.signals[turn.next_signal]
        due_ns = turn.origin_ns + signal.offset_ns
        if mark is None or due_ns <= mark[0]:
            return (due_ns, BEFORE_INPUTS, signal)
    return mark


def next_deadline_ns(turn: Turn) -> int | None:
    """Return the instant of the next signal or end, or None while the clock stands."""
    mark = _next_mark(turn)
    return None if mark is None else mark[0]


def enter(turn: Turn, index: int, at_ns: int, overdue_ns: int | None) -> Turn:
    """Begin a phase at an instant of the schedule.

    A phase that starts at its signal starts when that signal was given: at the schedule, or,
    where it was owed, at the return or ruling `overdue_ns` (RULES A.7).
    """
    phase = turn.rules.phases[index]
    origin_ns = at_ns
    if phase.starts_at_signal:
        given_ns = turn.heard.get((index, 0))
        if given_ns is None and overdue_ns is not None:
            given_ns = overdue_ns
        origin_ns = max(at_ns, given_ns or at_ns)
    origin_ns += turn.shifts.get(index, 0)
    waits = phase.waits_host and turn.status != "ready"
    return replace(
        turn,
        status="waiting" if waits else "running",
        phase=index,
        origin_ns=origin_ns,
        stood_ns=0,
        sched_ns=at_ns,
        began_ns=at_ns if turn.began_ns is None else turn.began_ns,
        next_signal=0,
    )


def leave(
    turn: Turn, at_ns: int, overdue_ns: int | None = None, to: int | None = None
) -> tuple[Turn, list[Fact]]:
    """End the present phase at an instant: the next one begins, or the turn is done.

    Args:
        overdue_ns: The return or ruling at which an owed signal would be given.
        to: A key's arrow; None: the phase's own.
    """
    target = phase_of(turn).then if to is None else to
    if target == END:
        done = replace(turn, status="done", stood_ns=elapsed_ns(turn, at_ns), ended_ns=at_ns)
        return done, [Became(turn=turn.id, status="done", at_ns=at_ns)]
    if turn.noted is not None and turn.solved is None:
        return _solved_by_note(turn, turn.noted, target, at_ns)
    begun = enter(turn, target, at_ns, overdue_ns)
    began = PhaseBegan(turn=turn.id, phase=phase_of(begun).id, at_ns=begun.origin_ns, run=begun.run)
    if begun.status == "waiting":
        return begun, [began, Became(turn=turn.id, status="waiting", at_ns=at_ns)]
    return begun, [began]


def _solved_by_note(turn: Turn, noted: Claim, phase: int, at_ns: int) -> tuple[Turn, list[Fact]]:
    """What was noted counts from the first instant of its own phase (1-j)."""
    solved = replace(noted, phase=phase, elapsed_ns=0)
    done = replace(turn, status="done", claim=None, solved=solved, ended_ns=at_ns, stood_ns=0)
    return done, [Became(turn=turn.id, status="done", at_ns=at_ns)]


Passed = tuple[SignalId, int]
"""A signal that time has passed, and the instant at which it was due."""


def pass_time(
    turn: Turn, at_ns: int, before: int = INPUTS, overdue_ns: int | None = None
) -> tuple[Turn, list[Passed | Fact]]:
    """Take every mark of the turn before (at_ns, before), in order, giving no signal.

    Returns the turn then; and in order what was passed: signals, and the facts of new phases.
    """
    brought: list[Passed | Fact] = []
    while (mark := _next_mark(turn)) is not None and mark[:2] < (at_ns, before):
        due_ns, _, signal = mark
        if signal is None:
            turn, facts = leave(turn, due_ns, overdue_ns)
            brought.extend(facts)
        else:
            if turn.next_signal == 0 and phase_of(turn).starts_at_signal:
                due_ns = min(due_ns, turn.sched_ns)
            brought.append(((turn.phase, turn.next_signal), due_ns))
            passed = {**turn.passed, (turn.phase, turn.next_signal): due_ns}
            turn = replace(turn, next_signal=turn.next_signal + 1, passed=passed)
    return turn, brought


def advance(turn: Turn, at_ns: int, before: int = INPUTS) -> tuple[Turn, list[Fact]]:
    """Let time pass in ordinary running: each signal is given at its instant, once."""
    turn, brought = pass_time(turn, at_ns, before)
    if not brought:
        return turn, []
    facts: list[Fact] = []
    heard, again = dict(turn.heard), set(turn.again)
    for item in brought:
        if not isinstance(item, tuple):
            facts.append(item)
        elif item[0] not in heard or item[0] in again:
            heard[item[0]] = item[1]
            again.discard(item[0])
            facts.append(crossed(turn, *item))
    return replace(turn, heard=heard, again=frozenset(again)), facts


def crossed(
    turn: Turn,
    signal_id: SignalId,
    due_ns: int,
    owed_ns: int | None = None,
    missed: bool = False,
) -> Crossed:
    """Return the fact that a signal's instant has passed."""
    phase, index = signal_id
    signal = turn.rules.phases[phase].signals[index]
    return Crossed(
        turn=turn.id, run=turn.run, phase=phase, index=index, cue=signal.cue,
        sound=signal.sound, length_ns=signal.length_ns, due_ns=due_ns, owed_ns=owed_ns,
        missed=missed,
    )  # fmt: skip


def begin(turn: Turn, at_ns: int) -> tuple[Turn, list[Fact]]:
    """Start the turn, or the part that waits for the host, at an instant."""
    index = turn.phase
    begun = enter(replace(turn, status="ready"), index, at_ns, None)
    facts: list[Fact] = [Became(turn=turn.id, status="running", at_ns=at_ns)]
    if turn.status == "ready":
        facts.append(PhaseBegan(turn=turn.id, phase=phase_of(begun).id, at_ns=at_ns, run=begun.run))
    return begun, facts


def pause(turn: Turn, at_ns: int) -> tuple[Turn, list[Fact]]:
    """Stop the clock exactly at an instant."""
    stood = replace(turn, status="paused", stood_ns=at_ns - turn.origin_ns)
    return stood, [Became(turn=turn.id, status="paused", at_ns=at_ns)]


def resume(turn: Turn, at_ns: int) -> tuple[Turn, list[Fact]]:
    """Let the clock go on from where it stands."""
    going = replace(
        turn, status="running", origin_ns=at_ns - turn.stood_ns, run=turn.run + 1, rebooted=False
    )
    return going, [Became(turn=turn.id, status="running", at_ns=at_ns)]
