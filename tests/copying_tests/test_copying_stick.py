"""A copy is the journal's beginning, whatever is done to the stick between two passes."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_host.copying.stick import FOLDER, NoStick, Vouched, copy_all
from firmware_host.journal.codec import encode
from firmware_host.journal.record import ZERO_HASH

MEMORY = Path("/dev/shm")
"""Another file system than the tests' folder: to the copy it is a stick."""


def lines(count: int, wall: str = "2026-12-01T18:00:00.000Z") -> list[bytes]:
    """Return the lines of a journal; another `wall` is another chain."""
    found, prev = [], ZERO_HASH
    for n in range(count):
        data = {"kind": "x", "text": "ж" * (n % 40)}
        raw, prev = encode(n, "alarm", 0, "match", n * 1000, wall, data, prev)
        found.append(raw)
    return found


JOURNAL = lines(12)
OTHER = lines(12, "2026-12-02T18:00:00.000Z")


class Card:
    """Events on the card, one evening, and a stick."""

    def __init__(self, folder: Path, stick: Path) -> None:
        self.events, self.stick = folder / "events", stick
        self.evening = self.events / "cup" / "2026-12-01"
        self.evening.mkdir(parents=True)
        self.file = self.evening / "journal.jsonl"

    def vouched(self, count: int) -> Vouched:
        size = len(b"".join(JOURNAL[:count]))
        return Vouched("cup/2026-12-01", "journal.jsonl", size, count - 1)

    def copied(self, name: str = "2026-12-01", file: str = "journal.jsonl") -> bytes:
        return (self.stick / FOLDER / "cup" / name / file).read_bytes()


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    stick = Path(tempfile.mkdtemp(prefix="minuta-stick-", dir=MEMORY))
    yield Card(tmp_path, stick)
    shutil.rmtree(stick)


def test_what_the_daemon_vouches_for_is_copied_and_no_byte_more(card: Card) -> None:
    card.file.write_bytes(b"".join(JOURNAL))
    copy_all(card.events, card.stick, card.vouched(5))
    assert card.copied() == b"".join(JOURNAL[:5])
    assert copy_all(card.events, card.stick, card.vouched(5)) == 0
    copy_all(card.events, card.stick, card.vouched(7))
    assert card.copied() == b"".join(JOURNAL[:7])


def test_without_a_daemon_all_is_copied_a_torn_tail_too(card: Card) -> None:
    torn = b"".join(JOURNAL)[:-9]
    card.file.write_bytes(torn)
    copy_all(card.events, card.stick, Vouched())
    assert card.copied() == torn


def test_a_daemon_of_another_evening_vouches_for_its_own_only(card: Card) -> None:
    card.file.write_bytes(JOURNAL[0])
    copy_all(card.events, card.stick, Vouched("cup/2026-12-02", "journal.jsonl", 0, -1))
    assert card.copied() == JOURNAL[0]


def test_a_continuation_is_copied_beside_what_it_continues(card: Card) -> None:
    """After an EIO the first file counts to `bytes` only; the second is the one that grows."""
    good = b"".join(JOURNAL[:4])
    card.file.write_bytes(good + b"doubtful")
    data = {"file": "journal.jsonl", "last_n": 3, "last_h": "0" * 32, "bytes": len(good)}
    head, _ = encode(3, "continues", 0, "match", 0, "", data, ZERO_HASH)
    (card.evening / "journal-2.jsonl").write_bytes(head + b"not vouched for")
    vouched = Vouched("cup/2026-12-01", "journal-2.jsonl", len(head), 3)
    copy_all(card.events, card.stick, vouched)
    assert card.copied() == good
    assert card.copied(file="journal-2.jsonl") == head


def test_a_stick_with_another_chain_gets_a_new_folder_and_keeps_its_own(card: Card) -> None:
    other = card.stick / FOLDER / "cup" / "2026-12-01"
    other.mkdir(parents=True)
    (other / "journal.jsonl").write_bytes(b"".join(OTHER[:3]))
    card.file.write_bytes(b"".join(JOURNAL))
    for count in (5, 9):
        copy_all(card.events, card.stick, card.vouched(count))
    assert card.copied() == b"".join(OTHER[:3])
    assert card.copied("2026-12-01~2") == b"".join(JOURNAL[:9])
    assert len(list((card.stick / FOLDER / "cup").iterdir())) == 2


