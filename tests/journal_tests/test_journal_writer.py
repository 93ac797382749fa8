"""Queue to file to card: in order, in groups, and honest when the card fails (A1, F3, F4)."""

import errno
from pathlib import Path

import pytest

from firmware_host.journal.codec import body
from firmware_host.journal.files import file_system
from firmware_host.journal.simulated import SimulatedFiles
from firmware_host.journal.verify import verify
from journal_tests.desk import MS, FailingFiles, S, SmallDisk, contents, edge, opened, pumped


def test_nothing_is_recorded_while_the_sync_stalls_and_all_is_in_order_after(
    tmp_path: Path,
) -> None:
    """A1, the journal's half: 10 s of stall in simulated time; `append` goes on at once."""
    files = SimulatedFiles(sync_for_ns=10 * S)
    evening = opened(tmp_path / "e", files=files)
    evening.writer.pump(0)
    for i in range(1, 100):
        evening.journal.append("alarm", {"i": i}, i * 100 * MS)
        assert evening.writer.pump(i * 100 * MS) == 10 * S
        assert evening.journal.durable_n == -1
    files.sync_for_ns = 20 * MS
    pumped(evening, 10 * S)
    assert evening.journal.durable_n == 99
    records, damages = contents(tmp_path / "e")
    assert [r.n for r in records] == list(range(100))
    assert damages == []


