"""`minuta exchange`: what is wrong is said in words, and what is odd in both languages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli_tests.called import Written, said
from exchange_tests.books import own_file, tours_file
from firmware_host.cli import main
from firmware_host.cli.exchange_words import NOTICED, SAY, noticed_lines
from firmware_host.cli.wording import LANGUAGES
from firmware_host.exchange.noticed import KINDS, Noticed


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("results",), "give journals, or one grid"),
        (("results", "{journal}", "--answers", "{grid}"), "give journals, or one grid"),
        (("results", "{journal}", "--tiebreak", "x"), "no such stage"),
        (("results", "--answers", "{grid}", "-o", "r.ods"), "end it with .xlsx or .csv"),
        (("results", "{grid}"), "no record can be read"),
        (("tours", "{none}"), "give the path of a file"),
        (("tours", "{grid}", "--tours", "2,x"), "write 15,15,15"),
        (("tours", "{grid}", "--tours", "0"), "write 15,15,15"),
        (("tours", "{grid}", "--tours", "1,1"), "the sheet says 2"),
        (("tours", "{grid}", "{grid}", "-o", "r.xlsx"), "one FILE"),
        (("answers", "{grid}", "{own}"), "tour"),
        (("blank", "{plan}"), "name the file to write"),
        (("teams", "{none}"), "give the path of a file"),
        (("teams", "{bad}"), "cut off or broken"),
    ],
)
def test_wrong_input_is_said(tmp_path: Path, words: tuple[str, ...], part: str) -> None:
    """In words, with path, value and remedy; nothing is written."""
    (tmp_path / "bad.xlsx").write_bytes(b"PK\x03\x04 cut")
    day = Written(tmp_path / "day", "A")
    day.turn("A", "s", 2)
    own = (
        own_file(tmp_path, "own.csv", "1").read_text(encoding="utf-8").replace("1,1\n", "1,2\n", 1)
    )
    (tmp_path / "own.csv").write_text(own, encoding="utf-8")
    names = {
        "journal": day.path, "grid": tours_file(tmp_path), "none": tmp_path / "none.csv",
        "own": own, "plan": tmp_path / "none.toml", "bad": tmp_path / "bad.xlsx",
    }  # fmt: skip
    before = sorted(tmp_path.iterdir())
    result = said("exchange", *(word.format(**names) for word in words))

    assert part in str(result.exception)
    assert sorted(tmp_path.iterdir()) == before


def test_wrong_input_is_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As every command."""
    path = tmp_path / "bad.xlsx"
    path.write_bytes(b"PK\x03\x04 cut")
    monkeypatch.setattr(sys, "argv", ["minuta", "exchange", "teams", str(path)])
    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert "copy the file again" in capsys.readouterr().err


def test_everything_that_can_be_noticed_has_words_in_both_languages() -> None:
    """And every text of one language has a twin."""
    assert NOTICED.keys() == KINDS
    for texts in (*NOTICED.values(), *SAY.values()):
        assert len(texts) == len(LANGUAGES)
        assert all(texts)
    for lang in LANGUAGES:
        for kind in KINDS - {"delimiter"}:
            assert "{" not in noticed_lines([Noticed(kind, "v")], lang)[0]


def test_a_file_of_a_thousand_oddities_does_not_fill_the_screen() -> None:
    """40 lines, and how many there are besides."""
    many = [Noticed("contested", str(nth)) for nth in range(41)]

    assert len(noticed_lines(many[:40], "en")) == 40
    assert noticed_lines(many, "en")[40:] == ["… and 1 more"]
