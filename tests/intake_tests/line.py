"""A contact, and a short way to feed it: what the tests of contacts share."""

from firmware_host.intake.contact_words import GPIO, ContactEvent, Down
from firmware_host.intake.contacts import Contact
from hardware.edges import Edge

US = 1_000
MS = 1_000_000
S = 1_000_000_000
T = 5 * S
"""First edge of most tests."""


class Line:
    """A contact that was begun open, and a short way to feed it."""

    def __init__(self, contact: Contact | None = None) -> None:
        self.contact = contact or Contact("17", GPIO)
        self.events: list[ContactEvent] = self.contact.begin(T - 10 * MS, False)
        self.n = 0

    def edges(self, *edges: tuple[int, bool], skip: int = 0, merged_ns: int = 0) -> "Line":
        for at, hint in edges:
            self.n += 1 + skip
            edge = Edge("gpio", "17", at, hint, self.n, self.n, 50 * US)
            self.events += self.contact.edge(edge, merged_ns)
        return self

    def levels(self, *levels: tuple[int, bool]) -> "Line":
        for at, closed in levels:
            self.events += self.contact.level(at, closed)
        return self

    def presses(self) -> list[Down]:
        return [event for event in self.events if isinstance(event, Down)]


def pressed() -> Line:
    """A line down since T, proven closed at T + 12 ms."""
    return Line().edges((T, True)).levels((T + 3 * MS, True), (T + 12 * MS, True))
