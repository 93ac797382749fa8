"""The guests' file: every way in which it can be wrong, a card that does not take it, cuts."""

import errno
import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from admission_tests.boxed import SECOND, Boxed, hash_of
from door_tests import wrong
from firmware_host.admission.guests import MOST, Guest, read_guests, text_of
from firmware_host.admission.store import GuestStore
from firmware_host.engine.table import LONG_NS

A, B = hash_of("a"), hash_of("b")
ROW = {"name": "Аня", "role": "judge", "hash": A, "since": "2026-11-30T18:20:33.120Z"}


def file_of(*rows: object, **more: object) -> str:
    return json.dumps({"schema": 1, "guests": list(rows), **more}, ensure_ascii=False)


GOOD = file_of(ROW)
BAD = {
    "empty": ("", "file", "not JSON"),
    "cut": (GOOD[:-20], "file", "not JSON"),
    "not-utf-8": (GOOD.encode("cp1251"), "line 1", "UTF-8"),
    "a-list": ("[]", "file", "table"),
    "too-deep": ("[" * 60_000, "file", "not JSON"),
    "newer": (file_of(schema=2), "schema", "less than or equal to 1"),
    "no-schema": ('{"guests": []}', "schema", "needed"),
    "unknown-key": (file_of(ROW | {"token": "x"}), "guests[0].token", "unknown key"),
    "no-hash": (file_of({k: v for k, v in ROW.items() if k != "hash"}), "guests[0].hash", "needed"),
    "short-hash": (file_of(ROW | {"hash": A[:-1]}), "guests[0].hash", "match"),
    "no-role": (file_of(ROW | {"role": "admin"}), "guests[0].role", "'judge' or 'reader'"),
    "a-number": (file_of(ROW | {"name": 5}), "guests[0].name", "text in quotes"),
    "long-name": (file_of(ROW | {"name": "x" * 41}), "guests[0].name", "40 letters"),
    "two-lines": (file_of(ROW | {"name": "a\nb"}), "guests[0].name", "one line"),
    "name-twice": (file_of(ROW, ROW | {"hash": B}), "guests: name", "two guests"),
    "hash-twice": (file_of(ROW, ROW | {"name": "B"}), "guests: hash", "two guests"),
    "too-many": (
        file_of(*({**ROW, "name": f"{n}", "hash": hash_of(f"{n}")} for n in range(MOST + 1))),
        "guests", f"at most {MOST}",
    ),
    "too-long": (GOOD + " " * 70_000, "file", "too long"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
def test_a_file_that_is_wrong_is_said_and_left_alone(kind: str, tmp_path: Path) -> None:
    text, path, remedy = BAD[kind]
    found = wrong.faults_of(text, tmp_path / "guests.json", read_guests)
    assert any(one[0] == path and remedy in one[2] for one in found), found


def test_a_good_file_comes_back_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "guests.json"
    assert read_guests(file) == ()
    guests = (Guest.model_validate(ROW), Guest(name="B", role="reader", hash=B, since=""))
    file.write_text(text_of(guests), encoding="utf-8")
    assert read_guests(file) == guests


def test_of_a_damaged_file_nobody_is_admitted_and_it_is_kept_aside(tmp_path: Path) -> None:
    file = tmp_path / "guests.json"
    file.write_text(GOOD[:-20], encoding="utf-8")
    box = Boxed(tmp_path)
    assert box.names == []
    assert "guests-unread" in box.alarms
    assert file.read_text(encoding="utf-8") == GOOD[:-20]
    box.ask("b", "B")
    box.hold(LONG_NS)
    assert [one.name for one in read_guests(file)] == ["B"]
    aside = tmp_path / "guests.json.damaged"
    assert aside.read_text(encoding="utf-8") == GOOD[:-20]


def test_a_card_that_does_not_take_the_guests_is_said_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Errors of the card cannot be had without one: the sync itself is refused."""
    box = Boxed(tmp_path)
    with monkeypatch.context() as full:

        def refuse(handle: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        full.setattr(os, "fsync", refuse)
        box.ask(name="Phone")
        box.hold(LONG_NS)
        assert box.names == ["Phone"], "it is let in all the same"
        assert "guests-not-kept" in box.alarms
        assert box.say("revoke", name="Phone") is None, "nobody is told that it is done"
        assert box.names == []
    box.run(3 * SECOND)
    assert "guests-not-kept" not in box.alarms
    assert box.replies[-1].ok
    assert read_guests(tmp_path / "guests.json") == ()


def test_what_a_crash_left_behind_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "guests.json.new").write_text("half", encoding="utf-8")
    store = GuestStore(tmp_path / "guests.json", lambda why: None)
    store.put((Guest.model_validate(ROW),))
    store.pump(0)
    assert read_guests(tmp_path / "guests.json") == (Guest.model_validate(ROW),)


class Cut:
    """Ends the process, so to speak, at the call number `after`."""

    def __init__(self, after: int) -> None:
        self._left = after

    def around(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            self._left -= 1
            if self._left < 0:
                raise SystemExit
            return real(*args, **more)

        return call


def test_a_cut_at_any_step_leaves_the_old_file_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ended before every call that touches the disk, and after the last."""
    old = (Guest.model_validate(ROW),)
    new = (*old, Guest(name="B", role="reader", hash=B, since=""))
    seen = []
    for after in range(8):
        file = tmp_path / f"{after}" / "guests.json"
        file.parent.mkdir()
        store = GuestStore(file, lambda why: None)
        store.put(old)
        store.pump(0)
        cut = Cut(after)
        with monkeypatch.context() as death:
            for owner, name in ((os, "open"), (os, "fsync"), (os, "fdopen"), (Path, "replace")):
                death.setattr(owner, name, cut.around(getattr(owner, name)))
            store.put(new)
            with suppress(SystemExit):
                store.pump(1)
        seen.append(read_guests(file))
    assert seen[:4] == [old] * 4, "before the file is replaced"
    assert seen[4:] == [new] * 4
