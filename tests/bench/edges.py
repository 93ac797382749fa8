"""Many edges: spread over 24 lines, none lost (A5); and a storm on one of them (A4).

What went in is what the journal must give back: every edge by its line's number, or, of a
line beyond its budget, the exact count. Nothing is a press there that was none.
"""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import box
from baseline import pass_us
from table import Row, topic

from firmware_host.journal.bundle import unpack
from firmware_host.journal.record import Record
from hardware.edges import Edge

LINES = 24
SPREAD_PER_S = 5_000
STORM_PER_S = 10_000
STORM_KEY = "seat18"
TICK_S = 0.001


@dataclass(slots=True)
class Heard:
    """What a journal says of raw edges."""

    edges: list[Edge] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    bytes: Counter[str] = field(default_factory=Counter)
    runs: int = 0

    def total(self, line: str) -> int:
        """Return how many edges of a line there were."""
        return sum(edge.line == line for edge in self.edges) + self.counted[line]


def heard(records: list[Record]) -> Heard:
    """Return the raw edges of a journal, single or counted."""
    found = Heard()
    for record in records:
        if record.kind == "edges":
            found.edges.extend(unpack(record.data))
        elif record.kind == "edge_run":
            found.runs += 1
            for run in record.data.get("runs", [record.data]):  # type: ignore[attr-defined]
                found.counted[run["line"]] += run["n"] + run["lost"]
                found.bytes[run["line"]] += len(str(record.data))
    return found


def in_order(edges: list[Edge]) -> bool:
    """Return whether each line's numbers have no gap, and its stamps do not go back."""
    last: dict[str, Edge] = {}
    for edge in edges:
        before = last.get(edge.line)
        if before is not None and (
            edge.line_seq != before.line_seq + 1 or edge.at_ns < before.at_ns
        ):
            return False
        last[edge.line] = edge
    return all(edge.line_seq >= 1 for edge in last.values())


def even(per_s: float, seconds: float) -> Iterator[int]:
    """Yield how many edges are due, tick for tick, in real time; always pairs of edges.

    So a line that chatters is open between two ticks: a closed millisecond would be a press.
    """
    began_s, given = time.monotonic(), 0
    while (passed_s := time.monotonic() - began_s) < seconds:
        due = (int(passed_s * per_s) - given) // 2 * 2
        given += due
        yield due
        time.sleep(TICK_S)
    yield int(seconds * per_s) - given


