"""The ring: what was kept is there after a kill, whatever became of the file (E7)."""

import struct
from pathlib import Path

import pytest

from firmware_host.journal.codec import body
from firmware_host.journal.ring import HEADER, Ring, Word
from firmware_host.journal.salvage import Kept, salvage
from firmware_host.journal.squeeze import squeeze
from hardware.edges import Edge
from journal_tests.desk import edge, opened

WHO = {"boot": "boot-1", "evening": "ev"}


def ring_at(path: Path, room: int = 4096) -> Ring:
    ring = Ring(path, WHO, HEADER + room, 7)
    ring.publish()
    return ring


def fact(n: int, size: int = 10) -> bytes:
    return body(n, "alarm", 1, "match", n, "", {"t": "x" * size})


def test_kept_records_and_later_edges_are_found_without_closing(tmp_path: Path) -> None:
    ring = ring_at(tmp_path / "r")
    odd = Edge("phone", "ж\tx", 1 << 65, True, 1 << 40, -1, 5_000_000_000)
    ring.edge(edge(1))
    ring.record(0, fact(0))
    ring.edge(edge(2))
    ring.edge(odd)
    ring.beat(123)
    found = salvage(tmp_path / "r")
    assert (found.why, found.boot_id, found.evening) == ("", "boot-1", "ev")
    assert found.records == [Kept(0, fact(0))]
    assert found.edges == [edge(2), odd]
    assert found.alive_ns == 123


def test_raw_edge_takes_24_bytes_and_its_frame(tmp_path: Path) -> None:
    ring = ring_at(tmp_path / "r")
    ring.edge(edge(1))
    assert ring.used == 24 + 8


def test_going_round_many_times_keeps_what_is_not_durable(tmp_path: Path) -> None:
    ring = ring_at(tmp_path / "r", 1000)
    for n in range(300):
        assert ring.edge(edge(n))
        assert ring.record(n, fact(n, n % 60))
        ring.free(n - 2)
    assert salvage(tmp_path / "r").records == [Kept(n, fact(n, n % 60)) for n in (298, 299)]


def test_frame_that_just_fits_is_kept_and_one_byte_more_is_not(tmp_path: Path) -> None:
    for more in (0, 1):
        ring = ring_at(tmp_path / f"r{more}", 1000)
        raw = b"x" * (1000 - 8 - 9 + more)
        assert ring.record(0, raw) is (not more)


def test_head_moves_after_the_frame_is_whole(tmp_path: Path) -> None:
    """A kill between the frame and the head leaves the frame unkept, not half kept."""
    ring = ring_at(tmp_path / "r")
    ring.record(0, fact(0))
    before = (tmp_path / "r").read_bytes()
    ring.record(1, fact(1))
    after = (tmp_path / "r").read_bytes()
    for image in (before[: 8 * Word.HEAD] + after[8 * Word.HEAD : HEADER] + before[HEADER:],
                  before[:HEADER] + after[HEADER:]):  # fmt: skip
        (tmp_path / "half").write_bytes(image)
        assert salvage(tmp_path / "half").records == [Kept(0, fact(0))]


def test_a_beat_torn_between_its_two_stores_leaves_the_one_before(tmp_path: Path) -> None:
    ring = ring_at(tmp_path / "r")
    for at_ns in (10, 20, 30):
        ring.beat(at_ns)
    image = bytearray((tmp_path / "r").read_bytes())
    struct.pack_into("<Q", image, 8 * (Word.BEAT + 2), 40)
    (tmp_path / "torn").write_bytes(image)
    assert salvage(tmp_path / "torn").alive_ns == 30


@pytest.fixture
def small(tmp_path: Path) -> bytes:
    ring = ring_at(tmp_path / "r", 400)
    for n in range(5):
        ring.record(n, fact(n))
        ring.free(n - 2)
    ring.edge(edge(1))
    ring.beat(99)
    return (tmp_path / "r").read_bytes()


