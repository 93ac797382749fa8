"""Opening an evening after anything: F1, F2, ring and file, C32, C35's order of boots."""

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.errors import InTheWay
from firmware_host.journal.codec import body, seal
from firmware_host.journal.files import Files
from firmware_host.journal.recover import NewerJournal
from firmware_host.journal.simulated import SimulatedFiles
from firmware_host.journal.verify import verify
from journal_tests.desk import HandClock, S, contents, edge, opened


@pytest.fixture
def small(tmp_path: Path) -> bytes:
    """A small journal: boot, edges and two facts with Cyrillic that a cut can split."""
    evening = opened(tmp_path / "small")
    for i in range(1, 3):
        evening.journal.keep(edge(i))
        evening.journal.append("alarm", {"team": f"Ёж {i}"}, i)
    assert evening.close(0)
    return (tmp_path / "small/journal.jsonl").read_bytes()


def evening_with(folder: Path, data: bytes) -> Path:
    folder.mkdir()
    (folder / "journal.jsonl").write_bytes(data)
    return folder


@pytest.mark.slow
def test_cut_at_every_byte_starts_names_the_rest_and_never_shrinks(
    tmp_path: Path, small: bytes
) -> None:
    """F1 and C32: every whole record is there, a press after it too, the file only grows."""
    for size in range(len(small) + 1):
        folder = evening_with(tmp_path / f"c{size}", small[:size])
        evening = opened(folder, files=SimulatedFiles(0))
        evening.journal.append("alarm", {"new": size}, 0)
        assert evening.close(0)
        evening = opened(folder, files=SimulatedFiles(0))
        assert evening.close(0)
        assert (folder / "journal.jsonl").read_bytes().startswith(small[:size])
        assert not (folder / "journal-2.jsonl").exists()
        records, _ = contents(folder)
        whole = small[:size].count(b"\n") + (small[size : size + 1] == b"\n")
        start = whole - 1 if whole else -1
        assert [r.n for r in records] == list(range(records[-1].n + 1))
        assert len([r for r in records if r.data.get("new") == size]) == 1
        torn = size > 0 and small[size - 1 : size] != b"\n" and small[size : size + 1] != b"\n"
        torn = torn and size < len(small)
        assert len([r for r in records if r.kind == "recovered"]) == torn
        assert records[start + 1].kind == "boot"
        report = verify(folder)
        assert (report.ok, len(report.passed)) == (True, torn)


@pytest.mark.slow
def test_flip_at_every_byte_starts_in_a_new_file_and_reads_the_others(
    tmp_path: Path, small: bytes
) -> None:
    """F1: the damaged file is left as it is, the damage named, all other records read."""
    starts = [0, *(i + 1 for i, byte in enumerate(small) if byte == 10)]
    for at in range(len(small)):
        bad = small[:at] + bytes([small[at] ^ 0x04]) + small[at + 1 :]
        folder = evening_with(tmp_path / f"f{at}", bad)
        evening = opened(folder, files=SimulatedFiles(0))
        last_lf = at == len(small) - 1
        assert evening.found.damages[0].offset == max(s for s in starts if s <= at)
        assert ("journal-damage" in evening.alarms.standing) is (
            evening.found.damages[0].kind != "no-lf"
        )
        assert evening.close(0)
        stands = (folder / "journal.jsonl").read_bytes()
        assert stands.startswith(bad)
        assert (stands == bad) is not last_lf
        records, damages = contents(folder)
        ruined = 2 if small[at] == 10 and not last_lf else 1
        old = [r for r in records if r.boot == 1]
        assert len(old) == 5 - ruined
        assert damages
        # Without its LF the last line is a torn end like any other, and passed over.
        assert verify(folder).ok is last_lf


def test_torn_append_torn_again_gives_two_recovered_and_one_chain(
    tmp_path: Path, small: bytes
) -> None:
    """F2."""
    folder = evening_with(tmp_path / "t", small[:-9])
    assert opened(folder).close(0)
    with (folder / "journal.jsonl").open("ab") as file:
        file.write(b'{"n":9,"k":"ala')
    assert opened(folder).close(0)
    report = verify(folder)
    assert (report.ok, len(report.passed), report.files) == (True, 2, ["journal.jsonl"])
    records, _ = contents(folder)
    passed = [r.data for r in records if r.kind == "recovered"]
    data = (folder / "journal.jsonl").read_bytes()
    assert [p["length"] for p in passed][1] == 15
    assert all(data[p["offset"] + p["length"]] == 10 for p in passed)  # type: ignore[operator]


