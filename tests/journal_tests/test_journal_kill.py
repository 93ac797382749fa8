"""A2, the unit half: SIGKILL at random instants loses nothing that was handed over."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware_host.journal.bundle import unpack
from firmware_host.journal.verify import verify
from journal_tests import victim
from journal_tests.desk import contents, edge, opened

ROOT = Path(__file__).parents[2]


def kill_one(folder: Path, seed: int, ring: str) -> tuple[bytes, list[object], list[object]]:
    """Run the victim and kill it; return what it said, and the edges and facts that stand."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    child = subprocess.Popen(
        [sys.executable, victim.__file__, str(folder), ring],
        stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    with child:
        assert child.stdout is not None
        said = child.stdout.read(1)
        time.sleep(random.Random(seed).uniform(0, 0.3))
        child.send_signal(signal.SIGKILL)
        said += child.stdout.read()
    assert opened(folder, ring_bytes=1 << 20).close(0)
    records, damages = contents(folder)
    assert [r.n for r in records] == list(range(len(records)))
    assert damages == []
    assert verify(folder).ok
    edges: list[object] = [e for r in records if r.kind == "edges" for e in unpack(r.data)]
    return said, edges, [r.data["i"] for r in records if r.kind == "alarm"]


def handed(said: bytes, what: bytes) -> tuple[int, int]:
    """How many calls of a kind had returned, and how many had begun."""
    return said.count(what + b"."), said.count(what)


def losing_none(folder: Path, seed: int) -> None:
    said, edges, facts = kill_one(folder, seed, "ring")
    done, begun = handed(said, b"k")
    assert done <= len(edges) <= begun
    assert edges == [edge(i) for i in range(1, len(edges) + 1)]
    done, begun = handed(said, b"a")
    assert done <= len(facts) <= begun
    assert facts == list(range(1, len(facts) + 1))


@pytest.mark.parametrize("seed", range(20))
def test_kill_at_a_random_instant_loses_nothing_handed_over(tmp_path: Path, seed: int) -> None:
    losing_none(tmp_path / "e", seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_100_kills_at_random_instants_lose_nothing(tmp_path: Path, seed: int) -> None:
    losing_none(tmp_path / "e", seed)


def test_kills_without_a_ring_lose_something(tmp_path: Path) -> None:
    """The control: of five kills beside a 20 ms card at least one loses what was handed over."""
    lost = 0
    for seed in range(5):
        said, edges, facts = kill_one(tmp_path / f"e{seed}", seed, "none")
        lost += handed(said, b"k")[0] - len(edges) + handed(said, b"a")[0] - len(facts)
    assert lost > 0
