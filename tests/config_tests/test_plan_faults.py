"""A plan says what must be chosen, and everything that is wrong with it, with path and remedy."""

import pytest

from firmware_host.config.plan import load_plan
from firmware_host.errors import FileFaults
from firmware_host.evening.event import Deck
from firmware_host.formats import builtin

KNOWN = builtin()
TEAMS = '[teams]\nA = "Альфа"\nB = "Бета"\n'
HAT = '[[stage]]\nid = "hat"\nformats = ["hat-000-i1"]\n'


def _faults(text: str) -> dict[str, str]:
    """Return path -> "value: remedy" of what is wrong with a plan."""
    with pytest.raises(FileFaults) as caught:
        load_plan("schema = 1\n" + text, "plan.toml", KNOWN)
    return {fault.path: f"{fault.value}: {fault.remedy}" for fault in caught.value.faults}


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        (HAT + "keep = 12\n", "advance_by", "write cumulative or last_tour"),
        ('advance_by = "points"\n' + HAT + "keep = 12\n", "advance_by", "points"),
        (HAT + "keep = 0\n", "stage[0].keep", "0"),
        (HAT + "slots = 0\n", "stage[0].slots", "0"),
        (HAT + "slots = 101\n", "stage[0].slots", "101"),
        ('tiebreak = ["drawing"]\n' + HAT, "tiebreak[0]", "no such stage"),
        ("tours = [0]\n" + HAT, "tours[0]", "0"),
        (TEAMS + '[categories]\nschool = ["Z"]\n' + HAT, "categories.school", "no such team"),
        (TEAMS + '[categories]\nschool = ["A", "A"]\n' + HAT, "categories.school", "twice"),
        ("[decks]\nfilms = 0\n" + HAT, "decks.films", "0"),
        ("[decks]\nfilms = { tickets = 0 }\n" + HAT, "decks.films", "0"),
        (HAT + 'questions = { 2 = "chgk-blitz" }\n', "stage[0].questions.2", "from 1 to 1"),
        (HAT + 'questions = { 1 = "chgk-blits" }\n', "stage[0].questions.1", "chgk-blitz"),
        (HAT + "colour = 1\n", "stage[0].colour", ""),
        ("colour = 1\n" + HAT, "colour", ""),
    ],
)
def test_a_wrong_plan_names_the_place_and_the_remedy(text: str, path: str, said: str) -> None:
    found = _faults(text)
    near = [one for one in found if one == path or one.startswith(f"{path}.")]
    assert near, found
    assert said in found[near[0]]


def test_a_cut_with_its_choice_is_taken() -> None:
    """0-d: there is no default, and either choice is one."""
    for word in ("cumulative", "last_tour"):
        plan = load_plan(f'schema = 1\nadvance_by = "{word}"\n{HAT}keep = 12\n', "plan", KNOWN)
        assert plan.advance_by == word
        assert plan.stages[0].keep == 12


def test_without_a_cut_nothing_need_be_chosen() -> None:
    assert load_plan(f"schema = 1\n{HAT}", "plan.toml", KNOWN).advance_by is None


def test_slots_and_questions_make_the_turns() -> None:
    """Three slots of each format, in this order; a question's own format stands in its place."""
    text = HAT.replace('"]', '", "hat-000-i2"]') + 'slots = 3\nquestions = { 5 = "chgk-duplet" }\n'
    plan = load_plan(f"schema = 1\n{text}", "plan.toml", KNOWN)
    assert plan.stages[0].turns == (
        "hat-000-i1", "hat-000-i1", "hat-000-i1", "hat-000-i2", "chgk-duplet", "hat-000-i2",
    )  # fmt: skip


def test_a_deck_is_a_number_or_a_table() -> None:
    text = "[decks]\nfilms = 30\nconditions = { tickets = 5, again = true }\n" + HAT
    plan = load_plan(f"schema = 1\n{text}", "plan.toml", KNOWN)
    assert plan.decks == {"films": Deck(30), "conditions": Deck(5, again=True)}


def test_where_there_is_a_cut_a_team_is_in_one_category() -> None:
    """Without one, categories are standings over the same answers and may overlap (4-i)."""
    both = TEAMS + '[categories]\nyoung = ["A"]\nall = ["A", "B"]\n'
    found = _faults('advance_by = "cumulative"\n' + both + HAT + "keep = 1\n")
    assert found["categories"].startswith("A")
    assert load_plan(f"schema = 1\n{both}{HAT}", "plan.toml", KNOWN).categories["young"] == ("A",)


def test_players_are_of_a_team() -> None:
    found = _faults(TEAMS + '[players]\nZ = ["Анна"]\n' + HAT)
    assert "no such team" in found["players.Z"]
    text = TEAMS + '[players]\nA = ["Анна", "Борис"]\n' + HAT
    plan = load_plan(f"schema = 1\n{text}", "plan.toml", KNOWN)
    assert plan.players == {"A": ("Анна", "Борис")}
