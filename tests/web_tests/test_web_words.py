"""Words: each in both languages, each used one there, and those of KEYS.md all present."""

import ast
import re
from pathlib import Path

import pytest

import firmware_host
import web_admin
from firmware_host.engine.rulings import MARKS_AS
from firmware_host.engine.table import PLAYER_REASON, STATUS_REASON, VERBS
from firmware_host.engine.view import CLAIMED, STATUS_WORDS
from firmware_host.evening.rooms import CHECKS
from firmware_host.formats import builtin
from firmware_host.loop.ruling_asked import RULINGS
from firmware_host.replay import FACT_KINDS
from web_admin.words import LANGUAGES, catalogue, table

ROOT = Path(web_admin.__file__).parent
SOURCE = Path(firmware_host.__file__).parent
TABLE = table()
REASONS = [
    "not-started", "running", "paused", "over", "early", "late", "late-delivery", "repeat",
    "held", "wrong-phase", "not-your-turn", "no-skip", "already-claimed", "dead-time", "locked",
    "later", "cancelled", "moot", "rehearsal-only", "glitch", "bounce", "lost-edge",
    "unknown-key", "automatic", "not-announced", "closed", "type", "deposit", "repeated", "decided",
]  # fmt: skip
CODES = [
    "bad-line", "bad-args", "unknown-verb", "stale", "refused", "not-simulated", "busy",
    "too-many", "too-fast", "no-rights",
]  # fmt: skip


def test_each_word_has_both_languages_and_the_same_places() -> None:
    for group, words in TABLE.items():
        for word, texts in words.items():
            assert set(texts) == set(LANGUAGES), f"{group}.{word}"
            assert all(text.strip() for text in texts.values()), f"{group}.{word}"
            places = [sorted(re.findall(r"%\(\w+\)s", text)) for text in texts.values()]
            assert places[0] == places[1], f"{group}.{word}"
            assert "{" not in "".join(texts.values())


def test_russian_is_russian() -> None:
    for key, text in catalogue("ru").items():
        if key != "log.csv":
            assert re.search("[а-яА-ЯёЁ]", text), key
    for key, text in catalogue("en").items():
        assert not re.search("[а-яА-ЯёЁ]", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_products_words_are_all_there(language: str) -> None:
    words = catalogue(language)
    missing = [f"reason.{one}" for one in REASONS] + [f"error.{one}" for one in CODES]
    assert [key for key in missing if key not in words] == []


def test_every_entry_of_the_books_has_its_word() -> None:
    assert {f"entry.{one}" for one in CHECKS} == {
        key for key in catalogue("en") if key.startswith("entry.")
    }


def test_every_word_that_a_template_or_script_names_exists() -> None:
    words = catalogue("ru")
    used: set[str] = set()
    for path in ROOT.rglob("*.html"):
        used |= set(re.findall(r'_\(["\']([\w.-]+)["\']\s*[),]', path.read_text("utf-8")))
    for path in ROOT.rglob("*.js"):
        pairs = re.findall(r"word\('([\w-]+)', '([\w-]+)'", path.read_text("utf-8"))
        used |= {f"{group}.{word}" for group, word in pairs}
    for path in ROOT.rglob("*.py"):
        pairs = re.findall(r'word\("([\w-]+)", "([\w-]+)"', path.read_text("utf-8"))
        used |= {f"{group}.{word}" for group, word in pairs}
    assert len(used) > 40
    assert sorted(used - words.keys()) == []


# The words of the product: its source is walked, so that a new word without a text is found.


def sounded() -> dict[str, set[str]]:
    """Return every alarm kind in the source, with the args that its sentence may use."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                _call(found, node, node.func.attr)
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_ALARMS":
                for value in ast.literal_eval(node.value).values():
                    found.setdefault(value, set()).add("about")
    return found


def _call(found: dict[str, set[str]], call: ast.Call, name: str) -> None:
    first = call.args[0] if call.args else None
    if name not in ("sound", "_alarm") or not isinstance(first, ast.Constant):
        return
    args = {word.arg for word in call.keywords if word.arg}
    args.add("about" if len(call.args) > 2 else "text")  # (kind, at, about) or (kind, text)
    found.setdefault(first.value, set()).update(args)


SPANS = {
    "from_ns": {"from_s", "to_s", "for_s"}, "last_ns": {"from_s"}, "doubt_ns": {"for_s", "to_s"},
    "slept_ns": {"for_s"},
}  # fmt: skip
"""What a snapshot makes of an alarm's instants (firmware_host/daemon/shown.py)."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_alarm_that_the_source_sounds_has_its_sentence(language: str) -> None:
    words = catalogue(language)
    kinds = sounded()
    assert kinds.keys() > {
        "slept", "rebooted", "unheard", "fault", "thread-demoted", "sound-lost", "device-lost",
        "device-missing", "disk-full", "ring-full", "journal-damage", "storm", "stuck-key",
    }  # fmt: skip
    lacking = [kind for kind in kinds for group in ("alarm", "alarm-name")
               if f"{group}.{kind}" not in words]  # fmt: skip
    assert lacking == []
    for kind, args in kinds.items():
        given = args.union(*(SPANS.get(name, set()) for name in args))
        for key in (f"alarm.{kind}", f"alarm.{kind}-turn"):
            places = set(re.findall(r"%\((\w+)\)s", words.get(key, "")))
            assert places <= given, f"{key} has places that nobody fills"


def test_no_alarm_is_sounded_by_a_name_that_the_walk_cannot_see() -> None:
    """Where the kind is no constant, the constants stand elsewhere: these places are known."""
    known = {"alarm.word", "kind", "_ALARMS[notice.what]", "fired.sound", "self._sounding"}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "sound"
                and "alarms" in ast.unparse(node.func.value)
                and not isinstance(node.args[0], ast.Constant)
            ):
                assert ast.unparse(node.args[0]) in known, f"{path.name}:{node.lineno}"