def test_recorded_begins_at_the_end_of_the_sync_and_not_1_ns_before(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e", files=SimulatedFiles(20 * MS))
    heard: list[int] = []
    evening.writer.on_durable = heard.append
    assert evening.writer.pump(0) == 20 * MS
    assert evening.journal.written_n == 0
    evening.writer.pump(20 * MS - 1)
    assert (evening.journal.durable_n, heard) == (-1, [])
    evening.writer.pump(20 * MS)
    assert (evening.journal.durable_n, heard) == (0, [0])


def test_lazy_records_go_within_250_ms_and_with_an_urgent_one_at_once(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e")
    pumped(evening, 0)
    evening.journal.append("pulse", {}, 0, urgent=False)
    assert evening.writer.pump(S) == S + 250 * MS
    assert evening.writer.pump(S + 250 * MS - 1) == S + 250 * MS
    assert evening.journal.written_n == 0
    evening.writer.pump(S + 250 * MS)
    assert evening.journal.written_n == 1
    evening.journal.append("pulse", {}, 0, urgent=False)
    evening.writer.pump(2 * S)
    evening.journal.append("alarm", {}, 0)
    evening.writer.pump(2 * S + 1)
    assert evening.journal.written_n == 3


def test_no_more_than_20_syncs_a_second(tmp_path: Path) -> None:
    files = SimulatedFiles(1 * MS)
    evening = opened(tmp_path / "e", files=files)
    for ms in range(0, 2000, 2):
        evening.journal.append("alarm", {}, ms * MS)
        evening.writer.pump(ms * MS)
    assert 38 <= files.syncs <= 40


def test_the_writer_is_woken_for_the_first_and_for_urgent_ones_only(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e")
    pumped(evening, 0)
    woken: list[int] = []
    evening.writer.wake = lambda: woken.append(1)
    for urgent, count in ((False, 1), (False, 1), (True, 2)):
        evening.journal.append("alarm", {}, 0, urgent=urgent)
        assert len(woken) == count


def test_a_group_is_1024_records_or_256_kib(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e")
    pumped(evening, 0)
    for _ in range(1025):
        evening.journal.append("pulse", {}, 0, urgent=False)
    evening.writer.pump(S)
    assert evening.journal.written_n == 1024
    pumped(evening, 2 * S)
    for _ in range(10):
        evening.journal.append("pulse", {"t": "x" * 50_000}, 0, urgent=False)
    evening.writer.pump(3 * S)
    assert evening.journal.written_n == 1025 + 6


def test_failed_sync_is_never_tried_again_on_that_file(tmp_path: Path) -> None:
    """F3: EIO once, then success: everything since the last good sync is in a new file."""
    files = FailingFiles()
    evening = opened(tmp_path / "e", files=files)
    for i in range(3):
        evening.journal.append("alarm", {"i": i}, i)
    pumped(evening, 0)
    files.sync_errors = [OSError(errno.EIO, "Input/output error")]
    for i in range(3, 6):
        evening.journal.append("alarm", {"i": i}, i)
    evening.writer.pump(S)
    assert evening.journal.durable_n == evening.journal.written_n == 3
    size = (tmp_path / "e/journal.jsonl").stat().st_size
    evening.writer.pump(S)
    assert evening.journal.durable_n == 6
    assert (tmp_path / "e/journal.jsonl").stat().st_size == size
    fresh = (tmp_path / "e/journal-2.jsonl").read_text().splitlines()
    assert '"k":"continues"' in fresh[0]
    assert [line.split(",")[0][1:] for line in fresh[1:]] == ['"n":4', '"n":5', '"n":6']
    records, damages = contents(tmp_path / "e")
    assert ([r.n for r in records], damages) == (list(range(7)), [])
    assert verify(tmp_path / "e").ok
    assert verify(tmp_path / "e/journal-2.jsonl").ok
    assert "disk-error" in evening.alarms.standing
    assert evening.close(2 * S)
    # The next start goes on in the continuation.
    again = opened(tmp_path / "e")
    assert again.found.place.file == "journal-2.jsonl"
    assert (again.found.kept, again.found.ring_aside, again.found.fresh_file) == ([], False, False)
    pumped(again, 3 * S)
    assert verify(tmp_path / "e").records == 8


def test_disk_that_fails_for_long_gets_few_new_files_and_then_everything(tmp_path: Path) -> None:
    files = FailingFiles()
    evening = opened(tmp_path / "e", files=files)
    pumped(evening, 0)
    files.sync_errors = [OSError(errno.EIO, "Input/output error")] * 5
    evening.journal.append("alarm", {}, 0)
    now_ns = S
    while now_ns < 100 * S:
        evening.writer.pump(now_ns)
        now_ns += 50 * MS
    assert evening.journal.durable_n == 1
    assert len(list((tmp_path / "e").glob("journal*"))) == 6
    records, damages = contents(tmp_path / "e")
    assert ([r.n for r in records], damages) == ([0, 1], [])


def test_full_disk_by_a_short_write_keeps_the_order_when_there_is_room_again(
    tmp_path: Path,
) -> None:
    """F4: the ballast goes at once, tries every 2 s, no byte twice and none lost."""
    for room in (0, 1, 100, 400):
        folder = tmp_path / f"e{room}"
        files = FailingFiles()
        evening = opened(folder, files=files, ballast_bytes=4096)
        pumped(evening, 0)
        assert (folder / "ballast").stat().st_size == 4096
        files.append_by = disk = SmallDisk(room)
        for i in range(5):
            evening.journal.append("alarm", {"i": i}, i)
        assert evening.writer.pump(S) == 3 * S
        assert not (folder / "ballast").exists()
        assert "disk-full" in evening.alarms.standing
        evening.journal.append("alarm", {"i": 5}, 5)
        assert evening.writer.pump(3 * S) == 5 * S
        disk.room = 1 << 20
        pumped(evening, 5 * S)
        assert "disk-full" not in evening.alarms.standing
        records, damages = contents(folder)
        assert ([r.n for r in records], damages) == (list(range(7)), [])
        assert evening.journal.durable_n == 6


def test_power_cut_on_a_full_disk_leaves_a_torn_end_that_is_passed_over(tmp_path: Path) -> None:
    files = FailingFiles()
    evening = opened(tmp_path / "e", files=files)
    pumped(evening, 0)
    files.append_by = SmallDisk(100)
    evening.journal.append("alarm", {}, 0)
    evening.writer.pump(S)
    evening.kill()
    (tmp_path / "e.ring").unlink()
    pumped(opened(tmp_path / "e"), 2 * S)
    report = verify(tmp_path / "e")
    assert (report.ok, len(report.passed)) == (True, 1)


def test_file_is_rotated_when_it_is_full(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e", rotate_bytes=1000)
    for i in range(30):
        evening.journal.append("alarm", {"i": i}, i)
        pumped(evening, i * S)
    assert len(list((tmp_path / "e").glob("journal*"))) >= 4
    report = verify(tmp_path / "e")
    assert (report.ok, report.records) == (True, 31)
    assert evening.close(40 * S)


def test_overload_makes_counts_of_edges_and_keeps_every_fact(tmp_path: Path) -> None:
    """a.6, both sides: 10,000 records wait: edges; 10,001: counts."""
    evening = opened(tmp_path / "e", ring_bytes=8 << 20)
    journal = evening.journal
    while evening.writer.queued[0] < 10_000:
        journal.append("alarm", {}, 0)
    journal.keep(edge(1))
    journal.flush()
    assert evening.writer.queued[0] == 10_001
    journal.keep(edge(2))
    journal.keep(edge(4))
    last = journal.append("alarm", {}, 0)
    assert "journal-behind" in evening.alarms.standing
    assert evening.close(0)
    records, _ = contents(tmp_path / "e")
    assert [r.kind for r in records[-4:]] == ["alarm", "edges", "edge_run", "alarm"]
    assert records[-2].data["edges"] == 2
    assert records[-1].n == last


def test_memory_is_never_claimed_to_record(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e", files=SimulatedFiles(0))
    evening.writer.records = False
    pumped(evening, 0)
    assert (evening.journal.written_n, evening.journal.durable_n) == (0, -1)
    assert evening.writer.durable is None


MOUNTS = """22 1 0:21 / / rw - ext4 /dev/vda rw
23 22 0:22 / /run rw,nosuid - tmpfs tmpfs rw
24 22 0:23 / /over rw - overlay overlay rw,lowerdir=/l,upperdir=/run/up,workdir=/w
25 22 0:24 / /good rw - overlay overlay rw,lowerdir=/l,upperdir=/var/up,workdir=/w
26 22 0:25 / /a\\040b rw shared:1 - tmpfs tmpfs rw
27 22 0:26 / /card rw - vfat /dev/sda1 rw
28 22 0:27 / /card rw - tmpfs tmpfs rw
"""


@pytest.mark.parametrize(
    ("folder", "records"),
    [("/var/lib", True), ("/run/x", False), ("/running", True), ("/over/x", False),
     ("/good/x", True), ("/a b/x", False), ("/card/x", False)],
)  # fmt: skip
def test_only_what_is_no_memory_records(folder: str, records: bool) -> None:
    assert file_system(Path(folder), MOUNTS).records is records


def test_overlay_as_root_with_its_upper_folder_out_of_sight_claims_nothing() -> None:
    mounts = "22 1 0:21 / / rw - overlay overlay rw,lowerdir=/lower,upperdir=/upper/data\n"
    assert not file_system(Path("/var"), mounts).records


def test_power_cut_leaves_what_was_durable_by_then(tmp_path: Path) -> None:
    for at_ns, stands in ((20 * MS - 1, 0), (20 * MS, 1)):
        files = SimulatedFiles(20 * MS)
        evening = opened(tmp_path / f"e{at_ns}", files=files)
        evening.writer.pump(0)
        evening.kill()
        files.cut(at_ns)
        assert len(contents(tmp_path / f"e{at_ns}")[0]) == stands


def test_body_is_made_before_a_number_is_used(tmp_path: Path) -> None:
    evening = opened(tmp_path / "e")
    with pytest.raises(TypeError):
        evening.journal.append("alarm", {"x": 0.5}, 0)
    assert evening.journal.append("alarm", {}, 0) == 1
    assert body(1, "alarm", 1, "match", 0, "", {})
