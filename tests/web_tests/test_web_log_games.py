"""The log of the games of teams: the time of a turn, guesses, bookings, and their rulings."""

import re
from typing import Any

import pytest

from web_tests.journal_of import SECOND_NS, Journal
from web_tests.log_pages import cells, page, status


@pytest.fixture
def drawing(config: Any) -> Journal:
    """A drawing turn: prepared for 120 s, begun 5 s later, a guess at 29.999 s of the play."""
    from web_tests.pictures import team_turn

    journal = Journal(config.journal_folder)
    team_turn(journal, 1, "B", 100)
    journal.press("start", 1, 110 * SECOND_NS, "running", phase="prepare")
    journal.press("ok", 1, 254 * SECOND_NS + 999_000_000, verb="claim", phase="play",
                  elapsed_ns=29_999_000_000)  # fmt: skip
    return journal


def test_the_time_of_a_turn_begins_after_its_preparation(linked: Any, drawing: Journal) -> None:
    rows = {row["Кнопка"]: row for row in cells(linked, "?kind=press")}
    assert rows["start"]["Время хода"] == "0:10.000", "of the preparation"
    assert rows["ok"]["Время хода"] == "0:29.999", "of the play: waiting for START is no time"
    assert rows["ok"]["Команда"] == "B"
    assert rows["ok"]["Что"] == "заявка"


def test_a_part_that_waits_for_the_host_is_a_pause(linked: Any, config: Any) -> None:
    journal = Journal(config.journal_folder)
    journal.turn(1, 100)
    journal.phase(1, "second", 130)
    status(journal, "waiting", 130)
    status(journal, "running", 140)
    journal.press("seat1", 1, 150 * SECOND_NS)
    assert cells(linked, "?kind=press")[0]["Время хода"] == "0:40.000"


def forms(text: str) -> dict[str, dict[str, str]]:
    """Return what -> the fields of its form, with their first values."""
    found = {}
    for form in re.findall(r'<form class="small".*?</form>', text, flags=re.S):
        fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
        for name, inner in re.findall(r'<select name="([^"]+)"(.*?)</select>', form, flags=re.S):
            fields[name] = " ".join(re.findall(r'<option value="([^"]*)"', inner))
        found[fields["what"]] = fields
    return found


def test_a_guess_has_its_rulings(linked: Any, daemon: Any, drawing: Journal, wait_for: Any) -> None:
    daemon.play("evening-002-drawing")
    link = linked.extensions["minuta_link"]
    wait_for(lambda: link.state.snapshot.get("teams"))
    client = linked.test_client()
    found = forms(client.get("/log?key=ok").get_data(as_text=True))
    assert set(found) == {"mark", "cancel-press", "guess-was-at"}
    form = found["guess-was-at"]
    assert form["guess_s"] == "29.999"
    client.post("/rule", data={**form, "guess_s": "28,5", "because": "сказали раньше"})
    asked = daemon.requests[-1]
    assert dict(asked.args) == {
        "what": "guess-was-at", "target": 2, "because": "сказали раньше",
        "at_ns": 253 * SECOND_NS + 500_000_000,
    }  # fmt: skip
    for odd in ("x", "", "NaN", "1e99", "Infinity"):
        before = len(daemon.requests)
        client.post("/rule", data={**form, "guess_s": odd, "because": "x"})
        assert len(daemon.requests) == before
        assert "Так нельзя" in client.get("/log").get_data(as_text=True)
    assert set(forms(client.get("/log?key=start").get_data(as_text=True))) == {"mark"}, (
        "what the hall lived through is no press to cancel"
    )


def test_a_turn_has_what_its_format_books(
    linked: Any, daemon: Any, drawing: Journal, wait_for: Any
) -> None:
    daemon.play("evening-002-drawing")
    wait_for(lambda: linked.extensions["minuta_link"].state.snapshot.get("teams"))
    client = linked.test_client()
    found = forms(client.get("/log?turn=1").get_data(as_text=True))
    assert "violation" in found, "a broken ban (RULES A.7)"
    assert found["hint"]["team"] == "A C", "not the team that plays"
    client.post("/rule", data={**found["hint"], "team": "C", "because": "с места"})
    asked = dict(daemon.requests[-1].args)
    assert asked == {"what": "hint", "turn": 1, "team": "C", "because": "с места"}


def test_a_written_time_has_violations_and_two_meanings(
    linked: Any, daemon: Any, config: Any, wait_for: Any
) -> None:
    daemon.play("crocodile-001-final")
    wait_for(lambda: linked.extensions["minuta_link"].state.snapshot.get("teams"))
    journal = Journal(config.journal_folder)
    journal.opened(1, 100, format="crocodile-001-final", team="B")
    journal.phase(1, "plot", 100)
    journal.press("stop", 1, 142 * SECOND_NS, verb="claim", phase="plot", elapsed_ns=42 * SECOND_NS)
    judged = {
        "turn": 1, "at_ns": 0, "outcome": "solved", "score": 67_300_000_000, "unit": "ns",
        "marks": {},
    }  # fmt: skip
    journal.add("judged", judged, 150 * SECOND_NS)
    client = linked.test_client()
    text = client.get("/log").get_data(as_text=True)
    found = forms(text)
    assert found["confirm-as"]["as"] == "plot title"
    assert found["violation"]["team"] == " A C"
    assert found["violation"]["by"] == "1 -1"
    assert "счёт 1:07.3" in text
    client.post("/rule", data={**found["violation"], "team": "", "by": "-1", "because": "не было"})
    asked = dict(daemon.requests[-1].args)
    assert asked == {"what": "violation", "turn": 1, "by": -1, "because": "не было"}


def test_rulings_of_the_games_are_said_in_words(linked: Any, config: Any, drawing: Journal) -> None:
    drawing.ruling("guess-was-at", 2, at_ns=253 * SECOND_NS + 500_000_000)
    drawing.ruling("hint", None, team="C", turn=1)
    asked = {"i": 90, "what": "violation", "at_ns": 5, "by": "judge", "why": "so"}
    drawing.add("ruling", {**asked, "target": None, "args": {"by": -1}}, 5)
    said = [row["Что"] for row in cells(linked, "?kind=ruling")]
    assert said == [
        "отгадка была в другой миг · 28.500 с",
        "подсказка · команда C · ход 1",
        "нарушение · −1",
    ]


def test_an_entry_of_the_books_says_its_word_and_what_it_holds(linked: Any, config: Any) -> None:
    """And who wrote it, and why; a refused one has its reason in a row of its own."""
    journal = Journal(config.journal_folder)
    entry = {"i": 7, "what": "extra", "by": "судья", "why": "поровну", "target": None,
             "args": {"stage": "tour1", "seats": {"table1": "A<b>", "table2": "B"}}}  # fmt: skip
    journal.add("entry", entry)
    journal.add("entered", {"i": 7, "what": "extra", "reason": "not-tied"})
    journal.add("entry", {**entry, "i": 8, "what": "undo", "target": 7, "args": {}})
    text = page(linked)
    assert "дополнительный ход · tour1 · table1 A&lt;b&gt;, table2 B" in text
    assert "отмена записи · 7" in text
    assert "эти команды не делят место" in text
    assert "судья" in text
    assert "поровну" in text
