"""The door: who asks to be admitted gets a number, and the host's START or the console answers it.

START answers by its stamps alone. Pressed between turns while a number stands, it is a key whose
only hold is 2 s (KEYS.md, "Grammar"): held so long it admits, at its release. Under 0.7 s it is
what it always is, from its release on; between the two it is refused. So a hold that was meant for
the door never starts a minute, and nobody in the network can take START away from the host.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict
from typing import cast

from firmware_host.admission.asking import Admission
from firmware_host.admission.guests import ROLES, Role, good_name
from firmware_host.admission.store import GuestStore
from firmware_host.control.protocol import Reply, Request
from firmware_host.engine.table import HOLD_NS
from firmware_host.engine.turns import may_choose
from firmware_host.intake.fingers import Finger, Step
from firmware_host.loop.play import Play
from firmware_host.loop.writing import refused

KEY = "start"
SAY_AFTER_NS = 500_000_000
DIGIT_NS = 900_000_000
AGAIN_NS = 8_000_000_000
_HASH = re.compile(r"[0-9a-f]{64}")
Answer = Callable[[Reply], None]


class Door:
    """Loop thread only."""

    def __init__(
        self,
        play: Play,
        admission: Admission,
        store: GuestStore,
        *,
        seen: Collection[str],
        clips: Collection[str],
        wall: Callable[[], str],
    ) -> None:
        """
        Args:
            seen: Names of the displays that somebody stands before.
            clips: Sounds that can be heard in this room; empty where no loudspeaker is.
            wall: Wall time, for people.
        """
        self._play = play
        self._admission = admission
        self._store = store
        self._seen = frozenset(seen)
        self._speaks = all(f"count-{digit}" in clips for digit in range(10))
        self._wall = wall
        self._to_say: list[tuple[int, str]] = []

    def view(self) -> Mapping[str, object]:
        """Return the snapshot's part `admission`, which no page shows as it is."""
        asking = self._admission.asking
        return {
            "guests": [one.model_dump() for one in self._admission.guests],
            "asking": None
            if asking is None
            else {
                **{name: value for name, value in asdict(asking).items() if name != "from_ns"},
                "until_ns": str(asking.until_ns),
            },
            "ended": [list(one) for one in self._admission.ended],
        }

    # What is asked over the socket

    def ask(self, request: Request, answer: Answer, now_ns: int) -> None:
        """A guest asks. Its number is told when the order has come so far.

        Raises:
            ValueError: The name, role or hash is none.
        """
        name, role = good_name(str(request.args.get("name"))), str(request.args.get("role"))
        hash_ = str(request.args.get("hash"))
        if role not in ROLES:
            raise ValueError(f"role is one of {', '.join(ROLES)}, not {role[:40]!r}")
        if not _HASH.fullmatch(hash_):
            raise ValueError("hash is a SHA-256 in 64 hex digits")

        def put() -> None:
            asking = self._admission.asking
            if asking is None or asking.hash != hash_:  # else a double click: the same number
                if not self._between():
                    answer(refused(request, "running"))
                    return
                if reason := self._admission.refusal(hash_, now_ns):
                    answer(refused(request, reason))
                    return
                self._open(name, cast(Role, role), hash_, now_ns)
            answer(Reply(id=request.id, n=self._play.last_n))

        self._play.intake.push(now_ns, put)

    def admit(self, request: Request, answer: Answer, now_ns: int) -> None:
        """The console answers the number that stands: yes, or no with `refuse`."""
        number = request.args.get("number")

        def put() -> None:
            asking = self._admission.asking
            if asking is None:
                answer(refused(request, "nobody-asks"))
            elif asking.number.split()[1] != str(number):
                answer(refused(request, "wrong-number"))
            elif request.args.get("refuse") is True:
                self._send_away("refused", now_ns, request.actor)
                answer(Reply(id=request.id, n=self._play.last_n))
            else:
                said = {"name": asking.name, "role": asking.role}
                done = Reply(id=request.id, n=self._play.last_n, result=said)
                self._admit(now_ns, request.actor, lambda: answer(done))

        self._play.intake.push(now_ns, put)

    def revoke(self, request: Request, answer: Answer, now_ns: int) -> None:
        """Take an admission back; answered when the card has it."""
        guest = self._admission.revoke(str(request.args.get("name")))
        if guest is None:
            answer(refused(request, "no-such-guest"))
            return
        self._record("revoked", guest.name, guest.role, now_ns, request.actor)
        reply = Reply(id=request.id, n=self._play.last_n)
        self._store.put(self._admission.guests, lambda: answer(reply))

    # The key

    def takes(self, finger: Finger) -> bool:
        """Return whether a key that was pressed is the door's. The game stands at its stamp."""
        asking = self._admission.asking
        told = asking is not None and asking.told and asking.open_at(finger.at_ns)
        return told and finger.key == KEY and self._between()

    def waits(self, key: str) -> bool:
        """Return whether a key that has just been held for 2 s would admit somebody."""
        return key == KEY and self._admission.asking is not None and self._between()

    def decided(self, finger: Finger, step: Step | None, at_ns: int) -> bool:
        """Act on a key that the door has taken; False: it was the game's short press."""
        if step is not Step.LONG and at_ns - finger.at_ns < HOLD_NS:
            return False
        self._play.outputs.host_word = ""
        asking = self._admission.asking
        open_ = asking is not None and asking.open_at(at_ns) and self._between()
        if step is Step.LONG and open_:
            self._admit(at_ns, KEY)
        self._play.hear("accepted" if step is Step.LONG and open_ else "refused")
        return True

    # Time

    def tick(self, now_ns: int, settled_ns: Callable[[int], int]) -> int | None:
        """Say what is due, and end what has ended; return when to come again, None: when asked.

        Args:
            settled_ns: Says up to which instant no press is still to come.
        """
        asking = self._admission.asking
        if asking is None:
            return None
        if not self._between():
            self._send_away("turn", now_ns)
        elif now_ns >= asking.until_ns and settled_ns(now_ns) >= asking.until_ns:
            self._send_away("expired", now_ns)
        while self._to_say and self._to_say[0][0] <= now_ns:
            at_ns, sound = self._to_say.pop(0)
            self._play.outputs.sound.play(sound)
            self._to_say.append((at_ns + AGAIN_NS, sound))
        wakes = [at_ns for at_ns, _ in self._to_say[:1]]
        return min([*wakes, asking.until_ns] if now_ns < asking.until_ns else wakes, default=None)

    def _between(self) -> bool:
        """Return whether no turn runs, and no guess waits for START and NEXT."""
        turn = self._play.game.turn
        return may_choose(self._play.game) and (turn is None or turn.claim is None)

    def _open(self, name: str, role: Role, hash_: str, now_ns: int) -> None:
        displays = self._play.outputs.displays
        shown = any(one.alive and one.display.name in self._seen for one in displays)
        said = not shown and self._speaks and self._play.outputs.sound.alive
        asking = self._admission.ask(name, role, hash_, now_ns, told=shown or said)
        self._play.outputs.number = asking.number
        if said:
            self._to_say = [
                (now_ns + SAY_AFTER_NS + place * DIGIT_NS, f"count-{digit}")
                for place, digit in enumerate(asking.number.split()[1])
            ]
        self._record("asked", asking.name, role, now_ns)

    def _admit(self, at_ns: int, by: str, then: Callable[[], None] = lambda: None) -> None:
        guest = self._admission.admit(self._wall())
        self._store.put(self._admission.guests, then)
        self._shut()
        self._record("admitted", guest.name, guest.role, at_ns, by)

    def _send_away(self, why: str, at_ns: int, by: str = "") -> None:
        asking = self._admission.refuse(why)
        self._shut()
        self._record(why, asking.name, asking.role, at_ns, by)

    def _shut(self) -> None:
        self._to_say.clear()
        self._play.outputs.number = ""

    def _record(self, what: str, name: str, role: str, at_ns: int, by: str = "") -> None:
        """Keep who asked and who answered; of the token nothing, not even its hash."""
        data: dict[str, object] = {"what": what, "name": name, "role": role}
        self._play.journal.append("guest", {**data, "by": by} if by else data, at_ns)
        self._play.changed = True
