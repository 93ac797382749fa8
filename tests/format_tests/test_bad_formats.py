"""Every way in which a format can be wrong: path, value and remedy, and nothing is written."""

from pathlib import Path

import pytest

from door_tests import wrong
from firmware_host.errors import FileFaults
from firmware_host.formats import load_folder, load_text

GOOD = """schema = 1
id = "one"
source = "t"
name = { ru = "Один", en = "One" }
players = "hall"

[settings]
minute = { value = "60s", of = "t", ru = "Минута", en = "Minute" }
last = { value = "before", choices = ["before", "including"], of = "t", ru = "Конец", en = "End" }

[[phase]]
id = "play"
for = "=minute"
until = "=last"
signals = [{ cue = "start", at = "0s" }, { cue = "end", left = "0s" }]
keys = { seat = "card", ok = { mark = "word", then = "tail" } }

[[phase]]
id = "tail"
for = "5s"

[score]
kind = "marks"
points = { word = 1 }
"""
PRESET = 'schema = 1\nid = "two"\nlike = "chgk-003"\nsource = "t"\nname = { ru = "а", en = "b" }\n'


def faults_of(text: str | bytes, folder: Path) -> list[wrong.Said]:
    """Put a file into a folder, load it, and return its faults; the folder must not change."""
    return wrong.faults_of(text, folder / "bad.toml", lambda path: load_folder(path.parent))


def test_the_good_one_is_good() -> None:
    assert load_text(GOOD, "good.toml").id == "one"


