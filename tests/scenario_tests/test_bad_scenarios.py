"""Wrong files: everything that is wrong is said at once, each with its line; nothing is written."""

from pathlib import Path

import pytest

from firmware_host.errors import FileFaults
from firmware_host.scenario.play import play_file, play_text

HEAD = "board four-seats\nformat chgk-003\n"
ENOUGH = "at 5 tap start\n"
# Text, and the places at fault.
BAD = [
    ("", ["file", "file"]),
    ("# nothing but a comment\n", ["file", "file"]),
    (HEAD, ["file"]),
    ("board four-seats\n" + ENOUGH, ["file"]),  # no format
    (HEAD + "at 5 tap\n" + ENOUGH, ["line 3"]),  # cut
    (HEAD + 'team A "Team\n' + ENOUGH, ["line 3"]),  # cut inside a quotation
    (HEAD + ENOUGH + "at 6", ["line 4"]),
    (HEAD + "turn on\nat 5 jump high\nat 5 tap start\n", ["line 3", "line 4"]),
    (HEAD + "at -5 tap start\nat 1e9 tap start\nat 99999999 tap start\n" + ENOUGH,
     ["line 3", "line 4", "line 5"]),
    (HEAD + "at 5.0000000001 tap start\n" + ENOUGH, ["line 3"]),  # finer than a nanosecond
    (HEAD + "at T+5 tap start\n" + ENOUGH, ["line 3"]),  # no such label
    (HEAD + ENOUGH + "expect start@T accepted\nat U expect wall 0:30\n", ["line 5"]),
    (HEAD + ENOUGH + "expect start@T accepted\n", ["line 4"]),
    (HEAD + "at 5 tap table7\nat 6 hold seat9 for 2s\n" + ENOUGH, ["line 3", "line 4"]),
    ("board two-keys\nformat chgk-003\nat 5 tap next\n", ["line 3"]),
    (HEAD + "at 5 tap start for 80\nat 6 tap start for -1s\nat 7 tap start late soon\n",
     ["line 3", "line 4", "line 5"]),
    (HEAD + "case one\nat 5 tap start\ncase one\nat 5 tap start\n", ["line 5"]),
    (HEAD + ENOUGH + "expect wonders\nexpect miracles 5\n", ["line 4", "line 5"]),
    (HEAD + "set late_rule\ntours 20 x\n" + ENOUGH, ["line 3", "line 4"]),
    ("board nine-keys\nformat chgk-003\n" + ENOUGH, ["line 1"]),
    (HEAD + "case one\nformat chgk-999\n" + ENOUGH, ["line 3: format"]),
    (HEAD + "case one\nset late_rule = sometimes\n" + ENOUGH, ["line 3: set.late_rule"]),
    (HEAD + "at 5 wall noon\n" + ENOUGH, ["line 3"]),
    (HEAD + 'at 6 undo R by "judge"\n' + ENOUGH, ["line 3"]),
    (HEAD + 'at 6 rule cancel-press seat1@5 by "judge"\n' + ENOUGH, ["line 3"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "places"), BAD)
def test_every_fault_is_said_at_once_with_its_line(text, places):
    """A person corrects all of it in one go; every fault says what to write."""
    with pytest.raises(FileFaults) as caught:
        play_text(text, "bad.scenario")

    assert [fault.path for fault in caught.value.faults] == places
    assert all(fault.remedy for fault in caught.value.faults)
    assert caught.value.file == "bad.scenario"


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (b"board four-seats\nformat \xff\xfe\n", "line 2"),  # not UTF-8
        (b"#" * 70_000, "file"),  # too long
        (b"", "file"),
        (b"\x00\x01\x02", "line 1"),
    ],
)
def test_bytes_that_are_no_scenario(tmp_path, raw, place):
    """Whatever lies in the file, it is a fault of the file and never another exception."""
    path = tmp_path / "bad.scenario"
    path.write_bytes(raw)
    with pytest.raises(FileFaults) as caught:
        play_file(path)

    assert caught.value.faults[0].path == place
    assert sorted(tmp_path.iterdir()) == [path]


def test_no_such_file(tmp_path):
    """A missing file is said in a sentence."""
    with pytest.raises(FileFaults):
        play_file(tmp_path / "nowhere.scenario")


def test_nothing_is_written_outside_the_temporary_folder(tmp_path, monkeypatch):
    """A run leaves the folder of its file, and the present one, as they were."""
    path = tmp_path / "good.scenario"
    path.write_text(HEAD + ENOUGH + "at 6 end\nexpect start@5 accepted\n", encoding="utf-8")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    played = play_file(Path("good.scenario"))

    assert [one.failures for one in played] == [[]]
    assert sorted(tmp_path.iterdir()) == [path, temporary]
    assert list(temporary.iterdir()) == []


def test_a_question_that_was_never_asked_is_a_failure():
    """A question at an instant after the end, or while all hangs, does not pass in silence."""
    [played] = play_text(HEAD + ENOUGH + "at 9 expect wall 9:99\nat 6 end\n", "x")

    assert len(played.failures) == 1
    assert "never asked" in played.failures[0]