def spread(seconds: float) -> list[Row]:
    """Drive 24 lines in turn, and compare."""
    given: Counter[str] = Counter()
    with box.folders() as places:
        config = box.config_of(lines=LINES)
        with box.running(config, places) as one:
            lines = list(one.keys.lines)
            assert len(lines) == LINES
            time.sleep(0.3)
            number = 0
            before = box.thread_cpu_ns()
            began_s = time.monotonic()
            with box.finger(True):
                for due in even(SPREAD_PER_S, seconds):
                    for _ in range(due):
                        line = lines[number % LINES]
                        one.keys.edge(line, number // LINES % 2 == 0)
                        given[line] += 1
                        number += 1
            took_s = time.monotonic() - began_s
            time.sleep(0.5)
            used = box.cpu_since(before)
            faults = one.keys.faults
        found = heard(box.records_of(one.evening))
    counts = Counter(edge.line for edge in found.edges)
    missing = sum((given - counts).values())
    each_us = {name: ns / 1e3 / sum(given.values()) for name, ns in used.items()}
    right = counts == given and in_order(found.edges) and not faults
    base_us, _ = pass_us()
    return [
        Row(
            topic="edges", name="5,000/s over 24 lines: missing in the journal",
            value=missing, unit="edges", count=sum(given.values()), baseline=sum(given.values()),
            baseline_of="edges given", aim="0, each line's numbers and stamps in order",
            met=right and missing == 0,
            note=f"given at {sum(given.values()) / took_s:.0f}/s",
        ),
        Row(
            topic="edges", name="5,000/s over 24 lines: CPU an edge, all threads",
            value=sum(each_us.values()), unit="us", count=sum(given.values()), spread=each_us,
            baseline=base_us, baseline_of="the fixed loop's pass",
            note="\"finger\" is the bench's own thread with the mock pin",
        ),
    ]  # fmt: skip


def storm(seconds: float, presses: int) -> list[Row]:
    """Let one line chatter at 10 kHz, and press other keys."""
    with box.folders() as places:
        config = box.config_of(lines=LINES)
        with box.running(config, places) as one:
            line = one.line(STORM_KEY)
            keys = [f"seat{number}" for number in range(1, 5)]
            one.tap("start")
            box.wait_for(lambda: one.status == "running")
            stormed = _Storm(one, line, seconds)
            stormed.start()
            pressed = _press_others(one, keys, presses, seconds)
            stormed.join()
            cpu_ns = stormed.cpu_ns
            ended_s = time.monotonic()
            box.wait_for(lambda: not _alarmed(one), every_s=0.05)
            ended_s = time.monotonic() - ended_s
            began_ms = stormed.alarm_ms
        records = box.records_of(one.evening)
        size = sum(path.stat().st_size for path in one.evening.glob("journal*.jsonl"))
    found = heard(records)
    verdicts = [
        str(record.data["key"])
        for record in records
        if record.kind == "verdict" and record.data["key"] in keys
    ]
    phantoms = sum(
        record.kind == "verdict" and record.data["key"] == STORM_KEY for record in records
    )
    given, total = stormed.given, found.total(line)
    whole = sum(edge.line == line for edge in found.edges)
    base_us, _ = pass_us()
    return [
        Row(
            topic="edges", name="10 kHz on one line: edges not accounted for",
            value=given - total, unit="edges", count=given, baseline=given,
            baseline_of="edges given", aim="0: single or in exact counts", met=given == total,
            note=f"{whole} stand single, the rest in counts; given at {given / seconds:.0f}/s",
        ),
        Row(
            topic="edges", name="10 kHz on one line: its counts in the journal",
            value=found.bytes[line] / 1e3, unit="kB", count=1, baseline=size / 1e3,
            baseline_of="the whole evening's file", aim="< 100 kB in 60 s",
            met=found.bytes[line] < 100_000 and whole < 2_000,
        ),
        Row(
            topic="edges", name="10 kHz on one line: other keys' presses wrong",
            value=abs(len(pressed) - len(verdicts)) + (verdicts != pressed), unit="presses",
            count=len(pressed), baseline=len(pressed), baseline_of="presses given",
            aim="0, in order", met=verdicts == pressed,
            note=f"{phantoms} presses of the storming key itself",
        ),
        Row(
            topic="edges", name="10 kHz on one line: alarm after", value=began_ms, unit="ms",
            count=1, baseline=1e3 * 512 / (STORM_PER_S - 400), aim="< 500 ms",
            baseline_of="when its budget of 512 edges is spent", met=0 <= began_ms < 500,
        ),
        Row(
            topic="edges", name="10 kHz on one line: alarm ends after the last edge",
            value=ended_s * 1e3, unit="ms", count=1, baseline=1000.0,
            baseline_of="a second of calm", aim="by itself", met=True,
        ),
        Row(
            topic="edges", name="10 kHz on one line: CPU of a core, all threads",
            value=cpu_ns / seconds / 1e7, unit="%", count=given,
            baseline=STORM_PER_S * base_us / 1e4,
            baseline_of="as many passes of the fixed loop",
            note="the mock pin and the bench's finger are in it",
        ),
    ]  # fmt: skip


class _Storm(threading.Thread):
    """A finger that makes one line chatter."""

    def __init__(self, one: box.Running, line: str, seconds: float) -> None:
        super().__init__(name="storm")
        self.given = 0
        self.alarm_ms = -1.0
        self.cpu_ns = 0
        self._one, self._line, self._seconds = one, line, seconds

    def run(self) -> None:
        """Give the edges; note when the alarm comes. It ends open."""
        began_s = time.monotonic()
        before_ns = time.process_time_ns()
        for due in even(STORM_PER_S, self._seconds):
            for _ in range(due):
                self.given += 1
                self._one.keys.edge(self._line, self.given % 2 == 1)
            if self.alarm_ms < 0 and _alarmed(self._one):
                self.alarm_ms = (time.monotonic() - began_s) * 1e3
        self.cpu_ns = time.process_time_ns() - before_ns


def _alarmed(one: box.Running) -> bool:
    """Return whether the storm's alarm is on."""
    return any(alarm.kind == "storm" for alarm in list(one.daemon.play.alarms))


def _press_others(one: box.Running, keys: list[str], presses: int, seconds: float) -> list[str]:
    """Press other keys in turn, spread over the storm; return them in order."""
    pressed = []
    began_s = time.monotonic()
    for number in range(presses):
        at_s = began_s + 0.5 + (seconds - 1.0) * number / presses
        time.sleep(max(0.0, at_s - time.monotonic()))
        key = keys[number % len(keys)]
        one.tap(key, 0.03)
        pressed.append(key)
    return pressed


def measure(quick: bool) -> list[Row]:
    """Return the rows of both."""
    return [*spread(1.5 if quick else 10.0), *storm(2.5 if quick else 60.0, 10 if quick else 100)]


if __name__ == "__main__":
    topic(__doc__, measure)
