"""An evening that was killed: what the ring gives back, and which clock goes on."""

from pathlib import Path

import pytest

from firmware_host.journal.bundle import unpack
from firmware_host.journal.codec import body, seal
from firmware_host.journal.keeper import Journal
from firmware_host.journal.record import Record
from firmware_host.journal.ring import Ring
from firmware_host.journal.salvage import salvage
from firmware_host.journal.verify import verify
from journal_tests.desk import MS, HandClock, S, contents, edge, opened, pumped


def killed(folder: Path) -> list[Record]:
    """Kill an evening whose queue never reached the file; return what the next start has."""
    evening = opened(folder)
    pumped(evening, 0)
    for i in range(1, 5):
        evening.journal.keep(edge(i))
        evening.journal.append("alarm", {"i": i}, i)
    evening.journal.keep(edge(5))
    evening.journal.keep(edge(6))
    evening.journal.tick(77)
    evening.kill()
    again = opened(folder)
    assert again.close(0)
    return contents(folder)[0]


def test_kill_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    records = killed(tmp_path / "e")
    assert [r.n for r in records] == list(range(len(records)))
    assert [r.data["i"] for r in records if r.kind == "alarm"] == [1, 2, 3, 4]
    edges = [e for r in records if r.kind == "edges" for e in unpack(r.data)]
    assert edges == [edge(i) for i in range(1, 7)]
    assert [r.kind for r in records[-2:]] == ["edges", "boot"]
    assert verify(tmp_path / "e").ok


def test_kill_without_a_ring_loses_the_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it is the ring that the test before rests on."""
    monkeypatch.setattr(Ring, "record", lambda *_, **__: True)
    monkeypatch.setattr(Ring, "edge", lambda *_: True)
    records = killed(tmp_path / "e")
    assert [r for r in records if r.kind in ("alarm", "edges")] == []


def test_start_knows_the_last_instant_of_life_and_what_to_replay(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e", HandClock(5 * S))
    evening.journal.append("alarm", {}, 6 * S)
    evening.journal.tick(7 * S)
    evening.kill()
    found = opened(tmp_path / "e", HandClock(9 * S)).found
    assert (found.alive_ns, found.same_clock, found.boots) == (7 * S, True, 1)
    assert [r.kind for r in found.records] == ["boot", "alarm"]
    assert [k.n for k in found.kept] == [0, 1]


@pytest.mark.parametrize(
    ("at_ns", "slept_ns", "boot", "same"),
    [
        (6 * S, 0, "boot-1", True), (6 * S - 1, 0, "boot-1", False),
        (6 * S, 10 * MS - 1, "boot-1", True), (6 * S, 10 * MS, "boot-1", False),
        (6 * S, 0, "boot-2", False),
    ],
)  # fmt: skip
def test_clock_is_the_same_only_if_nothing_speaks_against_it(
    tmp_path: Path, at_ns: int, slept_ns: int, boot: str, same: bool
) -> None:
    evening = opened(tmp_path / "e", HandClock(5 * S))
    evening.journal.append("alarm", {}, 6 * S)
    assert evening.close(0)
    clock = HandClock(at_ns, boot)
    clock.slept_ns = slept_ns
    again = opened(tmp_path / "e", clock)
    assert again.found.same_clock is same
    assert again.found.alive_ns == 6 * S
    assert again.close(0)


def test_ring_of_an_earlier_boot_adds_nothing(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e", HandClock(5 * S))
    pumped(evening, 0)
    evening.journal.append("alarm", {}, 6 * S)
    evening.kill()
    again = opened(tmp_path / "e", HandClock(1 * S, "boot-2"))
    assert [r.kind for r in again.found.records] == ["boot"]
    assert "earlier boot" in again.found.ring_why


def test_ring_and_file_that_differ_the_file_leads_and_the_ring_is_kept(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e")
    evening.journal.append("alarm", {"t": "ring"}, 1)
    evening.kill()
    first = salvage(tmp_path / "e.ring").records[0].raw
    line, digest = seal(first, "0" * 32)
    other, _ = seal(body(1, "alarm", 1, "match", 1, "", {"t": "file"}), digest)
    (tmp_path / "e/journal.jsonl").write_bytes(line + other)
    again = opened(tmp_path / "e")
    assert "ring-disagrees" in again.alarms.standing
    assert again.close(0)
    assert [r.data.get("t") for r in contents(tmp_path / "e")[0] if r.kind == "alarm"] == ["file"]
    assert b'"t":"ring"' in (tmp_path / "e.ring.aside-1").read_bytes()


def test_ring_of_another_evening_is_set_aside_and_not_mixed_in(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e")
    evening.journal.append("alarm", {"t": "mine"}, 1)
    evening.kill()
    (tmp_path / "e.ring").rename(tmp_path / "f.ring")
    other = opened(tmp_path / "f")
    assert other.close(0)
    assert [r.kind for r in contents(tmp_path / "f")[0]] == ["boot"]
    assert (tmp_path / "f.ring.aside-1").exists()


def test_kill_between_any_two_steps_of_a_start_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new ring holds everything before it takes the old one's place."""
    evening = opened(tmp_path / "e")
    pumped(evening, 0)
    evening.journal.append("alarm", {"i": 1}, 1)
    evening.journal.keep(edge(1))
    evening.kill()

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    for owner, step in ((Ring, "beat"), (Ring, "publish"), (Journal, "take_over")):
        with monkeypatch.context() as patch:
            patch.setattr(owner, step, die)
            with pytest.raises(KeyboardInterrupt):
                opened(tmp_path / "e")
    dying = opened(tmp_path / "e")
    dying.kill()  # after the new ring took over, before anything was written
    assert opened(tmp_path / "e").close(0)
    records, _ = contents(tmp_path / "e")
    assert [r.kind for r in records] == ["boot", "alarm", "edges", "boot", "boot"]


def test_torn_end_with_a_ring_gets_back_the_record_that_was_torn(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e")
    evening.journal.append("alarm", {"i": 1}, 1)
    pumped(evening, 0)
    path = tmp_path / "e/journal.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    evening.kill()
    assert opened(tmp_path / "e").close(0)
    records, _ = contents(tmp_path / "e")
    assert [r.kind for r in records] == ["boot", "alarm", "boot", "recovered"]
    assert verify(tmp_path / "e").ok
