"""The report of a pre-flight: dated, never written over, and it says what stands in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware_host.config import default_config
from firmware_host.errors import InTheWay
from firmware_host.preflight.report import Report, write
from firmware_host.preflight.row import BAD, GOOD, NOTE, OPEN, Row

BEGAN = "2026-12-01T18:30:05.123Z"


def report(*verdicts: str, whole: bool = True) -> Report:
    rows = [Row("key", f"k{n}", one, ("да", "yes")) for n, one in enumerate(verdicts)]
    return Report(default_config(), BEGAN, rows, whole)


@pytest.mark.parametrize(
    ("verdicts", "whole", "ready"),
    [
        ((GOOD, NOTE), True, True),
        ((GOOD, BAD), True, False),
        ((GOOD, OPEN), True, False),
        ((GOOD,), False, False),
    ],
)
def test_ready_is_all_tried_and_all_good(
    verdicts: tuple[str, ...], whole: bool, ready: bool
) -> None:
    assert report(*verdicts, whole=whole).ready is ready


def test_a_second_one_of_the_same_second_is_beside_it(tmp_path: Path) -> None:
    first = write(report(GOOD), tmp_path, "ru")
    second = write(report(BAD), tmp_path, "en")
    assert [first.name, second.name] == ["2026-12-01T18-30-05.txt", "2026-12-01T18-30-05-2.txt"]
    assert first.read_text(encoding="utf-8").splitlines()[1:] == ["+ key k0: да", "Всё в порядке."]
    assert second.read_text(encoding="utf-8").splitlines()[-1].startswith("Not well: key k0;")
    data = json.loads(second.with_suffix(".json").read_text(encoding="utf-8"))
    assert (data["ready"], data["rows"][0]["verdict"]) == (False, BAD)


def test_what_has_no_name_of_its_own_is_called_by_what_it_is() -> None:
    rows = [Row("sound", "", BAD, ("нет", "no")), Row("lamp", "done", BAD, ("нет", "no"))]
    found = Report(default_config(), BEGAN, rows, whole=True)
    assert list(found.lines("en"))[1:] == [
        "! sound: no", "! lamp done: no", "Not well: sound, lamp done; no answer: –.",
    ]  # fmt: skip


def test_where_it_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "preflight").write_text("in the way")
    with pytest.raises(InTheWay, match="report is not written"):
        write(report(GOOD), tmp_path, "ru")