def test_an_evening_that_lies_in_more_files_there_is_another_chain(card: Card) -> None:
    card.file.write_bytes(b"".join(JOURNAL))
    copy_all(card.events, card.stick, card.vouched(2))
    stranger = card.stick / FOLDER / "cup/2026-12-01/journal-2.jsonl"
    stranger.write_bytes(OTHER[0])
    copy_all(card.events, card.stick, card.vouched(3))
    assert card.copied("2026-12-01~2") == b"".join(JOURNAL[:3])


def test_a_copy_that_holds_more_than_the_card_is_left_as_it_is(card: Card) -> None:
    """A power cut took the card's tail: the copy may be the only one that has it."""
    card.file.write_bytes(b"".join(JOURNAL))
    copy_all(card.events, card.stick, card.vouched(9))
    card.file.write_bytes(b"".join(JOURNAL[:6]))
    assert copy_all(card.events, card.stick, card.vouched(6)) == 0
    assert card.copied() == b"".join(JOURNAL[:9])
    # Its numbers are given anew: that is another chain.
    card.file.write_bytes(b"".join(JOURNAL[:6]) + b"".join(OTHER[6:]))
    copy_all(card.events, card.stick, Vouched("cup/2026-12-01", "journal.jsonl",
             card.file.stat().st_size, 11))  # fmt: skip
    assert card.copied() == b"".join(JOURNAL[:9])
    assert card.copied("2026-12-01~2") == card.file.read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small stick needs root")
def test_a_full_stick_says_so_keeps_what_fits_and_is_gone_on_with(
    card: Card, tmp_path: Path
) -> None:
    whole = b"".join(lines(2_000))
    card.file.write_bytes(whole)
    mount = tmp_path / "stick"
    mount.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "stick", mount], check=True)
    try:
        with pytest.raises(OSError, match="No space"):
            copy_all(card.events, mount, Vouched())
        copy = mount / FOLDER / "cup" / "2026-12-01" / "journal.jsonl"
        assert 0 < copy.stat().st_size < len(whole)
        assert whole.startswith(copy.read_bytes())
        subprocess.run(["mount", "-o", "remount,size=2m", mount], check=True)
        copy_all(card.events, mount, Vouched())
        assert copy.read_bytes() == whole
        assert len(list(copy.parent.parent.iterdir())) == 1
    finally:
        subprocess.run(["umount", "-l", mount], check=True)


def test_a_folder_of_the_card_itself_is_no_stick(card: Card, tmp_path: Path) -> None:
    """Where nothing is mounted, a copy would fill the card."""
    card.file.write_bytes(b"".join(JOURNAL))
    for place in (tmp_path / "media", tmp_path / "missing"):
        if place.name == "media":
            place.mkdir()
        with pytest.raises(NoStick, match="no stick is mounted here"):
            copy_all(card.events, place, Vouched())
        assert not list(place.glob("*"))


def test_names_that_a_fat_stick_cannot_hold_are_written_otherwise(card: Card) -> None:
    evening = card.events / 'Кубок: "финал"?' / "день 1."
    evening.mkdir(parents=True)
    (evening / "journal.jsonl").write_bytes(JOURNAL[0])
    copy_all(card.events, card.stick, Vouched())
    found = card.stick / FOLDER / "Кубок_ _финал__" / "день 1_" / "journal.jsonl"
    assert found.read_bytes() == JOURNAL[0]


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.tuples(st.sampled_from(["pass", "cut", "swap"]), st.integers(0, 900)), max_size=9)
)
def test_whatever_is_done_to_the_stick_the_copy_ends_as_the_journal(
    card: Card, steps: list[tuple[str, int]]
) -> None:
    """Cut at any byte, emptied, filled by another box: one more pass, and a folder has it all."""
    shutil.rmtree(card.stick / FOLDER, ignore_errors=True)
    card.file.write_bytes(b"".join(JOURNAL))
    home = card.stick / FOLDER / "cup" / "2026-12-01"
    for what, size in steps:
        if what == "pass":
            copy_all(card.events, card.stick, card.vouched(size % 13))
        elif what == "cut" and home.exists():
            data = (home / "journal.jsonl").read_bytes() if any(home.iterdir()) else b""
            (home / "journal.jsonl").write_bytes(data[:size])
        elif what == "swap":
            home.mkdir(parents=True, exist_ok=True)
            (home / "journal.jsonl").write_bytes(b"".join(OTHER)[:size])
    copy_all(card.events, card.stick, card.vouched(12))
    copies = [path.read_bytes() for path in home.parent.glob("*/journal.jsonl")]
    assert b"".join(JOURNAL) in copies
