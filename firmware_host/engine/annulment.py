"""What is annulled: a turn, or the part of one table in it. Which rulings hold.

An `annul` with {"actor": key of a table} annuls that table's part of a slot in which many play
at once; without, the turn (RULES A.7, 000; DESIGN: replays are per actor).
"""

from firmware_host.engine.turn import Turn
from firmware_host.engine.words import Ruled, role_of

ACTORS = frozenset({"table"})
"""Roles of which each key is somebody's own: several play in one turn."""


def in_force(rulings: tuple[Ruled, ...]) -> tuple[Ruled, ...]:
    """Return the rulings that hold, in order: an undo in force kills its target."""
    undone: set[int] = set()
    holding: list[Ruled] = []
    for ruling in reversed(rulings):
        if ruling.i in undone:
            continue
        if ruling.what == "undo" and ruling.target is not None:
            undone.add(ruling.target)
        holding.append(ruling)
    return tuple(reversed(holding))


def annuls_turn(ruling: Ruled) -> bool:
    """Return whether a ruling annuls a turn as a whole."""
    return ruling.what == "annul" and "actor" not in ruling.args


def turn_annulled(turn: Turn) -> bool:
    """Return whether a ruling that holds annuls the turn as a whole."""
    return any(annuls_turn(ruling) for ruling in in_force(turn.rulings))


def replay_due(turn: Turn) -> bool:
    """Return whether the turn was left by an annulment that holds: its number is replayed."""
    return any(annuls_turn(r) and r.at_ns == turn.left_ns for r in in_force(turn.rulings))


def annulled_actors(turn: Turn) -> tuple[str, ...]:
    """Return the tables whose part of the turn is annulled, in the order of the rulings."""
    return tuple(
        str(ruling.args["actor"])
        for ruling in in_force(turn.rulings)
        if ruling.what == "annul" and not annuls_turn(ruling)
    )


def annul_refusal(turn: Turn, ruling: Ruled) -> str | None:
    """Return why an annulment cannot be taken on this turn, or None."""
    if annuls_turn(ruling):
        return "over" if turn.status == "annulled" else None
    actor = str(ruling.args["actor"])
    role = role_of(actor)
    if role not in ACTORS or not any(role in phase.keys for phase in turn.rules.phases):
        return "wrong-phase"
    if turn.status == "annulled" or actor in annulled_actors(turn):
        return "over"
    if turn.began_ns is None:
        return "not-started"
    return "not-your-turn" if is_stranger(turn, actor) else None


def is_stranger(turn: Turn, key: str) -> bool:
    """Return whether a key is of a table that does not play in this turn."""
    return bool(turn.actors) and role_of(key) in ACTORS and key not in turn.actors