FILES = {
    "empty": (b"", "file", "", "empty"),
    "blank": (b"\n\n  \n", "file", "", "empty"),
    "cut in a string": (GOOD.encode()[:60], "line 4", "name = { ru", "put the rest back"),
    "cut in a letter": (GOOD.encode()[:51], "line 4", "byte 0xd0", "UTF-8"),
    "not UTF-8": (GOOD.encode("cp1251"), "line 4", "byte 0xce", "save the file as UTF-8"),
    "UTF-16": (GOOD.encode("utf-16"), "line 1", "byte 0xff", "save the file as UTF-8"),
    "zeros": (bytes(512), "line 1", "\x00", "not TOML"),
    "newer": (GOOD.replace("schema = 1", "schema = 2").encode(), "schema", "2", "newer Minuta"),
    "too long": (GOOD.encode() + b"#" * 70_000, "file", "65536", "64 KiB"),
    "twice": (GOOD.encode() + b"points = 1\n", "line 25", "points", "stands twice"),
    "deep": (b"a = " + b"[" * 30_000, "line 1", "a = [", "not TOML"),
    "number": (b"schema = " + b"9" * 6000, "line 1", "schema = 9", "not TOML"),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_broken_file(kind: str, tmp_path: Path) -> None:
    raw, path, value, remedy = FILES[kind]
    ((got_path, got_value, got_remedy),) = faults_of(raw, tmp_path)
    assert got_path == path
    assert value in got_value
    assert remedy in got_remedy


CHANGES = [
    ('id = "play"', 'id = "Play"', "phase[0].id", "Play", "small Latin letters"),
    ("until =", "untill =", "phase[0].untill", "=last", "did you mean 'until'?"),
    ("left =", "lift =", "phase[0].signals[1].lift", "0s", "did you mean 'left'?"),
    ("until =", "until2 =", "phase[0].until2", "=last", "unknown key"),
    ('"=minute"', "60", "phase[0].for", "60", "with a unit"),
    ('"=minute"', '"=minit"', "phase[0].for", "=minit", "did you mean 'minute'?"),
    ('"5s"', '"25:00:00"', "phase[1].for", "25:00:00", "with a unit"),
    ('"5s"', '"90000s"', "phase[1].for", "90000s", "24 h"),
    ('"5s"', '"-5s"', "phase[1].for", "-5s", "negative"),
    ('"5s"', '"rest of plai"', "phase[1].for", "plai", "did you mean 'play'?"),
    ('cue = "start"', 'cue = "strat"', "phase[0].signals[0].cue", "strat", "did you mean 'start'?"),
    ('at = "0s"', 'at = "61s"', "phase[0].signals[0].at", "61s", "outside the phase"),
    ('at = "0s"', 'at = "0s", left = "1s"', "phase[0].signals[0]", "cue", "say once"),
    ('at = "0s"', 'every = "1ms"', "phase[0].signals[0].every", "1ms", "too often"),
    ('at = "0s"', 'at = "0s", last = true', "phase[0].signals[0]", "cue", "belong to every"),
    ("seat =", "seet =", "phase[0].keys.seet", "seet", "did you mean 'seat'?"),
    ("seat =", "undo =", "phase[0].keys.undo", "undo", "a ruling"),
    ('then = "tail"', 'then = "tale"', "phase[0].keys.ok.then", "tale", "did you mean 'tail'?"),
    ('id = "tail"', 'id = "play"', "phase[1].id", "play", "stands twice"),
    ('id = "tail"', 'id = "end"', "phase[1].id", "end", "is an arrow"),
    ('"before", choices', '"befor", choices', "settings.last.value", "befor", "'before'"),
    ('"60s", of', "60.7, of", "settings.minute.value", "60.7", "halves"),
    ('until = "=last"', 'until = "befor"', "phase[0].until", "befor", "did you mean 'before'?"),
    ('until = "=last"', "", "settings.last", "", "nothing uses this setting"),
    ("{ word = 1 }", "{ wird = 1 }", "score.points.wird", "wird", "did you mean 'word'?"),
    ("{ word = 1 }", "{ word = 1.3 }", "score.points.word", "1.3", "halves"),
    ("{ word = 1 }", "{ word = nan }", "score.points.word", "NaN", "halves"),
    ('kind = "marks"', 'kind = "mark"', "score.kind", "mark", "did you mean 'marks'?"),
    ('kind = "marks"', "", "score.kind", "", "needed"),
    ("points =", "pints =", "score.pints", "word", "did you mean 'points'?"),
    ('source = "t"', "", "source", "", "needed"),
    ('source = "t"', 'source = "a\\nb"', "source", "a\nb", "one line"),
    ('"One"', "1", "name.en", "1", "in quotes"),
    ('for = "5s"', 'for = "5s"\nonly = { last = "x" }', "phase[1].only.last", "x", "never so"),
    ('for = "5s"', 'for = "5s"\nonly = { lost = "x" }', "phase[1].only.lost", "x", "'last'"),
    ('for = "5s"', 'for = "5s"\nstarts = "signal"', "phase[1].starts", "signal", "at ="),
    ('for = "5s"', 'for = "5s"\npausable = 0', "phase[1].pausable", "0", "true, false"),
    ('for = "5s"', "", "phase[1]", "tail", "can never end"),
    ('for = "5s"', 'for = "5s"\nthen = "tail"', "phase[1].then", "tail", "never ends"),
    ('id = "one"', 'id = "plan"', "id", "plan", "take another id"),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change[2]} {change[1]}")
def test_a_wrong_place(change: wrong.Change, tmp_path: Path) -> None:
    wrong.assert_said(change, GOOD, lambda text: faults_of(text, tmp_path))


def test_a_phase_that_nothing_leads_to(tmp_path: Path) -> None:
    text = GOOD.replace(', ok = { mark = "word", then = "tail" }', ', ok = "word"')
    text = text.replace("until = ", 'then = "end"\nuntil = ')
    assert [one[0] for one in faults_of(text, tmp_path)] == ["phase[1].id"]


def test_a_choice_under_which_it_cannot_be_played(tmp_path: Path) -> None:
    text = GOOD.replace('"60s", of', '"60s", choices = ["60s", "1s"], of')
    text = text.replace('at = "0s"', 'at = "2s"')
    (fault,) = faults_of(text, tmp_path)
    assert fault[0] == "phase[0].signals[0].at"
    assert fault[2].endswith("(with minute = 1s)")


def test_all_faults_at_once(tmp_path: Path) -> None:
    text = GOOD
    for old, new, *_ in (CHANGES[1], CHANGES[9], CHANGES[10], CHANGES[17], CHANGES[24]):
        text = text.replace(old, new, 1)
    assert {one[0] for one in faults_of(text, tmp_path)} >= {
        "phase[0].untill",
        "phase[0].signals[0].cue",
        "phase[0].keys.ok.then",
        "phase[1].for",
        "score.points.wird",
    }


@pytest.mark.parametrize(
    ("text", "path", "value", "remedy"),
    [
        (PRESET.replace("chgk-003", "chgk-03"), "like", "chgk-03", "'chgk-003'"),
        (PRESET.replace("chgk-003", "chgk-taste"), "like", "chgk-taste", "phases of its own"),
        (PRESET + 'set = { minut = "9s" }', "set.minut", "9s", "did you mean 'minute'?"),
        (PRESET + "set = { minute = 60 }", "set.minute", "60", "with a unit"),
        (PRESET + "[settings]\na = 1", "settings", "", "unknown key"),
        (PRESET.replace('source = "t"', ""), "source", "", "needed"),
    ],
)
def test_a_wrong_preset(text: str, path: str, value: str, remedy: str) -> None:
    with pytest.raises(FileFaults) as caught:
        load_text(text, "preset.toml")
    found = [(one.path, one.value, one.remedy) for one in caught.value.faults]
    assert any(one[0] == path and value in one[1] and remedy in one[2] for one in found), found


def outcome(text: str) -> object:
    """Return the id of a format, or its faults."""
    try:
        return load_text(text, "cut.toml").id
    except FileFaults as error:
        return error.faults


def test_a_file_cut_anywhere_is_refused_or_whole() -> None:
    """A cut never crashes; where it loads, it means a whole format."""
    assert all(outcome(GOOD[:at]) for at in range(len(GOOD)))
    assert isinstance(outcome(GOOD[: GOOD.index("[score]")]), list)
