"""`minuta desk`: entries from a terminal into a running box; refusals and nonsense in words."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware_host.cli.desk_words import FORMS
from firmware_host.config import boards
from firmware_host.config.model import with_desk_keys
from firmware_host.scenario.entries import ENTRIES
from run_tests.living import Box, press, running, state, until

PLAN = """
schema     = 1
advance_by = "cumulative"
[teams]
A = "Альфа"
B = "Бета"
[[stage]]
id      = "tour1"
formats = ["hat-000-i1"]
keep    = 1
[[stage]]
id      = "tour2"
formats = ["hat-000-i1"]
"""


@pytest.fixture
def league(box: Box) -> Box:
    """A box that runs a plan with a cut."""
    plan = box.folder / "plan.toml"
    plan.write_text(PLAN, encoding="utf-8")
    text = box.config.read_text(encoding="utf-8").partition("[format]")[0]
    box.config.write_text(f'{text}[format]\nplan = "{plan}"\n', encoding="utf-8")
    return box


def desk(box: Box, *words: str) -> tuple[int, str]:
    """Run `minuta desk`; return its exit code and all it said."""
    argv = [sys.executable, "-m", "firmware_host.cli", "desk", "--config", str(box.config),
            "--lang", "en", *words]  # fmt: skip
    done = subprocess.run(
        argv, env=box.env, capture_output=True, text=True, timeout=60, cwd=Path(box.folder)
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_a_tour_is_cut_from_a_terminal(league: Box) -> None:
    """Equal teams hold the cut; the desk brings a total in, and one goes on."""
    life = league.start()
    assert desk(league, "advance") == (1, "advance: refused: not-started\n")
    assert desk(league, "given", "A", "2.5,", "B", "2.5", "--because", "a paper table")[0] == 0
    assert desk(league, "advance") == (1, "advance: refused: tie-at-the-cut\n")
    assert desk(league, "given", "A", "0.5", "--because", "one more sheet")[0] == 0
    code, said = desk(league)
    assert code == 0
    assert "1 go on: A" in said
    assert "1  Альфа  3" in said
    code, said = desk(league, "advance")
    assert (code, said.startswith("advance: taken, number ")) == (0, True)
    with league.client() as client:
        found = state(client)
    assert found["event"]["stage"] == "tour2"
    assert found["turn"]["number"] == 2
    life.term()
    entries = [record for record in league.checked() if record.kind == "entry"]
    assert [entry.data["why"] for entry in entries if entry.data["what"] == "given"] == [
        "a paper table",
        "one more sheet",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dance",), "write one of press, undo"),
        (("undo", "x"), "undo NUMBER"),
        (("given", "A"), "write: given T1 61, T2 60"),
        (("away", "Z"), "'Z'"),
    ],
)
def test_nonsense_is_said_with_a_remedy(league: Box, words: tuple[str, ...], said: str) -> None:
    life = league.start()
    code, text = desk(league, *words)
    assert (code, said in text) == (2, True), text
    life.term()


def test_without_a_box_it_says_so(league: Box) -> None:
    code, text = desk(league)
    assert code == 2
    assert str(league.socket) in text


def test_every_word_is_listed_with_an_example_that_is_read() -> None:
    assert FORMS.keys() == {*ENTRIES, "press", "plan", "undo"}
    for word, (form, russian, english) in FORMS.items():
        assert form.split()[0] == word
        assert russian != english
        if word in ENTRIES:
            ENTRIES[word](form.replace("[", "").replace("]", "").split()[1:])


def test_a_key_that_the_board_lacks_is_pressed_from_a_terminal(box: Box) -> None:
    """Two keys play the hat of 002: OK, SKIP and NEXT are at the desk, through the same wires."""
    text = box.config.read_text(encoding="utf-8")
    text = text.replace("four-seats", "two-keys").partition("[format]")[0]
    settings = 'set = { prepare = "20s", turn = "60s" }'
    text = f'{text}[format]\nid = "evening-002-hat"\n{settings}\n'
    box.config.write_text(text, encoding="utf-8")
    life = box.start()
    with box.client() as client:
        assert {key["key"] for key in state(client)["board"]["keys"]} == {"start", "stop"}
        press(client, "start")
        until(client, running)
        time.sleep(0.6)  # sooner it would be a repeat of the first press
        client.request("key", {"key": "start", "closed": True})
        until(client, lambda found: found["turn"]["phase"] == "explain")
        client.request("key", {"key": "start", "closed": False})
        assert desk(box, "press", "ok") == (0, "press ok: done\n")
        assert desk(box, "press", "skip", "for", "0.2s")[0] == 0
        found = until(client, lambda found: found["turn"]["marks"].get("skip") == 1)
    assert found["turn"]["marks"] == {"word": 1, "skip": 1}
    life.term()
    presses = [r.data for r in box.checked() if r.kind == "in" and r.data.get("key") == "ok"]
    assert [row["source"] for row in presses] == ["desk"]


def test_a_key_that_the_board_has_is_not_pressed_from_afar() -> None:
    """Its own wires press it; and a board that has all keys has no source at the desk."""
    full = boards()["six-keys"]
    assert with_desk_keys(full) is full
    less = with_desk_keys(boards()["two-keys"])
    assert [key.key for key in less.keys if key.source == "desk"] == ["next", "ok", "skip", "viol"]
    assert with_desk_keys(less) is less


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("press",), "press KEY"),
        (("press", "ok", "for", "9s"), "0.01s to 8s"),
        (("press", "ok", "for", "9"), "9"),
        (("press", "ok", "long"), "press KEY"),
    ],
)
def test_a_wrong_press_is_said_with_a_remedy(box: Box, words: tuple[str, ...], said: str) -> None:
    code, text = desk(box, *words)
    assert (code, said in text) == (2, True), text


def test_what_an_entry_would_change_is_said_before_it_is_written(league: Box) -> None:
    life = league.start()
    code, said = desk(league, "given", "A", "3", "--preview")
    assert (code, said) == (0, "A: 0, place 1-2 -> 3, place 1\nB: 0, place 1-2 -> 0, place 2\n")
    assert desk(league, "advance", "--preview") == (1, "advance: refused: not-started\n")
    life.term()
    assert [r for r in league.checked() if r.kind == "entry" and r.data["what"] == "given"] == []


def test_it_speaks_russian_unless_asked_otherwise(league: Box) -> None:
    life = league.start()
    assert desk(league, "--lang", "ru")[1].startswith("ход 1: ГОТОВ")
    assert desk(league, "advance", "--lang", "ru") == (1, "advance: отказано: not-started\n")
    assert desk(league)[1].startswith("turn 1: READY")
    life.term()


def test_another_format_leaves_a_plan_only_by_decision_and_it_is_taken_up_again(
    league: Box,
) -> None:
    """One tap too many must not lose the evening; a kill between does not lose it either."""
    life = league.start()
    with league.client(life) as client:
        reply = client.request("choose", {"format": "chgk-003"})
        assert (reply.code, reply.field_name) == ("refused", "plan-goes-on")
        assert state(client)["turn"]["stage"] == "tour1"
        assert client.request("choose", {"format": "chgk-003", "even_so": True}).ok
        assert until(client, lambda found: found["turn"]["stage"] == "")["format"]["id"]
        assert client.request("choose", {"format": "hat-000-i1"}).ok
        assert state(client)["left"]
    assert "`minuta desk plan`" in desk(league)[1]
    life.kill()
    life = league.start()
    assert desk(league, "plan") == (0, "the plan goes on\n")
    assert desk(league, "plan") == (1, "plan: refused: moot\n")
    with league.client(life) as client:
        assert state(client)["turn"]["stage"] == "tour1"
        assert not state(client)["left"]
    life.term()
