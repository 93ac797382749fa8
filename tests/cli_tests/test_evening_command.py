"""`minuta evening PLAN`: the running order and the forecast, worked out by hand; all faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli_tests.called import said

TEAMS = '[teams]\nA = "Team A"\nB = "Команда Б"\n'
HAT = '[[stage]]\nid = "hat"\nformats = ["evening-002-hat"]\n'
DRAWING = '[[stage]]\nid = "drawing"\nformats = ["evening-002-drawing"]\n'


def _plan(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text("schema = 1\n" + text, encoding="utf-8")
    return path


def test_the_order_of_play_and_the_forecast(tmp_path: Path) -> None:
    """Hat: 4 × (120 + 60) + 3 × 30 = 810 s, 13:30; drawing: 2 × (120 + 305) + 30 = 880 s, 14:40.

    Together 28:10. Begun minutes count whole.
    """
    path = _plan(tmp_path, TEAMS + HAT + "circles = 2\n" + DRAWING + 'order = ["B", "A"]\n')
    result = said("evening", "--lang", "en", path, "--start", "23:50")

    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "number  stage  circle  team  format",
        "     1  hat  1  A (Team A)  evening-002-hat",
        "     2  hat  1  B (Команда Б)  evening-002-hat",
        "     3  hat  2  A (Team A)  evening-002-hat",
        "     4  hat  2  B (Команда Б)  evening-002-hat",
        "     5  drawing  1  B (Команда Б)  evening-002-drawing",
        "     6  drawing  1  A (Team A)  evening-002-drawing",
        "hat: begins 23:50, 4 turns, 0:14",
        "drawing: begins 00:04, 2 turns, 0:15",
        "all stages: 0:29, ends 00:19",
    ]


def test_five_teams_and_three_circles(tmp_path: Path) -> None:
    """2-h with changeovers: 15 × 425 s + 14 × 30 s = 6795 s, 1:54 of a stage's hour."""
    teams = "[teams]\n" + "".join(f'{team} = "Team {team}"\n' for team in "ABCDE")
    result = said("evening", "--lang", "en", _plan(tmp_path, teams + DRAWING + "circles = 3\n"))

    assert "drawing: begins +0:00, 15 turns, 1:54" in result.stdout.splitlines()


def test_settings_of_a_stage_are_in_force(tmp_path: Path) -> None:
    """30 s of preparation: 2 × (30 + 60) + 30 = 210 s."""
    path = _plan(tmp_path, TEAMS + HAT + 'set = { prepare = "30s" }\n')

    assert (
        "hat: begins +0:00, 2 turns, 0:04"
        in said("evening", "--lang", "en", path).stdout.splitlines()
    )


def test_all_faults_at_once(tmp_path: Path) -> None:
    """Broken tables do not hide what spans several of them."""
    path = _plan(
        tmp_path,
        TEAMS + HAT + "circles = 0\norder = ['A', 'Z', 'A']\n"
        "set = { floor = 'low', flor = 'zero' }\ncolour = 1\n"
        "[[stage]]\nid = 'hat'\nformats = ['evening-002-hut', 'crocodile-001-final']\n",
    )
    text = str(said("evening", "--lang", "en", path).exception)

    for part in (
        "stage[0].circles", "stage[0].colour", "stage[0].order: 'Z'", "a team stands twice",
        "stage[0].set.floor: 'low'", "did you mean 'floor'", "stage[1].id: 'hat'",
        "stage[1].formats[0]: 'evening-002-hut'", "did you mean 'evening-002-hat'",
        "stage[1].set.title_phase", "30s, 60s",
    ):  # fmt: skip
        assert part in text, part