def test_start_after_start_on_a_damaged_evening_makes_one_new_file_only(
    tmp_path: Path, small: bytes
) -> None:
    folder = evening_with(tmp_path / "d", small.replace(b"alarm", b"alurm", 1))
    for _ in range(3):
        assert opened(folder).close(0)
    assert sorted(p.name for p in folder.glob("*.jsonl")) == ["journal-2.jsonl", "journal.jsonl"]
    assert [r.boot for r in contents(folder)[0] if r.kind == "boot"] == [1, 2, 3, 4]


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_edit_of_a_journal_is_survived(data: st.DataObject) -> None:
    import tempfile  # hypothesis calls one fixture's folder many times

    with tempfile.TemporaryDirectory() as name:
        evening = opened(Path(name) / "e")
        evening.journal.append("alarm", {}, 1)
        assert evening.close(0)
        path = Path(name) / "e/journal.jsonl"
        whole = path.read_bytes()
        at = data.draw(st.integers(0, len(whole)))
        gone = data.draw(st.integers(0, 400))
        edited = whole[:at] + data.draw(st.binary(max_size=60)) + whole[at + gone :]
        path.write_bytes(edited)
        for _ in range(2):
            evening = opened(Path(name) / "e")
            evening.journal.append("alarm", {}, 1)
            assert evening.close(0)
        assert path.read_bytes().startswith(edited)
        assert len([r for r in contents(Path(name) / "e")[0] if r.kind == "alarm"]) >= 2


def test_second_daemon_is_refused_with_the_pid_of_the_first(tmp_path: Path) -> None:
    first = opened(tmp_path / "e")
    with pytest.raises(InTheWay, match=f"held by process {os.getpid()}"):
        opened(tmp_path / "e")
    assert first.close(0)
    assert opened(tmp_path / "e").close(0)


def test_disk_that_became_read_only_does_not_keep_an_evening_from_opening(
    tmp_path: Path, small: bytes
) -> None:
    folder = evening_with(tmp_path / "ro", small)
    files = ReadOnlyFiles()
    (folder / "lock").mkdir()  # as if the file could not be written: root may write anywhere
    evening = opened(folder, files=files)
    evening.journal.append("alarm", {}, 0)
    evening.writer.pump(0)
    assert "disk-error" in evening.alarms.standing
    assert evening.journal.durable_n == 4
    assert not evening.close(S)
    # What could not be written is still in the ring for the next start.
    assert [k.n for k in opened(folder).found.kept] == [5, 6]


class ReadOnlyFiles(Files):
    """A disk that the kernel has made read-only."""

    def create(self, path: Path) -> int:
        raise OSError(errno.EROFS, "Read-only file system")

    open = create


def test_newer_journal_is_not_opened_for_writing_and_not_touched(tmp_path: Path) -> None:
    """F5."""
    raw = body(0, "boot", 1, "match", 0, "", {}).replace(b'"v":1', b'"v":2')
    folder = evening_with(tmp_path / "n", seal(raw, "0" * 32)[0])
    with pytest.raises(NewerJournal, match="newer Minuta"):
        opened(folder)
    assert (folder / "journal.jsonl").read_bytes() == seal(raw, "0" * 32)[0]
    assert verify(folder).newer == 1


def test_empty_continuation_left_by_a_crash_is_no_part(tmp_path: Path, small: bytes) -> None:
    folder = evening_with(tmp_path / "e", small)
    (folder / "journal-2.jsonl").touch()
    assert opened(folder).close(0)
    assert verify(folder).files == ["journal.jsonl"]


def test_order_of_records_is_by_number_whatever_the_wall_says(tmp_path: Path) -> None:
    """C35: the clock is behind after a boot; nothing is ordered or refused by it."""
    for boot, wall in (("a", "2026-11-30T19:20:00.000Z"), ("b", "2026-11-30T19:08:50.000Z")):
        clock = HandClock(S, boot)
        clock.wall = lambda wall=wall: wall  # type: ignore[method-assign, misc]
        assert opened(tmp_path / "e", clock).close(0)
    records, damages = contents(tmp_path / "e")
    assert ([r.n for r in records], damages) == ([0, 1], [])
    assert records[0].wall > records[1].wall
