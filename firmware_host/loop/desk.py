"""The desk: what people ask of the game over the control socket, in the loop's order.

A ruling is stamped when the loop takes it and waits in the same order as the keys; its reply
comes when it has settled. The same `action_id` gets the same reply for the whole evening.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from firmware_host.control.protocol import Reply, Request
from firmware_host.engine.order import order_refusal
from firmware_host.engine.ordered import Ordered
from firmware_host.engine.preview import Preview
from firmware_host.engine.turns import may_choose
from firmware_host.engine.words import Chosen, Fact, Ruled, RulingTaken
from firmware_host.errors import FileFaults
from firmware_host.journal.record import MATCH, REHEARSAL
from firmware_host.loop.clerk import Clerk, Shelf
from firmware_host.loop.door import Door
from firmware_host.loop.play import Play
from firmware_host.loop.previews import shown
from firmware_host.loop.second_copy import SecondCopy
from firmware_host.loop.writing import MAX_TEXT, entry_asked, refused, written

Answer = Callable[[Reply], None]
NEED_TARGET = frozenset(
    {"mark", "cancel-press", "void", "admit", "undo", "guess-was-at", "confirm-as", "move"}
)
NEED_TIME = frozenset({"late-start", "give-back"})
RULINGS = NEED_TARGET | NEED_TIME | {"annul", "hint", "violation"}
_KEPT = {"as": str, "turn": int, "team": str, "by": int, "at_ns": int, "to": str, "actor": str}
KEYS = frozenset({"to", "actor"})
"""Arguments that name a key."""
PLAN = "plan"
"""What `choose` takes for the plan that was left."""
MAX_SHIFT_NS = 3600 * 10**9


@dataclass(frozen=True, slots=True)
class Choice:
    """What is put on the table.

    Attributes:
        texts: SHA-256 -> id and full text of each format, for the journal.
        rehearsal: It may be played in a rehearsal only.
    """

    chosen: Chosen
    texts: Mapping[str, tuple[str, str]]
    rehearsal: bool


class Kitchen(Shelf, Protocol):
    """What the desk cannot do itself; the daemon gives it."""

    def choice(
        self, format_id: str, settings: Mapping[str, object], number: int | None, at_ns: int
    ) -> Choice:
        """Return the choice of a format, with 0 as its input number.

        Raises:
            FileFaults: There is no such format, or a setting does not fit.
        """

    def press(self, key: str, closed: bool) -> bool:
        """Press or release a key of the simulated board; False: this board is real."""

    @property
    def keys(self) -> frozenset[str]:
        """Return the keys of the board at the table."""


class Desk:
    """Takes requests. Loop thread only."""

    def __init__(
        self,
        play: Play,
        kitchen: Kitchen,
        door: Door,
        status: Callable[[], dict[str, object]],
        copied: SecondCopy,
    ) -> None:
        self._copied = copied
        self._play = play
        self._door = door
        self._kitchen = kitchen
        self._clerk = Clerk(play, kitchen)
        self._status = status
        self._replies: dict[str, Reply] = {}
        self._waiting: dict[str, list[tuple[int, Answer]]] = {}

    @property
    def clerk(self) -> Clerk:
        """Who writes into the evening's books."""
        return self._clerk

    def remember(
        self, result: dict[str, object], n: int, action_id: str, reason: str | None
    ) -> None:
        """Know a ruling or entry of an earlier life of the daemon again by its action id."""
        reply = Reply(id=0, n=n, result=result)
        if reason is not None:
            reply = Reply(id=0, code="refused", field_name=reason, text=f"refused: {reason}")
        self._replies[action_id] = reply

    def take(self, request: Request, answer: Answer, now_ns: int) -> None:
        """Answer a request, now or when its ruling has settled."""
        if request.args.get("preview"):
            request = replace(request, action_id=None)  # it does nothing that could be done twice
        if request.action_id and self._known(request, answer):
            return
        remembering = self._remembering(request, answer)
        verb = _VERBS.get(request.verb)
        if verb is None:
            text = f"there is no verb {request.verb!r}; there are {', '.join(sorted(_VERBS))}"
            remembering(Reply(id=request.id, code="unknown-verb", field_name="verb", text=text))
            return
        try:
            verb(self, request, remembering, now_ns)
        except (ValueError, FileFaults) as error:
            remembering(Reply(id=request.id, code="bad-args", text=str(error)))

    def _known(self, request: Request, answer: Answer) -> bool:
        """Answer an action that was asked before; where it waits, both are answered then."""
        action_id = str(request.action_id)
        if action_id in self._replies:
            answer(_with_id(self._replies[action_id], request.id))
        elif action_id in self._waiting:
            self._waiting[action_id].append((request.id, answer))
        else:
            self._waiting[action_id] = []
            return False
        return True

    def _remembering(self, request: Request, answer: Answer) -> Answer:
        def remember(reply: Reply) -> None:
            answer(reply)
            if not request.action_id:
                return
            for request_id, other in self._waiting.pop(request.action_id, []):
                other(_with_id(reply, request_id))
            if reply.code not in ("bad-args", "stale"):
                self._replies[request.action_id] = reply

        return remember

    def _do_status(self, request: Request, answer: Answer, _now_ns: int) -> None:
        answer(Reply(id=request.id, n=self._play.last_n, result=self._status()))

    def _do_key(self, request: Request, answer: Answer, _now_ns: int) -> None:
        key, closed = request.args.get("key"), request.args.get("closed")
        if not isinstance(key, str) or not isinstance(closed, bool):
            raise ValueError('key takes {"key": "start", "closed": true}')
        if self._kitchen.press(key, closed):
            answer(Reply(id=request.id, n=self._play.last_n))
        else:
            text = "the board has this key: here only keys that it lacks can be pressed"
            answer(Reply(id=request.id, code="not-simulated", field_name="key", text=text))

    def _do_silence(self, request: Request, answer: Answer, now_ns: int) -> None:
        alarm = request.args.get("alarm")
        if not isinstance(alarm, int) or not self._play.alarms.seen(alarm, now_ns):
            raise ValueError(f"there is no alarm {alarm!r}")
        answer(Reply(id=request.id, n=self._play.last_n))

    def _do_copied(self, request: Request, answer: Answer, now_ns: int) -> None:
        n, why = request.args.get("n"), request.args.get("why", "")
        result = self._copied.told(n if isinstance(n, int) else None, str(why), now_ns)
        answer(Reply(id=request.id, n=self._play.last_n, result=result))

    def _do_choose(self, request: Request, answer: Answer, now_ns: int) -> None:
        args = request.args
        format_id, settings = args.get("format"), args.get("set", {})
        if format_id == PLAN:
            self._play.intake.push(now_ns, lambda: self._take_up(request, answer, now_ns))
            return
        mode, number = args.get("mode", MATCH), args.get("number")
        if not isinstance(format_id, str) or not isinstance(settings, Mapping):
            raise ValueError('choose takes {"format": "<id>", "set": {…}, "mode": "match"}')
        if mode not in (MATCH, REHEARSAL):
            raise ValueError(f"mode is {MATCH!r} or {REHEARSAL!r}, not {mode!r}")
        if number is not None and not (isinstance(number, int) and 0 < number < 1000):
            raise ValueError("number is a whole number from 1 to 999")
        if number is None and mode != self._play.journal.mode:
            number = 1  # a match does not go on counting where the rehearsal stopped
        choice = self._kitchen.choice(format_id, settings, number, now_ns)

        if choice.rehearsal and mode != REHEARSAL:
            answer(refused(request, "rehearsal-only"))
            return

        def put() -> None:
            if not may_choose(self._play.game):
                answer(refused(request, "running"))
                return
            if self._play.game.stages and args.get("even_so") is not True:
                answer(refused(request, "plan-goes-on"))
                return
            self._play.choose(choice.chosen, choice.texts, str(mode))
            answer(Reply(id=request.id, n=self._play.last_n))

        self._play.intake.push(now_ns, put)

    def _take_up(self, request: Request, answer: Answer, now_ns: int) -> None:
        """Go back to the plan that was left for a single format; it is always a match."""
        order = Ordered(i=0, at_ns=now_ns, what="plan")
        reason = order_refusal(self._play.game, order)
        if reason is not None:
            answer(refused(request, reason))
            return
        self._play.mode = self._play.journal.mode = MATCH
        self._play.reorder(order, {})
        self._clerk.catch_up(now_ns)  # who went away meanwhile is away
        answer(Reply(id=request.id, n=self._play.last_n))

    def _do_rule(self, request: Request, answer: Answer, now_ns: int) -> None:
        ruling = self._ruling(request, now_ns)

        def put() -> None:
            # Asked when the ruling is taken: two may have been waiting for the same instant.
            if request.if_n is not None and self._play.recent.last_ruling_n > request.if_n:
                text = "a ruling has been taken since; look again"
                answer(
                    Reply(
                        id=request.id, code="stale", field_name="if_n", text=text,
                        result=self._status(),
                    )
                )  # fmt: skip
                return
            if request.args.get("preview"):
                answer(_previewed(request, self._play.preview(ruling), self._play.last_n))
                return
            i, facts = self._play.rule(ruling)
            answer(_ruled(request, i, facts, self._play.last_n))

        self._play.intake.push(now_ns, put)

    def _do_ask(self, request: Request, answer: Answer, now_ns: int) -> None:
        self._door.ask(request, answer, now_ns)

    def _do_admit(self, request: Request, answer: Answer, now_ns: int) -> None:
        self._door.admit(request, answer, now_ns)

    def _do_revoke(self, request: Request, answer: Answer, now_ns: int) -> None:
        self._door.revoke(request, answer, now_ns)

    def _do_enter(self, request: Request, answer: Answer, now_ns: int) -> None:
        entry = entry_asked(request, now_ns)
        self._play.intake.push(now_ns, lambda: answer(written(request, entry, self._clerk)))

    def _ruling(self, request: Request, now_ns: int) -> Ruled:
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
            for_ns = self._kitchen.duration_ns(str(args.get("for", "")))
            if not 0 < for_ns <= MAX_SHIFT_NS:
                raise ValueError('for is a duration such as "5s", at most an hour')
            kept["for_ns"] = for_ns
        for name, kind in _KEPT.items():
            if isinstance(args.get(name), kind):
                kept[name] = args[name]
        for name in KEYS & kept.keys():
            if kept[name] not in self._kitchen.keys:
                raise ValueError(f"{name} is a key of this board, not {kept[name]!r}")
        if request.action_id:
            kept["action_id"] = request.action_id  # so that it is known after a restart as well
        return Ruled(
            i=0, what=str(what), at_ns=now_ns, by=request.actor[:MAX_TEXT], why=why,
            target=target if isinstance(target, int) else None, args=kept,
        )  # fmt: skip


_VERBS: Mapping[str, Callable[[Desk, Request, Answer, int], None]] = {
    "status": Desk._do_status,
    "key": Desk._do_key,
    "silence": Desk._do_silence,
    "copied": Desk._do_copied,
    "choose": Desk._do_choose,
    "rule": Desk._do_rule,
    "enter": Desk._do_enter,
    "ask": Desk._do_ask,
    "admit": Desk._do_admit,
    "revoke": Desk._do_revoke,
}


def _with_id(reply: Reply, request_id: int) -> Reply:
    return Reply(
        id=request_id, n=reply.n, result=reply.result, code=reply.code,
        field_name=reply.field_name, text=reply.text,
    )  # fmt: skip


def _previewed(request: Request, found: Preview, n: int) -> Reply:
    if found.taken.reason is not None:
        return refused(request, found.taken.reason)
    return Reply(id=request.id, n=n, result=shown(found))


def _ruled(request: Request, i: int, facts: list[Fact], n: int) -> Reply:
    taken = next(fact for fact in facts if isinstance(fact, RulingTaken))
    if taken.reason is not None:
        return refused(request, taken.reason)
    return Reply(id=request.id, n=n, result={"i": i, "turn": taken.turn})
