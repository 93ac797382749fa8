"""The table of REALTIME d: a loop with a deadline each 3 ms, and what runs beside it.

Columns: all threads ordinary; only the loop real-time, twice; all real-time. Rows: a journal
of 5,000 records a second (the real Journal, Writer and ring, 15 records a turn); the same and
hogs; a Python thread that spins; the same and hogs.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import box
from hogs import cores, hogs
from table import Row, quantiles, topic

from firmware_host.journal.opening import Options, open_evening
from firmware_host.supervision.threads import ThreadWatch
from hardware.clock import MonotonicClock
from hardware.pumping import PumpThread

TURN_NS = 3_000_000
RECORDS = 15
LOOP, WRITER, SPINNER, WATCH = 30, 10, 12, 31
COLUMNS = (
    ("all ordinary, 5 ms", 0.005, False, False),
    ("loop FIFO, 5 ms", 0.005, True, False),
    ("loop FIFO, 0.5 ms", 0.0005, True, False),
    ("all FIFO, 0.5 ms", 0.0005, True, True),
)
BESIDE = (
    ("journal", True, False, False),
    ("journal + hogs", True, False, True),
    ("spinner", False, True, False),
    ("spinner + hogs", False, True, True),
)


class Ticker:
    """A loop that has something to do each 3 ms, and notes how late it is."""

    def __init__(self, work: Callable[[int], None]) -> None:
        self.wake: Callable[[], None] = lambda: None
        self.late_us: list[float] = []
        self._work = work
        self._due_ns = 0

    def pump(self, now_ns: int) -> int | None:
        """Work if it is time."""
        if now_ns < self._due_ns:
            return self._due_ns
        if self._due_ns:
            self.late_us.append((now_ns - self._due_ns) / 1e3)
        self._work(now_ns)
        # What was slept through is one late turn, not many.
        self._due_ns = max(self._due_ns + TURN_NS, now_ns + TURN_NS // 2)
        return self._due_ns


class Spinner:
    """Computes once it is woken, until it is told to stop."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None
        self.spinning = self.stopping = False
        self._count = 0

    def pump(self, now_ns: int) -> int | None:
        """Spin."""
        while self.spinning and not self.stopping:
            self._count += 1
        return None

    def spin(self) -> None:
        """Begin."""
        self.spinning = True
        self.wake()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table: what its threads are."""

    switch_s: float
    loop_fifo: bool
    helpers_fifo: bool
    journal: bool
    spin: bool


@contextmanager
def pumped(*threads: PumpThread) -> Iterator[None]:
    """Let threads run while the block does."""
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in threads:
            thread.stop()


def late_us(cell: Cell, seconds: float) -> list[float]:
    """Return the lateness of the loop in one cell, microseconds."""
    before_s = sys.getswitchinterval()
    sys.setswitchinterval(cell.switch_s)
    try:
        return _late_us(cell, seconds)
    finally:
        sys.setswitchinterval(before_s)


def _late_us(cell: Cell, seconds: float) -> list[float]:
    clock = MonotonicClock()
    spinner = Spinner()
    loop_at = LOOP if cell.loop_fifo else None
    with box.folders() as places:
        evening = open_evening(
            places.state / "evening", places.ring, clock, {}, options=Options(ballast_bytes=0)
        )
        journal, writer = evening.journal, evening.writer

        def work(now_ns: int) -> None:
            for number in range(RECORDS if cell.journal else 0):
                journal.append("pulse", {"number": number}, now_ns)
            journal.tick(now_ns)

        ticker = Ticker(work)
        threads = [
            PumpThread(writer, clock, "writer", priority=WRITER if cell.helpers_fifo else None),
            PumpThread(ticker, clock, "loop", priority=loop_at),
        ]
        if cell.spin:
            at = SPINNER if cell.helpers_fifo else None
            threads.append(PumpThread(spinner, clock, "spinner", priority=at))
        with pumped(*threads):
            spinner.spin()
            time.sleep(seconds)
            spinner.stopping = True
        evening.close(clock.now_ns())
    return ticker.late_us[10:] or ticker.late_us


def demoted(seconds: float) -> tuple[float, list[float]]:
    """Return when the watch demoted a real-time spinner, ms, and the lateness after that, us."""
    clock = MonotonicClock()
    told = threading.Event()
    seen: list[int] = []
    ids: set[int] = set()
    spinner, ticker = Spinner(), Ticker(lambda now_ns: ids.add(threading.get_native_id()))

    def tell(_thread: int, name: str) -> None:
        if name == "spinner" and not seen:
            seen.extend((clock.now_ns(), len(ticker.late_us)))
            told.set()

    before_s = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    try:
        with pumped(
            PumpThread(ticker, clock, "loop", priority=LOOP),
            PumpThread(ThreadWatch(tell, lambda: frozenset(ids)), clock, "watch", priority=WATCH),
            PumpThread(spinner, clock, "spinner", priority=SPINNER),
        ):
            time.sleep(1.2)  # the watch knows all threads by then
            began_ns = clock.now_ns()
            spinner.spin()
            told.wait(10)
            time.sleep(seconds)
            spinner.stopping = True
    finally:
        sys.setswitchinterval(before_s)
    if not seen:
        return 0.0, []
    return (seen[0] - began_ns) / 1e6, ticker.late_us[seen[1] :]


def measure(quick: bool) -> list[Row]:
    """Return the cells of the table, and how soon a spinner is demoted."""
    seconds = 0.25 if quick else 3.0
    rows = []
    for beside, journal, spin, loaded in BESIDE:
        base: float | None = None
        for column, switch_s, loop_fifo, helpers_fifo in COLUMNS:
            with hogs(2 * cores() if loaded else 0):
                cell = Cell(switch_s, loop_fifo, helpers_fifo, journal, spin)
                spread = quantiles(late_us(cell, seconds))
            base = base if base is not None else spread["p99"]
            judged = helpers_fifo and beside == "journal + hogs"
            rows.append(
                Row(
                    topic="threads", name=f"{beside}: {column}", value=spread["p99"], unit="us",
                    count=int(seconds * 1e9 / TURN_NS), spread=spread, baseline=base,
                    baseline_of="the same with all threads ordinary: p99",
                    aim="max < 1/5 of ordinary's p99, or < 1 ms" if judged else "",
                    met=(spread["max"] < max(base / 5, 1000.0)) if judged else None,
                    note="" if box.fifo_allowed() else box.NO_FIFO,
                )
            )  # fmt: skip
    rows.append(_demotion(0.5 if quick else 3.0))
    return rows


def _demotion(seconds: float) -> Row:
    took_ms, after = demoted(seconds)
    spread = {f"after {key}": value / 1e3 for key, value in quantiles(after).items()}
    return Row(
        topic="threads", name="a real-time spinner is demoted after", value=took_ms, unit="ms",
        count=1, spread=spread, baseline=1000.0, baseline_of="the watch's second",
        aim="within 3 s, lateness back", met=bool(after) and took_ms < 3000,
        note="its spread is the lateness of the loop after that, ms",
    )  # fmt: skip


if __name__ == "__main__":
    topic(__doc__, measure)
