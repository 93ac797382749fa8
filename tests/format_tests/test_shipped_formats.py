"""The formats that the product brings along, against numbers typed from RULES.md by hand."""

import re

import pytest

from firmware_host.engine.rules import END, STAY, Rules
from firmware_host.formats import builtin, known_settings, load_text, resolve

CLIPS = {
    "start": 250_000_000,
    "ten-left": 500_000_000,
    "end": 2_000_000_000,
    "end-short": 300_000_000,
    "collect": 250_000_000,
    **dict.fromkeys(("switch", "prepare", "prepare-end", "reserve-end"), 300_000_000),
    **{f"count-{n}": 340_000_000 + n for n in range(11)},
}

# RULES A.4: T0, T+50, T+60, T+70.
GOLDEN_003 = [
    ("start", 0, 0),
    ("ten-left", 0, 50_000_000_000),
    ("end", 1, 0),
    ("collect", 1, 10_000_000_000),
]
# RULES A.5 and 4-b: T0, T+50, T+60, «десять» T+60.350, «девять» T+61 … «ноль» T+70.
GOLDEN_004 = [
    ("start", 0, 0),
    ("ten-left", 0, 50_000_000_000),
    ("end", 1, 0),
    ("count-10", 1, 350_000_000),
    ("count-9", 1, 1_000_000_000),
    ("count-8", 1, 2_000_000_000),
    ("count-7", 1, 3_000_000_000),
    ("count-6", 1, 4_000_000_000),
    ("count-5", 1, 5_000_000_000),
    ("count-4", 1, 6_000_000_000),
    ("count-3", 1, 7_000_000_000),
    ("count-2", 1, 8_000_000_000),
    ("count-1", 1, 9_000_000_000),
    ("count-0", 1, 10_000_000_000),
]
GOLDEN_TASTE = [
    ("start", 0, 0),
    ("ten-left", 0, 10_000_000_000),
    ("end", 1, 0),
    ("collect", 1, 5_000_000_000),
]


def rules(fmt: str, **settings: object) -> Rules:
    return resolve(builtin()[fmt], settings, CLIPS)


def signals(one: Rules) -> list[tuple[str, int, int]]:
    return [
        (signal.cue, nth, signal.offset_ns)
        for nth, phase in enumerate(one.phases)
        for signal in phase.signals
    ]


@pytest.mark.parametrize(
    ("fmt", "settings", "golden"),
    [
        ("chgk-003", {}, GOLDEN_003),
        ("chgk-003", {"late_rule": "including"}, GOLDEN_003),
        ("chgk-004", {}, GOLDEN_004),
        ("chgk-004", {"late_rule": "before"}, GOLDEN_004),
        ("chgk-004", {"zero_until": "end"}, GOLDEN_004),
        ("chgk-004", {"countdown_voice": "host"}, GOLDEN_004[:3]),
        ("chgk-004", {"countdown_voice": "off"}, GOLDEN_004[:3]),
        ("chgk-taste", {}, GOLDEN_TASTE),
    ],
)
def test_signals_stand_where_the_documents_say(
    fmt: str, settings: dict[str, object], golden: list[tuple[str, int, int]]
) -> None:
    assert signals(rules(fmt, **settings)) == golden


def test_003_ends_before_the_signal_and_004_with_the_word() -> None:
    assert [phase.including for phase in rules("chgk-003").phases] == [False, False]
    assert [phase.including for phase in rules("chgk-004").phases] == [False, True]
    turned = rules("chgk-003", late_rule="including")
    assert [phase.including for phase in turned.phases] == [False, True]
    turned = rules("chgk-004", late_rule="before")
    assert [phase.including for phase in turned.phases] == [False, False]


def test_zero_until_end_adds_the_clip_of_the_word() -> None:
    phases = rules("chgk-004", zero_until="end").phases
    assert [(phase.id, phase.for_ns, phase.then) for phase in phases] == [
        ("discuss", 60_000_000_000, 1),
        ("count", 10_000_000_000, 2),
        ("zero", 340_000_000, END),
    ]
    assert phases[2].including
    assert not phases[2].pausable
    assert phases[2].shows == "zero"
    assert [phase.then for phase in rules("chgk-004").phases] == [1, END]


