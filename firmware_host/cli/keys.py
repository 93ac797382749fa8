"""What `minuta formats` and `minuta check` say of keys: which a game needs, and which boards do.

`nth` is the language: Russian (0) or English (1).
"""

from collections.abc import Collection, Iterator, Mapping

from firmware_host.config import Board, Config, boards
from firmware_host.engine.words import role_of
from firmware_host.errors import Fault
from firmware_host.formats import Format
from firmware_host.formats.least import lacking, least_keys, stand_ins

_INSTEAD: Mapping[tuple[str, str], tuple[str, str]] = {
    ("next", "start"): ("дальше ведёт START", "START goes on"),
    ("viol", "violation"): ("нарушения записывают на странице", "the page books violations"),
    ("seat", "evidence"): (
        "карточки только для разбора, счёт цел", "cards are evidence only, no score is lost",
    ),
}  # fmt: skip
_SAME = "то же делает {other}", "{other} does the same"
_WITHOUT = "без {key}: {instead}", "without {key}: {instead}"
_CAN = "можно играть", "can be played"
_CANNOT = "играть нельзя", "cannot be played"
_LACKS = "на плате нет {keys}; {have}", "this board lacks {keys}; {have}"
_TAKE = "возьмите плату {boards}", "take the board {boards}"
_NONE = "ни на одной готовой плате нет всех кнопок", "no shipped board has all its keys"
_OR = " или ", " or "


def roles_of(board: Board) -> frozenset[str]:
    """Return what the keys of a board are: "seat" for any number of seats."""
    return frozenset(role_of(key.key) for key in board.keys)


def boards_for(fmt: Format) -> tuple[str, ...]:
    """Return the shipped boards on which a format can be played, those with fewest keys first."""
    able = [board for board in boards().values() if not lacking(fmt.tables, roles_of(board))]
    return tuple(board.id for board in sorted(able, key=lambda board: len(board.keys)))


def least_said(fmt: Format, nth: int = 1) -> str:
    """Return the least keys: "START, STOP, NEXT"."""
    return ", ".join(_OR[nth].join(_named(keys)) for keys in least_keys(fmt.tables))


def instead_said(fmt: Format, roles: Collection[str] = (), nth: int = 1) -> str:
    """Return what is done without the keys that a board may lack, and does; may be empty."""
    return "; ".join(
        _WITHOUT[nth].format(
            key=key.upper(),
            instead=_INSTEAD.get((key, other), _SAME)[nth].format(other=other.upper()),
        )
        for key, other in stand_ins(fmt.tables, roles).items()
    )


def playable_said(fmt: Format, board: Board, nth: int = 1) -> str:
    """Return whether a format can be played on a board, or what it lacks and which board has it."""
    missing = lacking(fmt.tables, roles_of(board))
    if missing:
        return f"{_CANNOT[nth]}: {_remedy(fmt, missing, nth)}"
    instead = instead_said(fmt, roles_of(board), nth)
    return f"{_CAN[nth]}; {instead}" if instead else _CAN[nth]


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


def _remedy(fmt: Format, missing: tuple[str, ...], nth: int = 1) -> str:
    able = boards_for(fmt)
    have = _TAKE[nth].format(boards=_OR[nth].join(able)) if able else _NONE[nth]
    return _LACKS[nth].format(keys=", ".join(_named(missing)), have=have)


def _named(keys: Collection[str]) -> Iterator[str]:
    return (key.upper() for key in keys)
