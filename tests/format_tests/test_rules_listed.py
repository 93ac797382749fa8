"""`tests/rules.toml`: each line of the regulations is held by a case or a test that is there."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cli_tests.called import said
from firmware_host.config.plan import load_plan
from firmware_host.config.plan_text import PlanText, StageText
from firmware_host.errors import FileFaults
from firmware_host.formats import builtin

TESTS = Path(__file__).parents[1]
GOLDEN = TESTS / "golden"
RULES = tomllib.loads((TESTS / "rules.toml").read_text(encoding="utf-8"))
LAST = {"0": "k", "1": "m", "2": "l", "3": "f", "4": "i"}
"""Document -> the last letter of its table of ambiguities."""
AMBIGUITIES = {
    f"{document}-{chr(letter)}"
    for document, last in LAST.items()
    for letter in range(ord("a"), ord(last) + 1)
}
NOT_CONFIGURABLE = {"0-f", "0-i", "1-h", "1-m", "3-e", "3-f", "4-f", "4-g"}
"""RULES.md's last column: "no" or "–"."""
KINDS = {"what", "held", "sides", "setting", "plan", "by", "rows"}
PLAN_KEYS = {*PlanText.model_fields, *StageText.model_fields}
ROWS = RULES["A3-vectors"]["rows"]


def _named() -> Iterator[tuple[str, str]]:
    """Yield (id, what holds it)."""
    for word, row in RULES.items():
        for one in [*row["held"], *row.get("sides", [])]:
            yield word, one


def _cases(name: str) -> list[str]:
    text = (GOLDEN / f"{name}.scenario").read_text(encoding="utf-8")
    return re.findall(r"^case +(\S+)", text, re.MULTILINE)


def _tests(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@cache
def _rules_said(name: str, lang: str) -> list[str]:
    return said("rules", name, "--lang", lang).stdout.splitlines()


def is_there(one: str) -> bool:
    """Tell whether a case or test that is named exists."""
    if ".py" in one:
        name, _, test = one.partition("::")
        path = TESTS / name
        return path.is_file() and (not test or test in _tests(path))
    name, _, case = one.partition(": ")
    if not (GOLDEN / f"{name}.scenario").is_file():
        return False
    return not case or case in _cases(name)


def test_every_ambiguity_is_listed_and_none_is_invented() -> None:
    assert {word for word in RULES if re.match(r"\d-", word)} == AMBIGUITIES
    assert all(row.keys() <= KINDS and row["what"] for row in RULES.values())


def test_every_line_is_held_by_something() -> None:
    """0-i alone asks for nothing: two footnotes are lost."""
    free = [word for word, row in RULES.items() if not row["held"] and not row.get("sides")]
    assert free == ["0-i"]


def test_what_holds_a_line_is_there() -> None:
    assert [(word, one) for word, one in _named() if not is_there(one)] == []


@pytest.mark.parametrize("one", ["acceptance/s10: no", "no: slot", "loop_tests/no.py",
                                 "loop_tests/test_late_signals.py::test_no"])  # fmt: skip
def test_what_is_not_there_would_be_seen(one: str) -> None:
    """The control."""
    assert not is_there(one)


def test_what_is_configurable_says_by_what() -> None:
    for word in AMBIGUITIES - NOT_CONFIGURABLE:
        assert {"setting", "plan", "by"} & RULES[word].keys(), word
    assert all(row["plan"] in PLAN_KEYS for row in RULES.values() if "plan" in row)


@pytest.mark.parametrize("word", [word for word, row in RULES.items() if "setting" in row])
def test_a_setting_is_shown_with_its_line_and_source_in_both_languages(word: str) -> None:
    """Of an ambiguity, some format's rules say the setting with the ambiguity's id."""
    setting = RULES[word]["setting"]
    fmts = [fmt for fmt in builtin().values() if setting in fmt.tables.settings]
    found = [fmt for fmt in fmts if word in fmt.tables.settings[setting].of or word[0] == "A"]
    assert found, word
    one = found[0].tables.settings[setting]
    for lang, text in (("ru", one.ru), ("en", one.en)):
        lines = _rules_said(found[0].id, lang)
        assert any(
            line.startswith(f"  {setting} = ") and f"[{one.of}] {text}" in line for line in lines
        )


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_what_a_plan_chooses_is_shown_with_its_source_in_both_languages(lang: str) -> None:
    """Of an ambiguity, the rules of a plan say the key with the ambiguity's id."""
    lines = said("rules", GOLDEN / "plans" / "evening-001.toml", "--lang", lang).stdout.splitlines()
    shown = {line.split(" = ")[0].strip(): line for line in lines if " = " in line}
    assert shown.keys() == PLAN_KEYS - {"schema_", "stage", "id"}
    assert bool(re.search("[а-яё]", shown["advance_by"].partition("]")[2])) == (lang == "ru")
    for word in AMBIGUITIES:
        if key := RULES[word].get("plan"):
            assert word in shown[key], word


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('[[stage]]\nid = "a"\nformats = ["crocodile-001-final"]\n', "stage[0].set.title_phase"),
        ('[[stage]]\nid = "a"\nformats = ["hat-000-i1"]\nkeep = 2\n', "advance_by"),
    ],
)
def test_what_must_be_chosen_is_refused_without(text: str, path: str) -> None:
    """1-a and 0-d; with the choice the same plan is taken."""
    with pytest.raises(FileFaults) as caught:
        load_plan("schema = 1\n" + text, "plan", builtin())
    assert [fault.path for fault in caught.value.faults] == [path]
    chosen = f'{text}set = {{ title_phase = "60s" }}\n' if "title" in path else text
    head = 'schema = 1\nadvance_by = "last_tour"\n'
    assert load_plan(head + chosen, "plan", builtin()).stages


def test_the_scenario_of_prices_has_every_vector_in_both_readings() -> None:
    """Turn by turn: the instant, the wall, and the price before and after `rejudge`."""
    text = (GOLDEN / "prices-002.scenario").read_text(encoding="utf-8")
    display, literal = text.split("\nrejudge threshold_mode = literal\n")
    claims = re.findall(r"^at (\S+) tap ok$", display, re.MULTILINE)
    begins = re.findall(r"^at (\S+) hold start", display, re.MULTILINE)
    walls = re.findall(r"expect wall (\S+) \?$", display, re.MULTILINE)
    assert len(claims) == len(begins) == len(ROWS)
    for nth, (elapsed, wall, shown, exact) in enumerate(ROWS, 1):
        began_ns = round(float(begins[nth - 1]) * 1e9) + 700_000_000
        assert round(float(claims[nth - 1]) * 1e9) - began_ns == round(float(elapsed) * 1e9)
        assert walls[nth - 1 : nth] in ([wall], [])  # the last one is late: nothing is claimed
        assert f"\nexpect turn {nth} {shown}\n" in display
        assert f"expect turn {nth} {exact}\n" in literal