def test_collecting_hangs_on_the_end_signal_in_003_only() -> None:
    assert [phase.starts_at_signal for phase in rules("chgk-003").phases] == [False, True]
    assert [phase.starts_at_signal for phase in rules("chgk-004").phases] == [False, False]


@pytest.mark.parametrize("fmt", ["chgk-003", "chgk-004", "chgk-taste"])
def test_cards_pauses_and_the_wall(fmt: str) -> None:
    one = rules(fmt)
    assert one.score.kind == "answers"
    for phase in one.phases:
        assert {word: (key.mark, key.then, key.claim) for word, key in phase.keys.items()} == {
            "seat": ("card", STAY, False)
        }
    assert [phase.pausable for phase in one.phases] == [True, False]
    assert [phase.shows for phase in one.phases] == ["down", "count"]
    assert one.phases[0].word == {"ru": "МИНУТА", "en": "MINUTE"}
    assert one.phases[1].word == {"ru": "СБОР", "en": "COLLECT"}
    assert one.repeat_ns["start"] == 500_000_000
    assert one.repeat_ns[""] == 300_000_000


def test_what_may_sound_late() -> None:
    late = {
        signal.cue: (signal.lasting, signal.useful_left_ns)
        for phase in rules("chgk-003").phases
        for signal in phase.signals
    }
    assert late == {
        "start": (False, None),
        "ten-left": (False, 3_000_000_000),
        "end": (True, None),
        "collect": (True, None),
    }
    end = rules("chgk-004").phases[1].signals[0]
    assert (end.sound, end.length_ns, end.lasting) == ("end-short", 300_000_000, True)


def test_the_taste_is_for_rehearsals_only() -> None:
    assert [one.id for one in builtin().values() if one.rehearsal] == ["chgk-taste"]


# KEYS.md, "Settings", typed out.
WORDS = {
    "late_rule",
    "zero_until",
    "title_phase",
    "end_signal",
    "cap_at_limit",
    "time_resolution",
    "threshold_mode",
    "points_per_word",
    "grace",
    "end_inclusive",
    "passes_per_stage",
    "countdown_voice",
    "countdown_offset",
    "changeover",
    "tiebreak_all",
    "advance_by",
    "cap_penalised_time",
    "floor",
}
# Lengths of phases have no word in RULES.md; ENGINE.md, section 6, names them.
LENGTHS = (
    "minute",
    "collect",
    "count",
    "turn",
    "play",
    "reserve",
    "prepare",
    "part",
    "plot",
    "limit",
)
# What a format's points and additions are; ENGINE.md, section 6, names these too.
WORTHS = (
    "word",
    "skip",
    "hint",
    "violation",
    "late_title",
    "fail",
    "table",
    "switch",
    "go",
    "open_word",
    "penalise_failed",
    "bans",
    "tick",
)


def test_settings_are_the_words_of_keys_md() -> None:
    assert known_settings() <= {*WORDS, *LENGTHS, *WORTHS}
    assert {*LENGTHS, *WORTHS} <= known_settings()


def test_every_setting_names_its_source_and_both_languages() -> None:
    for fmt in builtin().values():
        assert set(fmt.name) == {"ru", "en"}
        for setting in fmt.tables.settings.values():
            assert re.match(r"00[0-4] l\.\d+|[0-4]-[a-z]|B$", setting.of)
            assert re.search("[а-я]", setting.ru)
            assert re.search("[a-z]", setting.en)


def test_the_journal_text_of_each_format_reads_as_itself() -> None:
    for fmt in builtin().values():
        again = load_text(fmt.text.decode(), "journal", {})
        assert (again.sha, again.text) == (fmt.sha, fmt.text)
        assert resolve(again, {}, CLIPS) == resolve(fmt, {}, CLIPS)
        assert resolve(fmt, {}, CLIPS).sha == fmt.sha
