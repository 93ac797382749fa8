"""What the snapshot says of the games of teams: played by the real daemon on a clock by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_host.config.plan import Plan
from firmware_host.control.protocol import encode_snapshot
from firmware_host.daemon.shown import format_row, span_in_turn
from firmware_host.formats import builtin
from firmware_host.scenario.acts import act
from firmware_host.scenario.language import Line, parse
from firmware_host.scenario.runner import Run
from web_admin.link import Link, State

DRAWING = """
board four-seats
team A "Аня"
team B "B"
stage drawing evening-002-drawing circles 1
"""
HAT = """
board four-seats
team A "A"
team B "B"
stage hat evening-002-hat circles 1
"""
CROCODILE = """
board four-seats
team A "A"
team B "B"
stage one crocodile-001-final circles 1
set title_phase = 30s
"""


def seen(text: str, folder: Path) -> list[dict[str, Any]]:
    """Play a case; return the snapshot at each of its `look` lines, as it comes from a socket."""
    found: list[dict[str, Any]] = []

    def look(run: Run, line: Line) -> None:
        if line.at_ns is not None and run.daemon is not None:
            raw = encode_snapshot(run.daemon.snapshots.make())
            found.append(json.loads(raw)["snapshot"])

    [case] = parse(text.replace("look", "expect wall 0:00"), "test")
    Run(case, "test", folder, look, act).play()
    return found


def test_a_claim_a_price_and_the_standings(tmp_path: Path) -> None:
    """S5: the price is the engine's own, the wall stands at the claim, the next team has none."""
    case = DRAWING + """
at 1 look
at 2 tap start
at 10 look
at 127 tap start as T0
at T0+10 look
at T0+29.999 tap ok
at T0+31 look
at T0+32 tap next
at T0+33 look
at T0+40 tap next
at T0+41 look
"""  # fmt: skip
    ready, prepare, playing, claimed, done, next_team = seen(case, tmp_path)
    assert ready["teams"] == {"A": "Аня", "B": "B"}
    assert [row["team"] for row in ready["standings"]] == ["A", "B"]
    turn = ready["turn"]
    assert (turn["team"], turn["stage"], turn["circle"]) == ("A", "drawing", 1)
    assert (turn["kind"], turn["unit"], turn["score"]) == ("price", "points", None)
    assert turn["price_now"] is None
    assert prepare["turn"]["price_now"] is None
    assert prepare["may"]["start-hold"] == "early-start"
    assert prepare["may"]["ok"] in ("early", "wrong-phase")

    turn = playing["turn"]
    assert (turn["price_now"], turn["claim"], turn["outcome"]) == (50, None, None)
    t0_ns = int(playing["wall"]["zero_ns"]) - 300 * 10**9
    changes = [(int(one["at_ns"]) - t0_ns, one["score"]) for one in turn["prices"]]
    # The wall falls from 4:31 to 4:30 at 30 s exactly; from there on it is 45, and so on.
    assert changes[0] == (30 * 10**9, 45)
    assert [score for _, score in changes] == [45, 40, 35, 30, 25, 20, 15, 10, 5, 0]
    assert playing["may"]["ok"] == "claim"
    assert playing["may"]["stop"] == "claim"
    assert "skip" not in playing["may"], "this format has no such key"

    turn = claimed["turn"]
    assert turn["claim"] == {
        "key": "ok", "elapsed_ns": 29_999_000_000, "mark": "solved", "held": "solved",
    }  # fmt: skip
    assert (turn["price_now"], turn["prices"]) == (50, [])
    assert turn["word"] == {"en": "CLAIM", "ru": "ЗАЯВКА"}
    assert (claimed["wall"]["mode"], claimed["wall"]["mark"]) == ("stand", "?")
    assert (claimed["may"]["start"], claimed["may"]["next"]) == ("reject", "confirm")
    assert claimed["may"]["ok"] == "already-claimed"

    turn = done["turn"]
    assert (turn["outcome"], turn["score"], turn["claim"]) == ("solved", 50, None)
    assert done["standings"] == [
        {"team": "A", "place": [1, 1], "total": 50, "attempts": 1},
        {"team": "B", "place": [2, 2], "total": 0, "attempts": 0},
    ]  # fmt: skip
    assert next_team["turn"]["team"] == "B"
    assert next_team["standings"][0]["total"] == 50


def test_words_and_skips_are_counted(tmp_path: Path) -> None:
    case = HAT + """
at 1 tap start
at 125 tap start as T0
at T0+5 tap ok
at T0+6 tap ok
at T0+7 tap skip
at T0+8 look
at T0+61 look
"""  # fmt: skip
    playing, done = seen(case, tmp_path)
    assert playing["turn"]["marks"] == {"word": 2, "skip": 1}
    assert (playing["may"]["ok"], playing["may"]["skip"]) == ("word", "skip")
    assert playing["format"]["id"] == "evening-002-hat"
    assert (done["turn"]["outcome"], done["turn"]["score"]) == ("words", 4.5)


def test_a_written_time_is_in_seconds(tmp_path: Path) -> None:
    case = CROCODILE + """
at 1 tap start as T0
at T0+3 tap viol
at T0+42.19 tap ok
at T0+43 look
at T0+44 tap next
at T0+45 look
"""  # fmt: skip
    claimed, done = seen(case, tmp_path)
    assert (claimed["turn"]["claim"]["mark"], claimed["turn"]["claim"]["held"]) == ("plot", "title")
    turn = done["turn"]
    assert (turn["outcome"], turn["score"], turn["unit"]) == ("solved", 52.1, "s")
    assert turn["marks"] == {"violation": 1}
    assert done["standings"] == [
        {"team": "A", "place": [1, 1], "total": 52.1, "attempts": 1},
        {"team": "B", "place": None, "total": 0, "attempts": 0},
    ], "less is better, and who has not played yet has no place"


