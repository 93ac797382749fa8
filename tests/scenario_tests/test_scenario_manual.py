"""tests/README.md names every word of the language, and its examples are of the language."""

import re
from pathlib import Path

import pytest

from firmware_host.loop.ruling_asked import RULINGS
from firmware_host.scenario.acts import ACTS
from firmware_host.scenario.entries import ENTRIES
from firmware_host.scenario.expects import QUESTIONS
from firmware_host.scenario.header import HEADER as HEADER_WORDS
from firmware_host.scenario.language import KEYWORDS, parse
from firmware_host.scenario.play import play_text

MANUAL = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def _rows(heading: str) -> dict[str, list[str]]:
    """Return first word -> examples, of the table below a heading."""
    _, _, below = MANUAL.partition(f"\n### {heading}")
    table = below.split("\n### ")[0].split("\n## ")[0]
    rows = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and not set(cells[0]) <= {"-"} and "`" in cells[1]:
            rows[cells[0].strip("`")] = re.findall(r"`([^`]*)`", cells[1])
    return rows


HEADER, ACT = _rows("Header"), _rows("What happens")
ENTRY = _rows("The evening's books")
RULING, QUESTION = _rows("Rulings"), _rows("Questions")


def test_every_word_is_in_the_manual():
    """A new word of the language needs its line there."""
    assert set(HEADER) == {*HEADER_WORDS, "case", "given"}
    assert set(ACT) == {*KEYWORDS, *ACTS, "end"} - set(ENTRIES)
    assert set(ENTRY) == set(ENTRIES)
    assert set(RULING) == set(RULINGS)
    assert set(QUESTION) == {*QUESTIONS, "KEY@INSTANT", "WORD@INSTANT"}
    assert "`save X`" in MANUAL


def test_the_parser_and_the_acts_know_the_same_words():
    """Whatever the parser lets through can be done."""
    assert set(ACTS) == set(KEYWORDS)


@pytest.mark.parametrize(
    "example", [one for rows in (ACT, ENTRY) for row in rows.values() for one in row]
)
def test_the_examples_of_acts_are_read(example):
    """Each stands in a file as it is printed."""
    assert parse(f"format chgk-003\nat 1 tap start\n{example}\n", "manual")


@pytest.mark.parametrize("example", [one for row in QUESTION.values() for one in row])
def test_the_examples_of_questions_are_read(example):
    """Each is a question that can be asked, whatever the answer."""
    assert parse(f"format chgk-003\nat 1 tap start\n{example}\n", "manual")


def test_the_report_of_a_fault_can_be_played():
    """The example file in the manual plays, and holds."""
    text = MANUAL.split("```")[1]

    assert [one.failures for one in play_text(text, "manual")] == [[]]
