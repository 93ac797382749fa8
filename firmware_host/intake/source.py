"""What is known of one source of keys, and what is noticed of a key that is no input."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.engine.table import LONG, LONG_NS
from firmware_host.intake.contact_words import ContactEvent
from firmware_host.intake.contacts import Contact
from firmware_host.intake.fingers import Finger, stuck_after_ns
from firmware_host.intake.merges import Merges

CAP_NS = 50_000_000
"""Nothing but a key held for 0.7 s holds the order up longer than this beyond the hold-back."""
DEAF_NS = 1_000_000_000
"""A source that answers no ask for this long is taken for read."""
AGAIN_NS = 5_000_000
"""A source that could not prove itself drained is asked again after this."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something about a key that is no input: "glitch", "hold-reached", "stuck", "lost" …"""

    what: str
    key: str
    at_ns: int
    event: ContactEvent | None = None


@dataclass(slots=True)
class Source:
    """What is known of one source of keys."""

    name: str
    hold_back_ns: int
    contacts: dict[str, Contact]
    keys: Mapping[str, str]
    merges: Merges
    begun: bool = False
    alive: bool = True
    why: str = ""
    """Why it is lost, for people."""
    drained_ns: int = 0
    lag_ns: int = 0
    """What its levels prove ends so long before they were read."""
    unproven_ns: int = -AGAIN_NS
    asked_ns: int | None = None
    read_ns: int = -DEAF_NS
    fingers: dict[str, Finger] = field(default_factory=dict)
    wants: tuple[bool, int | None] | None = None
    """When its contacts next want a level, for (armed); None: reports have come since."""

    def wants_level_at(self, armed: bool) -> int | None:
        """Return when a contact of its wants a level; reckoned once after each report."""
        if self.wants is None or self.wants[0] is not armed:
            at_ns = [contact.wants_level_at(armed) for contact in self.contacts.values()]
            self.wants = armed, min(at_ns, default=None)
        return self.wants[1]

    def too_long(self, since_ns: int, now_ns: int) -> bool:
        """Whether its levels have been read for so long since that nothing more will be proven.

        Counted in what was read: a loop that slept has asked for nothing meanwhile.
        """
        seen_ns = max(self.read_ns, now_ns - DEAF_NS)
        return seen_ns - since_ns > self.hold_back_ns + CAP_NS

    def frontier_ns(self, now_ns: int) -> int:
        """Return up to where everything of this source has been posted."""
        return max(self.drained_ns, now_ns - self.hold_back_ns)


def let_go(finger: Finger, at_ns: int) -> list[Noticed]:
    """A key of which something was said is open again, or gone."""
    said = finger.warned or finger.stuck
    return [Noticed("let-go", finger.key, at_ns)] if said else []


def hold_notices(finger: Finger, at_ns: int) -> list[Noticed]:
    held_ns = at_ns - finger.at_ns
    notices = []
    if finger.waits == LONG and held_ns >= LONG_NS and not finger.warned:
        finger.warned = True
        notices.append(Noticed("hold-reached", finger.key, at_ns))
    if held_ns >= stuck_after_ns(finger.key) and not finger.stuck:
        finger.stuck = True
        notices.append(Noticed("stuck", finger.key, at_ns))
    return notices
