"""The forecast of a stage with an hour (002 l.2, 2-h): is the circle finished in it, and stay
attempts equal? Turns are reckoned at their longest: preparation, play and reserve."""

from dataclasses import dataclass, replace

from firmware_host.engine.order import next_turn, stage_at
from firmware_host.engine.ordered import Slot
from firmware_host.engine.rules import Rules
from firmware_host.engine.state import Game
from firmware_host.engine.turn import Turn, elapsed_ns, phase_of
from firmware_host.evening.book import Book
from firmware_host.evening.clock_book import HOUR, clocks
from firmware_host.evening.event import EventStage
from firmware_host.evening.forecast import CHANGEOVER_NS, Length, equal, forecast


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """What is left of the present circle, with all that its stage owes.

    Attributes:
        turns: After the one at the table.
        worst_ns: How long the turn at the table and those take at the longest.
        fits: Whether that is within the hour; None while the hour is asked after a reboot.
        equal: Whether all teams have had as many attempts then.
    """

    stage: str
    circle: int
    turns: int
    worst_ns: int
    fits: bool | None
    equal: bool


def length_of(rules: Rules, changeover_ns: int = CHANGEOVER_NS, overlap: bool = False) -> Length:
    """Return how long a turn takes at the longest; a phase without an end counts as nothing."""
    prep_ns = sum(phase.for_ns or 0 for phase in rules.phases if phase.prepares)
    play_ns = sum(phase.for_ns or 0 for phase in rules.phases if not phase.prepares)
    return Length(
        prep_ns=prep_ns, worst_ns=play_ns, planned_ns=play_ns, changeover_ns=changeover_ns,
        overlap=overlap,
    )  # fmt: skip


def rest_of_circle(game: Game, book: Book, at_ns: int) -> Rest | None:
    """Return the forecast of the present stage, or None where it has no hour."""
    stage = book.event.stage(stage_at(game))
    if stage is None or not stage.hour_ns:
        return None
    turn, slots = game.turn, _slots(game, stage.id)
    circle = turn.circle if turn is not None else slots[0].circle if slots else 0
    slots = [slot for slot in slots if slot.circle <= circle]
    worst_ns = 0 if turn is None else _left_ns(turn, at_ns)
    for nth, slot in enumerate(slots):
        begun = turn is not None or nth > 0
        length = length_of(slot.rules, stage.changeover_ns, stage.overlap)
        worst_ns += forecast(length, 1, begun=begun).worst_ns
    played = dict.fromkeys((t for s in game.stages if s.id == stage.id for t in s.teams), 0)
    played |= book.played.get(stage.id, {})
    here = [turn.team] if turn is not None and turn.status != "done" else []
    for team in [*here, *(slot.team for slot in slots)]:
        played[team] = played.get(team, 0) + 1
    return Rest(
        stage=stage.id, circle=circle, turns=len(slots), worst_ns=worst_ns,
        fits=_fits(book, stage, worst_ns, at_ns), equal=equal(played),
    )  # fmt: skip


def _fits(book: Book, stage: EventStage, worst_ns: int, at_ns: int) -> bool | None:
    hour = clocks(book).get(HOUR)
    if hour is None or stage.id not in book.begun:
        return worst_ns <= stage.hour_ns
    return None if hour.mode == "asked" else worst_ns <= hour.shows_ns(at_ns)


def _slots(game: Game, stage_id: str) -> list[Slot]:
    """Return the turns of a stage that follow the one at the table, debts among them."""
    found: list[Slot] = []
    turn = game.turn
    number = game.number if turn is None else turn.number + (0 if turn.aside else 1)
    game = replace(game, turn=None)
    while True:
        game, coming = next_turn(game, number)
        if coming is None or coming.slot.stage != stage_id:
            return found
        found.append(coming.slot)
        number = coming.number + (0 if coming.aside else 1)


def _left_ns(turn: Turn, at_ns: int) -> int:
    """Return how long a turn still takes at the longest."""
    if turn.status in ("done", "closed", "annulled"):
        return 0
    if turn.status == "ready":
        return sum(phase.for_ns or 0 for phase in turn.rules.phases)
    now_ns = max(0, (phase_of(turn).for_ns or 0) - elapsed_ns(turn, at_ns))
    return now_ns + sum(phase.for_ns or 0 for phase in turn.rules.phases[turn.phase + 1 :])
