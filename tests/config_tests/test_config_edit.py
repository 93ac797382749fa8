"""What commands write into the config: their own lines, and the old file stays where it fails."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.config.edit import put_lines, rewrite
from firmware_host.errors import FileFaults, InTheWay

PLAIN = 'schema = 1\nboard = "three-keys"  # the hall\'s\n'
KEYS = """
[keys]  # learned
start = { pin = 5 }   # by the window
# the judge

[sound]
pack = 'en'
"""
NEW = {"start": "{ pin = 6 }", "stop": "{ pin = 13 }"}


def test_a_table_that_is_missing_is_put_at_the_end() -> None:
    text = put_lines(PLAIN, "f", "keys", NEW)
    assert text == f"{PLAIN}\n[keys]\nstart = {{ pin = 6 }}\nstop = {{ pin = 13 }}\n"


def test_a_line_is_put_in_its_place_and_comments_stay() -> None:
    assert put_lines(PLAIN + KEYS, "f", "keys", NEW) == PLAIN + (
        "\n[keys]  # learned\nstart = { pin = 6 }   # by the window\nstop = { pin = 13 }\n"
        "# the judge\n\n[sound]\npack = 'en'\n"
    )


def test_a_last_line_without_its_end_is_not_glued() -> None:
    text = put_lines(f"{PLAIN}[keys]\nstart = {{ pin = 5 }}", "f", "keys", {"stop": NEW["stop"]})
    assert tomllib.loads(text)["keys"] == {"start": {"pin": 5}, "stop": {"pin": 13}}


@pytest.mark.parametrize(
    ("more", "lines", "said"),
    [
        ("keys = { start = { pin = 5 } }\n", NEW, "not in a table of its own"),
        ("[keys.start]\npin = 5\n", NEW, "not in a table of its own"),
        ("[keys]\nstart.pin = 5\n", NEW, "not in a table of its own"),
        ("", {"start": "{ pin = 27 }"}, "keys.start.pin: '27': keys.stop is wired there"),
        ("", {"start": "{ pin = 2 }"}, "i2c"),
        ("", {"start": "{ pin = 99 }"}, "99"),
        ("x = 1\n", NEW, "x"),  # it was wrong before
    ],
)
def test_what_would_be_wrong_is_refused_and_the_file_stays(
    tmp_path: Path, more: str, lines: dict[str, str], said: str
) -> None:
    file = tmp_path / "minuta.toml"
    file.write_text(PLAIN + more, encoding="utf-8")
    with pytest.raises(FileFaults) as caught:
        rewrite(file, {"keys": lines})
    assert said in str(caught.value)
    assert file.read_text(encoding="utf-8") == PLAIN + more
    assert os.listdir(tmp_path) == ["minuta.toml"]  # noqa: PTH208  (names only)


def test_a_file_that_cannot_be_replaced_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "minuta.toml"
    file.write_text(PLAIN, encoding="utf-8")

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InTheWay, match=r"is as it was.*No space left"):
        rewrite(file, {"keys": NEW})
    assert [one.name for one in tmp_path.iterdir()] == ["minuta.toml"]
    monkeypatch.undo()
    rewrite(file, {"keys": NEW})  # the control
    assert "pin = 13" in file.read_text(encoding="utf-8")


def test_what_a_crash_left_behind_is_in_nobodys_way(tmp_path: Path) -> None:
    file, beside = tmp_path / "minuta.toml", tmp_path / ".minuta.toml.new"
    file.write_text(PLAIN, encoding="utf-8")
    other = tmp_path / "other"
    other.write_text("another's", encoding="utf-8")
    beside.symlink_to(other)  # not written through either
    rewrite(file, {"keys": NEW})
    assert "pin = 13" in file.read_text(encoding="utf-8")
    assert other.read_text(encoding="utf-8") == "another's"
    assert not beside.exists()
    beside.mkdir()  # no file of ours: it stays, and is named
    with pytest.raises(InTheWay, match=r"is as it was.*minuta\.toml\.new"):
        rewrite(file, {"keys": NEW})
    assert beside.is_dir()


def test_rights_line_ends_and_a_link_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "real.toml", tmp_path / "link.toml"
    file.write_bytes(PLAIN.replace("\n", "\r\n").encode())
    file.chmod(0o640)
    link.symlink_to(file)
    config = rewrite(link, {"keys": NEW})
    assert [key.pin for key in config.board.keys][:2] == [6, 13]
    assert file.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()
    assert file.read_bytes().count(b"\r\n") == file.read_bytes().count(b"\n") == 6


LINE = st.sampled_from(
    [
        "# a word",
        "",
        "[sound]",
        "pack = 'ru'",
        "[box]",
        "language = 'en'",
        "[keys]",
        "ok = { pin = 12 }",
    ]
)


@given(st.lists(LINE, max_size=8))
def test_any_sound_file_keeps_all_but_the_keys(rows: list[str]) -> None:
    text = PLAIN + "".join(f"{row}\n" for row in rows)
    try:
        new = put_lines(text, "f", "keys", NEW)
    except FileFaults:
        return
    old, now = tomllib.loads(text), tomllib.loads(new)
    assert now.pop("keys") == {**old.pop("keys", {}), "start": {"pin": 6}, "stop": {"pin": 13}}
    assert now == old
    left = [row for row in new.splitlines() if row not in ("", "[keys]", *_LINES)]
    assert left == [row for row in text.splitlines() if row not in ("", "[keys]")]


_LINES = [f"{key} = {value}" for key, value in NEW.items()]