def test_ring_cut_at_every_byte_never_raises_nor_invents(tmp_path: Path, small: bytes) -> None:
    """E7."""
    whole = [Kept(n, fact(n)) for n in (3, 4)]
    path = tmp_path / "cut"
    for size in [*range(300), *range(HEADER - 2, len(small))]:
        path.write_bytes(small[:size])
        found = salvage(path)
        assert found.why
        assert found.records == whole[: len(found.records)]
        assert found.edges in ([], [edge(1)])


def test_ring_garbled_at_every_byte_never_raises_nor_invents(tmp_path: Path, small: bytes) -> None:
    """E7: only what was kept comes out, and never another instant of life."""
    whole = [Kept(n, fact(n)) for n in range(5)]
    path = tmp_path / "bad"
    for at in [*range(300), *range(HEADER, len(small))]:
        for flip in (0x01, 0x80, 0xFF):
            image = bytearray(small)
            image[at] ^= flip
            path.write_bytes(image)
            found = salvage(path)
            assert all(kept in whole for kept in found.records)
            assert found.edges in ([], [edge(1)])
            assert found.alive_ns in (None, 99)


def test_evening_opens_with_any_ring(tmp_path: Path, small: bytes) -> None:
    """E7: the service starts, and says what was wrong."""
    junk = [b"", b"x", b"MINUTARG", small[:HEADER], b"\0" * 20000, b"\xff" * 20000,
            small.replace(b"MINUTARG", b"MINUTARX"), small[:8] + b"\x02" + small[9:]]  # fmt: skip
    for i, image in enumerate(junk):
        (tmp_path / f"e{i}.ring").write_bytes(image)
        evening = opened(tmp_path / f"e{i}")
        assert evening.found.ring_why
        assert evening.close(0)


def test_ring_of_a_foreign_version_is_empty_and_says_so(tmp_path: Path, small: bytes) -> None:
    for at, word in ((8 * Word.VERSION, "version"), (0, "kind")):
        (tmp_path / "f").write_bytes(small[:at] + b"\x63" + small[at + 1 :])
        found = salvage(tmp_path / "f")
        assert word in found.why
        assert (found.records, found.edges, found.alive_ns) == ([], [], None)


def test_wires_beyond_the_fixed_part_are_kept_in_full(tmp_path: Path) -> None:
    ring = ring_at(tmp_path / "r", 1 << 20)
    edges = [edge(i, line="wire" * 10 + str(i)) for i in range(500)]
    assert all(map(ring.edge, edges))
    assert salvage(tmp_path / "r").edges == edges


def test_full_ring_gives_up_oldest_edges_counted_and_no_fact(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e", ring_bytes=HEADER + 20_000)
    journal = evening.journal
    for i in range(40 * 64):
        journal.keep(edge(i))
        if i % 64 == 63:
            journal.append("alarm", {"i": i}, i)
    found = salvage(tmp_path / "e.ring")
    assert found.records[-1].n == journal.next_n - 1
    assert [k.n for k in found.records] == list(range(journal.next_n))
    counted = [k for k in found.records if k.stand_in]
    assert counted
    assert counted[0].n == min(k.n for k in found.records if b'"k":"edge' in k.raw)
    assert all(b'"why":"ring"' in k.raw for k in counted)
    assert journal.ring_lost == sum(
        int(k.raw.split(b'"edges":')[1].split(b",")[0]) for k in counted
    )
    assert "ring-full" not in evening.alarms.standing


def test_facts_alone_that_do_not_fit_are_an_alarm_and_stay_in_the_queue(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e", ring_bytes=HEADER + 5_000)
    for i in range(100):
        evening.journal.append("alarm", {"i": i}, i)
    assert "ring-full" in evening.alarms.standing
    assert evening.close(0)


def test_kill_while_squeezing_finds_the_old_ring_whole(tmp_path: Path) -> None:
    ring = ring_at(tmp_path / "r")
    ring.record(0, fact(0))
    before = salvage(tmp_path / "r").records
    ring.successor()  # made, and the process dies before `publish`
    assert salvage(tmp_path / "r").records == before
    fresh, _ = squeeze(ring)
    assert salvage(tmp_path / "r").records == before
    fresh.record(1, fact(1))
    assert len(salvage(tmp_path / "r").records) == 2
