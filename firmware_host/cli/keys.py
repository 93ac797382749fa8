"""What `minuta formats` and `minuta check` say of keys: which a game needs, and which boards do."""

from collections.abc import Collection, Iterator, Mapping

from firmware_host.config import Board, Config, boards
from firmware_host.engine.words import role_of
from firmware_host.errors import Fault
from firmware_host.formats import Format
from firmware_host.formats.least import lacking, least_keys, stand_ins

_INSTEAD: Mapping[tuple[str, str], str] = {
    ("next", "start"): "START goes on",
    ("viol", "violation"): "the page books violations",
    ("seat", "evidence"): "cards are evidence only, no score is lost",
}


def roles_of(board: Board) -> frozenset[str]:
    """Return what the keys of a board are: "seat" for any number of seats."""
    return frozenset(role_of(key.key) for key in board.keys)


def boards_for(fmt: Format) -> tuple[str, ...]:
    """Return the shipped boards on which a format can be played, those with fewest keys first."""
    able = [board for board in boards().values() if not lacking(fmt.tables, roles_of(board))]
    return tuple(board.id for board in sorted(able, key=lambda board: len(board.keys)))


def least_said(fmt: Format) -> str:
    """Return the least keys: "START, STOP, NEXT"."""
    return ", ".join(" or ".join(_named(keys)) for keys in least_keys(fmt.tables))


def instead_said(fmt: Format, roles: Collection[str] = ()) -> str:
    """Return what is done without the keys that a board may lack, and does; may be empty."""
    return "; ".join(
        f"without {key.upper()}: {_INSTEAD.get((key, other), f'{other.upper()} does the same')}"
        for key, other in stand_ins(fmt.tables, roles).items()
    )


def playable_said(fmt: Format, board: Board) -> str:
    """Return whether a format can be played on a board, or what it lacks and which board has it."""
    missing = lacking(fmt.tables, roles_of(board))
    if missing:
        return f"cannot be played: {_remedy(fmt, missing)}"
    instead = instead_said(fmt, roles_of(board))
    return f"can be played; {instead}" if instead else "can be played"


def unplayable(config: Config, formats: Mapping[str, Format]) -> Iterator[Fault]:
    """Yield a fault for each format that the config or its plan wants and its board cannot play."""
    wanted = [("format.id", config.format.id)] if config.format.id else []
    if config.plan is not None:
        wanted += [
            (f"format.plan: stage {stage.id}", one)
            for stage in config.plan.stages
            for one in stage.formats
        ]
    for path, one in wanted:
        missing = lacking(formats[one].tables, roles_of(config.board))
        if missing:
            yield Fault(path, one, f"it cannot be played: {_remedy(formats[one], missing)}")


def _remedy(fmt: Format, missing: tuple[str, ...]) -> str:
    able = boards_for(fmt)
    have = f"take the board {' or '.join(able)}" if able else "no shipped board has all its keys"
    return f"this board lacks {', '.join(_named(missing))}; {have}"


def _named(keys: Collection[str]) -> Iterator[str]:
    return (key.upper() for key in keys)