def marks() -> set[str]:
    """Return every mark that a shipped format may set."""
    found = set()
    for fmt in builtin().values():
        for phase in fmt.tables.phase:
            for key in phase.keys.values():
                found |= {str(one) for one in (key.mark, key.after, key.held) if one}
    return found


def cues() -> set[str]:
    return {
        signal.cue
        for fmt in builtin().values()
        for phase in fmt.tables.phase
        for signal in phase.signals
    }


def vocabulary() -> dict[str, set[str]]:
    """Return group -> the words of the engine that stand in records and snapshots."""
    reasons = {*STATUS_REASON.values(), *PLAYER_REASON.values(), *REASONS}
    reasons |= set(re.findall(r'return "([a-z]+(?:-[a-z]+)*)"', JUDGE)) - JUDGES_VERBS
    return {
        "verb": {*VERBS.values(), "take-back", "admit-claim"},
        "do": set(VERBS.values()),
        "mark": {*marks() - {"early-start"}, *MARKS_AS, "mark"},
        "reason": reasons,
        "ruling": {*RULINGS, "move", "ticket", "award", "answer", "decide"},
        "status": {"ready", "running", *STATUS_WORDS},
        "outcome": {"solved", "failed", "words", "answered", "annulled", "skipped"},
        "cue": {cue.replace("{left}", str(n)) for cue in cues() for n in range(11)},
        "kind": {*FACT_KINDS.values(), "output", "alarm", "ruling", "in", "settled"} - RAW_KINDS,
        "ear": {"accepted", "refused", "hold", "claim"},
    }


JUDGES_VERBS = {"take-back", "admit-claim", "claim", "mark"}
RAW_KINDS = {"in", "settled", "ruling"}
"""Kinds that the log shows by other words, or raw."""
JUDGE = (SOURCE / "engine" / "judge.py").read_text("utf-8")


@pytest.mark.parametrize("group", sorted(vocabulary()))
def test_every_word_of_the_engine_has_a_text(group: str) -> None:
    for language in LANGUAGES:
        words = catalogue(language)
        missing = [one for one in sorted(vocabulary()[group]) if f"{group}.{one}" not in words]
        assert missing == [], f"{language}: [{group}]"


def test_the_hosts_word_of_an_open_claim() -> None:
    assert CLAIMED == {"en": "CLAIM", "ru": "ЗАЯВКА"}