def test_what_must_be_chosen_may_be_chosen(tmp_path: Path) -> None:
    """1-a: with the choice the final's plan is taken."""
    final = '[[stage]]\nid = "final"\nformats = ["crocodile-001-final"]\n'

    assert "1-a" in str(said("evening", "--lang", "en", _plan(tmp_path, TEAMS + final)).exception)
    path = _plan(tmp_path, TEAMS + final + 'set = { title_phase = "30s" }\n')
    assert said("evening", "--lang", "en", path).exit_code == 0


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        (b"", "the file is empty"),
        (b'schema = 1\n[teams]\nA = "\xcf\xe8"\n', "not UTF-8"),
        (b"# " + b"x" * 70_000, "too long"),
        (b"schema = 1\n[[stage]\n", "not TOML"),
        (b"schema = 1\nstage = 5\nteams = 'A'\n", "stage"),
        (b"schema = 1\n", "stage: this key is needed"),
        (b"schema = 9\n", "newer Minuta"),
        (b"schema = 1\n[[stage]]\nid = 'a'\nformats = [1, [2]]\nset = 3\n", "formats[0]"),
    ],
)
def test_a_file_that_is_no_plan_is_said(tmp_path: Path, raw: bytes, part: str) -> None:
    """Nothing of it is printed as an order."""
    path = tmp_path / "plan.toml"
    path.write_bytes(raw)
    result = said("evening", "--lang", "en", path)

    assert part in str(result.exception)
    assert result.stdout == ""


def test_a_plan_that_is_not_there_and_a_wrong_clock(tmp_path: Path) -> None:
    """Both are faults in words."""
    assert "plan.toml" in str(said("evening", "--lang", "en", tmp_path / "plan.toml").exception)
    path = _plan(tmp_path, TEAMS + HAT)
    assert "write HH:MM" in str(said("evening", "--lang", "en", path, "--start", "25:00").exception)


def _hour(tmp_path: Path, teams: str, *keys: str) -> list[str]:
    text = "[teams]\n" + "".join(f'{team} = "{team}"\n' for team in teams) + DRAWING
    result = said("evening", "--lang", "en", _plan(tmp_path, text + "\n".join(keys) + "\n"))
    assert result.exit_code == 0, result.output
    return [line for line in result.stdout.splitlines() if line.startswith("drawing: ")][1:]


def test_a_stage_hour_that_is_too_short_is_a_warning_never_a_refusal(tmp_path: Path) -> None:
    """2-h: a turn of drawing takes 425 s, 30 s between: n turns n × 455 − 30 s. Two teams: 3600 s
    are 7 turns, three circles of two and one more turn; three teams: two circles."""
    two, three = 'hour = "60min"', ['hour = "60min"', "circles = 3"]
    assert _hour(tmp_path, "AB", two, "circles = 3") == [
        "drawing: hour 1:00, 3 whole circles fit at the longest",
    ]
    assert _hour(tmp_path, "AB", two, "circles = 2") == [
        "drawing: hour 1:00, 3 whole circles fit at the longest",
        "drawing: warning: fewer than three circles (002 l.2)",
    ]
    assert _hour(tmp_path, "ABC", *three) == [
        "drawing: hour 1:00, 2 whole circles fit at the longest",
        "drawing: warning: longer than its hour at the longest (2-h)",
        "drawing: warning: fewer than three circles (002 l.2)",
    ]
    assert _hour(tmp_path, "AB", "circles = 1") == [], "without an hour nothing is said"


def test_the_boundary_of_the_hour_is_in(tmp_path: Path) -> None:
    """Six turns: 6 × 425 + 5 × 30 = 2700 s, exactly 45 minutes; 1 s less does not do."""
    assert "3 whole" in _hour(tmp_path, "AB", 'hour = "45:00"', "circles = 3")[0]
    assert "2 whole" in _hour(tmp_path, "AB", 'hour = "44:59"', "circles = 3")[0]
    # 32 s from turn to turn: 2710 s
    keys = ('hour = "45:00"', "circles = 3", 'changeover = "32s"')
    assert "2 whole" in _hour(tmp_path, "AB", *keys)[0]


