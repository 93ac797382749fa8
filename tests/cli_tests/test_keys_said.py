"""`minuta formats` and `minuta check` say which keys a game needs, and what is done without."""

import json
import re
from pathlib import Path

import pytest

from cli_tests.called import said
from firmware_host.errors import FileFaults

CONFIG = """schema = 1
board = "{board}"
[box]
simulated = true
state = "{state}"
[sound]
kind = "silent"
[format]
{format}
"""
PLAN = """schema = 1
[teams]
A = "A"
[[stage]]
id = "first"
formats = ["evening-002-crocodile"]
[[stage]]
id = "second"
formats = ["evening-002-drawing", "evening-002-hat"]
"""


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The box of these tests keeps nothing outside the test's folder."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))


def config(folder: Path, board: str, chosen: str = 'id = "chgk-003"') -> Path:
    """Write a config; `chosen` is its [format]."""
    path = folder / "box.toml"
    text = CONFIG.format(board=board, state=folder / "state", format=chosen)
    path.write_text(text, encoding="utf-8")
    return path


def lines(folder: Path, board: str, *words: str) -> dict[str, str]:
    """Return what check says of each format on a board, in English if not told otherwise."""
    result = said("check", "--config", config(folder, board), *(words or ("--lang", "en")))
    assert result.exit_code == 0, result.exception
    rows = [
        line[9:].split(": ", 1)
        for line in result.output.splitlines()
        if line.startswith(("format ", "игра "))
    ]
    return {name: text for name, text in rows}


def test_games_are_said_in_the_language_that_was_asked_for(tmp_path: Path) -> None:
    found = lines(tmp_path, "two-keys", "--lang", "ru")
    assert found == lines(tmp_path, "two-keys", "--evening", ""), "the config's is Russian"
    assert found["chgk-003"] == (
        "можно играть; без NEXT: дальше ведёт START; без SEAT: карточки только для разбора,"
        " счёт цел"
    )
    assert found["evening-002-hat"] == (
        "играть нельзя: на плате нет NEXT, OK, SKIP; возьмите плату six-keys или usb-keypad или"
        " four-seats или quiz-controllers"
    )
    assert found["hat-000-i1"].endswith("возьмите плату fifteen-tables")


def test_two_keys_play_003_and_004_and_nothing_else(tmp_path: Path) -> None:
    found = lines(tmp_path, "two-keys")
    assert {name for name, text in found.items() if text.startswith("can be played")} == {
        "chgk-003", "chgk-003-penalty", "chgk-004", "chgk-004-shootout", "chgk-blitz",
        "chgk-duplet", "chgk-taste",
    }  # fmt: skip
    assert found["chgk-003"] == (
        "can be played; without NEXT: START goes on; "
        "without SEAT: cards are evidence only, no score is lost"
    )
    assert found["crocodile-001-r1"] == (
        "cannot be played: this board lacks NEXT; "
        "take the board three-keys or six-keys or usb-keypad or four-seats or quiz-controllers or "
        "fifteen-tables"
    )
    assert found["evening-002-hat"] == (
        "cannot be played: this board lacks NEXT, OK, SKIP; take the board "
        "six-keys or usb-keypad or four-seats or quiz-controllers"
    )


def test_three_keys_say_what_is_done_without_ok_and_viol(tmp_path: Path) -> None:
    found = lines(tmp_path, "three-keys")
    assert found["crocodile-001-final"] == (
        "can be played; without OK: STOP does the same; without VIOL: the page books violations"
    )
    assert found["evening-002-drawing"] == "can be played; without OK: STOP does the same"


def test_fifteen_tables_play_the_hats_of_000_and_not_that_of_002(tmp_path: Path) -> None:
    found = lines(tmp_path, "fifteen-tables")
    assert found["hat-000-i1"] == "can be played"
    assert found["evening-002-hat"] == (
        "cannot be played: this board lacks OK; take the board "
        "six-keys or usb-keypad or four-seats or quiz-controllers"
    )


def test_four_seats_lack_the_tables_only(tmp_path: Path) -> None:
    found = lines(tmp_path, "four-seats")
    assert found["evening-002-hat"] == found["crocodile-001-r1"] == "can be played"
    assert {name for name, text in found.items() if "cannot" in text} == {
        "hat-000-extra", "hat-000-i1", "hat-000-i2", "hat-000-ii1", "hat-000-ii2",
    }  # fmt: skip


def test_a_config_that_wants_what_its_board_cannot_play_is_wrong(tmp_path: Path) -> None:
    path = config(tmp_path, "three-keys", 'id = "evening-002-hat"')
    result = said("check", "--config", path)
    assert isinstance(result.exception, FileFaults)
    [fault] = result.exception.faults
    assert (fault.path, fault.value) == ("format.id", "evening-002-hat")
    assert fault.remedy == (
        "it cannot be played: this board lacks OK, SKIP; take the board "
        "six-keys or usb-keypad or four-seats or quiz-controllers"
    )
    path = config(tmp_path, "six-keys", 'id = "evening-002-hat"')
    assert said("check", "--config", path).exit_code == 0


def test_a_plan_that_wants_it_is_wrong_too(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN, encoding="utf-8")
    path = config(tmp_path, "two-keys", f'plan = "{plan}"')
    result = said("check", "--config", path)
    assert isinstance(result.exception, FileFaults)
    assert [(fault.path, fault.value) for fault in result.exception.faults] == [
        ("format.plan: stage first", "evening-002-crocodile"),
        ("format.plan: stage second", "evening-002-drawing"),
        ("format.plan: stage second", "evening-002-hat"),
    ]


def test_the_list_of_formats_states_keys_and_boards() -> None:
    text = said("formats").output
    after = text[text.index("evening-002-hat ") :].splitlines()
    assert after[2].strip() == "keys: at least START, STOP, NEXT, OK, SKIP"
    assert after[3].strip() == "boards: six-keys, usb-keypad, four-seats, quiz-controllers"
    assert text.count("keys: at least START, STOP") == 23
    assert text.count("boards: ") == 23


def test_the_list_is_in_the_language_of_the_terminal_or_as_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    english = said("formats").output
    russian = said("formats", "--lang", "ru").output
    assert "a turn: at most 70 s; 003 l.18-22\n" in english
    assert "ход: до 70 с; 003 l.18-22\n" in russian
    assert "кнопки: хотя бы START, STOP, NEXT; без OK: то же делает STOP; без VIOL:" in russian
    assert not re.search("a turn|keys:|boards:|without| or ", russian)
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert said("formats").output == russian
    assert said("formats", "--lang", "en").output == english


def test_a_wrong_format_is_blamed_in_the_language_of_the_list(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("", encoding="utf-8")
    assert "верните его текст" in said("formats", own, "--lang", "ru").output
    assert "put its text back" in said("formats", own).output


def test_json_has_them_as_data() -> None:
    rows = {row["id"]: row for row in json.loads(said("formats", "--json").output)}
    assert rows["evening-002-crocodile"]["least_keys"] == [["start"], ["stop"], ["next"]]
    assert rows["crocodile-001-r1"]["instead"] == {"ok": "stop", "viol": "violation"}
    assert rows["hat-000-i1"]["boards"] == ["fifteen-tables"]
