"""A whole evening: no fact without its evidence (A3), its size (F8), its speed."""

import time
from pathlib import Path

import pytest

from firmware_host.journal.bundle import unpack
from firmware_host.journal.keeper import Journal
from firmware_host.journal.reader import read
from firmware_host.journal.record import Record
from firmware_host.journal.simulated import SimulatedFiles
from firmware_host.journal.verify import verify
from hardware.edges import Edge
from journal_tests.desk import MS, S, contents, edge, opened, pumped


def play(folder: Path) -> None:
    """Presses whose facts name the edges they rest on: all that were kept before them."""
    evening = opened(folder)
    for i in range(1, 120):
        evening.journal.keep(edge(i))
        if i % 7 == 0:
            evening.journal.append("verdict", {"rests_on": i}, i * 100_000)
        evening.journal.tick(i * 100_000)
        evening.writer.pump(i * 100_000)
    assert evening.close(S)


def unfounded(folder: Path) -> int:
    """How many facts stand in some cut prefix before the raw edges they rest on."""
    kept, wrong = 0, 0
    for item in read(folder / "journal.jsonl"):
        assert isinstance(item, Record)
        if item.kind == "edges":
            kept = unpack(item.data)[-1].seq
        elif item.kind == "verdict":
            wrong += item.data["rests_on"] != kept
    return wrong


def test_no_fact_in_any_prefix_rests_on_a_missing_edge(tmp_path: Path) -> None:
    """A3. Records stand in the file in the order of the queue, so each prefix is covered."""
    play(tmp_path / "e")
    assert unfounded(tmp_path / "e") == 0


def test_fact_without_the_flush_before_it_would_be_unfounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A3's control."""
    monkeypatch.setattr(
        Journal, "append",
        lambda self, kind, data, at_ns, urgent=True: self._append(kind, data, at_ns, urgent),
    )  # fmt: skip
    play(tmp_path / "e")
    assert unfounded(tmp_path / "e") > 0


@pytest.mark.parametrize(
    ("kept_at", "due_ns"),
    [([0], 15 * MS), ([0, 14 * MS], 29 * MS), ([i * 10 * MS for i in range(25)], 250 * MS)],
)
def test_edges_are_flushed_after_15_ms_of_quiet_or_250_ms(
    tmp_path: Path, kept_at: list[int], due_ns: int
) -> None:
    journal = opened(tmp_path / "e").journal
    for at_ns in kept_at:
        journal.keep(edge(1, at_ns=at_ns))
    n = journal.next_n
    assert journal.tick(kept_at[-1]) == due_ns
    assert journal.tick(due_ns - 1) == due_ns
    assert journal.next_n == n
    assert journal.tick(due_ns) is None
    assert journal.next_n == n + 1


def test_stamp_from_the_future_does_not_hold_edges_back(tmp_path: Path) -> None:
    journal = opened(tmp_path / "e").journal
    journal.keep(edge(1, at_ns=100 * S))
    assert journal.tick(0) == 250 * MS
    assert journal.tick(200 * MS) == 250 * MS


def test_64_edges_are_flushed_and_63_wait(tmp_path: Path) -> None:
    journal = opened(tmp_path / "e").journal
    n = journal.next_n
    for i in range(63):
        journal.keep(edge(i))
    assert journal.next_n == n
    journal.keep(edge(63))
    assert journal.next_n == n + 1


def test_24_lines_at_210_edges_a_second_stand_single_in_the_journal(tmp_path: Path) -> None:
    """A5, the journal's half: 5,040 edges a second for 10 s, each one exact."""
    evening = opened(tmp_path / "e", ring_bytes=4 << 20)
    given: list[Edge] = []
    for step in range(2100):
        at_ns = step * S // 210
        for line in range(24):
            one = Edge("gpio", str(line), at_ns + line, step % 2 == 0, step + 1,
                       len(given) + 1, 50_000)  # fmt: skip
            given.append(one)
            evening.journal.keep(one)
        evening.journal.tick(at_ns + 30)
        evening.writer.pump(at_ns + 30)
    assert evening.close(11 * S)
    records, damages = contents(tmp_path / "e")
    assert [e for r in records if r.kind == "edges" for e in unpack(r.data)] == given
    assert (damages, evening.journal.ring_lost) == ([], 0)
    assert "edge_run" not in {r.kind for r in records}
    assert (tmp_path / "e/journal.jsonl").stat().st_size <= 25 * len(given)


@pytest.mark.slow
def test_evening_of_6000_presses_stays_below_12_mb_and_20_syncs_a_second(tmp_path: Path) -> None:
    """F8: 16 edges a press, in two trains; contact, in, verdict, judged and output for each."""
    files = SimulatedFiles(20 * MS)
    evening = opened(tmp_path / "e", files=files, ring_bytes=4 << 20)
    journal, seq, now_ns = evening.journal, 0, 0
    for press in range(6000):
        begin = press * 200 * MS
        for train in (0, 80):
            for k in range(8):
                seq += 1
                now_ns = begin + train * MS + k * 300_017
                journal.keep(Edge("gpio", str(press % 24), now_ns, k % 2 == 0, seq, seq, 50_000))
            now_ns += 3 * MS
            if not train:
                key, at = f"seat{press % 24 + 1}", begin
                journal.append("in", {"i": press, "w": "pressed", "key": key, "from_ns": at,
                                      "u_ns": 50_000, "source": "gpio"}, at)  # fmt: skip
                journal.append("verdict", {"i": press, "key": key, "turn": press // 60,
                                           "from_ns": at, "verb": "answer", "reason": None,
                                           "phase": "minute", "elapsed_ns": at % (60 * S),
                                           "margin_ns": 12_345_678_901}, at)  # fmt: skip
                journal.append("judged", {"turn": press // 60, "outcome": "guessed", "score": 12,
                                          "marks": {"words": 5}}, at)  # fmt: skip
                journal.append("output", {"what": "fired", "cue": "lamp", "at_ns": at,
                                          "late_ns": 123_456}, at, urgent=False)  # fmt: skip
            journal.tick(now_ns)
            evening.writer.pump(now_ns)
        due_ns = journal.tick(now_ns + 16 * MS)
        assert due_ns is None
        pumped(evening, now_ns + 20 * MS)
    assert evening.close(now_ns + S)
    size = (tmp_path / "e/journal.jsonl").stat().st_size
    assert size < 12_000_000
    assert files.syncs / (6000 * 0.2) < 20
    report = verify(tmp_path / "e")
    assert (report.ok, report.records) == (True, 1 + 6000 * 6)


def test_100_000_records_are_verified_in_seconds(tmp_path: Path) -> None:
    """About 1 s on the developer's machine; the bound is for a shared and busy one."""
    evening = opened(tmp_path / "e", ring_bytes=64 << 20)
    for i in range(20_000):
        evening.journal.append("verdict", {"i": i, "key": "ok", "reason": None}, i)
    assert evening.close(0)
    begin_ns = time.process_time_ns()
    report = verify(tmp_path / "e")
    assert (report.ok, report.records) == (True, 20_001)
    assert (time.process_time_ns() - begin_ns) * 5 < 8 * S
