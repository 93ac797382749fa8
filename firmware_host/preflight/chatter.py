"""How a contact chatters: its raw edges as trains, a train for each closing or opening. Pure."""

from collections import deque

from firmware_host.intake.contact_words import GPIO

QUIET_NS = GPIO.release_quiet_ns
"""Silence that ends a train, as in the contact filter."""
MOST_TRAINS = 512


class Chatter:
    """The trains of one line. What is older than the newest 512 is forgotten."""

    def __init__(self) -> None:
        self._trains: deque[list[int]] = deque(maxlen=MOST_TRAINS)  # first, last, how many edges

    def add(self, at_ns: int) -> None:
        """Take the stamp of an edge; those of a line come in order."""
        if self._trains and at_ns - self._trains[-1][1] < QUIET_NS:
            self._trains[-1][1] = at_ns
            self._trains[-1][2] += 1
        else:
            self._trains.append([at_ns, at_ns, 1])

    def worst(self, since_ns: int) -> tuple[int, int]:
        """Return the most edges of a train, and the longest train, of those begun since."""
        trains = [one for one in self._trains if one[0] >= since_ns]
        return (
            max((count for _, _, count in trains), default=0),
            max((last - first for first, last, _ in trains), default=0),
        )

    def first(self, since_ns: int) -> int | None:
        """Return the first edge of the trains begun since."""
        return next((first for first, _, _ in self._trains if first >= since_ns), None)

    def edges(self, since_ns: int) -> int:
        """Return how many edges came in the trains begun since."""
        return sum(count for first, _, count in self._trains if first >= since_ns)
