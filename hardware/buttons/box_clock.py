"""Another clock told by ours: in which interval of our time an instant of the box lies.

Nothing is averaged. A question sent at h and noted by the box at b proves host(b) >= h; an answer
of b that arrived at h proves host(b) <= h. Between proofs the box's clock may run wrong by the
stated drift, so what was proven widens by that and the next proof cuts it again. So the interval
is right for whatever delays, and narrow as soon as one question and one answer were quick. One
sample of each side is kept: it carries all the earlier ones.
"""

DRIFT_PPM = 200
"""A quartz is within 100 ppm; a ceramic resonator is not, and wants more."""
TICK_NS = 1_010
"""A stamp of the box is whole microseconds, cut; up to 1 % of drift is in this."""
_HALF = 1 << 31
_US = 1_000


class ClockMisfitError(ValueError):
    """What was proven contradicts itself: a stopped clock, or more drift than stated."""


class BoxClock:
    """The fit of one boot of a box. All instants of the box are its 32-bit microseconds."""

    def __init__(self, drift_ppm: int = DRIFT_PPM) -> None:
        """Know nothing; the box's clock is within `drift_ppm` of ours, whatever it does there."""
        self._ppm = drift_ppm
        self._at_ns: int | None = None  # the box's instant at which lo and hi hold
        self._lo_ns: int | None = None  # host minus box, at least
        self._hi_ns: int | None = None  # and at most
        self._first: tuple[int, int] | None = None  # (box, 2 * middle)

    @property
    def doubt_ns(self) -> int | None:
        """Width of the interval at the last sample; None: one side is not known yet."""
        if self._lo_ns is None or self._hi_ns is None:
            return None
        return self._hi_ns - self._lo_ns

    @property
    def drift_ppb(self) -> int:
        """By how much our clock was seen to gain on the box's, parts in 10^9; for people."""
        if self._first is None or self._lo_ns is None or self._hi_ns is None:
            return 0
        begun_ns, middle2_ns = self._first
        took_ns = max((self._at_ns or 0) - begun_ns, 1)
        return (self._lo_ns + self._hi_ns - middle2_ns) * 500_000_000 // took_ns

    def not_before(self, box_us: int, host_ns: int) -> None:
        """Take the proof that the box's clock showed `box_us` at `host_ns` or later.

        Raises:
            ClockMisfitError: Other proofs say the contrary.
        """
        box_ns, away_ns = self._go(box_us)
        lo_ns = host_ns - box_ns - TICK_NS - away_ns
        self._lo_ns = lo_ns if self._lo_ns is None else max(self._lo_ns, lo_ns)
        self._agree()

    def not_after(self, box_us: int, host_ns: int) -> None:
        """Take the proof that the box's clock showed `box_us` at `host_ns` or before.

        Raises:
            ClockMisfitError: Other proofs say the contrary.
        """
        box_ns, away_ns = self._go(box_us)
        hi_ns = host_ns - box_ns + away_ns
        self._hi_ns = hi_ns if self._hi_ns is None else min(self._hi_ns, hi_ns)
        self._agree()

    def interval(self, box_us: int) -> tuple[int, int]:
        """Return (not before, not after) of the instant that the box stamped `box_us`."""
        assert self._lo_ns is not None, "both sides must be known"
        assert self._hi_ns is not None
        box_ns = self._unwrap(box_us)
        away_ns = self._away(box_ns)
        return box_ns + self._lo_ns - away_ns, box_ns + self._hi_ns + away_ns + TICK_NS

    def _go(self, box_us: int) -> tuple[int, int]:
        """Move on to a later instant, widening; return it and how much an earlier one is off."""
        box_ns = self._unwrap(box_us)
        away_ns = self._away(box_ns)
        if self._at_ns is not None and box_ns <= self._at_ns:
            return box_ns, away_ns
        self._at_ns = box_ns
        if self._lo_ns is not None:
            self._lo_ns -= away_ns
        if self._hi_ns is not None:
            self._hi_ns += away_ns
        return box_ns, 0

    def _away(self, box_ns: int) -> int:
        if self._at_ns is None or box_ns == self._at_ns:
            return 0
        # Parts of our second, counted in the box's.
        return abs(box_ns - self._at_ns) * self._ppm // (1_000_000 - self._ppm) + 1

    def _unwrap(self, box_us: int) -> int:
        if self._at_ns is None:
            return box_us * _US
        near_us = self._at_ns // _US
        return (near_us + (box_us - near_us + _HALF) % (2 * _HALF) - _HALF) * _US

    def _agree(self) -> None:
        if self._lo_ns is None or self._hi_ns is None:
            return
        if self._lo_ns > self._hi_ns:
            off_ns = self._lo_ns - self._hi_ns
            raise ClockMisfitError(f"its clock is {off_ns} ns beyond a drift of {self._ppm} ppm")
        if self._first is None:
            self._first = self._at_ns or 0, self._lo_ns + self._hi_ns
