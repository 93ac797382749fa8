"""The contact filter's words: its times by kind of source, and what it says.

Instants and durations are nanoseconds on the monotonic clock. Reasons and figures:
REALTIME.md, b.1 (times), b.2 (events), a.5 (storm).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

MS = 1_000_000
"""Nanoseconds in a millisecond."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """The times of one kind of source, a column of REALTIME b.1. All in nanoseconds.

    Attributes:
        confirm_ns: From the first edge to the level that confirms it. 0: the device has
            debounced already, so a hint is believed at once and there are no candidates.
        confirm_max_ns: A candidate still undecided at this age is a glitch.
        min_closed_ns: A closed stretch of this length makes a tap a press; also the quiet
            that a confirming closed level needs since the last edge.
        release_quiet_ns: Silence that ends a train of chatter; within it no level is believed.
        poll_armed_ns: Between levels of a quiet line while a press would count.
        poll_idle_ns: The same while none would.
        merged_max_ns: Longest time over which the kernel merges edges (REALTIME b.4).
    """

    confirm_ns: int
    min_closed_ns: int
    release_quiet_ns: int
    poll_armed_ns: int
    poll_idle_ns: int
    confirm_max_ns: int = 12 * MS
    merged_max_ns: int = 2 * MS


GPIO = Timing(
    confirm_ns=3 * MS,
    min_closed_ns=1 * MS,
    release_quiet_ns=12 * MS,
    poll_armed_ns=20 * MS,
    poll_idle_ns=250 * MS,
)
"""A bare contact on a pin, each edge stamped by the kernel."""

USB = Timing(
    confirm_ns=0,
    min_closed_ns=0,
    release_quiet_ns=0,
    poll_armed_ns=1000 * MS,
    poll_idle_ns=1000 * MS,
)
"""A USB key: debounced in the device; its levels are `active_keys`."""

RAW_SERIAL = Timing(
    confirm_ns=3 * MS,
    min_closed_ns=1 * MS,
    release_quiet_ns=12 * MS,
    poll_armed_ns=50 * MS,
    poll_idle_ns=250 * MS,
    confirm_max_ns=30 * MS,
)
"""A box that stamps raw edges, bare contacts behind a wire: a level takes 5 to 10 ms to come, so
a candidate is asked about for longer, and a quiet line less often, than on a pin."""

STAMPED_SERIAL = Timing(
    confirm_ns=0,
    min_closed_ns=0,
    release_quiet_ns=0,
    poll_armed_ns=250 * MS,
    poll_idle_ns=250 * MS,
)
"""A box that debounces and sends its first edge with a stamp; levels come in its heartbeat."""

UNSTAMPED_SERIAL = Timing(
    confirm_ns=3 * MS,
    min_closed_ns=0,
    release_quiet_ns=15 * MS,
    poll_armed_ns=1000 * MS,
    poll_idle_ns=1000 * MS,
)
"""A box that sends bare letters, stamped on arrival: a tap may arrive in one packet, so no
closed stretch is too short. Its driver answers a wanted level with the last state it heard."""

TIMINGS: Mapping[str, Timing] = MappingProxyType(
    {
        "gpio": GPIO,
        "usb": USB,
        "serial-raw": RAW_SERIAL,
        "serial-stamped": STAMPED_SERIAL,
        "serial-unstamped": UNSTAMPED_SERIAL,
    }
)
"""What a row of a board may name."""


@dataclass(frozen=True, slots=True)
class Down:
    """A confirmed press. The contact lies in [at_ns - u_ns, at_ns].

    Attributes:
        marks: What was unusual, in the order noticed: "short" (opened before it was
            confirmed), "merged" (the kernel may have merged edges into the first), "level-only"
            (no edge was delivered), "late-confirmed" (called a glitch first, by a `Glitch` of
            the same instant), "unsampled" (no level between the release before and this
            press), "lost" (an edge is missing at its beginning or inside it).
    """

    line: str
    at_ns: int
    u_ns: int
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Up:
    """A key that was down, or held at start, is open. Each `Down` has exactly one.

    Attributes:
        certain: An edge told the instant and a level proved it. Else `at_ns` is the latest
            instant it can have been: an edge was lost, the reader stalled, or a storm began.
    """

    line: str
    at_ns: int
    certain: bool


@dataclass(frozen=True, slots=True)
class StillDown:
    """A level, read after quiet, proved the pressed key closed at this instant."""

    line: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class Glitch:
    """A candidate that was no press: its first edge and how many edges it had."""

    line: str
    at_ns: int
    edges: int


@dataclass(frozen=True, slots=True)
class Lost:
    """Edges are missing before `at_ns`.

    Attributes:
        count: By the line's numbers; 0: shown by levels alone, so the number is not known.
    """

    line: str
    at_ns: int
    count: int


@dataclass(frozen=True, slots=True)
class EdgeRun:
    """The summary of up to 250 ms of a storm; its counts are exact.

    Attributes:
        n: Edges delivered; with `lost` it is all that the source numbered.
        lost: Numbers missing on the line.
        merged: Edges of `n` that may stand for several.
        min_gap_ns: Shortest time from an edge to the one before it, at most 1 s.
        closed_hints: Edges of `n` that were hinted closed.
    """

    line: str
    first_at_ns: int
    last_at_ns: int
    n: int
    lost: int
    merged: int
    min_gap_ns: int
    closed_hints: int

    @property
    def at_ns(self) -> int:
        """Its last edge: as of each event, the instant it speaks of."""
        return self.last_at_ns


@dataclass(frozen=True, slots=True)
class StormBegan:
    """The line chatters beyond its budget: summaries only, and no press, until it is calm."""

    line: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class StormEnded:
    """The line was calm for a second and is open: its next press counts."""

    line: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class HeldAtStart:
    """The line was closed at its first level. No press; ends with an `Up`."""

    line: str
    at_ns: int


ContactEvent = (
    Down | Up | StillDown | Glitch | Lost | EdgeRun | StormBegan | StormEnded | HeldAtStart
)
