"""The listener hears what the daemon would: turned by hand, on a simulated clock."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware_host.config import default_config
from firmware_host.daemon.devices import build_devices
from firmware_host.intake.fingers import Finger
from firmware_host.intake.source import Noticed
from firmware_host.preflight.listener import Listener
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.clock import SimulatedClock

MS = 1_000_000
SECOND = 1_000 * MS


class Bench:
    """The demo's board, whose time is turned by hand."""

    def __init__(self) -> None:
        self.clock = SimulatedClock(10 * SECOND)
        self.devices = build_devices(default_config(), self.clock)
        (source,) = self.devices.sources.values()
        assert isinstance(source, SimulatedButtons)
        self.source = source
        self.line = {key: line for line, key in self.devices.keys_of(source.name).items()}
        self.said: list[Finger | Noticed] = []
        self.listener = Listener(self.devices, self.said.append)

    def start(self) -> None:
        self.source.start(self.listener.post)

    def run(self, for_ns: int) -> None:
        until_ns = self.clock.now_ns() + for_ns
        while self.clock.now_ns() < until_ns:
            now_ns = self.clock.now_ns()
            self.source.pump(now_ns)
            self.listener.pump(now_ns)
            self.clock.advance(MS)

    def presses(self) -> list[tuple[str, int]]:
        return [(one.key, one.at_ns) for one in self.said if isinstance(one, Finger)]


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.source.close()


def test_a_press_is_told_once_with_its_first_edge_whatever_its_chatter(bench: Bench) -> None:
    bench.start()
    bench.run(100 * MS)
    at_ns = bench.clock.now_ns() + 10 * MS
    for nth in range(7):
        bench.source.edge(bench.line["stop"], nth % 2 == 0, at_ns + nth * MS // 2)
    bench.source.release(bench.line["stop"], at_ns + 80 * MS)
    bench.run(300 * MS)
    assert bench.presses() == [("stop", at_ns)]
    assert bench.listener.worst("stop", 0) == (7, 3 * MS)
    assert bench.listener.worst("start", 0) == (0, 0)


def test_a_spike_is_no_press_but_is_counted(bench: Bench) -> None:
    bench.start()
    bench.run(100 * MS)
    at_ns = bench.clock.now_ns() + 10 * MS
    bench.source.press(bench.line["stop"], at_ns)
    bench.source.release(bench.line["stop"], at_ns + MS // 5)
    bench.run(300 * MS)
    assert bench.presses() == []
    assert bench.listener.edges("stop", 0) == 2


def test_a_key_that_is_closed_from_the_start_is_no_press_and_is_seen(bench: Bench) -> None:
    bench.source.press(bench.line["next"])
    bench.start()
    bench.run(300 * MS)
    assert bench.presses() == []
    assert bench.listener.closed == {"next"}
    bench.source.release(bench.line["next"])
    bench.run(300 * MS)
    assert bench.listener.closed == set()


def test_a_source_that_is_pulled_is_gone_until_it_is_back(bench: Bench) -> None:
    bench.start()
    bench.run(100 * MS)
    bench.source.unplug()
    bench.run(100 * MS)
    assert bench.listener.lost == {bench.source.name}
    bench.source.plug()
    bench.run(100 * MS)
    assert bench.listener.lost == set()
    bench.source.press(bench.line["start"])
    bench.run(100 * MS)
    assert [key for key, _ in bench.presses()] == ["start"]
