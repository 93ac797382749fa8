"""`minuta desk`: entries from a terminal into a running box; refusals and nonsense in words."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.cli.desk_words import FORMS
from firmware_host.scenario.entries import ENTRIES
from run_tests.living import Box, state

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
    argv = [sys.executable, "-m", "firmware_host.cli", "desk", "--config", str(box.config), *words]
    done = subprocess.run(
        argv, env=box.env, capture_output=True, text=True, timeout=60, cwd=Path(box.folder)
    )
    return done.returncode, done.stdout + done.stderr


def test_a_tour_is_cut_from_a_terminal(league: Box) -> None:
    """Equal teams hold the cut; the desk brings a total in, and one goes on."""
    life = league.start()
    assert desk(league, "advance") == (1, "advance: refused: tie-at-the-cut\n")
    assert desk(league, "given", "A", "3,", "B", "2.5", "--because", "a paper table")[0] == 0
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
        "a paper table"
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dance",), "write one of undo"),
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
    assert FORMS.keys() == {*ENTRIES, "undo"}
    for word, (form, russian, english) in FORMS.items():
        assert form.split()[0] == word
        assert russian != english
        if word != "undo":
            ENTRIES[word](form.replace("[", "").replace("]", "").split()[1:])
