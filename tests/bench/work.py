"""Work a press, an edge and a record: CPU, turned by hand, beside the fixed loop (H1).

The daemon's own parts on a simulated clock with real files; no thread, so that CPU is work.
"""

import time
from pathlib import Path

import box
from baseline import pass_us
from table import Row, extremes, topic

from firmware_host.daemon.daemon import Daemon
from firmware_host.daemon.devices import build_devices
from firmware_host.journal.opening import Options, open_evening
from firmware_host.scenario.stepper import Stepper
from hardware.clock import MonotonicClock
from hardware.edges import Edge
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.clock import SimulatedClock

MS = 1_000_000
CHATTER = 7
"""Edges of a closing contact, and 9 of an opening one: 16 a press (REALTIME h)."""


class Hand:
    """A daemon turned by hand."""

    def __init__(self, folder: Path, ring: Path, board: str = "four-seats") -> None:
        self.clock = SimulatedClock(1_000_000_000)
        config = box.config_of(board)
        self.devices = build_devices(config, self.clock)
        self.folder = folder
        self.stepper = Stepper(self.clock)
        self.snapshots = 0
        self.daemon = Daemon(
            config, self.clock, self.devices, folder, ring, folder.with_name("guests.json"),
            Options(ballast_bytes=0), self._published,
        )  # fmt: skip
        self.stepper.mount(self.daemon)
        self.daemon.start()
        found = self.devices.sources[box.SOURCE]
        assert isinstance(found, SimulatedButtons)
        self.keys = found
        self._line_of = self.devices.keys_of(box.SOURCE)
        self._line_of = {word: line for line, word in self._line_of.items()}
        self.run(300 * MS)

    def _published(self, _snapshot: object) -> None:
        self.snapshots += 1

    def run(self, for_ns: int) -> None:
        """Let time pass."""
        self.stepper.run(self.stepper.now_ns + for_ns)

    def train(self, key: str, closed: bool, edges: int, apart_ns: int = 150_000) -> None:
        """Chatter, and end closed or open."""
        line, at_ns = self._line_of[key], self.clock.now_ns()
        for number in range(edges):
            last = (edges - 1 - number) % 2 == 0
            stamp_ns = at_ns + number * apart_ns
            self.stepper.at(
                self.stepper.base_ns + stamp_ns,
                lambda last=last, stamp_ns=stamp_ns: self.keys.edge(line, closed == last, stamp_ns),
            )

    def press(self, key: str, for_ns: int = 100 * MS, edges: int = CHATTER) -> None:
        """Press a key with chatter, and release it with more."""
        self.train(key, True, edges)
        self.run(for_ns)
        self.train(key, False, edges + 2 if edges > 1 else 1)
        self.run(150 * MS)


def press_us(count: int) -> list[float]:
    """Return CPU of each press of 16 edges with all that follows it, without waiting for it."""
    found = []
    with box.folders() as places:
        hand = Hand(places.state / "evening", places.ring)
        hand.press("start", edges=1)
        hand.run(1_000 * MS)
        idle = _cpu_ns(lambda: hand.run(250 * MS))
        for number in range(count):
            key = f"seat{number % 4 + 1}"
            found.append((_cpu_ns(lambda key=key: hand.press(key)) - idle) / 1e3)
        hand.daemon.stop()
    return found


def _cpu_ns(work: object) -> int:
    before_ns = time.thread_time_ns()
    work()  # type: ignore[operator]
    return time.thread_time_ns() - before_ns


def edge_us(count: int) -> list[float]:
    """Return CPU of one edge, kept and filtered by the loop, in batches of 20."""
    found = []
    with box.folders() as places:
        hand = Hand(places.state / "evening", places.ring)
        loop, lines = hand.daemon.loop, list(hand.keys.lines)
        now_ns, seq, line_seqs = hand.clock.now_ns(), 0, dict.fromkeys(lines, 0)
        for number in range(count // 20):
            batch = []
            for _ in range(20):
                seq += 1
                line = lines[seq % len(lines)]
                line_seqs[line] += 1
                batch.append(
                    Edge(box.SOURCE, line, now_ns, line_seqs[line] % 2 == 1, line_seqs[line],
                         seq, 50_000)
                )  # fmt: skip
                now_ns += 400_000
            hand.clock.set_ns(max(now_ns, hand.clock.now_ns()))

            def work(batch: list[Edge] = batch, now_ns: int = now_ns) -> None:
                for edge in batch:
                    loop.post(edge)
                    loop.pump(now_ns)

            found.append(_cpu_ns(work) / 1e3 / 20)
            if number % 8 == 7:
                hand.stepper.turn()
        hand.daemon.stop()
    return found


def record_us(count: int) -> list[float]:
    """Return CPU of one record: body, ring, seal, file; in groups of 100 with one sync."""
    found = []
    clock = MonotonicClock()
    data: dict[str, object] = {
        "i": 12, "key": "seat1", "turn": 3, "from_ns": 5_123_456_789_012, "verb": "card",
        "reason": None, "elapsed_ns": 42_123_456_789,
    }  # fmt: skip
    with box.folders() as places:
        evening = open_evening(
            places.state / "evening", places.ring, clock, {}, options=Options(ballast_bytes=0)
        )
        for _ in range(count // 100):

            def work() -> None:
                for _ in range(100):
                    evening.journal.append("verdict", data, clock.now_ns())
                evening.journal.tick(clock.now_ns())
                # The rate limit of 20 syncs a second is not what is measured.
                evening.writer.pump(clock.now_ns() + 60_000_000_000)

            found.append(_cpu_ns(work) / 1e3 / 100)
        evening.close(clock.now_ns())
    return found


def measure(quick: bool) -> list[Row]:
    """Return a row a press, an edge and a record."""
    base_us, _ = pass_us()
    rows = []
    for name, found, many in (
        ("a press of 16 edges, to its facts, file and snapshots", press_us(20 if quick else 200),
         "0.1-0.15 ms summed from parts (REALTIME h)"),
        ("an edge, kept and filtered, a turn of the loop each", edge_us(2_000 if quick else 40_000),
         ""),
        ("a record, to ring and file", record_us(2_000 if quick else 40_000), ""),
    ):  # fmt: skip
        found.sort()
        rows.append(
            Row(
                topic="work", name=name, value=found[len(found) // 2], unit="us",
                count=len(found), spread=extremes(found), baseline=base_us, aim=many,
                baseline_of="the fixed loop's pass",
            )
        )  # fmt: skip
    return rows


if __name__ == "__main__":
    topic(__doc__, measure)
