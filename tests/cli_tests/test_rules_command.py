"""`minuta rules FORMAT`: from the settings in force, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli_tests.called import said
from firmware_host.cli import wording
from firmware_host.cli.wording import CUES, KEYS, MARKS, SAY
from firmware_host.formats import builtin


def _lines(*words: str | Path) -> list[str]:
    result = said("rules", *words)
    assert result.exit_code == 0, result.output
    return [line.strip() for line in result.stdout.splitlines()]


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("name", builtin())
def test_every_format_says_each_setting_with_its_source(name: str, lang: str) -> None:
    """Ambiguity id and source of each setting, the format's name and document."""
    fmt = builtin()[name]
    lines = _lines(name, "--lang", lang)
    text = "\n".join(lines)

    assert lines[0] == f"{fmt.name[lang]} ({name})"
    assert fmt.source in lines[1]
    for setting, one in fmt.tables.settings.items():
        assert re.search(rf"^{setting} = .+ \[{re.escape(one.of)}\]", text, re.MULTILINE)
    assert "{" not in text


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("name", builtin())
def test_no_word_is_missing(name: str, lang: str) -> None:
    """Every mark and cue of the shipped formats has a word, and English has no Cyrillic."""
    fmt = builtin()[name]
    marks = {key.mark for phase in fmt.tables.phase for key in phase.keys.values()}
    cues = {signal.cue for phase in fmt.tables.phase for signal in phase.signals}

    assert marks <= MARKS.keys()
    assert cues - {"count-{left}"} <= CUES.keys()
    if lang == "en":
        assert not re.search("[а-яё]", "\n".join(_lines(name, "--lang", "en")), re.IGNORECASE)


def test_the_hat_of_002() -> None:
    """Lengths, instants, keys and scores of A.3."""
    lines = _lines("evening-002-hat", "--lang", "en")

    for line in (
        "1. PREPARE (prepare): 2:00; preparation: nothing scores; the clock cannot be stopped",
        "signal 0:50 – 10 seconds left (lasts 0.5 s)",
        "key OK: marks “word guessed”",
        "for “word guessed”: +3",
        "for “skip”: −1.5",
        "a word open at the end changes nothing",
        "a turn may be worth less than nothing",
        "skip = -1.5 [002 l.6; 2-f] Per skip",
    ):
        assert line in lines, line


def test_settings_are_in_force() -> None:
    """--set speaks in phases, signals, scores and settings."""
    lines = _lines("evening-002-hat", "--set", "turn=90s", "--set", "floor=zero",
                   "--set", "skip=-0.5", "--lang", "ru")  # fmt: skip

    for line in (
        "сигнал 1:20 – осталось 10 секунд (длится 0.5 с)",
        "за «пропуск»: −0.5",
        "ход не даёт меньше нуля",
    ):
        assert line in lines, line


def test_the_prices_of_002_and_the_times_of_001() -> None:
    """Both tables in words."""
    prices = _lines("evening-002-crocodile", "--lang", "en")
    times = _lines("crocodile-001-final", "--lang", "en")

    assert "while 4:31 or more is left: 50" in prices
    assert "while -0:05 or more is left: 5" in prices
    assert "“plot guessed”: its own time, at most 1:00" in times
    assert "“title guessed”: its own time, at most 1:30, and 5 s more" in times
    assert "not guessed: 2:30" in times
    assert "for “violation”: 10 s more" in times


def test_four_alternates_and_004_counts() -> None:
    """Thirteen switches in R4; in 004 ten words of the count, the last at 0:10."""
    switches = [line for line in _lines("crocodile-001-r4", "--lang", "en") if "alternate" in line]
    shown = [line for line in switches if line.startswith("signal")]

    assert len(shown) == 13
    assert shown[0].startswith("signal 0:05 ")
    assert shown[-1].startswith("signal 1:05 ")
    assert any(line.startswith("сигнал 0:10 – счёт: 0 (") for line in _lines("chgk-004"))


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    """A format nobody has seen is told as well; its own words stand as they are."""
    path = tmp_path / "mine.toml"
    path.write_text(
        "schema = 1\nid = 'mine'\nsource = 'us'\nname = { ru = 'Наша', en = 'Ours' }\n"
        "players = 'team'\n[[phase]]\nid = 'play'\nfor = '42s'\nkeys = { ok = 'star' }\n"
        "[score]\nkind = 'marks'\npoints = { star = 2 }\n",
        encoding="utf-8",
    )
    lines = _lines(path, "--lang", "en")

    assert (
        "1. PLAY (play): 0:42; a press exactly at the end is late; the host can stop the clock"
        in lines
    )
    assert "for “star”: +2" in lines
    assert lines[-1] == "none"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["chgk-duplett"], "did you mean 'chgk-duplet'"),
        (["chgk-003", "--set", "minut=60s"], "did you mean 'minute'"),
        (["chgk-003", "--set", "minute=-1s"], "set.minute"),
        (["no-such.toml"], "no-such.toml"),
    ],
)
def test_what_is_wrong_is_said(words: list[str], part: str) -> None:
    """Nothing is printed."""
    result = said("rules", *words)

    assert part in str(result.exception)
    assert result.stdout == ""


def test_both_languages_put_the_same_into_their_texts() -> None:
    """A blank of one is a blank of the other."""
    for table in (SAY, MARKS, KEYS, CUES):
        for key, texts in table.items():
            assert len(texts) == len(wording.LANGUAGES), key
            assert len({tuple(sorted(re.findall(r"{\w+}", text))) for text in texts}) == 1, key