def test_slots_cuts_and_a_rotating_order_are_walked(tmp_path: Path) -> None:
    """All play a hat tour at once: 3 slots are 3 turns; 002 rotates by a team each circle."""
    tour = '[[stage]]\nid = "tour"\nformats = ["hat-000-i1"]\nslots = 3\nkeep = 1\n'
    text = 'advance_by = "cumulative"\n' + TEAMS + tour + HAT + 'circles = 2\norder = "rotating"\n'
    lines = said("evening", "--lang", "en", _plan(tmp_path, text)).stdout.splitlines()

    assert lines[1:9] == [
        "     1  tour  1  all  hat-000-i1",
        "     2  tour  1  all  hat-000-i1",
        "     3  tour  1  all  hat-000-i1",
        "     4  hat  1  A (Team A)  evening-002-hat",
        "     5  hat  1  B (Команда Б)  evening-002-hat",
        "     6  hat  2  B (Команда Б)  evening-002-hat",
        "     7  hat  2  A (Team A)  evening-002-hat",
        "tour: begins +0:00, 3 turns, 0:03, 1 go on",
    ]


@pytest.mark.parametrize(
    ("key", "part"),
    [
        ('hour = "an hour"', "stage[0].hour"),
        ("hour = 60", "stage[0].hour"),
        ('changeover = "-1s"', "stage[0].changeover"),
        ('order = "by-age"', "stage[0].order"),
        ('secret = "yes"', "stage[0].secret"),
    ],
)
def test_a_wrong_key_of_a_stage_is_named(tmp_path: Path, key: str, part: str) -> None:
    assert part in str(said("evening", _plan(tmp_path, TEAMS + HAT + key + "\n")).exception)


DAY = (
    '[[programme]]\nid = "tour1"\nname = "Тур 1"\nat = "22:00"\nto = "23:30"\n'
    '[[programme]]\nid = "break"\nat = "23:30"\nto = "00:15"\nleast = "10min"\n'
)


def test_the_programme_of_the_day_is_printed(tmp_path: Path) -> None:
    """003 has one; past midnight it goes on."""
    lines = said("evening", "--lang", "en", _plan(tmp_path, TEAMS + DAY + HAT)).stdout.splitlines()

    assert lines[:3] == [
        "22:00-23:30  tour1 (Тур 1)",
        "23:30-00:15  break, at least 0:10",
        "number  stage  circle  team  format",
    ]


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('at = "22:00"', 'at = "24:00"', "programme[0].at"),
        ('to = "23:30"', 'to = "21:59"', "programme[0].to"),
        ('at = "23:30"', 'at = "23:29"', "programme[1].at"),
        ('id = "break"', 'id = "tour1"', "programme[1].id"),
        ('least = "10min"', 'least = "ten"', "programme[1].least"),
        ('least = "10min"', "last = 3", "programme[1].last"),
    ],
)
def test_what_is_wrong_with_a_programme_is_named(
    tmp_path: Path, old: str, new: str, path: str
) -> None:
    text = str(
        said(
            "evening", "--lang", "en", _plan(tmp_path, TEAMS + DAY.replace(old, new) + HAT)
        ).exception
    )

    assert path in text


def test_a_later_day_begins_with_its_own_questions(tmp_path: Path) -> None:
    """Day 2 of four questions begins with number 3 (4-d): two minutes of 70 s, 30 s between."""
    text = "begin = 3\ntours = [2, 2]\nfirst_day = 1\n" + TEAMS
    text += '[[stage]]\nid = "hall"\nformats = ["chgk-003"]\nslots = 4\n'
    assert said("evening", _plan(tmp_path, text)).stdout.splitlines() == [
        "до хода 3 сыграно в прежние дни",
        "ход  этап  круг  команда  формат",
        "     3  hall  1  все  chgk-003",
        "     4  hall  1  все  chgk-003",
        "hall: начало +0:00, ходов 2, 0:03",
        "все этапы: 0:03",
    ]
