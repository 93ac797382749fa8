"""The running order: which turn comes next. Stages in order; in each, circle after circle; in
each, every format with every team. Beside it stands what is owed: turns put off (RULES A.7).
"""

from dataclasses import dataclass, replace

from firmware_host.engine.ordered import Ordered, Slot
from firmware_host.engine.state import Game


@dataclass(frozen=True, slots=True)
class Next:
    """What comes next: a slot of the order, or one `aside` of it, which uses up no number."""

    slot: Slot
    number: int
    aside: bool = False


def slot_of(game: Game, number: int) -> Slot | None:
    """Return what a number of the running order is; None: the plan is over."""
    if not game.stages:
        return None if game.rules is None else Slot(rules=game.rules)
    left = number - 1
    for stage in game.stages:
        if left >= stage.turns:
            left -= stage.turns
            continue
        teams = max(1, len(stage.teams))
        circle, rest = divmod(left, len(stage.formats) * teams)
        rules, place = divmod(rest, teams)
        return Slot(
            rules=stage.formats[rules], stage=stage.id, circle=circle + 1,
            team=stage.team_at(circle, place),
            actors=stage.tables[rules % len(stage.tables)] if stage.tables else (),
        )  # fmt: skip
    return None


def _begun(game: Game, stage_id: str) -> str | None:
    """Return "over" when a stage's first turn has begun, "moot" where no team has a turn in it."""
    stage = next((one for one in game.stages if one.id == stage_id and one.teams), None)
    if stage is None:
        return "moot"
    first = first_of_next(game, stage_id) - stage.turns
    ready = game.turn is None or game.turn.status == "ready"
    number = game.number if game.turn is None else game.turn.number
    return "over" if number > first or (number == first and not ready) else None


def first_of_next(game: Game, stage_id: str) -> int:
    """Return the number of the first turn after a stage."""
    number = 1
    for stage in game.stages:
        number += stage.turns
        if stage.id == stage_id:
            break
    return number


def next_turn(game: Game, number: int) -> tuple[Game, Next | None]:
    """Return what comes at a number; None where the plan is over or waits for the desk.

    A team that is away owes its turn. What a stage owes is played after its last circle; while
    somebody owes and is away, and at a gate, the stage closes only by the desk's word.
    """
    while True:
        slot = slot_of(game, number)
        ended = _ended(game, number, slot)
        if ended:
            game, owed = _owed(game, ended)
            if owed is not None:
                return game, Next(owed, number, aside=True)
            if waits(game, ended):
                return replace(game, number=number), None
        if slot is None or slot.team not in game.away:
            game = replace(game, number=number)
            return game, None if slot is None else Next(slot, number)
        game = put_off(game, slot)
        number += 1


def coming(game: Game) -> Slot | None:
    """Return what comes after the turn at the table, as things stand now."""
    turn = game.turn
    number = game.number if turn is None else turn.number + (0 if turn.aside else 1)
    _, found = next_turn(game, number)
    return None if found is None else found.slot


def _ended(game: Game, number: int, slot: Slot | None) -> str:
    """Return the stage that is over before a number and not yet closed; "": none is."""
    before = slot_of(game, number - 1) if number > 1 and game.stages else None
    if before is None or (slot is not None and slot.stage == before.stage):
        return ""
    return "" if before.stage in game.shut else before.stage


def waits(game: Game, stage_id: str) -> bool:
    """Return whether a stage that has been played waits for the desk to close it."""
    gate = any(stage.gate for stage in game.stages if stage.id == stage_id)
    return gate or any(owed.stage == stage_id for owed in game.owed)


def _owed(game: Game, stage_id: str) -> tuple[Game, Slot | None]:
    """Take the first turn that a stage owes to a team that is there."""
    for nth, owed in enumerate(game.owed):
        if owed.stage == stage_id and owed.team not in game.away:
            return replace(game, owed=(*game.owed[:nth], *game.owed[nth + 1 :])), owed
    return game, None


def put_off(game: Game, slot: Slot) -> Game:
    """Let a team owe a turn. Where nobody in particular plays, nothing is owed."""
    if not slot.team:
        return game
    debt = game.debts + 1
    return replace(game, owed=(*game.owed, replace(slot, debt=debt)), debts=debt)


def take_owed(game: Game, team: str) -> tuple[Game, Slot | None]:
    """Take the first turn that a team owes."""
    for nth, owed in enumerate(game.owed):
        if owed.team == team:
            return replace(game, owed=(*game.owed[:nth], *game.owed[nth + 1 :])), owed
    return game, None


def shut(game: Game, stage_id: str) -> Game:
    """Close a stage by the desk's word: what it owes is no longer owed."""
    left = tuple(owed for owed in game.owed if owed.stage != stage_id)
    return replace(game, owed=left, shut=game.shut | {stage_id})


def stage_at(game: Game) -> str:
    """Return the stage that is played, or waits to be closed; "": there is no plan."""
    if game.turn is not None and game.turn.stage:
        return game.turn.stage
    slot = slot_of(game, game.number - 1 if game.number > 1 else 1) if game.stages else None
    return "" if slot is None else slot.stage


def place_in_tour(tours: tuple[int, ...], number: int) -> tuple[int, int]:
    """Return (tour, question in the tour) of a question number, both from 1; without tours
    (0, number); past the last tour the questions go on in it."""
    before = 0
    for tour, count in enumerate(tours, start=1):
        if number <= before + count or tour == len(tours):
            return tour, number - before
        before += count
    return 0, number


def order_refusal(game: Game, given: Ordered) -> str | None:
    """Return why the order cannot be changed so now, or None: between turns only.

    Who is away may be said at any time; the turn at the table goes on.
    """
    if given.what == "order":
        return _begun(game, given.stage)
    between = game.turn is None or game.turn.status in ("ready", "done")
    if given.what in ("away", "back"):
        known = {team for stage in game.stages for team in stage.teams}
        return None if given.team in known else "unknown-team"
    if not between:
        return "running"
    if given.what == "plan":
        return None if game.left is not None else "moot"
    if given.what == "owed":
        return None if any(owed.team == given.team for owed in game.owed) else "moot"
    if given.what == "close-stage":
        return None if stage_at(game) and stage_at(game) not in game.shut else "moot"
    return None
