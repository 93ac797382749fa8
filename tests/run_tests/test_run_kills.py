"""SIGKILL and power cuts of a real `minuta run`: A2, E1, E2."""

import random
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from firmware_host.config import boards
from firmware_host.control.client import LinkLost
from firmware_host.control.protocol import Reply
from firmware_host.journal.record import Record
from run_tests.living import Box, Hook, Life, edges_of, press, running, state, until

KEYS = ("start", "start", "stop", "ok", "next", "seat1", "seat2", "seat3", "seat4")
IN_FLIGHT_S = 0.05
"""An answer this young may have been sent before the loop took the edge that it is for."""
KEY_OF = {key.line: key.key for key in boards()["four-seats"].keys}
SLOW = ("slow_card", {"seconds": 0.02})
Made = Callable[[str], Box]


class Player:
    """Plays keys until the daemon dies, and remembers what it was told."""

    def __init__(self, box: Box, life: Life, seed: int) -> None:
        self.acked: list[tuple[str, bool]] = []
        self.last_ack = 0.0
        self.in_flight: tuple[str, bool] | None = None
        self.snapshots: list[Mapping[str, Any]] = []
        self._random = random.Random(seed)
        self._client = box.client(life)
        self._viewer = box.client(life, "viewer")
        self._threads = [threading.Thread(target=self._play), threading.Thread(target=self._watch)]

    def __enter__(self) -> "Player":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for thread in self._threads:
            thread.join()
        self._client.close()
        self._viewer.close()

    def _play(self) -> None:
        with suppress(LinkLost):
            while True:
                key = self._random.choice(KEYS)
                for closed in (True, False):
                    self.in_flight = key, closed
                    if not self._client.request("key", {"key": key, "closed": closed}).ok:
                        return
                    self.last_ack = time.monotonic()
                    self.acked.append((key, closed))
                    time.sleep(self._random.choice((0.0, 0.002, 0.008, 0.02)))

    def _watch(self) -> None:
        with suppress(LinkLost):
            self.snapshots.extend(self._viewer.snapshots())


def watched(box: Box, life: Life, seed: int, seconds: float) -> tuple[Player, float]:
    """Play for a while and kill; return what was played and when it ended."""
    player = Player(box, life, seed)
    with player:
        time.sleep(seconds)
        killed = time.monotonic()
        life.kill()
    return player, killed


def chain_of_kills(box: Box, seeds: range) -> list[tuple[int, int, float]]:
    """Kill and start again; return (edges played, records, seconds to ready) of each life."""
    rows = []
    known: list[tuple[str, bool]] = []
    life = box.start(SLOW)
    for seed in seeds:
        player, killed = watched(box, life, seed, random.Random(seed).uniform(0.0, 0.3))
        began = time.monotonic()
        life = box.start(SLOW)
        ready_s = time.monotonic() - began
        assert ready_s < 10
        # The daemon takes over the ring before it answers, and the writer writes at once.
        with box.client() as client:
            until(client, lambda found: found["durable_n"] >= found["n"] - 1)
            found = state(client)
        records = [record for record in box.records() if record.n <= found["durable_n"]]
        known = nothing_is_lost(records, known, player, killed)
        rows.append((len(player.acked), len(records), ready_s))
    life.term()
    box.checked()
    return rows


def nothing_is_lost(
    records: list[Record], known: list[tuple[str, bool]], player: Player, killed: float
) -> list[tuple[str, bool]]:
    """Compare a journal with what a life was told; return all edges that are in it now."""
    edges = edges_of(records)
    assert len({(edge.source, edge.line, edge.at_ns, edge.line_seq) for edge in edges}) == len(
        edges
    )
    there = [(KEY_OF[edge.line], edge.closed_hint) for edge in edges]
    assert there[: len(known)] == known
    new = there[len(known) :]
    young = bool(player.acked) and killed - player.last_ack < IN_FLIGHT_S
    sure = player.acked[:-1] if young else player.acked
    assert new[: len(sure)] == sure
    assert len(new) <= len(player.acked) + 1
    assert new in (
        sure, player.acked, [*player.acked, player.in_flight], [*sure, player.in_flight]
    )  # fmt: skip
    rows = {record.data["i"]: record for record in records if record.kind == "verdict"}
    for snapshot in player.snapshots:
        assert snapshot["n"] <= records[-1].n
        for shown in snapshot["presses"]:
            assert rows[shown["i"]].data["reason"] == shown["reason"]
            assert rows[shown["i"]].data["key"] == shown["key"]
    return there


def test_10_kills_at_random_instants_lose_nothing(box: Box) -> None:
    """A2."""
    rows = chain_of_kills(box, range(10))
    assert len(rows) == 10
    assert sum(played for played, _, _ in rows) > 20


@pytest.mark.slow
def test_100_kills_at_random_instants_lose_nothing(make_box: Made) -> None:
    """A2."""
    for number in range(10):
        chain_of_kills(make_box(f"box{number}"), range(1000 + 10 * number, 1010 + 10 * number))


