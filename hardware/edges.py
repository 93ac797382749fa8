"""What a source of keys can say: an edge, its levels, or that it is gone.

A stamp is the instant at which the contact is known to have changed. Its doubt is
one-sided: the contact lies in [at_ns - u_ns, at_ns].
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edge:
    """One raw change of one wire.

    Attributes:
        source: The source's name in the board, such as "gpio".
        line: The wire's name inside the source, such as "17".
        at_ns: When it happened, monotonic clock.
        closed_hint: What the driver believes the new level is. A hint: the kernel reads
            the level later than it stamps the edge, so it may be wrong on chatter.
        line_seq: Number of this edge on its line, from 1. A gap is a loss.
        seq: Number of this edge in the whole source, from 1. A gap without a gap in
            `line_seq` means that edges merged and this one carries the last one's stamp.
        u_ns: One-sided doubt of `at_ns`.
    """

    source: str
    line: str
    at_ns: int
    closed_hint: bool
    line_seq: int
    seq: int
    u_ns: int


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels of all wires of a source, read at one instant.

    The reader takes the time, reads the levels, then drains and posts all edges, and posts
    this last: so whoever reads it has had every edge up to `drained_ns`.

    Attributes:
        source: The source's name in the board.
        at_ns: When the levels were read.
        closed: The lines that were closed.
        drained_ns: All edges stamped up to here have been posted; None: not proven. Edges of
            muted lines are not.
        muted: The lines that flooded: their edges are not listened to until they are tried again.
    """

    source: str
    at_ns: int
    closed: frozenset[str]
    drained_ns: int | None
    muted: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SourceState:
    """A source came (back) or is lost. From a lost source nothing is waited for."""

    source: str
    at_ns: int
    alive: bool
    why: str


KeyReport = Edge | Levels | SourceState
Post = Callable[[KeyReport], None]
