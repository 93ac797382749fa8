"""How late the loop wakes up: it measures itself, and says so in every snapshot."""

from bisect import insort

KEPT = 1000


class Lateness:
    """The last thousand wake-ups for a deadline. Loop thread only."""

    def __init__(self) -> None:
        self.max_ns = 0
        self.count = 0
        self._last: list[int] = []
        self._sorted: list[int] = []

    def woke(self, due_ns: int | None, now_ns: int) -> None:
        """Note a wake-up; one before its deadline was for another reason and is not counted."""
        if due_ns is None or now_ns < due_ns:
            return
        late_ns = now_ns - due_ns
        self.count += 1
        self.max_ns = max(self.max_ns, late_ns)
        self._last.append(late_ns)
        insort(self._sorted, late_ns)
        if len(self._last) > KEPT:
            self._sorted.remove(self._last.pop(0))

    def p99_ns(self) -> int:
        """Return the 99th percentile of the last thousand."""
        return self._sorted[len(self._sorted) * 99 // 100] if self._sorted else 0