@pytest.mark.soak
def test_1000_kills_at_random_instants_lose_nothing(make_box: Made) -> None:
    """A2; its table is written beside this file."""
    rows: list[tuple[int, int, float]] = []
    for number in range(100):
        rows += chain_of_kills(
            make_box(f"box{number}"), range(9000 + 10 * number, 9010 + 10 * number)
        )
    ready = sorted(seconds for _, _, seconds in rows)
    lines = [
        "# 1,000 kills",
        "",
        "SIGKILL of `minuta run` at random instants of play, a card of 20 ms a sync; written by"
        " `make soak`.",
        "",
        "| what | figure |",
        "|---|---|",
        f"| kills | {len(rows)} |",
        f"| edges acknowledged | {sum(played for played, _, _ in rows)} |",
        "| edges lost or doubled | 0 |",
        f"| ready again, median | {ready[len(ready) // 2]:.2f} s |",
        f"| ready again, worst | {ready[-1]:.2f} s |",
    ]
    Path(__file__).with_name("soak.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_without_its_ring_a_kill_loses_edges(box: Box) -> None:
    """A2's control: the card is stuck, the ring is taken away before the start."""
    life = box.start(("slow_card", {"seconds": 30, "after": 0}))
    with box.client() as client:
        for _ in range(5):
            press(client, "seat1", 0.01)
    time.sleep(0.3)
    life.kill()
    box.ring.unlink()
    box.start().term()
    assert len(edges_of(box.checked())) < 10


def test_the_same_kill_with_its_ring_loses_none(box: Box) -> None:
    life = box.start(("slow_card", {"seconds": 30, "after": 0}))
    with box.client() as client:
        for _ in range(5):
            press(client, "seat1", 0.01)
    time.sleep(0.3)
    life.kill()
    box.start().term()
    edges = edges_of(box.checked())
    assert [edge.closed_hint for edge in edges] == [True, False] * 5
    assert [edge.line_seq for edge in edges] == list(
        range(edges[0].line_seq, edges[0].line_seq + 10)
    )


def started(box: Box, *hooks: Hook) -> tuple[Life, Mapping[str, Any]]:
    """Start a daemon and a turn; return what a snapshot said of it."""
    life = box.start(*hooks)
    with box.client() as client:
        press(client, "start")
        return life, until(client, running)


def lines_of(box: Box, kind: str, **data: object) -> list[Record]:
    return [
        record
        for record in box.records()
        if record.kind == kind and data.items() <= dict(record.data).items()
    ]


def test_a_start_that_is_only_in_the_ring_goes_on(box: Box) -> None:
    """E1."""
    box.write_config(minute="13s")
    life, before = started(box, ("slow_card", {"seconds": 30, "after": 0}))
    life.kill()
    assert not lines_of(box, "in", t="pressed"), "the file had it: the test proves nothing"
    life = box.start()
    with box.client() as client:
        after = state(client)
        assert running(after)
        assert after["turn"]["began_ns"] == before["turn"]["began_ns"]
        assert after["turn"]["id"] == before["turn"]["id"]
        rung = until(client, lambda found: any(one["cue"] == "ten-left" for one in found["fired"]))
    signal = next(one for one in rung["fired"] if one["cue"] == "ten-left")
    assert int(signal["due_ns"]) == int(before["turn"]["began_ns"]) + 3_000_000_000
    assert 0 <= signal["late_ns"] < 250_000_000
    life.term()
    box.checked()


def test_a_start_killed_in_its_sync_goes_on(box: Box) -> None:
    """E1: the file has the record, the card does not."""
    life, before = started(box, ("slow_card", {"seconds": 0.6, "after": 1}))
    assert before["durable_n"] < before["presses"][-1]["n"]
    life.kill()
    life = box.start()
    with box.client() as client:
        after = state(client)
    assert running(after)
    assert after["turn"]["began_ns"] == before["turn"]["began_ns"]
    life.term()
    box.checked()


def test_a_power_cut_before_the_sync_leaves_no_turn(box: Box) -> None:
    """E2."""
    flag, sizes = box.folder / "stall", box.folder / "durable"
    hooks = ("durable_sizes", {"path": str(sizes)}), ("stalled_card", {"flag": str(flag)})
    life = box.start(*hooks)
    with box.client() as client:
        until(client, lambda found: found["durable_n"] == found["n"])
        flag.touch()
        viewer = box.client()
        assert viewer.request("subscribe").ok
        press(client, "start")
        until(client, running)
        seen: list[Any] = []
        while (said := viewer.receive(0.3)) is not None:
            assert not isinstance(said, Reply)
            seen.append(said.state)
        viewer.close()
        seen.append(state(client))
    start_n = next(row["n"] for found in seen for row in found["presses"])
    assert running(seen[-1])
    assert all(found["durable_n"] < start_n for found in seen)
    life.kill()
    journal = box.evening() / "journal.jsonl"
    with journal.open("r+b") as file:
        file.truncate(int(sizes.read_text()))
    box.ring.unlink()
    flag.unlink()
    life = box.start(("another_boot", {"boot": "11111111-2222-3333-4444-555555555555"}))
    with box.client() as client:
        found = state(client)
    assert found["turn"]["status"] == "ready"
    assert found["turn"]["began_ns"] is None
    assert found["presses"] == []
    life.term()
    box.checked()
