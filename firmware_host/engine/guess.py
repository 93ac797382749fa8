"""A guess that somebody reported."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A guess that was reported: where its stamp stands in the course.

    Attributes:
        i: The press.
        mark, held: What it means when it is confirmed by NEXT, and by NEXT held.
        from_ns: The instant it speaks of.
        phase, elapsed_ns: Its place on the net clock.
        early: Held, it is only noted: what it claims counts from a later phase (1-j).
    """

    i: int
    mark: str
    held: str
    from_ns: int
    phase: int
    elapsed_ns: int
    early: bool = False
