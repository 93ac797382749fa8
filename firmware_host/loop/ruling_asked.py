"""Rulings as clients ask for them, and what is answered."""

from typing import Protocol

from firmware_host.control.protocol import Reply, Request
from firmware_host.engine.preview import Preview
from firmware_host.engine.words import Fact, Ruled, RulingTaken
from firmware_host.loop.previews import shown
from firmware_host.loop.writing import MAX_TEXT, refused

NEED_TARGET = frozenset(
    {"mark", "cancel-press", "void", "admit", "undo", "guess-was-at", "confirm-as", "move"}
)
NEED_TIME = frozenset({"late-start", "give-back"})
RULINGS = NEED_TARGET | NEED_TIME | {"annul", "hint", "violation"}
_KEPT = {"as": str, "turn": int, "team": str, "by": int, "at_ns": int, "to": str, "actor": str}
KEYS = frozenset({"to", "actor"})
"""Arguments that name a key."""
MAX_SHIFT_NS = 3600 * 10**9


class Board(Protocol):
    """What a ruling may name."""

    @property
    def keys(self) -> frozenset[str]:
        """Return the keys of the board at the table."""

    def duration_ns(self, text: str) -> int:
        """Return a written duration in nanoseconds.

        Raises:
            ValueError: It is none.
        """


def ruling_asked(request: Request, board: Board, now_ns: int) -> Ruled:
    """Return the ruling that a request asks for, stamped with `now_ns`.

    Raises:
        ValueError: It says what nobody may say.
    """
    args = dict(request.args)
    what, target = args.pop("what", None), args.pop("target", None)
    why = args.pop("because", "")
    if what not in RULINGS:
        raise ValueError(f"what is one of {', '.join(sorted(RULINGS))}, not {what!r}")
    if what in NEED_TARGET and not isinstance(target, int):
        raise ValueError(f"{what} needs target, the number of a press or ruling")
    if not isinstance(why, str) or len(why) > MAX_TEXT:
        raise ValueError(f"because is a text of at most {MAX_TEXT} letters")
    kept: dict[str, object] = {}
    if what in NEED_TIME:
        for_ns = board.duration_ns(str(args.get("for", "")))
        if not 0 < for_ns <= MAX_SHIFT_NS:
            raise ValueError('for is a duration such as "5s", at most an hour')
        kept["for_ns"] = for_ns
    for name, kind in _KEPT.items():
        if isinstance(args.get(name), kind):
            kept[name] = args[name]
    for name in KEYS & kept.keys():
        if kept[name] not in board.keys:
            raise ValueError(f"{name} is a key of this board, not {kept[name]!r}")
    if request.action_id:
        kept["action_id"] = request.action_id  # so that it is known after a restart as well
    return Ruled(
        i=0, what=str(what), at_ns=now_ns, by=request.actor[:MAX_TEXT], why=why,
        target=target if isinstance(target, int) else None, args=kept,
    )  # fmt: skip


def previewed(request: Request, found: Preview, n: int) -> Reply:
    """Return what a ruling would change, or why it would be refused."""
    if found.taken.reason is not None:
        return refused(request, found.taken.reason)
    return Reply(id=request.id, n=n, result=shown(found))


def ruled(request: Request, i: int, facts: list[Fact], n: int) -> Reply:
    """Return the number of a ruling that was taken, or why it was refused."""
    taken = next(fact for fact in facts if isinstance(fact, RulingTaken))
    if taken.reason is not None:
        return refused(request, taken.reason)
    return Reply(id=request.id, n=n, result={"i": i, "turn": taken.turn})