def test_the_standings_are_known_again_after_a_restart(tmp_path: Path) -> None:
    case = HAT + """
at 1 tap start
at 125 tap start as T0
at T0+5 tap ok
at T0+61 look
at T0+63 kill
at T0+64 start
at T0+65 look
"""  # fmt: skip
    before, after = seen(case, tmp_path)
    assert before["standings"][0] == {"team": "A", "place": [1, 1], "total": 3, "attempts": 1}
    assert after["standings"] == before["standings"]


def test_keys_not_heard_are_said_as_time_in_the_turn(tmp_path: Path) -> None:
    case = HAT + """
at 1 tap start
at 125 tap start as T0
at T0+31.2 kill
at T0+33.9 start
at T0+34 look
"""  # fmt: skip
    [after] = seen(case, tmp_path)
    [alarm] = [one for one in after["alarms"] if one["kind"] == "unheard"]
    assert float(alarm["args"]["from_s"]) == pytest.approx(31.2, abs=1.1)
    assert float(alarm["args"]["to_s"]) == pytest.approx(33.9, abs=0.2)


def test_instants_without_a_turn_are_only_a_length() -> None:
    args = {"from_ns": 5 * 10**9, "to_ns": 8_250_000_000}
    assert span_in_turn(args, None) == {"for_s": "3.2"}
    assert span_in_turn({"last_ns": 1, "doubt_ns": 5_050_000_000}, None) == {"for_s": "5.0"}
    assert span_in_turn({"text": "x"}, None) == {}


@pytest.mark.parametrize(
    ("roles", "lacking"),
    [
        ("start stop", {
            "chgk-003": [], "chgk-004": [], "evening-002-hat": ["next", "ok", "skip"],
            "evening-002-drawing": ["next"], "crocodile-001-r1": ["next"],
            "hat-000-i1": ["table"],
        }),
        ("start stop next ok skip viol seat", {
            "chgk-003": [], "evening-002-hat": [], "evening-002-drawing": [],
            "crocodile-001-final": [], "hat-000-i1": ["table"],
        }),
        ("start stop next skip table", {"hat-000-i1": [], "evening-002-hat": ["ok"]}),
    ],
)  # fmt: skip
def test_what_a_board_lacks_for_a_format(roles: str, lacking: dict[str, list[str]]) -> None:
    formats = builtin()
    for name, keys in lacking.items():
        assert format_row(formats[name], frozenset(roles.split()))["missing"] == keys, name


def test_a_format_says_what_rulings_it_has() -> None:
    rows = {name: format_row(fmt, frozenset()) for name, fmt in builtin().items()}
    assert rows["crocodile-001-final"]["claims"] == ["plot", "title"]
    assert rows["crocodile-001-r3"]["books"] == ["violation"]
    assert rows["evening-002-crocodile"]["books"] == ["violation", "hint"]
    assert rows["evening-002-hat"]["books"] == ["hint"]
    assert rows["chgk-003"]["claims"] == rows["chgk-003"]["books"] == []


def test_a_snapshot_of_all_formats_and_a_hundred_teams_fits_into_its_line() -> None:
    rows = [format_row(fmt, frozenset()) for fmt in builtin().values()]
    teams = {f"team-{n}": "Команда с длинным именем" for n in range(100)}
    table = [{"team": t, "place": [100, 100], "total": 1234.5, "attempts": 10} for t in teams]
    line = encode_snapshot({"formats": rows, "teams": teams, "standings": table})
    assert len(line) < 40_000
    assert Plan(teams, ()).teams == teams


SECRET = """
board four-seats
team A "A"
deck films 30
stage one crocodile-001-r5 secret yes
at 1 ticket films 17
at 2 look
at 3 tap start
at 130 look
"""


def _leaks(state: State) -> list[str]:
    return [
        word for word in ("films", "crocodile-001-r5", "one") if f'"{word}"' in state.body.decode()
    ]


def test_no_public_page_gets_a_ticket_or_a_secret_stage(tmp_path: Path) -> None:
    """RULES A.7 of 001: before its first turn begins, and a ticket before its turn is over.

    The control: a web process that would send everything leaks all of it.
    """
    before, after = seen(SECRET, tmp_path)

    assert before["desk"]["tickets"] == [{"deck": "films", "number": 17, "team": "A"}]
    assert before["desk"]["decks"] == {"films": 29}
    assert (before["desk"]["stage"], before["desk"]["format"]["id"]) == ("one", "crocodile-001-r5")
    assert _leaks(Link._state(1, before)) == []
    assert before["may"].keys() <= {
        "start",
        "start-hold",
        "stop",
        "stop-hold",
        "stop-long",
        "next",
        "next-long",
    }
    leaking = {**before, "all": before["desk"]}
    assert _leaks(Link._state(1, leaking)) == ["films", "crocodile-001-r5", "one"]
    assert _leaks(Link._state(2, after)) == ["films", "crocodile-001-r5", "one"]
    assert after["tickets"] == [{"deck": "films", "number": 17, "team": "A"}]
    assert after["desk"]["tickets"] == []
