"""Who asks to be admitted, and who was: the rules, by stamps. No clock, no I/O.

One asks at a time, for a minute; few a minute; nobody while a turn runs.
"""

import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.admission.guests import MOST, MOST_NAME, ROLES, Guest, Role

OPEN_NS = 60_000_000_000
"""How long a number stands."""
SPAN_NS = 60_000_000_000
MOST_ASKED = 3
"""So many may ask within `SPAN_NS`, whoever they are."""
KEPT = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A guest that asks.

    Attributes:
        number: What it and the box show: "J 417".
        from_ns, until_ns: The number may be answered after the one and before the other. A press
            at `from_ns` itself comes before the asking in the order of inputs.
        told: The box shows or says the number: without that no key answers it.
    """

    number: str
    name: str
    role: Role
    hash: str
    from_ns: int
    until_ns: int
    told: bool

    def open_at(self, at_ns: int) -> bool:
        """Return whether it may be answered at an instant."""
        return self.from_ns < at_ns < self.until_ns


class Admission:
    """The guests and the one that asks. Loop thread only."""

    def __init__(
        self, guests: tuple[Guest, ...], draw: Callable[[int], int] = secrets.randbelow
    ) -> None:
        self.guests = guests
        self.asking: Asking | None = None
        self.ended: deque[tuple[str, str]] = deque(maxlen=KEPT)
        """Hash, and why: "refused", "expired", "turn", "revoked"; the last few."""
        self._asked_ns: deque[int] = deque(maxlen=MOST_ASKED)
        self._draw = draw
        self._last = -1

    def refusal(self, hash_: str, at_ns: int) -> str | None:
        """Return why nobody may ask now, or None."""
        if self.asking is not None:
            return "asking"
        if len(self.guests) >= MOST and all(one.hash != hash_ for one in self.guests):
            return "full"
        often = len(self._asked_ns) == MOST_ASKED and at_ns - self._asked_ns[0] < SPAN_NS
        return "too-often" if often else None

    def ask(self, name: str, role: Role, hash_: str, at_ns: int, *, told: bool) -> Asking:
        """Let a guest ask; `refusal` has said that it may."""
        self._asked_ns.append(at_ns)
        drawn = self._draw(900) + 100
        self._last = drawn if drawn != self._last else 100 + (drawn - 99) % 900
        self.asking = Asking(
            number=f"{ROLES[role]} {self._last}", name=self._free(name, hash_), role=role,
            hash=hash_, from_ns=at_ns, until_ns=at_ns + OPEN_NS, told=told,
        )  # fmt: skip
        return self.asking

    def admit(self, since: str) -> Guest:
        """Admit the one that asks. One that was admitted before has its new name and role."""
        one = self._close()
        guest = Guest(name=one.name, role=one.role, hash=one.hash, since=since)
        others = tuple(other for other in self.guests if other.hash != one.hash)
        self.guests = (*others, guest)
        return guest

    def refuse(self, why: str) -> Asking:
        """Send the one that asks away."""
        one = self._close()
        self.ended.append((one.hash, why))
        return one

    def revoke(self, name: str) -> Guest | None:
        """Take an admission back; None: there is no such guest."""
        found = next((one for one in self.guests if one.name == name), None)
        if found is not None:
            self.guests = tuple(one for one in self.guests if one is not found)
            self.ended.append((found.hash, "revoked"))
        return found

    def _close(self) -> Asking:
        assert self.asking is not None
        one, self.asking = self.asking, None
        return one

    def _free(self, name: str, hash_: str) -> str:
        """Return the name, with a number behind it where another guest has it."""
        taken = {one.name for one in self.guests if one.hash != hash_}
        free, count = name, 1
        while free in taken:
            count += 1
            free = f"{name[: MOST_NAME - 3]} {count}"
        return free
