"""Reading whatever is there: F5, F6, and the order of an evening's files."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.journal.codec import encode, seal
from firmware_host.journal.reader import Damage, read, tail
from firmware_host.journal.record import MAX_LINE, ZERO_HASH, Record
from firmware_host.journal.verify import verify


def lines(count: int, text: str = "", first: int = 0, prev: str = ZERO_HASH) -> list[bytes]:
    made = []
    for n in range(first, first + count):
        line, prev = encode(n, "alarm", 1, "match", n, "", {"t": f"{text}{n}"}, prev)
        made.append(line)
    return made


def items(tmp_path: Path, data: bytes) -> list[str | int]:
    """Numbers of records and kinds of damages, as read."""
    path = tmp_path / "j.jsonl"
    path.write_bytes(data)
    return [i.n if isinstance(i, Record) else i.kind for i in read(path)]


def test_only_lf_ends_a_line(tmp_path: Path) -> None:
    """F5: CR, NEL and U+2028 are content."""
    line, _ = encode(0, "alarm", 1, "match", 0, "", {"t": "a\rb\x85c\x1cd\u2028e"}, ZERO_HASH)
    assert items(tmp_path, line) == [0]
    raw = line.replace(b"\\u2028", "\u2028".encode()).split(b',"p":')[0]
    assert items(tmp_path, seal(raw, ZERO_HASH)[0]) == [0]


@pytest.mark.parametrize("junk", [b"\0", b"\r", b"{}", b"\xff\xfe", b"\0" * 70_000, b"x" * 300_000])
def test_junk_line_is_named_and_the_rest_is_read(tmp_path: Path, junk: bytes) -> None:
    """F5: NUL, 64 KiB lines."""
    a, b = lines(2)
    assert items(tmp_path, a + junk + b"\n" + b) == [0, "line", 1]
    assert items(tmp_path, a + b + junk) == [0, 1, "torn"]
    damage = next(i for i in read(tmp_path / "j.jsonl") if isinstance(i, Damage))
    assert (damage.line, damage.offset, damage.length) == (3, len(a + b), len(junk))


def test_line_of_64_kib_is_read_and_a_longer_one_is_not(tmp_path: Path) -> None:
    bare = len(encode(0, "alarm", 1, "match", 0, "", {"t": ""}, ZERO_HASH)[0])
    line, _ = encode(0, "alarm", 1, "match", 0, "", {"t": "x" * (MAX_LINE - bare)}, ZERO_HASH)
    assert items(tmp_path, line) == [0]
    raw = line.split(b',"p":')[0].replace(b"xx", b"xxx", 1)
    assert items(tmp_path, seal(raw, ZERO_HASH)[0]) == ["line"]


def test_whole_last_record_without_lf_is_a_record(tmp_path: Path) -> None:
    a, b = lines(2)
    assert items(tmp_path, a + b[:-1]) == [0, "no-lf", 1]
    assert items(tmp_path, a + b[:-2]) == [0, "torn"]


def test_duplicate_number_is_reported_and_the_first_counts(tmp_path: Path) -> None:
    """F5."""
    a, b = lines(2)
    (other,) = lines(1, "other", 1, ZERO_HASH)
    (c,) = lines(1, "", 2, decode_hash(b))
    assert items(tmp_path, a + b + other + c) == [0, 1, "duplicate", 2]


def decode_hash(line: bytes) -> str:
    return line[-35:-3].decode()


def test_missing_and_foreign_lines_break_the_chain_by_name(tmp_path: Path) -> None:
    a, b, c = lines(3)
    (foreign,) = lines(1, "other", 1, "ab" * 16)
    assert items(tmp_path, a + c) == [0, "gap", 2]
    assert items(tmp_path, a + foreign) == [0, "chain", 1]
    assert items(tmp_path, a + b[:50] + c) == [0, "line"]


def test_newer_record_is_given_and_marked(tmp_path: Path) -> None:
    """F5."""
    raw = lines(1)[0].split(b',"p":')[0].replace(b'"v":1', b'"v":9')
    (tmp_path / "j").write_bytes(seal(raw, ZERO_HASH)[0])
    (record,) = read(tmp_path / "j")
    assert isinstance(record, Record)
    assert record.newer


@given(st.binary(max_size=400), st.binary(max_size=400))
def test_any_bytes_around_records_are_survived(before: bytes, after: bytes) -> None:
    import tempfile  # hypothesis calls one fixture's folder many times

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j"
        path.write_bytes(before + b"\n" + b"".join(lines(2)) + after)
        assert [i.n for i in read(path) if isinstance(i, Record)] == [0, 1]
        verify(path)


@pytest.mark.parametrize("every", [1, 7, 100])
def test_tail_beside_a_writer_of_single_bytes_never_gives_a_part(
    tmp_path: Path, every: int
) -> None:
    """F6: each record comes once, only when its LF is there. Looked at after `every` bytes."""
    path = tmp_path / "j"
    got: list[int] = []
    offset, digest = 0, ZERO_HASH
    whole = b"".join(lines(6))
    for written in range(1, len(whole) + 1):
        with path.open("ab") as file:
            file.write(whole[written - 1 : written])
        if written % every and written < len(whole):
            continue
        news = tail(path, offset, digest)
        assert not news.rebuild
        offset, digest = news.offset, news.hash
        got += [i.n for i in news.items if isinstance(i, Record)]
        assert len(got) == whole[:written].count(b"\n")
    assert got == list(range(6))


def test_tail_lost_and_number_used_again_means_rebuild(tmp_path: Path) -> None:
    """F6: a power cut took records 3 to 5 and others got their numbers."""
    path = tmp_path / "j"
    old = lines(6)
    path.write_bytes(b"".join(old))
    seen = tail(path, 0, ZERO_HASH)
    path.write_bytes(b"".join(old[:3]))
    assert "shorter" in tail(path, seen.offset, seen.hash).rebuild
    again = old[:3] + lines(9, "again", 3, decode_hash(old[2]))
    path.write_bytes(b"".join(again))
    assert "another record" in tail(path, seen.offset, seen.hash).rebuild
    # The control: the same bytes with nothing lost are no reason to rebuild.
    path.write_bytes(b"".join(old + lines(2, "", 6, decode_hash(old[5]))))
    more = tail(path, seen.offset, seen.hash)
    assert (more.rebuild, [i.n for i in more.items if isinstance(i, Record)]) == ("", [6, 7])


def test_tail_passes_damage_with_the_record_that_follows_it(tmp_path: Path) -> None:
    a, b = lines(2)
    path = tmp_path / "j"
    path.write_bytes(a + b"junk\n")
    first = tail(path, 0, ZERO_HASH)
    assert (len(first.items), first.offset) == (1, len(a))
    path.write_bytes(a + b"junk\n" + b)
    second = tail(path, first.offset, first.hash)
    assert [getattr(i, "kind", "") for i in second.items] == ["line", "alarm"]


def test_tail_reads_in_bounded_pieces(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_bytes(b"".join(lines(100)))
    news = tail(path, 0, ZERO_HASH, limit=1000)
    assert 0 < len(news.items) < 10
    assert tail(path, 0, ZERO_HASH, limit=10).offset > 0
